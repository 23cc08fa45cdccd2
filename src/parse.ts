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
export function wordsOf(list: string): ReadonlyArray<string> {
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

export function unique<T>(values: ReadonlyArray<T>): ReadonlyArray<T> {
  return [...new Set(values)];
}
