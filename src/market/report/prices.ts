import type { Snapshot } from '../../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../catalogue.ts';
import { lastPriceBetween, type TimedPrice } from '../last-prices.ts';
import { tickerKey } from '../ticker.ts';

/** Parallel arrays in ascending order of time. */
interface Column {
  readonly times: Array<number>;
  readonly prices: Array<number>;
}

/** Maps the `tickerKey` of each symbol to its first price above zero. */
export function pricesIn({ boards, topPlay }: Snapshot): ReadonlyMap<string, number> {
  const prices = new Map<string, number>();
  const listed = boards.flatMap(({ rows }) => rows);
  for (const { symbol, price } of topPlay == null ? listed : [...listed, topPlay]) {
    if (symbol === null || price === null || price <= 0) continue;
    const key = tickerKey(symbol);
    if (!prices.has(key)) prices.set(key, price);
  }
  return prices;
}

/** Within a timeframe, add prices in ascending order of time. */
export function createPriceHistory() {
  const columns = new Map(TIMEFRAMES.map((timeframe) => [timeframe, new Map<string, Column>()]));
  return {
    add(timeframe: Timeframe, time: number, prices: ReadonlyMap<string, number>): void {
      const ofTimeframe = columns.get(timeframe);
      for (const [key, price] of prices) {
        const column = ofTimeframe?.get(key) ?? { times: [], prices: [] };
        ofTimeframe?.set(key, column);
        column.times.push(time);
        column.prices.push(price);
      }
    },
    /** If two prices have the same time, the timeframe `own` wins, then the first of `TIMEFRAMES`. */
    lastSeen(key: string, own: Timeframe, after: number, until: number): TimedPrice | null {
      const prices = [own, ...TIMEFRAMES].map((each) => lastUntil(columns.get(each)?.get(key), until));
      return lastPriceBetween(prices, after, until);
    },
  };
}

function lastUntil(column: Column | undefined, until: number): TimedPrice | null {
  if (column === undefined) return null;
  let low = 0;
  let high = column.times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column.times[middle] ?? Infinity) <= until) low = middle + 1;
    else high = middle;
  }
  const time = column.times[low - 1];
  const price = column.prices[low - 1];
  return time === undefined || price === undefined ? null : { time, price };
}
