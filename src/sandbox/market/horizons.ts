import type { Timeframe } from '../../vocabulary.ts';
import { DAY, HOUR, MINUTE } from './calendar.ts';

/** How far back a timeframe looks (api.md section 4); the document leaves position and investing open but for their order. */
export interface Horizon {
  /** Of moves and volume; `session` reaches back to the close of the day before. */
  readonly window: number | 'session';
  /** The last part of the window, for acceleration and thrust. */
  readonly recent: number;
  /** One bar of the average over 9 bars. */
  readonly bar: number;
  /** Of searches. */
  readonly trendingWindow: number;
  /** How many times its usual searches a symbol needs to be trending at all. */
  readonly trendingMultiple: number;
  /** How far, in usual daily moves, a price must be clear of an average to hold above it. */
  readonly clearance: number;
  /** Between the closes that bases and steady climbs are read from. */
  readonly daysBetweenCloses: number;
  readonly insiderDays: number;
  readonly filingDays: number;
}

export const HORIZONS: Readonly<Record<Timeframe, Horizon>> = {
  scalp: {
    window: 5 * MINUTE,
    recent: MINUTE,
    bar: MINUTE,
    trendingWindow: 4 * HOUR,
    trendingMultiple: 3.2,
    clearance: 0.035,
    daysBetweenCloses: 1,
    insiderDays: 5,
    filingDays: 90,
  },
  day: {
    window: 'session',
    recent: 30 * MINUTE,
    bar: 5 * MINUTE,
    trendingWindow: DAY,
    trendingMultiple: 2.5,
    clearance: 0.11,
    daysBetweenCloses: 1,
    insiderDays: 5,
    filingDays: 90,
  },
  swing: {
    window: 10 * DAY,
    recent: 2 * DAY,
    bar: DAY,
    trendingWindow: 3 * DAY,
    trendingMultiple: 2.15,
    clearance: 0.22,
    daysBetweenCloses: 1,
    insiderDays: 20,
    filingDays: 90,
  },
  position: {
    window: 60 * DAY,
    recent: 12 * DAY,
    bar: 3 * DAY,
    trendingWindow: 14 * DAY,
    trendingMultiple: 2.1,
    clearance: 0.28,
    daysBetweenCloses: 3,
    insiderDays: 90,
    filingDays: 90,
  },
  investing: {
    window: 240 * DAY,
    recent: 50 * DAY,
    bar: 7 * DAY,
    trendingWindow: 45 * DAY,
    trendingMultiple: 1.9,
    clearance: 0.24,
    daysBetweenCloses: 10,
    insiderDays: 90,
    filingDays: 360,
  },
};

/** The catalogue's "daily frames": swing, position and investing, which look at days rather than minutes. */
export function isDaily(timeframe: Timeframe): boolean {
  return timeframe !== 'scalp' && timeframe !== 'day';
}
