import { Option } from 'commander';
import type { Options } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { ConfigError, UsageError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { createClient, namingBaseUrl, rejectNodeDebug, rejectUncheckedTls } from '../service/client.ts';
import { keyOriginOf, parseBaseUrl } from '../settings/base-url.ts';
import { checkKeyForm, maskKey } from '../settings/key.ts';
import type { Settings } from '../settings/resolve.ts';
import { saveConfig } from '../settings/save.ts';
import { startProgress } from '../terminal/progress.ts';
import { renderMessage } from '../text/message.ts';
import { cleanText } from '../text/safe-text.ts';
import { writeText } from './shared/print.ts';
import { debugWriter, noteOverride, openSession } from './shared/session.ts';

export const command = (context: Context): Specification => ({
  options: [new Option('--no-verify', 'store the key without a test request')],
  examples: {
    'boards login --base-url https://api.example': 'store the base URL and the key',
    'boards login': 'replace the stored key',
    'pass show boards | boards login': 'read the key from pass',
  },
  async run(options) {
    // With NODE_DEBUG, reading stdin would print the key.
    rejectNodeDebug(context.env);
    // Open the session first, so that its warnings and errors appear before the prompt for the key.
    const overrides = { baseUrl: options.baseUrl };
    const session = openSession(options, context, { overrides, needsFile: true });
    const { settings, note } = session;
    const baseUrl = await findBaseUrl(settings, context);
    rejectUncheckedTls(baseUrl, context.env);
    if (context.stdin.isTTY !== true && variable('MSYSTEM', context.env) !== undefined)
      note('reading the key from stdin; to type it in Git Bash: `winpty boards login`');
    const key = await enterKey(baseUrl, context);
    if (options.verify !== false) await verify(key, baseUrl, session.options, context);
    const apiKeyOrigin = keyOriginOf(baseUrl);
    // Store a base URL of the environment as well, because the variable may be unset later.
    const { path, warnings } = await saveConfig(
      (fields) => ({ ...fields, baseUrl, apiKey: key, apiKeyOrigin }),
      context,
    );
    warnings.filter((warning) => !settings.warnings.includes(warning)).forEach(note);
    writeText(`Stored the key ${maskKey(key)} and the base URL ${baseUrl} in ${cleanText(path)}.\n`, context);
    noteOverride('BOARDS_API_KEY', 'key', note, context);
    if (options.baseUrl !== undefined) noteOverride('BOARDS_BASE_URL', 'base URL', note, context);
  },
});

async function findBaseUrl({ baseUrl }: Pick<Settings, 'baseUrl'>, context: Context): Promise<string> {
  if (baseUrl.value !== null) return baseUrl.value;
  if (context.stdin.isTTY !== true)
    throw new ConfigError('no base URL is set', {
      hint: 'Run `boards login --base-url https://api.example`.',
    });
  const { prompt } = await import('../terminal/read-line.ts');
  return parseBaseUrl(await prompt(questionText('Base URL of the service:', context), context));
}

/** The prompt names the only host that gets the key. */
async function enterKey(baseUrl: string, context: Context): Promise<string> {
  const question = questionText(`API key for ${new URL(baseUrl).host} (not shown):`, context);
  const { prompt, readInput } = await import('../terminal/read-line.ts');
  const isTyped = context.stdin.isTTY === true;
  const entered = await (isTyped ? prompt(question, context, true) : readInput(context));
  // trim() also removes a byte order mark.
  const key = entered.trim();
  const fault = checkKeyForm(key);
  if (fault === null) return key;
  const piped = context.platform === 'win32' ? 'Get-Content file | boards login' : 'boards login < file';
  throw new UsageError(`the key ${fault}`, {
    hint: `Paste only the key, on one line, or pipe it: \`${piped}\`.`,
  });
}

/** Ends the question with a space, because the answer follows on the same line. */
function questionText(question: string, { stderr, env }: Context): string {
  return renderMessage(question, { label: '' }, stderr, env).replace(/\n$/, ' ');
}

async function verify(apiKey: string, baseUrl: string, options: Options, context: Context) {
  const debug = debugWriter(options, context);
  const client = createClient(
    { baseUrl, apiKey, keySource: 'this login', timeoutSeconds: options.timeout, debug },
    context,
  );
  const progress = startProgress('checking the key', context, options);
  const request = { timeframe: 'day', limit: 1 } as const;
  // Errors name the base URL, because it is not stored yet.
  await namingBaseUrl(client, baseUrl).fetchSnapshot(request).finally(progress.stop);
}
