import {
  DAY_MS,
  dateAndClock,
  HOUR_MS,
  MINUTE_MS,
  NEW_YORK,
  SECOND_MS,
  utcDayStart,
  wallTime,
} from '../lib/time.ts';

const OPEN_MS = 9.5 * HOUR_MS;

export const MAX_GAP_MS = 5 * MINUTE_MS;
const MAX_GAP_INTERVALS = 3;

export type Gap = 'none' | 'time' | 'day';

/** Infinity and NaN stand for an unknown interval. */
export function maxGapOf(intervalSeconds: number): number {
  const usual = Number.isFinite(intervalSeconds) ? intervalSeconds * SECOND_MS : 0;
  return Math.max(MAX_GAP_MS, MAX_GAP_INTERVALS * usual);
}

export function gapBetween(before: number, after: number, maxGap: number): Gap {
  if (marketDayOf(before) !== marketDayOf(after)) return 'day';
  return after - before > maxGap ? 'time' : 'none';
}

/** Returns the date in New York as the number of days since 1970. */
export function marketDayOf(time: number): number {
  return Math.floor(newYorkTime(time) / DAY_MS);
}

export function dateOf(time: number): string {
  return dateAndClock(time, NEW_YORK)[0];
}

export function isBeforeOpen(time: number): boolean {
  const clock = newYorkTime(time);
  return clock - utcDayStart(clock) < OPEN_MS;
}

/** Returns the last midnight in New York, an hour off if the clocks changed since then. */
export function marketDayStart(time: number): number {
  const clock = newYorkTime(time);
  return time - (clock - utcDayStart(clock));
}

const newYorkTime = (time: number): number => wallTime(time, NEW_YORK);
