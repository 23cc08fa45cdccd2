import type { Command } from 'commander';
import { createClient } from '../api/client.ts';
import { refuseDebugOutput } from '../api/node-debug.ts';
import { checkKeyForm, maskKey } from '../config/api-key.ts';
import { originOf, parseBaseUrl } from '../config/base-url.ts';
import { readConfig } from '../config/file.ts';
import { resolveSettings } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError, UsageError } from '../errors.ts';
import { keyRefused } from '../quote.ts';
import { startProgress } from '../terminal/progress.ts';
import { cleanText } from '../view/safe-text.ts';
import { writeNote } from './shared/notes.ts';
import { addExamples, baseUrlOption, timeoutOption } from './shared/options.ts';

interface LoginOptions {
  readonly baseUrl?: string;
  /** False for `--no-verify`. */
  readonly verify?: boolean;
  readonly timeout: number;
  readonly debug?: boolean;
}

interface Address {
  readonly baseUrl: string;
  /** True when it was given here, and so is to be stored with the key. */
  readonly isNew: boolean;
}

export function registerLogin(command: Command, context: Context): void {
  addExamples(command, {
    'boards login --base-url https://boards.example': 'the first time',
    'boards login': 'asks for another key',
    'pass show boards | boards login': 'from a password manager',
  })
    .allowExcessArguments()
    .addOption(baseUrlOption("the service's address, stored too"))
    .option('--no-verify', 'store the key without asking the service about it')
    .addOption(timeoutOption('time-out of the check'))
    .option('--debug', 'request, response and causes on stderr')
    .action((options: LoginOptions, { args }: Command) => {
      if (args.length > 0) throw keyRefused();
      return runLogin(options, context);
    });
}

/** Takes the key, makes sure of it, and stores it, bound to the origin of its base URL. */
async function runLogin(options: LoginOptions, context: Context): Promise<void> {
  // Before stdin is read: that alone would print the key.
  refuseDebugOutput(context.env);
  const address = await findAddress(options, context);
  const key = await enterKey(context);
  if (options.verify !== false) await verify(key, address.baseUrl, options, context);
  const { baseUrl, isNew } = address;
  const { saveConfig } = await import('../config/save.ts');
  const { path, warnings } = await saveConfig(
    (fields) => ({
      ...fields,
      ...(isNew ? { baseUrl } : {}),
      apiKey: key,
      apiKeyOrigin: originOf(baseUrl),
    }),
    context,
  );
  for (const warning of warnings) writeNote(warning, context);
  const what = isNew ? `and the base URL ${baseUrl}` : `for ${originOf(baseUrl)}`;
  context.stdout.write(`Stored the key ${maskKey(key)} ${what} in ${cleanText(path)}.\n`);
  noteOverrides(isNew, context);
}

/** Before the key is asked for, so that nobody types one in vain. */
async function findAddress(options: LoginOptions, context: Context): Promise<Address> {
  // Also where the environment could do without the file: this command cannot.
  const stored = readConfig(context);
  const settings = resolveSettings({ baseUrl: options.baseUrl }, context);
  for (const warning of new Set([...stored.warnings, ...settings.warnings])) writeNote(warning, context);
  if (options.baseUrl !== undefined) return { baseUrl: options.baseUrl, isNew: true };
  if (settings.baseUrl !== null) return { baseUrl: settings.baseUrl.value, isNew: false };
  if (context.stdin.isTTY !== true) {
    throw new ConfigError('no base URL is set', {
      hint: 'Give it too: `boards login --base-url https://…`.',
    });
  }
  const { promptLine } = await import('../terminal/prompt.ts');
  return { baseUrl: parseBaseUrl(await promptLine('Base URL of the service: ', context)), isNew: true };
}

async function enterKey(context: Context): Promise<string> {
  const entered = context.stdin.isTTY === true ? await promptForKey(context) : await pipedKey(context);
  // Takes a byte order mark away too.
  const key = entered.trim();
  const fault = checkKeyForm(key);
  if (fault === null) return key;
  throw new UsageError(`the key ${fault}`, {
    hint: 'Paste the key alone, in one line, or pipe it: `boards login < file`.',
  });
}

async function promptForKey(context: Context): Promise<string> {
  const { promptSecret } = await import('../terminal/prompt.ts');
  return promptSecret('API key (not shown): ', context);
}

async function pipedKey(context: Context): Promise<string> {
  const { readInput } = await import('../terminal/read-input.ts');
  return readInput(context);
}

/** One request with the smallest answer. Throws what the client throws; nothing is stored then. */
async function verify(
  apiKey: string,
  baseUrl: string,
  options: LoginOptions,
  context: Context,
): Promise<void> {
  const debug = options.debug ? (line: string) => context.stderr.write(`debug: ${line}\n`) : undefined;
  const client = createClient(
    { baseUrl, apiKey, keyHome: 'this login', timeoutSeconds: options.timeout, debug },
    context,
  );
  const progress = startProgress('asking the service about the key', context);
  await client.fetchSnapshot({ timeframe: 'day', limit: 1 }).finally(progress.stop);
}

function noteOverrides(isBaseUrlStored: boolean, context: Context): void {
  const { env } = context;
  if (variable('BOARDS_API_KEY', env) !== undefined)
    writeNote('BOARDS_API_KEY is set and overrides the stored key', context);
  if (isBaseUrlStored && variable('BOARDS_BASE_URL', env) !== undefined) {
    writeNote('BOARDS_BASE_URL is set and overrides the stored base URL', context);
  }
}
