import type { Timeframe } from '../../vocabulary.ts';
import { tradingTime } from './calendar.ts';
import { createInterestStatistics, type InterestStatistics } from './interest-statistics.ts';
import type { Listing } from './listings.ts';
import type { Market } from './market.ts';
import { createMarketContext } from './market-context.ts';
import { createTradingStatistics, type TradingStatistics } from './trading-statistics.ts';
import { createTrendStatistics, type TrendStatistics } from './trend-statistics.ts';

/** All statistics that boards rank on, for every symbol, in one timeframe at one time. */
export interface Statistics extends TradingStatistics, InterestStatistics, TrendStatistics {
  readonly timeframe: Timeframe;
  readonly listings: ReadonlyArray<Listing>;
}

/**
 * A pure function of the seed of the market and the time in milliseconds; constant while the market is closed. Columns are
 * computed on first use.
 */
export function createStatistics(market: Market, timeframe: Timeframe, time: number): Statistics {
  const context = createMarketContext(market, timeframe, tradingTime(time));
  const trading = createTradingStatistics(context);
  return {
    timeframe,
    listings: market.listings,
    ...trading,
    ...createInterestStatistics(context, trading),
    ...createTrendStatistics(context, trading),
  };
}
