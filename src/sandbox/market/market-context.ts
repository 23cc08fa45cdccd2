import { DAY_MS, HOUR_MS, utcDayStart } from '../../time-units.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { columnOf, itemAt, type PerListing } from './columns.ts';
import { HORIZONS, type Horizon } from './horizons.ts';
import type { Listing } from './listings.ts';
import type { Market } from './market.ts';

/** The input of all statistics: a market at a time in milliseconds, and the horizon of a timeframe. */
export interface MarketContext {
  readonly market: Market;
  readonly timeframe: Timeframe;
  readonly time: number;
  readonly horizon: Horizon;
  /** A column with one value per listing. */
  readonly columnOf: (valueAt: (index: number, listing: Listing) => number) => PerListing;
  /** The same, with NaN for symbols that were listed after `start`. */
  readonly columnSince: (start: number, valueAt: (index: number, listing: Listing) => number) => PerListing;
}

export function createMarketContext(market: Market, timeframe: Timeframe, time: number): MarketContext {
  const { listings } = market;
  const listing = (index: number) => itemAt(listings, index);
  const midnight = utcDayStart(time);
  return {
    market,
    timeframe,
    time,
    horizon: HORIZONS[timeframe],
    columnOf: (valueAt) => columnOf(listings.length, (i) => valueAt(i, listing(i))),
    columnSince: (start, valueAt) =>
      columnOf(listings.length, (i) =>
        listing(i).daysListed * DAY_MS > midnight - start ? valueAt(i, listing(i)) : Number.NaN,
      ),
  };
}

const ATTENTION_SAMPLES = 4;
/** With more time than this between samples, fluctuations within a day average out. */
const MAX_FAST_STEP = 3 * HOUR_MS;

/** Samples of attention, spread evenly between two times. */
export function attentionBetween(
  { market }: MarketContext,
  from: number,
  to: number,
): ReadonlyArray<PerListing> {
  const step = (to - from) / ATTENTION_SAMPLES;
  const moments = Array.from({ length: ATTENTION_SAMPLES }, (_, index) => to - (index + 0.5) * step);
  return moments.map(step > MAX_FAST_STEP ? market.slowAttentionAt : market.attentionAt);
}
