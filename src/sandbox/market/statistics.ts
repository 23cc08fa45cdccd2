import type { Timeframe } from '../../vocabulary.ts';
import { tradingTime } from './calendar.ts';
import { createInterestStatistics, type InterestStatistics } from './interest-statistics.ts';
import type { Listing } from './listings.ts';
import type { Market } from './market.ts';
import { createScene } from './scene.ts';
import { createTradingStatistics, type TradingStatistics } from './trading-statistics.ts';
import { createTrendStatistics, type TrendStatistics } from './trend-statistics.ts';

/** All that boards rank on, for every symbol, over the horizon of one timeframe at one time. */
export interface Statistics extends TradingStatistics, InterestStatistics, TrendStatistics {
  readonly timeframe: Timeframe;
  readonly listings: ReadonlyArray<Listing>;
}

/**
 * A pure function of the market's seed and the time in milliseconds, at a standstill while the market is closed; each
 * column is computed when first asked for.
 */
export function createStatistics(market: Market, timeframe: Timeframe, time: number): Statistics {
  const scene = createScene(market, timeframe, tradingTime(time));
  const trading = createTradingStatistics(scene);
  return {
    timeframe,
    listings: market.listings,
    ...trading,
    ...createInterestStatistics(scene, trading),
    ...createTrendStatistics(scene, trading),
  };
}
