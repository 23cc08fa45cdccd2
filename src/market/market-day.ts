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

/** Two consecutive snapshots further apart than this have a gap between them, unless they usually are. */
export const MAX_GAP_MS = 5 * MINUTE_MS;
const MAX_GAP_INTERVALS = 3;

/** Two consecutive snapshots have a gap between them if they are far apart, or of two market days. */
export type Gap = 'none' | 'time' | 'day';

/** The longest time without a gap where snapshots usually come so many seconds after each other; Infinity if that is not known. */
export function maxGapOf(intervalSeconds: number): number {
  const usual = Number.isFinite(intervalSeconds) ? intervalSeconds * SECOND_MS : 0;
  return Math.max(MAX_GAP_MS, MAX_GAP_INTERVALS * usual);
}

/** What lies between snapshots of these times, in milliseconds since 1970. */
export function gapBetween(before: number, after: number, maxGap: number): Gap {
  if (marketDayOf(before) !== marketDayOf(after)) return 'day';
  return after - before > maxGap ? 'time' : 'none';
}

/** The date of a time in New York, as the number of days since 1970. */
export function marketDayOf(time: number): number {
  return Math.floor(newYorkTime(time) / DAY_MS);
}

/** The date of a snapshot as `YYYY-MM-DD`: the market's day, in New York. */
export function dateOf(time: number): string {
  return dateAndClock(time, NEW_YORK)[0];
}

/** True before 9:30 in New York. */
export function isBeforeOpen(time: number): boolean {
  const clock = newYorkTime(time);
  return clock - utcDayStart(clock) < OPEN_MS;
}

/** The midnight in New York before a time; where its clocks have changed since then, an hour off. Both in milliseconds since 1970. */
export function marketDayStart(time: number): number {
  const clock = newYorkTime(time);
  return time - (clock - utcDayStart(clock));
}

/** The time that clocks in New York show, as if it were UTC. */
const newYorkTime = (time: number): number => wallTime(time, NEW_YORK);
