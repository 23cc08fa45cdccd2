/** Numbers and times as a trader reads them. A null is `–`, never 0. */
export const ABSENT = '–';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks differ by less than this. */
const MOST_AHEAD = 5 * MINUTE;

/** Cells in which any price is shown, and the digits of any percentage. */
export const PRICE_WIDTH = 9;
const PERCENT_DIGITS = 6;

/** Two decimals, four below 1; what would not fit a column is shortened (`1.2B`). */
export function formatPrice(price: number | null): string {
  if (price === null) return ABSENT;
  const size = Math.abs(price);
  const text = withSign(price, size.toFixed(size < 1 && size > 0 ? 4 : 2));
  return size >= 1_000_000 || text.length > PRICE_WIDTH ? formatCompact(price) : text;
}

/** Signed, two decimals: `+4.56%`; fewer for a change of a thousand percent or more. */
export function formatPercent(percent: number | null): string {
  if (percent === null) return ABSENT;
  const size = Math.abs(percent);
  const digits =
    [2, 1, 0].map((places) => size.toFixed(places)).find((text) => text.length <= PERCENT_DIGITS) ?? '';
  const shown = digits === '' || size >= 1_000_000 ? formatCompact(size) : digits;
  return `${percent > 0 && Number(shown) !== 0 ? '+' : ''}${withSign(percent, shown)}%`;
}

/** `820`, `82.1K`, `82.1M`, `1.2B`, `3.4T`, `1e15`: at most six cells. */
export function formatCompact(amount: number | null): string {
  if (amount === null) return ABSENT;
  const units = ['', 'K', 'M', 'B', 'T'];
  let value = Math.abs(amount);
  let unit = 0;
  // 999,950 would read 1000.0K.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (value >= 999.95) return amount.toExponential(0).replace('+', '');
  const decimals = unit === 0 || (amount < 0 && value >= 99.95) ? 0 : 1;
  return `${withSign(amount, value.toFixed(decimals))}${units[unit]}`;
}

/** A minus for what is below zero, unless it was rounded to zero. */
function withSign(amount: number, digits: string): string {
  return amount < 0 && Number(digits) !== 0 ? `-${digits}` : digits;
}

/** Time of day in the user's time zone; with the date when that is not today; `unknown` when it lies further ahead than any clock errs. */
export function formatTime(milliseconds: number | null, nowMilliseconds: number): string {
  const date = new Date(milliseconds ?? Number.NaN);
  if (milliseconds === null || !(date.getTime() <= nowMilliseconds + MOST_AHEAD)) return 'unknown';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  if (date.toDateString() === new Date(nowMilliseconds).toDateString()) return time;
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${time}`;
}

/** `12 s ago`, `3 min ago`; empty for an unknown time or one that lies ahead. */
export function formatAge(milliseconds: number | null, nowMilliseconds: number): string {
  if (milliseconds === null || milliseconds > nowMilliseconds) return '';
  return `${formatDuration(nowMilliseconds - milliseconds)} ago`;
}

/** In the largest unit that gives a whole number above 0: `45 s`, `3 min`, `2 h`, `5 d`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / SECOND)} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} d`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
