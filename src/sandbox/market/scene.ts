import type { Timeframe } from '../../vocabulary.ts';
import { DAY, HOUR, startOfDay } from './calendar.ts';
import { columnOf } from './columns.ts';
import type { PerListing } from './curves.ts';
import { HORIZONS, type Horizon } from './horizons.ts';
import type { Listing } from './listings.ts';
import type { Market } from './market.ts';

/** What statistics are read from: a market, at a time in milliseconds, over the horizon of a timeframe. */
export interface Scene {
  readonly market: Market;
  readonly timeframe: Timeframe;
  readonly time: number;
  readonly horizon: Horizon;
  /** A column with one value per listing. */
  readonly columnOf: (valueAt: (index: number, listing: Listing) => number) => PerListing;
  /** The same, NaN for symbols that were listed after a time. */
  readonly columnSince: (start: number, valueAt: (index: number, listing: Listing) => number) => PerListing;
}

export function createScene(market: Market, timeframe: Timeframe, time: number): Scene {
  const { listings } = market;
  const listing = (index: number) => listings[index] as Listing;
  const midnight = startOfDay(time);
  return {
    market,
    timeframe,
    time,
    horizon: HORIZONS[timeframe],
    columnOf: (valueAt) => columnOf(listings.length, (i) => valueAt(i, listing(i))),
    columnSince: (start, valueAt) =>
      columnOf(listings.length, (i) =>
        listing(i).daysListed * DAY > midnight - start ? valueAt(i, listing(i)) : Number.NaN,
      ),
  };
}

const ATTENTION_SAMPLES = 4;
/** Between moments that are further apart, what comes and goes within a day has evened out. */
const FAST_REACH = 3 * HOUR;

/** Attention at a few moments spread evenly over the time from one to another. */
export function attentionBetween({ market }: Scene, from: number, to: number): ReadonlyArray<PerListing> {
  const step = (to - from) / ATTENTION_SAMPLES;
  const moments = Array.from({ length: ATTENTION_SAMPLES }, (_, index) => to - (index + 0.5) * step);
  return moments.map(step > FAST_REACH ? market.slowAttentionAt : market.attentionAt);
}
