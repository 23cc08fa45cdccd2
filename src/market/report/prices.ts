import type { Snapshot } from '../../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../catalogue.ts';
import { lastPriceBetween, type TimedPrice } from '../last-prices.ts';
import { tickerKey } from '../ticker.ts';

/** The prices of a symbol in a timeframe, in order of time. Two arrays of numbers, because a day has some 200,000 prices. */
interface Column {
  readonly times: Array<number>;
  readonly prices: Array<number>;
}

/** The price of each symbol that a snapshot prices, by `tickerKey`: the first one above zero, in order of the boards, then the top play. */
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

/** The prices of a day in all timeframes. Those of a timeframe are added in order of time. */
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
    /** The price last seen after one time and until another. Of two of the same time that of the timeframe `own`, then of the first timeframe. */
    lastSeen(key: string, own: Timeframe, after: number, until: number): TimedPrice | null {
      const prices = [own, ...TIMEFRAMES].map((each) => lastIn(columns.get(each)?.get(key), until));
      return lastPriceBetween(prices, after, until);
    },
  };
}

/** The newest price at or before a time. */
function lastIn(column: Column | undefined, until: number): TimedPrice | null {
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
