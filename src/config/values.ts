import { UsageError } from '../errors.ts';
import { keyRefused, looksLikeKey, unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { COLUMNS, type Column, PALETTES, type Palette, TIMEFRAMES, type Timeframe } from '../vocabulary.ts';

export { parseTypedBaseUrl } from './base-url.ts';

/** Parsers of values as a person types them: one for options, environment, config file and `config set`. */

/** The service's cap (api.md section 4): more is sent as this, with a note. */
export const MAX_LIMIT = 10;

const MAX_INTERVAL_SECONDS = 24 * 60 * 60;

/** Names separated by commas, or `all`, in the order given. Throws UsageError. */
export function parseTimeframes(text: string): ReadonlyArray<Timeframe> {
  const known = [...TIMEFRAMES, 'all'] as const;
  const names = listOf(text, 'timeframe', known).map((word) => oneOf(word, 'timeframe', known, text));
  return unique(names.flatMap((name) => (name === 'all' ? TIMEFRAMES : [name])));
}

/** A positive whole number of at most 19 digits, above 10 too: the command clamps it with a note. Throws UsageError. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,19}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
  if (limit >= 1) return limit;
  throw unexpected('the limit must be a whole number, not', text, `Give a number from 1 to ${MAX_LIMIT}.`);
}

/** Keys separated by commas, spelled in any way: boards grow, so only a snapshot knows them all. Throws UsageError. */
export function parseBoardKeys(text: string): ReadonlyArray<string> {
  const keys = listOf(text, 'board', null);
  if (keys.some(looksLikeKey)) throw keyRefused();
  const lower = keys.map((key) => key.toLowerCase());
  return keys.filter((_, index) => lower.indexOf(lower[index] ?? '') === index);
}

/** Seconds in plain decimals, above 0 and at most a day. Throws UsageError. */
export function parseIntervalSeconds(text: string): number {
  const seconds = /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= MAX_INTERVAL_SECONDS) return seconds;
  const hint = `Give plain seconds, as 60; at most ${MAX_INTERVAL_SECONDS}, a day.`;
  throw unexpected('the interval must be a number of seconds, not', text, hint);
}

/** Throws UsageError. */
export function parsePalette(text: string): Palette {
  return oneOf(text.trim(), 'palette', PALETTES, text);
}

/** Column names separated by commas, in the order given. Throws UsageError. */
export function parseColumns(text: string): ReadonlyArray<Column> {
  return unique(listOf(text, 'column', COLUMNS).map((word) => oneOf(word, 'column', COLUMNS, text)));
}

function listOf(text: string, what: string, valid: ReadonlyArray<string> | null): ReadonlyArray<string> {
  const words = text.split(',').map((word) => word.trim());
  const filled = words.filter((word) => word !== '');
  if (filled.length > 0) return filled;
  throw new UsageError(`no ${what} given`, {
    hint: valid === null ? `Give one or more ${what} keys, separated by commas.` : suggestionHint('', valid),
  });
}

/** `whole`: the text that the word is part of. */
function oneOf<T extends string>(word: string, what: string, known: ReadonlyArray<T>, whole: string): T {
  const found = known.find((name) => name.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  throw unexpected(`unknown ${what}`, word, suggestionHint(word, known), whole);
}

function unique<T>(values: ReadonlyArray<T>): ReadonlyArray<T> {
  return [...new Set(values)];
}
