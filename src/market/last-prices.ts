import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { valuesBySymbol } from './ranks.ts';
import { tickerKey } from './ticker.ts';

/** A price of a symbol, with the time of its snapshot in milliseconds since 1970. */
export interface TimedPrice {
  readonly time: number;
  readonly price: number;
}

/**
 * The price last seen after a time, and no later than another one; null if there is none. Of two with one time, the first counts:
 * callers give those of the symbol's own timeframe first, then the others in the order of timeframes.
 */
export function lastPriceBetween(
  prices: Iterable<TimedPrice | null>,
  after: number,
  until: number,
): TimedPrice | null {
  let last: TimedPrice | null = null;
  for (const each of prices) {
    if (each === null || each.time <= after || each.time > until) continue;
    if (last === null || each.time > last.time) last = each;
  }
  return last;
}

/** The change in percent; null if either price is unknown. */
export function changeOf(then: number | null, now: number | null): number | null {
  if (then === null || now === null) return null;
  const change = (now / then - 1) * 100;
  return Number.isFinite(change) ? change : null;
}

export function pricesByTicker(snapshot: Snapshot): ReadonlyMap<string, number> {
  const prices = [...valuesBySymbol(snapshot, 'price')];
  return new Map(prices.flatMap(([symbol, price]) => (price === null ? [] : [[tickerKey(symbol), price]])));
}

/** A symbol that has no price in the newest snapshot of its timeframe. */
export interface Unpriced {
  readonly ticker: string;
  readonly timeframe: Timeframe;
  readonly after: number;
  readonly until: number;
  /** The price last seen between these times, at first in its own timeframe. */
  last: TimedPrice | null;
}

/** A snapshot that is read when it is needed; null for a bad one. */
interface Entry {
  readonly timeframe: Timeframe;
  readonly time: number;
  read(): Promise<Snapshot | null>;
}

/**
 * Looks for later prices in the other timeframes. Their entries come from the newest one back; of two with one time, in the order of
 * timeframes. It reads only those that can have such a price, and ends when there can be no more.
 */
export async function findLaterPrices(
  symbols: ReadonlyArray<Unpriced>,
  entries: AsyncIterable<Entry>,
): Promise<void> {
  let open = symbols;
  for await (const { timeframe, time, read } of entries) {
    open = open.filter(({ last, after }) => time > (last?.time ?? after));
    if (open.length === 0) return;
    const wanted = open.filter((each) => each.timeframe !== timeframe && time <= each.until);
    const snapshot = wanted.length === 0 ? null : await read();
    const prices = snapshot === null ? null : pricesByTicker(snapshot);
    for (const each of wanted) {
      const price = prices?.get(each.ticker);
      if (price !== undefined) each.last = { time, price };
    }
  }
}
