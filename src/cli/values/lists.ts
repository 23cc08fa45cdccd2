import { UsageError, unexpected, unknownValues } from '../../errors.ts';
import { suggestionHint } from '../../lib/distance.ts';
import { quote } from '../../lib/quote.ts';
import { BOARD_CATALOGUE, TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { inCapitals, splitTickers, tickerFault, tickerKey } from '../../market/ticker.ts';
import { mayBeKey } from '../../service/redact.ts';
import { PALETTES, type Palette } from '../../text/palettes.ts';
import { isDate } from './times.ts';
import { type AllowedValues, describeAllowed, type Parser, parser } from './values.ts';

/** Maps other names, in lower case, to values. */
export type Aliases = Readonly<Record<string, string>>;

/** Ignores case. Accepts `aliases`; errors suggest a value for one of `others`. */
export function oneOf<T extends string>(
  name: string,
  values: ReadonlyArray<T>,
  aliases: Aliases = {},
  others: Aliases = {},
): Parser<T> {
  const parse = (text: string) => valueNamed(name, text.trim(), values, aliases, others);
  return parser(parse, { words: values });
}

/** Other programs use these words; errors suggest the timeframe. */
const PERIODS: Aliases = {
  '1m': 'scalp',
  '5m': 'scalp',
  '1d': 'day',
  intraday: 'day',
  '1w': 'swing',
  week: 'swing',
  weekly: 'swing',
};

const TIMEFRAME_NAMES = [...TIMEFRAMES, 'all'] as const;

export const parseTimeframes: Parser<ReadonlyArray<Timeframe>> = parser(
  (text) => {
    const words = wordsOf('timeframe', text, TIMEFRAME_NAMES);
    const names = valuesNamed('timeframe', words, TIMEFRAME_NAMES, {}, PERIODS);
    return [...new Set(names.flatMap((name) => (name === 'all' ? TIMEFRAMES : [name])))];
  },
  { words: TIMEFRAME_NAMES, isList: true },
);

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);

/** Accepts unknown keys, because the service can add boards at any time. */
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

export function wordsOf(name: string, list: string, valid: ReadonlyArray<string>): ReadonlyArray<string> {
  const words = list.split(',').map((word) => word.trim());
  const given = words.filter((word) => word !== '');
  if (given.length > 0) return given;
  throw new UsageError(`no ${name} given`, { hint: suggestionHint('', valid) });
}

export function valueNamed<T extends string>(
  name: string,
  word: string,
  values: ReadonlyArray<T>,
  aliases: Aliases,
  others: Aliases = {},
): T {
  const found = findValue(word, values, aliases);
  if (found !== undefined) return found;
  throw unknownValues(name, [word], suggestionHint(word, values, Object.keys(aliases), others));
}

/** Throws one UsageError for all unknown words: `unknown boards "x", "y"`. */
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

const TICKERS: AllowedValues = { words: [], isList: true, example: 'NVDA,AMD' };

export const parseTickers: Parser<ReadonlyArray<string>> = parser((text, option) => {
  const found = splitTickers(text).map((word) => parseTicker(word, option));
  if (found.length === 0) throw new UsageError('no ticker given', { hint: describeAllowed(TICKERS, option) });
  const keys = found.map(tickerKey);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}, TICKERS);

/** Throws UsageError for an invalid ticker, and for a date or a key, which are mistakes. */
export function parseTicker(word: string, option?: string): string {
  const fault = tickerFault(word);
  const hint = describeAllowed(TICKERS, option);
  if (fault !== null) throw new UsageError(`invalid ticker ${quote(word)}: ${fault}`, { hint });
  if (isDate(word) || mayBeKey(word)) throw unexpected('invalid ticker', word, hint);
  return inCapitals(word);
}

/** A date, or a timeframe in lower case, is a mistake where a ticker is expected. */
export function isNoTicker(word: string): boolean {
  return TIMEFRAMES.some((name) => name === word) || isDate(word);
}
