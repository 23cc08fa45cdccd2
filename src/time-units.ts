/** In milliseconds. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The beginning of the day in UTC of a time, both in milliseconds since 1970. */
export function utcDayStart(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
