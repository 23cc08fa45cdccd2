import { UsageError, unexpected, unknownValues } from '../../errors.ts';
import { suggestionHint } from '../../lib/distance.ts';
import { quote } from '../../lib/quote.ts';
import {
  DAY_MS,
  describeTime,
  type Reading,
  SECOND_MS,
  type TimeZone,
  utcDayStart,
  wallTime,
} from '../../lib/time.ts';
import {
  BOARD_CATALOGUE,
  MAX_LIMIT,
  PALETTES,
  type Palette,
  TIMEFRAMES,
  type Timeframe,
} from '../../market/catalogue.ts';
import { inCapitals, splitTickers, tickerFault, tickerKey } from '../../market/ticker.ts';
import { mayBeKey } from '../../service/redact.ts';

/** Parsers of user input, shared by options, environment variables, the config file and `config set`. */

/** The values that a parser accepts, for errors, help and completion. */
export interface AllowedValues {
  /** Empty for any text. The parser may accept other text, too: a number beside `off`. */
  readonly words: ReadonlyArray<string>;
  /** One or more, separated by commas. */
  readonly isList?: boolean;
  /** A sensible value, for errors. */
  readonly example?: string | undefined;
}

/** Those of what commander has as a parser; null if it is none of ours. */
export function allowedBy(parse: unknown): AllowedValues | null {
  return typeof parse === 'function' && 'allowed' in parse ? (parse as Parser<unknown>).allowed : null;
}

/** A sentence for hints; empty for any text without an example. The example is of the option, if one is given. */
export function describeAllowed({ words, example }: AllowedValues, option = ''): string {
  if (words.length === 0)
    return example === undefined ? '' : `For example: ${`${option} ${example}`.trim()}.`;
  return `Valid: ${words.join(', ')}${example === undefined ? '' : `, or for example ${example}`}.`;
}

/** Throws UsageError for invalid text. Its hint names the option, if the text is the value of one. */
export interface Parser<T> {
  (text: string, option?: string): T;
  readonly allowed: AllowedValues;
}

export function parser<T>(parse: (text: string, option?: string) => T, allowed: AllowedValues): Parser<T> {
  return Object.assign(parse, { allowed });
}

/** A parser without a list of allowed values. */
export function freeParser<T>(parse: (text: string) => T, example?: string): Parser<T> {
  return parser(parse, { words: [], example });
}

/** Values by other names, in lower case, that are accepted for them. */
export type Aliases = Readonly<Record<string, string>>;

/** One of `values`, ignoring case. */
export function oneOf<T extends string>(
  name: string,
  values: ReadonlyArray<T>,
  aliases: Aliases = {},
): Parser<T> {
  const parse = (text: string) => valueNamed(name, text.trim(), values, aliases);
  return parser(parse, { words: values });
}

/** One or more of `values`, separated by commas, in the order given, without duplicates. `others` are suggested for words that are refused. */
export function listOf<T extends string>(
  name: string,
  values: ReadonlyArray<T>,
  aliases: Aliases = {},
  others: Aliases = {},
): Parser<ReadonlyArray<T>> {
  const parse = (text: string) =>
    unique(valuesNamed(name, wordsOf(name, text, values), values, aliases, others));
  return parser(parse, { words: values, isList: true });
}

/** A parser whose errors are `subject must be what, not "text"`, with an example: `read` returns null for other text. */
function checked<T>(
  subject: string,
  what: string,
  allowed: AllowedValues,
  read: (text: string) => T | null,
): Parser<T> {
  const parse = (text: string, option?: string) => {
    const value = read(text);
    if (value !== null) return value;
    throw unexpected(`${subject} must be ${what}, not`, text, describeAllowed(allowed, option));
  };
  return parser(parse, allowed);
}

/** A whole number in decimal digits, at most `accepted`; `example` is a sensible one. Errors begin with `subject`: an option, or words such as `the limit`. */
export function wholeNumber(
  subject: string,
  { min, max, example }: Readonly<Record<'min' | 'max' | 'example', number>>,
  accepted = max,
): Parser<number> {
  return checked(
    subject,
    `a whole number from ${min} to ${max}`,
    { words: [], example: String(example) },
    (text) => {
      const value = /^\d{1,19}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= accepted ? value : null;
    },
  );
}

/** `on`, `true` or `yes`, and `off`, `false` or `no`; help and completion offer `on` and `off`. Errors begin with `subject`. */
export function onOff(subject: string): Parser<boolean> {
  return checked(subject, 'on or off', { words: ['on', 'off'] }, (text) => {
    const word = text.trim().toLowerCase();
    return isOff(word) ? false : ['on', 'true', 'yes'].includes(word) ? true : null;
  });
}

function isOff(word: string): boolean {
  return ['off', 'false', 'no'].includes(word);
}

const MAX_DAYS = 3650;

/** For how many days recordings are kept; `off`: nothing is recorded. */
export const parseRecord: Parser<number | 'off'> = checked(
  'record',
  `off or a number of days from 1 to ${MAX_DAYS}`,
  { words: ['off'], example: '30' },
  (text) => {
    const word = text.trim().toLowerCase();
    if (isOff(word)) return 'off';
    const days = /^\d{1,9}$/.test(word) ? Number(word) : 0;
    return days >= 1 && days <= MAX_DAYS ? days : null;
  },
);

/** What the preference accepts beside the names that Intl knows. */
const ZONE_WORDS = ['local', 'utc'];

/** `local`, `utc`, or the name of a zone. */
export const parseTimeZone: Parser<string> = parser(
  (text) => {
    const word = text.trim();
    const name = ZONE_WORDS.find((each) => each === word.toLowerCase()) ?? zoneNamed(word);
    if (name !== null) return name;
    throw unexpected('unknown time zone', word, 'Give local, utc, or a name such as America/New_York.');
  },
  { words: ZONE_WORDS, example: 'America/New_York' },
);

/** The name as Intl spells it, an alias such as US/Eastern as it is typed; null if there is no such zone. */
function zoneNamed(word: string): string | null {
  // To Intl, EST is Panama and BST is Dhaka; some versions of Node take offsets such as +05:30.
  if (/^[a-z]{3}$/i.test(word) || !/^[a-z]/i.test(word)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: word }).resolvedOptions();
    return timeZone.toLowerCase() === word.toLowerCase() ? timeZone : word;
  } catch {
    return null;
  }
}

/** The timeframes for words that other programs use. */
const PERIODS: Aliases = {
  '1m': 'scalp',
  '5m': 'scalp',
  '1d': 'day',
  intraday: 'day',
  '1w': 'swing',
  week: 'swing',
  weekly: 'swing',
};

const timeframeNames = listOf('timeframe', [...TIMEFRAMES, 'all'] as const, {}, PERIODS);

/** Timeframe names or `all`, separated by commas, in the order given, without duplicates. */
export const parseTimeframes: Parser<ReadonlyArray<Timeframe>> = parser(
  (text) => unique(timeframeNames(text).flatMap((name) => (name === 'all' ? TIMEFRAMES : [name]))),
  timeframeNames.allowed,
);

/** Accepts more than 10: the command then requests 10 and prints a note. */
export const parseLimit = wholeNumber('the limit', { min: 1, max: MAX_LIMIT, example: 5 }, Infinity);

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);

/** Board keys separated by commas. Unknown keys are accepted, because the service can add boards at any time. */
export const parseBoardKeys: Parser<ReadonlyArray<string>> = parser(
  (text) => {
    const keys = wordsOf('board', text, BOARD_KEYS);
    const secret = keys.find(mayBeKey);
    if (secret !== undefined) throw unexpected('unknown board', secret, suggestionHint('', BOARD_KEYS));
    const lower = keys.map((key) => key.toLowerCase());
    return keys.filter((_, index) => lower.indexOf(lower[index] ?? '') === index);
  },
  { words: BOARD_KEYS, isList: true },
);

export const parsePalette: Parser<Palette> = oneOf('palette', PALETTES);

/** The items of a list, without space around them. Throws UsageError if there is none: `no board given`. */
function wordsOf(name: string, list: string, valid: ReadonlyArray<string>): ReadonlyArray<string> {
  const words = list.split(',').map((word) => word.trim());
  const given = words.filter((word) => word !== '');
  if (given.length > 0) return given;
  throw new UsageError(`no ${name} given`, { hint: suggestionHint('', valid) });
}

/** The value that a word names, itself or by an alias, ignoring case. Throws UsageError: `unknown board "x"`. */
export function valueNamed<T extends string>(
  name: string,
  word: string,
  values: ReadonlyArray<T>,
  aliases: Aliases,
): T {
  const found = findValue(word, values, aliases);
  if (found !== undefined) return found;
  throw unknownValues(name, [word], suggestionHint(word, values, Object.keys(aliases)));
}

/** The values that the words name, as `valueNamed`. Throws UsageError with all words that name none: `unknown boards "x", "y"`. */
export function valuesNamed<T extends string>(
  name: string,
  words: ReadonlyArray<string>,
  values: ReadonlyArray<T>,
  aliases: Aliases,
  others: Aliases = {},
): ReadonlyArray<T> {
  const unknown = words.filter((word) => findValue(word, values, aliases) === undefined);
  if (unknown.length > 0)
    throw unknownValues(name, unknown, suggestionHint(unknown, values, Object.keys(aliases), others));
  return words.flatMap((word) => findValue(word, values, aliases) ?? []);
}

function findValue<T extends string>(
  word: string,
  values: ReadonlyArray<T>,
  aliases: Aliases,
): T | undefined {
  const wanted = word.toLowerCase();
  const meant = Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined;
  return values.find((value) => value === meant || value.toLowerCase() === wanted);
}

function unique<T>(values: ReadonlyArray<T>): ReadonlyArray<T> {
  return [...new Set(values)];
}

export const DAY_SECONDS = 24 * 60 * 60;
/** From the longest. */
const UNITS = { d: DAY_SECONDS, h: 3600, m: 60, s: 1 } as const;
const DURATION = new RegExp(
  `^${Object.keys(UNITS)
    .map((unit) => String.raw`(?:(\d{1,9}(?:\.\d{1,9})?)${unit})?`)
    .join('')}$`,
);

/**
 * A duration in seconds: a plain number, or numbers with units such as 90s, 5m, 1h30m or 2d. More than 0, at most `max`.
 * `example` is a sensible one; `words` are what the option accepts beside durations.
 */
export function duration<Word extends string = never>(
  subject: string,
  max: number,
  example: string,
  words: ReadonlyArray<Word> = [],
): Parser<number | Word> {
  const what = `${[...words, ''].join(', ')}${words.length > 0 ? 'or ' : ''}a duration of more than 0 and at most ${formatSeconds(max)}`;
  return checked(subject, what, { words, example }, (text) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= max) return seconds;
    return words.find((word) => word === text.toLowerCase()) ?? null;
  });
}

export const parseInterval = duration('the interval', DAY_SECONDS, '90s');

/** The seconds of a duration above zero: 90, 90s, 5m, 1.5h, 1h30m or 2d; null for another text. */
function secondsOf(text: string): number | null {
  const parts = DURATION.exec(/^[\d.]+$/.test(text) ? `${text}s` : text)?.slice(1) ?? [];
  const seconds = Object.values(UNITS).reduce(
    (sum, unit, index) => sum + Number(parts[index] ?? 0) * unit,
    0,
  );
  return seconds > 0 ? seconds : null;
}

/** In the longest unit that needs no fraction: `10m`, `7d`. */
function formatSeconds(seconds: number): string {
  const [unit, size] = Object.entries(UNITS).find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

const TICKERS: AllowedValues = { words: [], isList: true, example: 'NVDA,AMD' };

/** The value of each word. Throws the error of the first invalid one, which says how many others there are. */
export function parseEach<T>(words: ReadonlyArray<string>, parse: (word: string) => T): ReadonlyArray<T> {
  const faults: Array<UsageError> = [];
  const values = words.flatMap((word) => {
    try {
      return [parse(word)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(error);
      return [];
    }
  });
  const [first, ...others] = faults;
  if (first === undefined) return values;
  if (others.length === 0) throw first;
  throw new UsageError(`${first.message}, and ${others.length} more`, { hint: first.hint });
}

/** Tickers separated by commas, in capitals. */
export const parseTickers: Parser<ReadonlyArray<string>> = parser((text, option) => {
  const found = parseEach(splitTickers(text), (word) => parseTicker(word, option));
  if (found.length === 0) throw new UsageError('no ticker given', { hint: describeAllowed(TICKERS, option) });
  const keys = found.map(tickerKey);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}, TICKERS);

/** A ticker in capitals. Throws UsageError for what cannot be one, and for a date or a key: these are mistakes, not tickers. */
export function parseTicker(word: string, option?: string): string {
  const fault = tickerFault(word);
  const hint = describeAllowed(TICKERS, option);
  if (fault !== null) throw new UsageError(`invalid ticker ${quote(word)}: ${fault}`, { hint });
  if (isDate(word) || mayBeKey(word)) throw unexpected('invalid ticker', word, hint);
  return inCapitals(word);
}

/** Whether a text is a date that exists: `2026-11-20`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && utcDate(text) !== null;
}

/** True for a word that is a mistake where a ticker is expected: a date, or a timeframe in lower case. */
export function isNoTicker(word: string): boolean {
  return TIMEFRAMES.some((name) => name === word) || isDate(word);
}

export const parseDay: Parser<string> = checked(
  '--day',
  'a date',
  { words: [], example: '2026-11-20' },
  (text) => (isDate(text.trim()) ? text.trim() : null),
);

const TIME_HINT =
  'Give a time such as 10:15, 2026-11-20T10:15, 2026-11-20T15:15Z, or 15m for 15 minutes ago.';
const TIME = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
/** A duration, which needs a unit: `10` may be meant as 10:00. */
const AGO = /^(\S+[smhd])(?: *ago)?$/;
const MAX_AGO_SECONDS = MAX_DAYS * DAY_SECONDS;

/** The seconds of `15m` or `15m ago`; null for another text. */
export function secondsAgo(text: string): number | null {
  const seconds = secondsOf(AGO.exec(text.trim())?.[1] ?? '');
  return seconds === null || seconds > MAX_AGO_SECONDS ? null : seconds;
}

/** `option` is what needs the time, for errors: `--at`. */
export type TimeOptions = Reading & { readonly option: string };

/**
 * A time in the past, in milliseconds since 1970, as `timesMeant`; the later one of two that have come. Throws UsageError, also
 * for a time to come.
 */
export function parseTime(text: string, options: TimeOptions): number {
  const { now, option, timeZone } = options;
  const times = timesMeant(text, options);
  const past = times.filter((time) => time <= now);
  if (past.length > 0) return Math.max(...past);
  const isToday = /^\d+:\S+$/.test(text.trim());
  const shown = isToday ? text.trim() : describeTime(Math.min(...times), timeZone);
  throw new UsageError(`${option}: ${shown} has not come yet`, {
    hint: isToday
      ? `It is ${describeTime(now, timeZone).slice('2026-11-20 '.length)}. For another day, put its date before it: 2026-11-20T10:15.`
      : TIME_HINT,
  });
}

/**
 * The times that a text means, in milliseconds since 1970: `10:15` of the day of `now` or `2026-11-20T10:15` on clocks of the zone,
 * which can show it twice, with `Z` or an offset on others, `15m` or `15m ago`. Throws UsageError, also for a time that clocks skip.
 */
export function timesMeant(text: string, { now, option, timeZone }: TimeOptions): ReadonlyArray<number> {
  const word = text.trim();
  const ago = secondsAgo(word);
  if (ago !== null) return [Math.round(now - ago * SECOND_MS)];
  const [, date, hours = '', minutes = '', seconds = '00', fraction = '', zone] = TIME.exec(word) ?? [];
  const dayStart = date === undefined ? utcDayStart(wallTime(now, timeZone)) : (utcDate(date) ?? NaN);
  const clock = `${hours.padStart(2, '0')}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`;
  const timeOfDay = Date.parse(`1970-01-01T${clock}Z`);
  // An offset needs a date. As in 24:00, Date takes what is no time of day.
  const offset = zone === undefined ? 0 : date === undefined ? NaN : offsetOf(zone);
  const wall = dayStart + timeOfDay;
  if (Number.isNaN(wall + offset) || timeOfDay >= DAY_MS)
    throw unexpected(
      `${option}: invalid time`,
      word,
      isDate(word) ? `Add a time: ${word}T10:15.` : TIME_HINT,
    );
  if (zone !== undefined) return [wall - offset];
  const times = timesOf(wall, timeZone);
  if (times.length > 0) return times;
  throw new UsageError(`${option}: ${word} does not exist: clocks skip it on that day`, { hint: TIME_HINT });
}

/** Of `Z`, `-05:00` or `-0500`, in milliseconds; NaN if there is no such offset. */
function offsetOf(zone: string): number {
  return -Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2')}`);
}

/** When clocks show a time: once, twice when they are set back, never when they are set forward over it. */
function timesOf(wall: number, timeZone: TimeZone): ReadonlyArray<number> {
  const offsets = [-DAY_MS, DAY_MS].map((step) => wallTime(wall + step, timeZone) - (wall + step));
  const times = [...new Set(offsets)].map((offset) => wall - offset);
  return times.filter((time) => wallTime(time, timeZone) === wall);
}

/** Null for dates such as `2026-02-30`, which Date takes as a day of March, and before 1970. */
function utcDate(text: string): number | null {
  const date = new Date(`${text}T00:00:00Z`);
  return date.getTime() > 0 && date.toISOString().startsWith(text) ? date.getTime() : null;
}
