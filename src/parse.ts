import { UsageError } from './errors.ts';
import { keyRefused, looksLikeKey, unexpected } from './quote.ts';
import { suggestionHint } from './suggest.ts';
import {
  BOARD_CATALOGUE,
  COLUMNS,
  type Column,
  MAX_LIMIT,
  PALETTES,
  type Palette,
  TIMEFRAMES,
  type Timeframe,
} from './vocabulary.ts';

/** Parsers of values as a person types them: the same for options, environment, config file and `config set`. */

/** What a value can be, for errors, help and completion. */
export interface AllowedValues {
  /** What one of them is called. */
  readonly name: string;
  /** `list`: several, separated by commas. `free`: nothing that could be listed. */
  readonly kind: 'one' | 'list' | 'free';
  readonly words: ReadonlyArray<string>;
}

/** Throws UsageError for text that is not valid. */
export interface Parser<T> {
  (text: string): T;
  readonly allowed: AllowedValues;
}

const MAX_TICKER_LENGTH = 12;
const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600 } as const;
export const DAY_SECONDS = 24 * 60 * 60;

export function parser<T>(parse: (text: string) => T, allowed: AllowedValues): Parser<T> {
  return Object.assign(parse, { allowed });
}

/** A parser of text that cannot be listed; `name` is what it is called. */
export function freeParser<T>(name: string, parse: (text: string) => T): Parser<T> {
  return parser(parse, { name, kind: 'free', words: [] });
}

/** One of a closed set, ignoring case. */
export function oneOf<T extends string>(name: string, values: ReadonlyArray<T>): Parser<T> {
  return parser((text) => find(text.trim(), name, values, text), { name, kind: 'one', words: values });
}

/** Members of a closed set separated by commas, in the order given, each once. */
export function listOf<T extends string>(name: string, values: ReadonlyArray<T>): Parser<ReadonlyArray<T>> {
  const parse = (text: string) => {
    const words = wordsOf(text);
    if (words.length === 0) throw new UsageError(`no ${name} given`, { hint: suggestionHint('', values) });
    return unique(words.map((word) => find(word, name, values, text)));
  };
  return parser(parse, { name, kind: 'list', words: values });
}

/** A whole number in plain digits. `subject` is what must be one: an option, or words such as `the limit`. */
export function wholeNumber(subject: string, least: number, most: number): Parser<number> {
  return freeParser('number', (text) => {
    const value = /^\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const example = Math.min(most, least + 1);
    const hint = `For example: ${subject.startsWith('--') ? `${subject} ` : ''}${example}`;
    throw unexpected(`${subject} must be a whole number from ${least} to ${most}, not`, text, hint);
  });
}

/** Seconds: a plain number, or one with a unit, as in 90s, 5m or 2h. More than 0 and at most `most`. */
export function duration(subject: string, most: number): Parser<number> {
  return freeParser('duration', (text) => {
    const [, digits = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)([smh])?$/.exec(text) ?? [];
    const seconds = digits === '' ? Number.NaN : Number(digits) * secondsPer(unit);
    if (seconds > 0 && seconds <= most) return seconds;
    const hint = `Give seconds, or a number with a unit: 90s, 5m or 2h. At most ${formatSeconds(most)}.`;
    throw unexpected(`${subject} must be a duration, not`, text, hint);
  });
}

/** Names separated by commas, or `all`, in the order given. */
export const parseTimeframes: Parser<ReadonlyArray<Timeframe>> = (() => {
  const names = listOf('timeframe', [...TIMEFRAMES, 'all'] as const);
  const parse = (text: string) =>
    unique(names(text).flatMap((name) => (name === 'all' ? TIMEFRAMES : [name])));
  return parser(parse, names.allowed);
})();

/** Above 10 too: the command asks for 10 then, with a note (api.md section 4). */
export const parseLimit: Parser<number> = freeParser('rows', (text) => {
  const limit = /^\d{1,19}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
  if (limit >= 1) return limit;
  throw unexpected('the limit must be a whole number, not', text, `Give a number from 1 to ${MAX_LIMIT}.`);
});

/** Keys separated by commas, spelled in any way: boards are added, so that only a snapshot knows them all. */
export const parseBoardKeys: Parser<ReadonlyArray<string>> = parser(
  (text) => {
    const keys = wordsOf(text);
    if (keys.length === 0) {
      throw new UsageError('no board given', { hint: 'Give one or more board keys, separated by commas.' });
    }
    if (keys.some(looksLikeKey)) throw keyRefused();
    const lower = keys.map((key) => key.toLowerCase());
    return keys.filter((_, index) => lower.indexOf(lower[index] ?? '') === index);
  },
  { name: 'board', kind: 'list', words: BOARD_CATALOGUE.map(({ key }) => key) },
);

export const parseInterval: Parser<number> = duration('the interval', DAY_SECONDS);
export const parsePalette: Parser<Palette> = oneOf('palette', PALETTES);
export const parseColumns: Parser<ReadonlyArray<Column>> = listOf('column', COLUMNS);

/** Tickers in upper case, separated by commas or blanks. `subject` is where they are given. */
export function tickers(subject: string): Parser<ReadonlyArray<string>> {
  return freeParser('ticker', (text) => {
    const found = text.split(/\s+/).flatMap((word) => tickersOf(word, subject));
    if (found.length > 0) return unique(found.map((ticker) => ticker.toUpperCase()));
    throw new UsageError(`${subject} takes one or more tickers`, {
      hint: `For example: ${subject} NVDA,AMD`,
    });
  });
}

function tickersOf(word: string, subject: string): ReadonlyArray<string> {
  const words = wordsOf(word);
  const wrong = words.find((each) => !isTicker(each) || (looksLikeKey(word) && !isTyped(each)));
  if (wrong === undefined) return words;
  throw unexpected(`${subject} takes tickers, not`, wrong, `For example: ${subject} NVDA,AMD`, word);
}

function isTicker(text: string): boolean {
  return /^[A-Za-z0-9.^=/-]+$/.test(text) && text.length <= MAX_TICKER_LENGTH;
}

/** False for a part of a key with commas in it: nobody mixes capitals and small letters inside a ticker. */
function isTyped(ticker: string): boolean {
  return ticker.length <= 5 || /^([^a-z]*|.[^A-Z]*)$/.test(ticker);
}

function wordsOf(list: string): ReadonlyArray<string> {
  const words = list.split(',').map((word) => word.trim());
  return words.filter((word) => word !== '');
}

/** `whole`: the text that the word is part of. */
function find<T extends string>(word: string, name: string, values: ReadonlyArray<T>, whole: string): T {
  const found = values.find((value) => value.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  throw unexpected(`unknown ${name}`, word, suggestionHint(word, values), whole);
}

function secondsPer(unit: string): number {
  return unit === 'h' ? SECONDS_PER_UNIT.h : unit === 'm' ? SECONDS_PER_UNIT.m : SECONDS_PER_UNIT.s;
}

function formatSeconds(seconds: number): string {
  if (seconds % SECONDS_PER_UNIT.h === 0) return `${seconds / SECONDS_PER_UNIT.h}h`;
  return seconds % SECONDS_PER_UNIT.m === 0 ? `${seconds / SECONDS_PER_UNIT.m}m` : `${seconds}s`;
}

function unique<T>(values: ReadonlyArray<T>): ReadonlyArray<T> {
  return [...new Set(values)];
}
