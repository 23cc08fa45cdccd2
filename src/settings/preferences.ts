import { UsageError } from '../errors.ts';
import { columnsOf, parseColumns } from '../fields/fields.ts';
import { amount, flag, list, oneOf, orNull, type Schema, text, whole } from '../json-schema.ts';
import {
  freeParser,
  onOff,
  type Parser,
  parseBoardKeys,
  parseInterval,
  parsePalette,
  parser,
  parseTimeframes,
  tickers,
  wholeNumber,
} from '../parse.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { MAX_LIMIT, PALETTES, TIMEFRAMES } from '../vocabulary.ts';
import { parseBaseUrl } from './base-url.ts';
import { parseTimeZone } from './zone.ts';

export type PreferenceValue = string | number | boolean | ReadonlyArray<string>;

/** All that the program knows of a preference. To add one, add an object to the registry. */
export interface Preference {
  /** As `boards config` and the config file name it. */
  readonly id: string;
  /** What it sets, for help and schema. */
  readonly doc: string;
  /** Takes the text of the environment, of the config file and of `config set`. Knows the allowed values. */
  readonly parse: Parser<PreferenceValue>;
  /** Null: it has no value unless it is set. */
  readonly default: PreferenceValue | null;
  /** Whether machine formats ignore what the config file has, so that it changes nothing for scripts. */
  readonly isForPeople?: boolean;
  /** The environment variable that overrides the config file, and what `help environment` says of it. */
  readonly variable?: { readonly name: string; readonly doc: string };
  /** The option that overrides everything, as the parsed command line names it: `baseUrl` is --base-url. */
  readonly option?: string;
  /** What the config file has: default `list` for a parser of lists, else `text`. `number` includes the words of the parser. */
  readonly stored?: 'text' | 'number' | 'switch' | 'list';
  /** Of the value. A function, because only help needs it. */
  schema(): Schema;
}

/** For how many days recordings are kept; `off`: nothing is recorded. */
type RecordDays = number | 'off';

/** A pane that nobody has told whether to record keeps so many days. */
export const DEFAULT_RECORD_DAYS = 2;
const MAX_DAYS = 3650;
const MAX_PINS = 100;
const PINS_HINT = 'Give tickers separated by commas, such as NVDA,AMD.';

const REGISTRY = [
  {
    id: 'baseUrl',
    doc: 'Base URL of the service',
    parse: freeParser('url', parseBaseUrl, 'https://…'),
    default: null,
    variable: { name: 'BOARDS_BASE_URL', doc: 'base URL of the service' },
    option: 'baseUrl',
    schema: () => orNull(text('An absolute URL; null: not set')),
  },
  {
    id: 'timeframe',
    doc: 'Timeframes to show',
    parse: parseTimeframes,
    default: ['day'],
    variable: { name: 'BOARDS_TIMEFRAME', doc: 'default for --timeframe' },
    option: 'timeframe',
    isForPeople: true,
    // `all` then includes timeframes that are added later.
    stored: 'text',
    schema: () => list('In this order', oneOf('A timeframe', TIMEFRAMES)),
  },
  {
    id: 'limit',
    doc: 'Rows per board',
    // Unlike --limit, it takes no number that the service would cut.
    parse: wholeNumber('the limit', { min: 1, max: MAX_LIMIT, example: 5 }),
    default: MAX_LIMIT,
    option: 'limit',
    isForPeople: true,
    stored: 'number',
    schema: () => ({ ...whole('Rows', 1), maximum: MAX_LIMIT }),
  },
  {
    id: 'boards',
    doc: 'Only these boards',
    parse: parseBoardKeys,
    default: null,
    option: 'board',
    isForPeople: true,
    schema: () => orNull(list('In this order; null: all boards', text('Board key, in any case'))),
  },
  {
    id: 'interval',
    doc: 'Time between polls of watch',
    parse: parseInterval,
    default: null,
    option: 'interval',
    stored: 'number',
    schema: () => orNull(amount('Seconds; null: the rhythm of the service', { exclusiveMinimum: 0 })),
  },
  {
    id: 'palette',
    doc: 'Colours',
    parse: parsePalette,
    default: 'classic',
    option: 'palette',
    schema: () => oneOf('A palette', PALETTES),
  },
  {
    id: 'columns',
    doc: 'Columns of the tables',
    parse: parseColumns,
    default: null,
    option: 'columns',
    isForPeople: true,
    schema() {
      const ids = columnsOf('row').map(({ id }) => id);
      return orNull(list('In this order; null: those that fit', oneOf('A column', ids)));
    },
  },
  {
    id: 'wide',
    doc: 'All columns, one board a row',
    parse: onOff('wide'),
    default: false,
    option: 'wide',
    stored: 'switch',
    schema: () => flag('On or off'),
  },
  {
    id: 'plain',
    doc: 'Words instead of signs, nothing cut',
    parse: onOff('plain'),
    default: null,
    option: 'plain',
    isForPeople: true,
    stored: 'switch',
    schema: () => orNull(flag('On or off; null: on in a pipe, and where TERM is dumb')),
  },
  {
    id: 'pins',
    doc: 'Tickers that stand out in watch',
    parse: freeParser('ticker', parsePins, 'NVDA,AMD'),
    default: null,
    stored: 'list',
    schema: () => orNull(list('Null: none', text('Ticker'))),
  },
  {
    id: 'record',
    doc: 'Days that watch keeps recordings',
    parse: parser(parseRecord, { name: 'days', kind: 'one', words: ['off'], example: '30' }),
    default: DEFAULT_RECORD_DAYS,
    variable: { name: 'BOARDS_RECORD', doc: 'days that watch keeps recordings, or off' },
    stored: 'number',
    schema: () => ({
      description: 'Days to keep recordings, or `off`',
      anyOf: [{ const: 'off' }, { type: 'integer', minimum: 1 }],
    }),
  },
  {
    id: 'timezone',
    doc: 'Zone of the times shown',
    parse: parseTimeZone,
    default: 'local',
    schema: () => text('`local`, `utc` or an IANA name'),
  },
] as const satisfies ReadonlyArray<Preference>;

/** Each preference with the types of its own parser and option, from which those of the settings are made. */
export type Registered = (typeof REGISTRY)[number];

/** Every preference, in display order. */
export const PREFERENCES: ReadonlyArray<Preference> = REGISTRY;

/** The preference with this name, ignoring case. Throws UsageError, also for the key, which `boards login` stores. */
export function parsePreference(name: string): Preference {
  const found = PREFERENCES.find(({ id }) => id.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  if (/^api[_-]?key/i.test(name)) {
    throw new UsageError('the key is not a preference', {
      hint: 'Store it with `boards login`, delete it with `boards logout`.',
    });
  }
  const names = PREFERENCES.map(({ id }) => id);
  throw unexpected('unknown preference', name, suggestionHint(name, names));
}

/** The value to store in the config file. Throws UsageError or, for a base URL, ConfigError. */
export function encodePreference({ parse, stored }: Preference, text: string) {
  const value = parse(text);
  return stored === 'text' ? text.trim() : value;
}

/** The value as `config set` accepts it. */
export function preferenceText(value: PreferenceValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** The value of what the config file has. Throws BoardsError. */
export function decodePreference(preference: Preference, stored: unknown): PreferenceValue {
  const { allowed } = preference.parse;
  const { stored: form = allowed.kind === 'list' ? 'list' : 'text' } = preference;
  const isWord = form === 'text' || (form === 'number' && allowed.words.some((word) => word === stored));
  if (typeof stored === 'string' && isWord) return preference.parse(stored);
  if (typeof stored === 'number' && form === 'number') return preference.parse(String(stored));
  if (typeof stored === 'boolean' && form === 'switch') return stored;
  if (form === 'list' && Array.isArray(stored) && stored.every((item) => typeof item === 'string'))
    return preference.parse(stored.join(','));
  throw new UsageError('of another type', { hint: `It must be ${FORMS[form]}.` });
}

const FORMS = { text: 'a string', number: 'a number', switch: 'true or false', list: 'a list of strings' };

/** `off`, `false` or `no`, or a whole number of days. */
function parseRecord(text: string): RecordDays {
  const word = text.trim().toLowerCase();
  if (['off', 'false', 'no'].includes(word)) return 'off';
  const days = /^\d{1,9}$/.test(word) ? Number(word) : 0;
  if (days >= 1 && days <= MAX_DAYS) return days;
  const hint = 'Give off, or for how many days to keep recordings, such as 30.';
  throw unexpected(`record must be off or a number of days from 1 to ${MAX_DAYS}, not`, text, hint);
}

/** At most 100 tickers separated by commas, converted to upper case, without duplicates. */
function parsePins(text: string): ReadonlyArray<string> {
  const words = text.split(',').map((word) => word.trim());
  if (words.every((word) => word === '')) {
    throw new UsageError('no ticker given', {
      hint: 'Give tickers separated by commas, or delete all of them with `boards config unset pins`.',
    });
  }
  // Unlike elsewhere, spaces do not separate tickers: the parts of a key with spaces would be stored.
  const spaced = words.find((word) => /\s/.test(word));
  if (spaced !== undefined) throw unexpected('pins: invalid ticker', spaced, PINS_HINT);
  const pins = tickers('pins', PINS_HINT)(words.join(','));
  if (pins.length <= MAX_PINS) return pins;
  throw new UsageError(`pins must be at most ${MAX_PINS} tickers, not ${pins.length}`, {
    hint: `Leave out ${pins.length - MAX_PINS} of them.`,
  });
}
