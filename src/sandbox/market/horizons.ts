import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts';
import type { Timeframe } from '../../vocabulary.ts';

/** The time spans of a timeframe, in milliseconds unless named otherwise. The service documents only some of them. */
export interface Horizon {
  /** Window of moves and volume; `session` starts at the previous close. */
  readonly window: number | 'session';
  /** The recent part of the window, for acceleration and thrust. */
  readonly recent: number;
  /** Bar length of the 9-bar average. */
  readonly bar: number;
  /** Window of searches. */
  readonly trendingWindow: number;
  /** Minimum multiple of its usual searches for a symbol to be trending. */
  readonly trendingMultiple: number;
  /** Minimum distance of a price above its averages, in daily volatilities. */
  readonly clearance: number;
  /** Distance between the closes used for bases and steadiness. */
  readonly daysBetweenCloses: number;
  readonly insiderDays: number;
  readonly filingDays: number;
}

export const HORIZONS: Readonly<Record<Timeframe, Horizon>> = {
  scalp: {
    window: 5 * MINUTE_MS,
    recent: MINUTE_MS,
    bar: MINUTE_MS,
    trendingWindow: 4 * HOUR_MS,
    trendingMultiple: 3.2,
    clearance: 0.035,
    daysBetweenCloses: 1,
    insiderDays: 5,
    filingDays: 90,
  },
  day: {
    window: 'session',
    recent: 30 * MINUTE_MS,
    bar: 5 * MINUTE_MS,
    trendingWindow: DAY_MS,
    trendingMultiple: 2.5,
    clearance: 0.11,
    daysBetweenCloses: 1,
    insiderDays: 5,
    filingDays: 90,
  },
  swing: {
    window: 10 * DAY_MS,
    recent: 2 * DAY_MS,
    bar: DAY_MS,
    trendingWindow: 3 * DAY_MS,
    trendingMultiple: 2.15,
    clearance: 0.22,
    daysBetweenCloses: 1,
    insiderDays: 20,
    filingDays: 90,
  },
  position: {
    window: 60 * DAY_MS,
    recent: 12 * DAY_MS,
    bar: 3 * DAY_MS,
    trendingWindow: 14 * DAY_MS,
    trendingMultiple: 2.1,
    clearance: 0.28,
    daysBetweenCloses: 3,
    insiderDays: 90,
    filingDays: 90,
  },
  investing: {
    window: 240 * DAY_MS,
    recent: 50 * DAY_MS,
    bar: 7 * DAY_MS,
    trendingWindow: 45 * DAY_MS,
    trendingMultiple: 1.9,
    clearance: 0.24,
    daysBetweenCloses: 10,
    insiderDays: 90,
    filingDays: 360,
  },
};

/** Whether a timeframe is one of the "daily frames" of the service: swing, position and investing. */
export function isDaily(timeframe: Timeframe): boolean {
  return timeframe !== 'scalp' && timeframe !== 'day';
}
