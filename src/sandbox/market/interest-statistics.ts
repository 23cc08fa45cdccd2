import { DAY_MS, HOUR_MS, MINUTE_MS, utcDayStart } from '../../time-units.ts';
import { tradedShare, tradingTime } from './calendar.ts';
import { at, type Lazy, lazy, meanOf, type PerListing } from './columns.ts';
import type { Source } from './market.ts';
import { attentionBetween, type MarketContext } from './market-context.ts';
import { unit } from './noise.ts';
import type { TradingStatistics } from './trading-statistics.ts';

/** Public interest in every symbol. Counts are fractional here and rounded down for display. */
export interface InterestStatistics extends SocialStatistics, FilingStatistics {}

interface SocialStatistics {
  readonly alerts: Lazy;
  /** On the forum. */
  readonly mentions: Lazy;
  /** Over the trending window; NaN if not trending. */
  readonly searches: Lazy;
  /** Days of the last 14; the fraction breaks ties by attention. */
  readonly alertDays: Lazy;
}

interface FilingStatistics {
  readonly shortPercent: Lazy;
  readonly fundsAdding: Lazy;
  /** Number of buys; the fraction breaks ties by dollars. */
  readonly insiderBuys: Lazy;
  /** USD per buy. */
  readonly insiderDollars: Lazy;
}

export const ALERT_DAYS_WINDOW = 14;

const ALERTS_PER_HOUR = 12;
const ALERTS_PER_SESSION = 30;
const Salt = { search: 51, short: 52, funds: 53, insider: 54, insiderDay: 55, insiderSize: 56, alertDay: 57 };

export function createInterestStatistics(
  context: MarketContext,
  trading: TradingStatistics,
): InterestStatistics {
  return { ...createSocialStatistics(context, trading), ...createFilingStatistics(context, trading) };
}

function createSocialStatistics(
  context: MarketContext,
  { relativeVolume }: TradingStatistics,
): SocialStatistics {
  const { time } = context;
  const { window, trendingWindow, trendingMultiple } = context.horizon;
  const hours = window === 'session' ? hoursSoFar(time) : window / HOUR_MS;
  const usualAlerts = window === 'session' ? ALERTS_PER_SESSION * tradedShare(time) : ALERTS_PER_HOUR * hours;
  return {
    alerts: lazy(() => {
      const interest = interestIn(context, 'alerts', relativeVolume());
      return context.columnOf((i) => usualAlerts * at(interest, i));
    }),
    mentions: lazy(() => {
      const interest = interestIn(context, 'forum', relativeVolume());
      return context.columnOf((i, { popularity }) => popularity * hours * at(interest, i));
    }),
    searches: lazy(() => {
      const interest = interestIn(
        context,
        'search',
        meanOf(attentionBetween(context, time - trendingWindow, time)),
      );
      return context.columnOf((i, { key }) => {
        const usual = 40 * Math.exp(3 * unit(key, Salt.search)) * (trendingWindow / HOUR_MS);
        return at(interest, i) < trendingMultiple ? Number.NaN : usual * at(interest, i);
      });
    }),
    alertDays: lazy(() => {
      const attention = meanOf(attentionBetween(context, time - ALERT_DAYS_WINDOW * DAY_MS, time));
      return context.columnOf((i, { key }) => {
        const days = countDays(key ^ Salt.alertDay, time, ALERT_DAYS_WINDOW, 0.25 * at(attention, i));
        return days === 0 ? Number.NaN : days + Math.min(at(attention, i), 9) / 10;
      });
    }),
  };
}

function createFilingStatistics(
  context: MarketContext,
  { marketValue }: TradingStatistics,
): FilingStatistics {
  const { market, time } = context;
  const { filingDays, insiderDays } = context.horizon;
  const insiderDollars = lazy(() =>
    context.columnOf((_, { key }) => 2e4 * Math.exp(4 * unit(key, Salt.insiderSize))),
  );
  return {
    shortPercent: lazy(() => {
      const fluctuation = market.fluctuationAt('shortInterest', time);
      return context.columnOf(
        (i, { key }) => 0.5 + 32 * unit(key, Salt.short) ** 2.5 * (1 + 0.25 * at(fluctuation, i)),
      );
    }),
    fundsAdding: lazy(() => {
      const fluctuation = market.fluctuationAt('funds', time);
      return context.columnOf((i, { key }) => {
        const size = Math.max(0, Math.log10(at(marketValue(), i)) - 6);
        const perQuarter = 10 * size * unit(key, Salt.funds) ** 2 * (1 + 0.5 * at(fluctuation, i));
        return (perQuarter * filingDays) / 90;
      });
    }),
    insiderBuys: lazy(() =>
      context.columnOf((i, { key }) => {
        const chance = 0.25 * unit(key, Salt.insider) ** 3;
        const buys = countDays(key ^ Salt.insiderDay, time, insiderDays, chance);
        return buys === 0 ? Number.NaN : buys + at(insiderDollars(), i) / 1e7;
      }),
    ),
    insiderDollars,
  };
}

/** Attention combined with the fluctuation of one source; 1 is average. */
function interestIn({ market, time }: MarketContext, source: Source, attention: PerListing): PerListing {
  const fluctuation = market.fluctuationAt(source, time);
  return Float64Array.from(fluctuation, (value, i) => at(attention, i) * Math.exp(value));
}

function hoursSoFar(time: number): number {
  return Math.max(tradingTime(time) - utcDayStart(time), MINUTE_MS) / HOUR_MS;
}

/** The number of the last `days` days, including today, on which an event of this daily chance happened. */
function countDays(key: number, time: number, days: number, chance: number): number {
  const today = Math.floor(time / DAY_MS);
  let count = 0;
  for (let daysAgo = 0; daysAgo < days; daysAgo++) {
    if (unit(key, today - daysAgo) < chance) count += 1;
  }
  return count;
}
