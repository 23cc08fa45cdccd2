import { DAY, MINUTE } from './calendar.ts';
import { at, columnOf, highestOf, type Lazy, lazy, lowestOf, meanOf } from './columns.ts';
import type { PerListing } from './curves.ts';
import { isDaily } from './horizons.ts';
import type { Scene } from './scene.ts';
import type { TradingStatistics } from './trading-statistics.ts';

/**
 * Where every price stands against its own past. Distances are logarithms; NaN where a symbol does not qualify, or
 * has not been listed for long enough.
 */
export interface TrendStatistics extends AverageStatistics, PastStatistics, BaseStatistics {}

interface AverageStatistics {
  /** Above the long average of the timeframe: of 200 minutes on scalp and day, of 200 days on the others. */
  readonly aboveAverage: Lazy;
  /** The least distance above the 9, the 200-minute and the 200-day averages, where it is clear of all three. */
  readonly holding: Lazy;
}

interface PastStatistics {
  /** Above (positive) or below the highest close of 52 weeks. */
  readonly fromHigh: Lazy;
  /** Either way from the 50-day average, where that is rising. */
  readonly fromRising50: Lazy;
}

interface BaseStatistics {
  /** Net climb as a share of the whole way travelled, 0 to 1; climbers only. */
  readonly steadiness: Lazy;
  /** Above the top of a flat base. */
  readonly aboveBase: Lazy;
}

/** Averages are read at a few points each: enough for a smooth curve, and quick. */
const AVERAGE_9 = { bars: [0.5, 2, 4.5, 7.5], weights: [1, 1, 0.7, 0.35] } as const;
const AVERAGE_200_MINUTES = [25, 75, 125, 175];
const AVERAGE_200_DAYS = { closes: 8, daysApart: 25 } as const;
const HIGH_52_WEEKS = { closes: 26, daysApart: 10 } as const;
/** Rising when it is above itself of four closes ago. */
const AVERAGE_50_DAYS = { closes: 10, daysApart: 5, earlier: 4 } as const;
/** Closes that make a base, those since it ended, and how flat it must be in volatilities over its length. */
const BASE = { closes: 12, since: 3, flatness: 1.1 } as const;

export function createTrendStatistics(scene: Scene, { level }: TradingStatistics): TrendStatistics {
  const { market, time } = scene;
  const average200Minutes = lazy(() =>
    meanOf(AVERAGE_200_MINUTES.map((minutes) => market.levelsAt(time - minutes * MINUTE))),
  );
  // What is measured in weeks is not to be reordered by a minute: there the level is that of the last hours.
  const settledLevel = lazy(() =>
    scene.columnOf((i) => (Number.isNaN(at(level(), i)) ? Number.NaN : at(average200Minutes(), i))),
  );
  return {
    ...createAverages(scene, level, average200Minutes),
    ...createPast(scene, settledLevel),
    ...createBases(scene, settledLevel),
  };
}

function createPast({ market, time, columnSince }: Scene, level: Lazy): PastStatistics {
  return {
    fromHigh: lazy(() => {
      const { closes, daysApart } = HIGH_52_WEEKS;
      const high = highestOf(market.closesBefore(time, closes, daysApart));
      return columnSince(time - closes * daysApart * DAY, (i) => at(level(), i) - at(high, i));
    }),
    fromRising50: lazy(() => {
      const { closes, daysApart, earlier } = AVERAGE_50_DAYS;
      const all = market.closesBefore(time, closes + earlier, daysApart);
      const [now, before] = [meanOf(all.slice(0, closes)), meanOf(all.slice(earlier))];
      return columnSince(time - (closes + earlier) * daysApart * DAY, (i) =>
        at(now, i) > at(before, i) ? at(level(), i) - at(now, i) : Number.NaN,
      );
    }),
  };
}

function createAverages(scene: Scene, level: Lazy, average200Minutes: Lazy): AverageStatistics {
  const { market, time, horizon } = scene;
  const days200 = AVERAGE_200_DAYS.closes * AVERAGE_200_DAYS.daysApart;
  const average200Days = lazy(() =>
    meanOf(market.closesBefore(time, AVERAGE_200_DAYS.closes, AVERAGE_200_DAYS.daysApart)),
  );
  return {
    aboveAverage: lazy(() => {
      const [days, average] = isDaily(scene.timeframe)
        ? [days200, average200Days()]
        : [0, average200Minutes()];
      return scene.columnSince(time - days * DAY, (i) => at(level(), i) - at(average, i));
    }),
    holding: lazy(() => {
      const bars = AVERAGE_9.bars.map((count) => market.levelsAt(time - count * horizon.bar));
      const average9 = meanOf(bars, AVERAGE_9.weights);
      const highest = highestOf([average9, average200Minutes(), average200Days()]);
      return scene.columnSince(time - days200 * DAY, (i, { volatility }) =>
        above(at(level(), i) - at(highest, i), horizon.clearance * volatility),
      );
    }),
  };
}

function createBases(scene: Scene, level: Lazy): BaseStatistics {
  const { market, time, horizon } = scene;
  const count = BASE.since + BASE.closes;
  const start = time - count * horizon.daysBetweenCloses * DAY;
  const closes = lazy(() => market.closesBefore(time, count, horizon.daysBetweenCloses));
  return {
    steadiness: lazy(() => {
      const travelled = pathOf(closes(), level());
      const first = closes().at(-1) ?? [];
      return scene.columnSince(start, (i) => above((at(level(), i) - at(first, i)) / at(travelled, i), 0));
    }),
    aboveBase: lazy(() => {
      const base = closes().slice(BASE.since);
      const [high, low] = [highestOf(base), lowestOf(base)];
      const flat = BASE.flatness * Math.sqrt(BASE.closes * horizon.daysBetweenCloses);
      return scene.columnSince(start, (i, { volatility }) =>
        at(high, i) - at(low, i) < flat * volatility ? above(at(level(), i) - at(high, i), 0) : Number.NaN,
      );
    }),
  };
}

/** The whole way from close to close and on to the level of now, the latest close first. */
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

function above(value: number, least: number): number {
  return value > least ? value : Number.NaN;
}
