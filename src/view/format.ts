/** How full the circle is says how much of the market is open. */
export const SESSION_SIGNS = { premarket: '◐', open: '●', afterhours: '◑', closed: '○' } as const;

/** Placeholder for null values, which are never shown as 0. */
export const ABSENT = '–';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A time further in the future than this is invalid rather than the result of clock skew. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** Maximum cells of a formatted price. */
export const PRICE_WIDTH = 9;
/** Maximum characters of a percentage without its sign and `%`. */
const MAX_PERCENT_DIGITS = 6;

/** Two decimals, or four below 1. A price of more than `width` cells (at least 6) is abbreviated (`1.2B`). */
export function formatPrice(price: number | null, width: number = PRICE_WIDTH): string {
  if (price === null) return ABSENT;
  const size = Math.abs(price);
  const text = withSign(price, size.toFixed(size < 1 && size > 0 ? 4 : 2));
  return size >= 1_000_000 || text.length > width ? formatCompact(price) : text;
}

/** Signed, with two decimals: `+4.56%`. Changes of 1000% or more have fewer decimals. */
export function formatPercent(percent: number | null): string {
  if (percent === null) return ABSENT;
  const size = Math.abs(percent);
  const digits =
    [2, 1, 0].map((places) => size.toFixed(places)).find((text) => text.length <= MAX_PERCENT_DIGITS) ?? '';
  const shown = digits === '' || size >= 1_000_000 ? formatCompact(size) : digits;
  return `${percent > 0 && Number(shown) !== 0 ? '+' : ''}${withSign(percent, shown)}%`;
}

/** `820`, `82.1K`, `82.1M`, `1.2B`, `3.4T`, `1e15`: at most six cells. */
export function formatCompact(amount: number | null): string {
  if (amount === null) return ABSENT;
  const units = ['', 'K', 'M', 'B', 'T'];
  let value = Math.abs(amount);
  let unit = 0;
  // 999,950 would be displayed as 1000.0K.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (value >= 999.95) return amount.toExponential(0).replace('+', '');
  const decimals = unit === 0 || (amount < 0 && value >= 99.95) ? 0 : 1;
  return `${withSign(amount, value.toFixed(decimals))}${units[unit]}`;
}

/** Prefixes negative amounts with a minus sign unless they are rounded to zero. */
function withSign(amount: number, digits: string): string {
  return amount < 0 && Number(digits) !== 0 ? `-${digits}` : digits;
}

/** Shown instead of a time that is null, or beyond any clock skew. */
export const UNKNOWN_TIME = 'unknown';

/** Local time of day, with the date when it is not today; or `UNKNOWN_TIME`. */
export function formatTime(milliseconds: number | null, nowMilliseconds: number): string {
  const date = new Date(milliseconds ?? Number.NaN);
  if (milliseconds === null || !(date.getTime() <= nowMilliseconds + MAX_CLOCK_SKEW_MS)) return UNKNOWN_TIME;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  if (date.toDateString() === new Date(nowMilliseconds).toDateString()) return time;
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${time}`;
}

/** As `formatTime`, but without seconds. */
export function formatMinute(milliseconds: number | null, nowMilliseconds: number): string {
  const time = formatTime(milliseconds, nowMilliseconds);
  return time === UNKNOWN_TIME ? time : time.slice(0, -':00'.length);
}

/** Local time of day, `14:31`, whatever the date; `–` for a time that `formatTime` does not know. */
export function formatClock(milliseconds: number, nowMilliseconds: number): string {
  const minute = formatMinute(milliseconds, nowMilliseconds);
  return minute === UNKNOWN_TIME ? ABSENT : minute.slice(-'14:31'.length);
}

/** Local date without the year, `11-20`. */
export function formatMonthDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The short name of the local time zone at this time: `EST`, `GMT+1`. */
export function formatZone(milliseconds: number): string {
  const time = new Date(milliseconds).toLocaleTimeString('en-US', { timeZoneName: 'short' });
  return time.slice(time.lastIndexOf(' ') + 1);
}

/** `12 s ago`, `3 min ago`; empty for an unknown or future time. */
export function formatAge(milliseconds: number | null, nowMilliseconds: number): string {
  if (milliseconds === null || milliseconds > nowMilliseconds) return '';
  return `${formatDuration(nowMilliseconds - milliseconds)} ago`;
}

/** In the largest unit that gives a whole number above 0: `45 s`, `3 min`, `2 h`, `5 d`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.floor(milliseconds / SECOND_MS)} s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < 2 * DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / DAY_MS)} d`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
