import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { valuesBySymbol } from './ranks.ts';
import { tickerKey } from './ticker.ts';

/** `time` is in milliseconds since 1970. */
export interface TimedPrice {
  readonly time: number;
  readonly price: number;
}

/** Excludes `after` and includes `until`. The first of two prices with the same time wins. */
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

export function changeOf(then: number | null, now: number | null): number | null {
  if (then === null || now === null) return null;
  const change = (now / then - 1) * 100;
  return Number.isFinite(change) ? change : null;
}

export function pricesByTicker(snapshot: Snapshot): ReadonlyMap<string, number> {
  const prices = [...valuesBySymbol(snapshot, 'price')];
  return new Map(prices.flatMap(([symbol, price]) => (price === null ? [] : [[tickerKey(symbol), price]])));
}

/** A symbol without a price in the newest snapshot of its timeframe. */
export interface Unpriced {
  readonly ticker: string;
  readonly timeframe: Timeframe;
  readonly after: number;
  readonly until: number;
  /** Starts with the last price in the symbol's own timeframe. */
  last: TimedPrice | null;
}

interface Entry {
  readonly timeframe: Timeframe;
  readonly time: number;
  read(): Promise<Snapshot | null>;
}

/** Searches other timeframes. `entries` must run from the newest one back. */
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
