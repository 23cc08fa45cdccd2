import { listedSymbols } from '../model/ranks.ts';
import type { LastListed } from '../model/symbol-outcomes.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { RecordedPlace } from './days.ts';
import { decodeLine } from './decode.ts';
import { recordedDays } from './find.ts';
import { BOARDS_FIELD, type LineBytes, type ReadOptions, readDayLines } from './lines.ts';

export interface LastListedQuery {
  readonly timeframe: Timeframe;
  /** As snapshots have them. */
  readonly symbols: ReadonlyArray<string>;
  /** The times of the oldest and the newest snapshot to look at, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export interface LastListedOptions extends ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A file of a day has some 20 MB: of more days, the oldest are not read. */
const MAX_DAYS = 3;
const SYMBOL_FIELD = '"symbol":"';
const NO_BOARDS = { boards: [] };

/**
 * When each symbol was last listed on any board. Days are read from the newest until all symbols are found; lines are searched,
 * not parsed, which takes some 70 ms for 21 MB.
 */
export async function lastListed(
  place: RecordedPlace,
  { timeframe, symbols, from, until }: LastListedQuery,
  { signal, ...options }: LastListedOptions = {},
): Promise<LastListed> {
  const tickers = new Map(symbols.map((symbol) => [encode(symbol), symbol.toUpperCase()]));
  const lastSeen = new Map<string, number>();
  const times: Array<number> = [];
  const days = symbols.length === 0 ? [] : await recordedDays(place, timeframe, from);
  for (const files of days.toReversed().slice(0, MAX_DAYS)) {
    for (const file of files) {
      for await (const line of readDayLines(file, place.isSimulated, options)) {
        signal?.throwIfAborted();
        if (line.asOf < from || line.asOf > until) continue;
        times.push(line.asOf);
        for (const ticker of tickersIn(line, tickers))
          lastSeen.set(ticker, Math.max(line.asOf, lastSeen.get(ticker) ?? line.asOf));
      }
    }
    if (lastSeen.size === new Set(tickers.values()).size) break;
  }
  return { lastSeen, times };
}

/** Those of the tickers that a line lists, by their encoded symbols. */
function tickersIn(line: LineBytes, tickers: ReadonlyMap<string, string>): ReadonlyArray<string> {
  const text = line.bytes.toString('latin1');
  const boards = text.indexOf(BOARDS_FIELD);
  const found: Array<string> = [];
  let at = boards < 0 ? -1 : text.indexOf(SYMBOL_FIELD, boards);
  // A line that another program wrote can have spaces, and a quote can be part of a symbol.
  if (at < 0 || text.includes('\\')) {
    const symbols = listedSymbols(decodeLine(line)?.snapshot ?? NO_BOARDS);
    return symbols.flatMap((symbol) => tickers.get(encode(symbol)) ?? []);
  }
  for (; at >= 0; at = text.indexOf(SYMBOL_FIELD, at)) {
    at += SYMBOL_FIELD.length;
    const ticker = tickers.get(text.slice(at, text.indexOf('"', at)));
    if (ticker !== undefined) found.push(ticker);
  }
  return found;
}

/** How a symbol stands in a line, each of its bytes as a character. */
function encode(symbol: string): string {
  return Buffer.from(symbol).toString('latin1');
}
