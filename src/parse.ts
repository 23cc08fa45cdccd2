import { UsageError } from './errors.ts';
import { looksLikeKey, unexpected } from './quote.ts';
import { suggestionHint } from './suggest.ts';
import {
  BOARD_CATALOGUE,
  MAX_LIMIT,
  PALETTES,
  type Palette,
  TIMEFRAMES,
  type Timeframe,
} from './vocabulary.ts';

/** Parsers of user input, shared by options, environment variables, the config file and `config set`. */

/** The values that a parser accepts, for errors, help and completion. */
export interface AllowedValues {
  /** The name of one value, such as `timeframe`. */
  readonly name: string;
  /**
   * `list`: one or more of `words`, separated by commas. `free`: any text; `words` is empty. The parser may accept other text than
   * `words`, too: a number beside `off`.
   */
  readonly kind: 'one' | 'list' | 'free';
  readonly words: ReadonlyArray<string>;
  /** A sensible value, for errors. */
  readonly example?: string | undefined;
}

export function isAllowedValues(value: unknown): value is AllowedValues {
  return typeof value === 'object' && value !== null && 'kind' in value && 'words' in value;
}

/** A sentence for hints; empty for any text without an example. */
export function describeAllowed({ words, example }: AllowedValues): string {
  if (words.length === 0) return example === undefined ? '' : `For example: ${example}.`;
  return `Valid: ${words.join(', ')}${example === undefined ? '' : `, or for example ${example}`}.`;
}

/** Throws UsageError for invalid text. */
export interface Parser<T> {
  (text: string): T;
  readonly allowed: AllowedValues;
}

export function parser<T>(parse: (text: string) => T, allowed: AllowedValues): Parser<T> {
  return Object.assign(parse, { allowed });
}

/** A parser without a list of allowed values; `name` describes one value, `example` is one for errors. */
export function freeParser<T>(name: string, parse: (text: string) => T, example?: string): Parser<T> {
  return parser(parse, { name, kind: 'free', words: [], example });
}

/** Values by other names, in lower case, that are accepted for them. */
export type Aliases = Readonly<Record<string, string>>;

/** One of `values`, ignoring case. */
export function oneOf<T extends string>(
  name: string,
  values: ReadonlyArray<T>,
  aliases: Aliases = {},
): Parser<T> {
  const parse = (text: string) => find(text.trim(), { name, values, aliases });
  return parser(parse, { name, kind: 'one', words: values });
}

/** One or more of `values`, separated by commas, in the order given, without duplicates. */
export function listOf<T extends string>(
  name: string,
  values: ReadonlyArray<T>,
  aliases: Aliases = {},
): Parser<ReadonlyArray<T>> {
  const parse = (text: string) => {
    const words = wordsOf(text);
    if (words.length === 0) throw new UsageError(`no ${name} given`, { hint: suggestionHint('', values) });
    return unique(words.map((word) => find(word, { name, values, aliases })));
  };
  return parser(parse, { name, kind: 'list', words: values });
}

/** The numbers that an option accepts, and a sensible one of them. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly example: number;
}

/** A whole number in decimal digits. Errors begin with `subject`: an option, or words such as `the limit`. */
export function wholeNumber(subject: string, { min, max, example }: NumberRange): Parser<number> {
  const parse = (text: string) => {
    const value = /^\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const hint = `For example: ${subject.startsWith('--') ? `${subject} ${example}` : example}`;
    throw unexpected(`${subject} must be a whole number from ${min} to ${max}, not`, text, hint);
  };
  return freeParser('number', parse, String(example));
}

/** `on`, `true` or `yes`, and `off`, `false` or `no`; help and completion offer `on` and `off`. Errors begin with `subject`. */
export function onOff(subject: string): Parser<boolean> {
  const words = ['on', 'off'];
  const parse = (text: string) => {
    const word = text.trim().toLowerCase();
    if (['on', 'true', 'yes'].includes(word)) return true;
    if (['off', 'false', 'no'].includes(word)) return false;
    throw unexpected(`${subject} must be on or off, not`, text, suggestionHint(word, words));
  };
  return parser(parse, { name: 'switch', kind: 'one', words });
}

/** Timeframe names or `all`, separated by commas, in the order given, without duplicates. */
export const parseTimeframes: Parser<ReadonlyArray<Timeframe>> = (() => {
  const names = listOf('timeframe', [...TIMEFRAMES, 'all'] as const);
  const parse = (text: string) =>
    unique(names(text).flatMap((name) => (name === 'all' ? TIMEFRAMES : [name])));
  return parser(parse, names.allowed);
})();

/** Accepts more than 10: the command then requests 10 and prints a note. */
export const parseLimit: Parser<number> = (() => {
  const parse = (text: string) => {
    const limit = /^\d{1,19}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
    if (limit >= 1) return limit;
    const kind = /^0+$/.test(text) ? 'at least 1' : 'a whole number';
    throw unexpected(`the limit must be ${kind}, not`, text, `Give a number from 1 to ${MAX_LIMIT}.`);
  };
  return freeParser('rows', parse, '5');
})();

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);

/** Board keys separated by commas. Unknown keys are accepted, because the service can add boards at any time. */
export const parseBoardKeys: Parser<ReadonlyArray<string>> = parser(
  (text) => {
    const keys = wordsOf(text);
    if (keys.length === 0) throw new UsageError('no board given', { hint: suggestionHint('', BOARD_KEYS) });
    const keyLike = keys.find(looksLikeKey);
    if (keyLike !== undefined) throw unexpected('unknown board', keyLike, suggestionHint('', BOARD_KEYS));
    const lower = keys.map((key) => key.toLowerCase());
    return keys.filter((_, index) => lower.indexOf(lower[index] ?? '') === index);
  },
  { name: 'board', kind: 'list', words: BOARD_KEYS },
);

export const parsePalette: Parser<Palette> = oneOf('palette', PALETTES);

/** The items of a list, without space around them. */
function wordsOf(list: string): ReadonlyArray<string> {
  const words = list.split(',').map((word) => word.trim());
  return words.filter((word) => word !== '');
}

/** The value that a word names, itself or by an alias, ignoring case. */
export function named<T extends string>(
  word: string,
  values: ReadonlyArray<T>,
  aliases: Aliases,
): T | undefined {
  const wanted = word.toLowerCase();
  const meant = Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined;
  return values.find((value) => value === meant || value.toLowerCase() === wanted);
}

interface Choice<T> {
  readonly name: string;
  readonly values: ReadonlyArray<T>;
  readonly aliases: Aliases;
}

function find<T extends string>(word: string, { name, values, aliases }: Choice<T>): T {
  const found = named(word, values, aliases);
  if (found !== undefined) return found;
  throw unexpected(`unknown ${name}`, word, suggestionHint(word, values, Object.keys(aliases)));
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
 * `example` is a sensible one; `words` are what the option accepts beside durations, which the hint of the error names.
 */
export function duration(
  subject: string,
  max: number,
  example: string,
  words: ReadonlyArray<string> = [],
): Parser<number> {
  const parse = (text: string) => {
    const seconds = secondsOf(text);
    if (seconds !== null && seconds <= max) return seconds;
    const others = words.length === 0 ? '' : ` Or ${words.join(' or ')}.`;
    const hint = `Give seconds, or numbers with units: 90s, 5m, 1h30m or 1d. At most ${formatSeconds(max)}.${others}`;
    const isZero = /^0+(\.0+)?[smhd]?$/.test(text);
    const kind = isZero ? 'more than 0' : seconds !== null ? `at most ${formatSeconds(max)}` : 'a duration';
    throw unexpected(`${subject} must be ${kind}, not`, text, hint);
  };
  return freeParser('duration', parse, example);
}

export const parseInterval: Parser<number> = duration('the interval', DAY_SECONDS, '90s');

/** The seconds of a duration above zero: 90, 90s, 5m, 1.5h, 1h30m or 2d; null for another text. */
export function secondsOf(text: string): number | null {
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

const MAX_TICKER_LENGTH = 12;

/** Tickers separated by commas or spaces, converted to upper case. `subject` names the option or preference in errors. */
export function tickers(
  subject: string,
  hint = `For example: ${subject} NVDA,AMD`,
): Parser<ReadonlyArray<string>> {
  const [none, invalid] = [`${subject} needs one or more tickers`, `${subject}: invalid ticker`];
  return freeParser('ticker', (text) => tickersIn(text, none, invalid, hint), 'NVDA,AMD');
}

/**
 * The tickers that are the arguments of a command, such as `boards symbol`. A date is a valid ticker, but nobody means one:
 * `optionOf` is what to write instead.
 */
export function tickerArguments(
  command: string,
  words: ReadonlyArray<string>,
  optionOf: (date: string) => string,
): ReadonlyArray<string> {
  const date = words.find(isDate);
  const instead = (day: string) => `For a recorded day: \`${command} NVDA ${optionOf(day)}\``;
  if (date !== undefined) throw unexpected('a date is not a ticker:', date, instead(date));
  const hint = `For example: \`${command} NVDA AMD\``;
  return tickersIn(words.join(' '), 'no ticker given', 'invalid ticker', hint);
}

function tickersIn(text: string, none: string, invalid: string, hint: string): ReadonlyArray<string> {
  const found = text.split(/\s+/).flatMap(wordsOf);
  const wrong = found.find((word) => !isTicker(word));
  if (wrong !== undefined) throw unexpected(invalid, wrong, hint);
  if (found.length === 0) throw new UsageError(none, { hint });
  return unique(found.map((ticker) => ticker.toUpperCase()));
}

/** Whether a text, in upper or lower case, can be a ticker. */
export function isTicker(text: string): boolean {
  return /^[A-Za-z0-9.^=/-]+$/.test(text) && text.length <= MAX_TICKER_LENGTH;
}

/** Whether a text is a date that exists: `2026-11-20`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && utcDate(text) !== null;
}

/** The parser of a recorded day; `option` is what errors name. */
export function day(option: string): Parser<string> {
  const parse = (text: string) => {
    const date = text.trim();
    if (isDate(date)) return date;
    throw unexpected(`${option}: invalid date`, date, `For example: ${option} 2026-11-20`);
  };
  return freeParser('date', parse, '2026-11-20');
}

/** Null for dates such as `2026-02-30`, which Date takes as a day of March, and before 1970. */
export function utcDate(text: string): number | null {
  const date = new Date(`${text}T00:00:00Z`);
  return date.getTime() > 0 && date.toISOString().startsWith(text) ? date.getTime() : null;
}
