import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { renderJson } from '../output/json.ts';
import { parser } from '../parse.ts';
import { unexpected } from '../quote.ts';
import { requireConfigLocation } from '../settings/locations.ts';
import {
  describePreferences,
  PREFERENCES,
  type Preference,
  parsePreference,
} from '../settings/preferences.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { suggestionHint } from '../suggest.ts';
import { cleanText } from '../text/safe-text.ts';
import { wrapWords } from '../text/wrap.ts';
import { writeNote } from './shared/notes.ts';
import { addExamples } from './shared/options.ts';
import { writeText } from './shared/output.ts';
import { preferenceRow, renderRows, valueText } from './shared/rows.ts';
import { removePreference, savePreference } from './shared/save-preference.ts';
import { PAGE_WIDTH } from './shared/screen-hint.ts';

interface ConfigListOptions {
  readonly json?: boolean;
}

export function registerConfig(command: Command, context: Context): void {
  command.addHelpText(
    'after',
    `\n${wrapWords(`Preferences: ${PREFERENCES.join(', ')}`, PAGE_WIDTH).join('\n')}`,
  );
  addExamples(command, {
    'boards config set timeframe day,swing': 'show two timeframes by default',
    'boards config set boards movers,rvol,buzz': 'only these boards, in this order',
    'boards config set pins NVDA,AMD': 'these stand out in watch',
    'boards config set record 30': 'watch records, and keeps 30 days',
    'boards config set timezone America/New_York': 'times of the market',
    'boards config set palette colorblind': 'blue and orange for up and down',
    'boards config unset boards': 'show all boards again',
  })
    .usage('<command>')
    .helpCommand(false)
    .argument('[word]')
    .action((word: string | undefined) => rejectArgument(word, command));
  addReadingCommands(command, context);
  addSavingCommands(command, context);
  command
    .command('path')
    .description('print the path of the config file')
    .action(() => runConfigPath(context));
  // Set after the subcommands, which would inherit it: the arguments of an unknown subcommand must not be reported first.
  command.allowExcessArguments().allowUnknownOption();
}

function addReadingCommands(command: Command, context: Context): void {
  command
    .command('list')
    .description('list all preferences: effective values and sources')
    .option('--json', '{name: {value, source}}')
    .action((options: ConfigListOptions) => runConfigList(options, context));
  command
    .command('get')
    .addArgument(preferenceArgument())
    .description('print the effective value')
    .action((name: Preference) => runConfigGet(name, context));
}

function addSavingCommands(command: Command, context: Context): void {
  command
    .command('set')
    .addArgument(preferenceArgument())
    // Optional, so that the error for a missing one can name the values of the preference.
    .addArgument(new Argument('[value]'))
    .usage('<name> <value>')
    .description('store a value; lists are separated by commas')
    .action((name: Preference, value: string | undefined) => savePreference(name, value, context));
  command
    .command('unset')
    .addArgument(preferenceArgument())
    .description('delete a stored value')
    .action((name: Preference) => removePreference(name, context));
}

function preferenceArgument(): Argument {
  const name = parser(parsePreference, { name: 'preference', kind: 'one', words: PREFERENCES });
  return new Argument('<name>').argParser(name);
}

/** Called if the argument is not a subcommand of `config`. */
function rejectArgument(word: string | undefined, { commands }: Command): never {
  const names = commands.map((command) => command.name());
  if (word === undefined)
    throw new UsageError('no config command given', {
      hint: `${suggestionHint('', names)}\nUsage: \`boards config <command>\``,
    });
  if (word.startsWith('-')) throw unexpected('unknown option', word, 'See `boards config --help`.');
  throw unexpected('unknown config command', word, suggestionHint(word, names));
}

function runConfigList(options: ConfigListOptions, context: Context): void {
  const preferences = effectivePreferences(context, options);
  if (options.json === true) {
    const named = preferences.map(({ name, value, source }) => [name, { value, source }]);
    context.stdout.write(renderJson(Object.fromEntries(named), context.stdout.isTTY === true));
  } else {
    writeText(renderRows(preferences.map(preferenceRow)), context);
  }
}

function runConfigGet(wanted: Preference, context: Context): void {
  const found = effectivePreferences(context).find((preference) => preference.name === wanted);
  if (found === undefined || found.value === null) writeNote(`${wanted} is not set`, context);
  else context.stdout.write(`${cleanText(valueText(found.value))}\n`);
}

/** Does not read the config file, so it works if that is invalid. A note, so that stdout stays one path, says where recordings lie. */
async function runConfigPath(context: Context): Promise<void> {
  const { path } = requireConfigLocation(context);
  context.stdout.write(`${path}\n`);
  const { findRecordings } = await import('./shared/recordings.ts');
  const { path: directory, usage } = await findRecordings(context);
  writeNote(
    directory === null ? `no place for recordings: ${usage}` : `recordings lie in ${directory} (${usage})`,
    context,
  );
}

function effectivePreferences(context: Context, options: ConfigListOptions = {}) {
  const settings = resolveSettings({}, context);
  for (const warning of settings.warnings) writeNote(warning, context, options);
  return describePreferences(settings);
}
