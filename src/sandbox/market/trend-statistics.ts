import { DAY_MS, MINUTE_MS } from '../../time-units.ts';
import { at, columnOf, highestOf, type Lazy, lazy, lowestOf, meanOf, type PerListing } from './columns.ts';
import { isDaily } from './horizons.ts';
import type { MarketContext } from './market-context.ts';
import type { TradingStatistics } from './trading-statistics.ts';

/**
 * The price of every symbol relative to its history. Distances are differences of logarithms, and NaN if a symbol does not
 * qualify or was listed too recently.
 */
export interface TrendStatistics extends AverageStatistics, PastStatistics, BaseStatistics {}

interface AverageStatistics {
  /** Distance above the long average: 200 minutes for scalp and day, 200 days for the other timeframes. */
  readonly aboveAverage: Lazy;
  /** Smallest distance above the 9-bar, 200-minute and 200-day averages, if the price is above all three. */
  readonly holding: Lazy;
}

interface PastStatistics {
  /** Distance above (positive) or below the highest close of 52 weeks. */
  readonly fromHigh: Lazy;
  /** Distance above (positive) or below a rising 50-day average. */
  readonly fromRising50: Lazy;
}

interface BaseStatistics {
  /** Net gain divided by the sum of all moves, 0 to 1; only for rising prices. */
  readonly steadiness: Lazy;
  /** Distance above the top of a flat base. */
  readonly aboveBase: Lazy;
}

/** Averages are sampled at a few points, which is fast and smooth enough. */
const AVERAGE_9 = { bars: [0.5, 2, 4.5, 7.5], weights: [1, 1, 0.7, 0.35] } as const;
const AVERAGE_200_MINUTES = [25, 75, 125, 175];
const AVERAGE_200_DAYS = { closes: 8, daysApart: 25 } as const;
const HIGH_52_WEEKS = { closes: 26, daysApart: 10 } as const;
/** The average is rising if it is above its value of `earlier` closes ago. */
const AVERAGE_50_DAYS = { closes: 10, daysApart: 5, earlier: 4 } as const;
/** `closes` form the base, `since` closes follow it; `flatness` is its maximum range in volatilities over its length. */
const BASE = { closes: 12, since: 3, flatness: 1.1 } as const;

export function createTrendStatistics(context: MarketContext, { level }: TradingStatistics): TrendStatistics {
  const { market, time } = context;
  const average200Minutes = lazy(() =>
    meanOf(AVERAGE_200_MINUTES.map((minutes) => market.levelsAt(time - minutes * MINUTE_MS))),
  );
  // Statistics over weeks use the level of the last hours, so that their ranks do not change every minute.
  const settledLevel = lazy(() =>
    context.columnOf((i) => (Number.isNaN(at(level(), i)) ? Number.NaN : at(average200Minutes(), i))),
  );
  return {
    ...createAverages(context, level, average200Minutes),
    ...createPast(context, settledLevel),
    ...createBases(context, settledLevel),
  };
}

function createPast({ market, time, columnSince }: MarketContext, level: Lazy): PastStatistics {
  return {
    fromHigh: lazy(() => {
      const { closes, daysApart } = HIGH_52_WEEKS;
      const high = highestOf(market.closesBefore(time, closes, daysApart));
      return columnSince(time - closes * daysApart * DAY_MS, (i) => at(level(), i) - at(high, i));
    }),
    fromRising50: lazy(() => {
      const { closes, daysApart, earlier } = AVERAGE_50_DAYS;
      const all = market.closesBefore(time, closes + earlier, daysApart);
      const [now, before] = [meanOf(all.slice(0, closes)), meanOf(all.slice(earlier))];
      return columnSince(time - (closes + earlier) * daysApart * DAY_MS, (i) =>
        at(now, i) > at(before, i) ? at(level(), i) - at(now, i) : Number.NaN,
      );
    }),
  };
}

function createAverages(context: MarketContext, level: Lazy, average200Minutes: Lazy): AverageStatistics {
  const { market, time, horizon } = context;
  const days200 = AVERAGE_200_DAYS.closes * AVERAGE_200_DAYS.daysApart;
  const average200Days = lazy(() =>
    meanOf(market.closesBefore(time, AVERAGE_200_DAYS.closes, AVERAGE_200_DAYS.daysApart)),
  );
  return {
    aboveAverage: lazy(() => {
      const [days, average] = isDaily(context.timeframe)
        ? [days200, average200Days()]
        : [0, average200Minutes()];
      return context.columnSince(time - days * DAY_MS, (i) => at(level(), i) - at(average, i));
    }),
    holding: lazy(() => {
      const bars = AVERAGE_9.bars.map((count) => market.levelsAt(time - count * horizon.bar));
      const average9 = meanOf(bars, AVERAGE_9.weights);
      const highest = highestOf([average9, average200Minutes(), average200Days()]);
      return context.columnSince(time - days200 * DAY_MS, (i, { volatility }) =>
        above(at(level(), i) - at(highest, i), horizon.clearance * volatility),
      );
    }),
  };
}

function createBases(context: MarketContext, level: Lazy): BaseStatistics {
  const { market, time, horizon } = context;
  const count = BASE.since + BASE.closes;
  const start = time - count * horizon.daysBetweenCloses * DAY_MS;
  const closes = lazy(() => market.closesBefore(time, count, horizon.daysBetweenCloses));
  return {
    steadiness: lazy(() => {
      const travelled = pathOf(closes(), level());
      const first = closes().at(-1) ?? [];
      return context.columnSince(start, (i) => above((at(level(), i) - at(first, i)) / at(travelled, i), 0));
    }),
    aboveBase: lazy(() => {
      const base = closes().slice(BASE.since);
      const [high, low] = [highestOf(base), lowestOf(base)];
      const flat = BASE.flatness * Math.sqrt(BASE.closes * horizon.daysBetweenCloses);
      return context.columnSince(start, (i, { volatility }) =>
        at(high, i) - at(low, i) < flat * volatility ? above(at(level(), i) - at(high, i), 0) : Number.NaN,
      );
    }),
  };
}

/** The sum of absolute moves between the closes (latest first) and up to the current level. */
function pathOf(closes: ReadonlyArray<PerListing>, level: PerListing): PerListing {
  return columnOf(level.length, (i) => {
    let travelled = 0;
    let later = at(level, i);
    for (const close of closes) {
      travelled += Math.abs(later - at(close, i));
      later = at(close, i);
    }
    return travelled;
  });
}

function above(value: number, limit: number): number {
  return value > limit ? value : Number.NaN;
}
