import { DAY, HOUR, MINUTE, startOfDay, tradedShare, tradingTime } from './calendar.ts';
import { at, type Lazy, lazy, meanOf } from './columns.ts';
import type { PerListing } from './curves.ts';
import type { Matter } from './market.ts';
import { unit } from './noise.ts';
import { attentionBetween, type Scene } from './scene.ts';
import type { TradingStatistics } from './trading-statistics.ts';

/** What people do about every symbol. Counts are exact here and rounded down when shown. */
export interface InterestStatistics extends Talk, Filings {}

interface Talk {
  readonly alerts: Lazy;
  /** On the forum. */
  readonly mentions: Lazy;
  /** Over the trending window; NaN for what is not trending. */
  readonly searches: Lazy;
  /** Whole days of the last 14; the fraction orders equal counts by attention. */
  readonly alertDays: Lazy;
}

interface Filings {
  readonly shortPercent: Lazy;
  readonly fundsAdding: Lazy;
  /** Whole buys; the fraction orders equal counts by dollars. */
  readonly insiderBuys: Lazy;
  /** USD of one buy. */
  readonly insiderDollars: Lazy;
}

export const ALERT_DAYS_WINDOW = 14;

const ALERTS_PER_HOUR = 12;
const ALERTS_PER_SESSION = 30;
const Salt = { search: 51, short: 52, funds: 53, insider: 54, insiderDay: 55, insiderSize: 56, alertDay: 57 };

export function createInterestStatistics(scene: Scene, trading: TradingStatistics): InterestStatistics {
  return { ...createTalk(scene, trading), ...createFilings(scene, trading) };
}

function createTalk(scene: Scene, { relativeVolume }: TradingStatistics): Talk {
  const { time } = scene;
  const { window, trendingWindow, trendingMultiple } = scene.horizon;
  const hours = window === 'session' ? hoursSoFar(time) : window / HOUR;
  const usualAlerts = window === 'session' ? ALERTS_PER_SESSION * tradedShare(time) : ALERTS_PER_HOUR * hours;
  return {
    alerts: lazy(() => {
      const stir = stirOf(scene, 'alerts', relativeVolume());
      return scene.columnOf((i) => usualAlerts * at(stir, i));
    }),
    mentions: lazy(() => {
      const stir = stirOf(scene, 'forum', relativeVolume());
      return scene.columnOf((i, { popularity }) => popularity * hours * at(stir, i));
    }),
    searches: lazy(() => {
      const stir = stirOf(scene, 'search', meanOf(attentionBetween(scene, time - trendingWindow, time)));
      return scene.columnOf((i, { key }) => {
        const usual = 40 * Math.exp(3 * unit(key, Salt.search)) * (trendingWindow / HOUR);
        return at(stir, i) < trendingMultiple ? Number.NaN : usual * at(stir, i);
      });
    }),
    alertDays: lazy(() => {
      const attention = meanOf(attentionBetween(scene, time - ALERT_DAYS_WINDOW * DAY, time));
      return scene.columnOf((i, { key }) => {
        const days = daysThat(key ^ Salt.alertDay, time, ALERT_DAYS_WINDOW, 0.25 * at(attention, i));
        return days === 0 ? Number.NaN : days + Math.min(at(attention, i), 9) / 10;
      });
    }),
  };
}

function createFilings(scene: Scene, { marketValue }: TradingStatistics): Filings {
  const { market, time } = scene;
  const { filingDays, insiderDays } = scene.horizon;
  const insiderDollars = lazy(() =>
    scene.columnOf((_, { key }) => 2e4 * Math.exp(4 * unit(key, Salt.insiderSize))),
  );
  return {
    shortPercent: lazy(() => {
      const mood = market.moodAt('shortInterest', time);
      return scene.columnOf(
        (i, { key }) => 0.5 + 32 * unit(key, Salt.short) ** 2.5 * (1 + 0.25 * at(mood, i)),
      );
    }),
    fundsAdding: lazy(() => {
      const mood = market.moodAt('funds', time);
      return scene.columnOf((i, { key }) => {
        const size = Math.max(0, Math.log10(at(marketValue(), i)) - 6);
        const perQuarter = 10 * size * unit(key, Salt.funds) ** 2 * (1 + 0.5 * at(mood, i));
        return (perQuarter * filingDays) / 90;
      });
    }),
    insiderBuys: lazy(() =>
      scene.columnOf((i, { key }) => {
        const chance = 0.25 * unit(key, Salt.insider) ** 3;
        const buys = daysThat(key ^ Salt.insiderDay, time, insiderDays, chance);
        return buys === 0 ? Number.NaN : buys + at(insiderDollars(), i) / 1e7;
      }),
    ),
    insiderDollars,
  };
}

/** Attention as one matter feels it, which has ups and downs of its own; 1 is usual. */
function stirOf({ market, time }: Scene, matter: Matter, attention: PerListing): PerListing {
  const mood = market.moodAt(matter, time);
  return Float64Array.from(mood, (value, i) => at(attention, i) * Math.exp(value));
}

function hoursSoFar(time: number): number {
  return Math.max(tradingTime(time) - startOfDay(time), MINUTE) / HOUR;
}

/** How many of the last days, today included, something happened that has this chance on each. */
function daysThat(key: number, time: number, days: number, chance: number): number {
  const today = Math.floor(time / DAY);
  let count = 0;
  for (let daysAgo = 0; daysAgo < days; daysAgo++) {
    if (unit(key, today - daysAgo) < chance) count += 1;
  }
  return count;
}
