/** In milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the day in UTC of a time, both in milliseconds since 1970. */
export function utcDayStart(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
