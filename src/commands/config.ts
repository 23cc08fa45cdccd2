import { Argument, Option } from 'commander';
import type { Options } from '../cli/options.ts';
import { PREFERENCES, parsePreference } from '../cli/preference-registry.ts';
import { explained, type Specification } from '../cli/specification.ts';
import { describeAllowed } from '../cli/values/values.ts';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError, keyRefused, UsageError, unknownValues } from '../errors.ts';
import { isCatalogued } from '../fields/notes.ts';
import { nearest, suggestionHint } from '../lib/distance.ts';
import { renderJson } from '../lib/json-text.ts';
import { quote } from '../lib/quote.ts';
import { BOARD_CATALOGUE } from '../market/catalogue.ts';
import { readConfig } from '../settings/file.ts';
import { knownKeys } from '../settings/key.ts';
import { requireConfigLocation } from '../settings/places.ts';
import {
  type Preference,
  type PreferenceValue,
  preferenceText,
  REMOVED_PREFERENCES,
} from '../settings/preferences.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { saveConfig, withoutFields } from '../settings/save.ts';
import { cleanText } from '../text/safe-text.ts';
import { preferenceRows, writeSettings, writeText } from './shared/print.ts';
import { createNotes, type Notes, noteOverride, openSession } from './shared/session.ts';

export const command = (context: Context): Specification => ({
  run: (options) => listPreferences(options, context),
  notes: `Preferences:\n${explained(PREFERENCES.map(({ id, doc }) => [id, doc.charAt(0).toLowerCase() + doc.slice(1)]))}`,
  examples: {
    'boards config': 'list all preferences',
    'boards config set timeframe day,swing': 'show two timeframes by default',
    'boards config set boards movers,rvol,search': 'show these boards in this order',
    'boards config set pins NVDA,AMD': 'highlight these tickers in watch',
    'boards config set record 30': 'keep 30 days of recordings',
    'boards config set timezone America/New_York': 'use the time zone of the market',
    'boards config set palette colorblind': 'use blue for up, orange for down',
    'boards config unset boards': 'show all boards again',
  },
  subcommands: {
    list: {
      summary: 'list the effective value and source of each preference',
      options: [new Option('--json', 'print JSON: {name: {value, source}}')],
      run: (options) => listPreferences(options, context),
    },
    get: {
      summary: 'print the effective value of a preference',
      arguments: [preferenceArgument()],
      run(options, { id }: Preference) {
        const { settings, note } = openSession(options, context, STORED);
        const value = settings.preferences[id]?.value ?? null;
        if (value === null) note(`${id} is not set`);
        else context.stdout.write(`${cleanText(preferenceText(value))}\n`);
      },
    },
    set: {
      summary: 'store a value; separate the items of a list with commas',
      // The value is optional here, so that the error for a missing one can list the valid values.
      arguments: [preferenceArgument(), new Argument('[value]')],
      check(_options, { id, parse }: Preference, text: string | undefined) {
        if (text === undefined)
          throw new UsageError(`no value given for ${id}`, {
            hint: `${describeAllowed(parse.allowed)} See \`boards config set --help\`.`,
          });
        if (knownKeys(context).some((key) => text.includes(key))) throw keyRefused();
        const value = parse(text);
        if (id === 'boards') checkBoards(value);
      },
      // Must also work if stored values are invalid, so that users can replace them.
      async run(options, { id, parse, variable: own }: Preference, text: string) {
        const value = parse(text);
        const newBoards = id === 'boards' ? boardsNotKnown(value) : [];
        const { note } = createNotes(options, context);
        const { path, warnings } = await saveConfig((fields) => ({ ...fields, [id]: value }), context);
        warnings.forEach(note);
        writeText(`Set ${id} in ${cleanText(path)}.\n`, context);
        for (const key of newBoards) note(`this version does not know the board ${quote(key)}`);
        noteFault(note, context);
        noteOverride(own?.name, 'value', note, context);
      },
    },
    unset: {
      summary: 'delete the stored value of a preference',
      // The file may still contain a preference of an earlier version.
      arguments: [preferenceArgument().argParser(parseStored)],
      async run(options, { id, variable: own }: Pick<Preference, 'id' | 'variable'>) {
        const { note } = createNotes(options, context);
        const { fields, warnings } = readConfig(context);
        warnings.forEach(note);
        if (!(id in fields)) return writeText(`${id} was not set.\n`, context);
        const { path } = await saveConfig((stored) => withoutFields(stored, [id]), context);
        writeText(`Unset ${id} in ${cleanText(path)}.\n`, context);
        noteFault(note, context);
        noteOverride(own?.name, 'value', note, context);
      },
    },
    path: {
      summary: 'print the path of the config file',
      // Does not read the config file, which may be invalid.
      run: () => void context.stdout.write(`${requireConfigLocation(context).path}\n`),
    },
  },
});

async function listPreferences(options: Options, context: Context): Promise<void> {
  const session = openSession(options, context, STORED);
  const { settings } = session;
  if (options.json !== true) return writeSettings(preferenceRows(settings), session);
  context.stdout.write(renderJson(settings.preferences, context.stdout.isTTY === true));
}

/** Prints a note if commands still cannot use the file, because another value is invalid. */
function noteFault(note: Notes['note'], context: Context): void {
  try {
    resolveSettings(PREFERENCES, {}, context, { needsService: false, needsFile: true });
  } catch (error) {
    if (!(error instanceof BoardsError)) throw error;
    if (error instanceof ConfigError) note(`commands still cannot use the file: ${error.message}`);
  }
}

function boardsNotKnown(value: PreferenceValue): ReadonlyArray<string> {
  return (Array.isArray(value) ? value : []).filter((key) => !isCatalogued(key));
}

function checkBoards(value: PreferenceValue): void {
  const keys = BOARD_CATALOGUE.map(({ key }) => key);
  const mistyped = boardsNotKnown(value).filter((key) => nearest(key, keys) !== undefined);
  if (mistyped.length > 0) throw unknownValues('board', mistyped, suggestionHint(mistyped, keys));
}

const parseStored = Object.assign(
  (name: string): Pick<Preference, 'id' | 'variable'> =>
    Object.hasOwn(REMOVED_PREFERENCES, name.toLowerCase())
      ? { id: name.toLowerCase() }
      : parsePreference(name),
  { allowed: parsePreference.allowed },
);

function preferenceArgument(): Argument {
  return new Argument('<name>', PREFERENCES.map(({ id }) => id).join(', ')).argParser(parsePreference);
}

/** `config` shows stored values and the environment, so options do not override them. */
const STORED = { overrides: {}, needsService: true };
