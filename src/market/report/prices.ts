import type { Snapshot } from '../../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../catalogue.ts';
import { lastPriceBetween, type TimedPrice } from '../last-prices.ts';
import { tickerKey } from '../ticker.ts';

/** The prices of a symbol in a timeframe, in order of time. Arrays of numbers, because a day has some 200,000 of them. */
interface Column {
  times: Float64Array;
  prices: Float64Array;
  length: number;
}

const FIRST_ROOM = 16;

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
        const column = ofTimeframe?.get(key) ?? emptyColumn();
        ofTimeframe?.set(key, column);
        append(column, time, price);
      }
    },
    /** The price last seen after one time and until another. Of two of the same time that of the timeframe `own`, then of the first timeframe. */
    lastSeen(key: string, own: Timeframe, after: number, until: number): TimedPrice | null {
      const prices = [own, ...TIMEFRAMES].map((each) => lastIn(columns.get(each)?.get(key), until));
      return lastPriceBetween(prices, after, until);
    },
  };
}

const emptyColumn = (): Column => ({
  times: new Float64Array(FIRST_ROOM),
  prices: new Float64Array(FIRST_ROOM),
  length: 0,
});

function append(column: Column, time: number, price: number): void {
  if (column.length === column.times.length) {
    column.times = grown(column.times);
    column.prices = grown(column.prices);
  }
  column.times[column.length] = time;
  column.prices[column.length] = price;
  column.length++;
}

function grown(values: Float64Array): Float64Array {
  const more = new Float64Array(2 * values.length);
  more.set(values);
  return more;
}

/** The newest price at or before a time. */
function lastIn(column: Column | undefined, until: number): TimedPrice | null {
  if (column === undefined) return null;
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column.times[middle] ?? Infinity) <= until) low = middle + 1;
    else high = middle;
  }
  const time = column.times[low - 1];
  const price = column.prices[low - 1];
  return time === undefined || price === undefined ? null : { time, price };
}
