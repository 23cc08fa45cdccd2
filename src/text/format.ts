import {
  type Age,
  DAY_MS,
  dateAndClock,
  describeTime,
  HOUR_MS,
  MINUTE_MS,
  type Reading,
  SECOND_MS,
  type TimeZone,
  zoneName,
} from '../lib/time.ts';
import { fitText, type Piece } from './lines.ts';

/** Stands for null, which is never shown as 0. */
export const ABSENT = '–';
export const NONE = '-';

/** Separates the fields of a plain line; no field contains two spaces. */
export const PLAIN_GAP = '  ';

export function plainText(text: string | null): string {
  const clean = text === null ? '' : text.replace(/\s+/g, ' ').trim();
  return clean === '' || clean === ABSENT ? NONE : clean;
}

export const PRICE_WIDTH = 9;
/** Limits a price below 0.01 in plain output, where `width` is infinite. */
const LONGEST_PRICE = 14;
const PERCENT_WIDTH = 8;
const MIN_PERCENT_WIDTH = 7;

/** Abbreviates a price of more than `width` cells (at least 6): `1.2B`, `3.6e-9`. */
export function formatPrice(price: number | null, width: number = PRICE_WIDTH): string {
  if (price === null) return ABSENT;
  const size = Math.abs(price);
  const text = withSign(price, size.toFixed(priceDecimals(size)));
  if (size < 0.01 && text.length > Math.min(width, LONGEST_PRICE)) return price.toExponential(1);
  return size >= 1_000_000 || text.length > width ? formatCompact(price) : text;
}

function priceDecimals(size: number): number {
  if (size === 0 || size >= 1) return 2;
  return Math.min(100, Math.max(4, Math.ceil(-Math.log10(size)) + 1));
}

/** `+4.56%`: drops decimals to fit `width` cells (at least 7). */
export function formatPercent(percent: number | null, width: number = PERCENT_WIDTH): string {
  if (percent === null) return ABSENT;
  const size = Math.abs(percent);
  const room = Math.max(MIN_PERCENT_WIDTH, Math.min(PERCENT_WIDTH, width)) - 2;
  const digits = fitText(room, ...[2, 1, 0].map((places) => size.toFixed(places)), '');
  const shown = digits === '' || size >= 1_000_000 ? formatCompact(size) : digits;
  return `${percent > 0 && Number(shown) !== 0 ? '+' : ''}${withSign(percent, shown)}%`;
}

/** Returns at most six cells: `820`, `82.1K`, `82.1M`, `1.2B`, `3.4T`, `1e15`. */
export function formatCompact(amount: number | null): string {
  if (amount === null) return ABSENT;
  const units = ['', 'K', 'M', 'B', 'T'];
  let value = Math.abs(amount);
  let unit = 0;
  // 999,950 would round to 1000.0K.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (value >= 999.95) return amount.toExponential(0).replace('+', '');
  const decimals = unit === 0 || (amount < 0 && value >= 99.95) ? 0 : 1;
  return `${withSign(amount, value.toFixed(decimals))}${units[unit]}`;
}

function withSign(amount: number, digits: string): string {
  return amount < 0 && Number(digits) !== 0 ? `-${digits}` : digits;
}

export const UNKNOWN_TIME = 'unknown';

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function formatTime(time: number | null, { now, timeZone }: Reading): string {
  const valid = new Date(time ?? NaN).getTime();
  if (Number.isNaN(valid)) return UNKNOWN_TIME;
  const [date, clock] = dateAndClock(valid, timeZone);
  return date === dateAndClock(now, timeZone)[0] ? clock : `${date} ${clock}`;
}

export function formatTimeWithZone(time: number | null, reading: Reading): string {
  const text = formatTime(time, reading);
  return time === null || text === UNKNOWN_TIME ? text : `${text} ${zoneName(time, reading.timeZone)}`;
}

/** `2026-11-20 14:32:00 EST` */
export function formatFullTime(time: number | null, reading: Reading): string {
  const isKnown = time !== null && formatTime(time, reading) !== UNKNOWN_TIME;
  return isKnown ? describeTime(time, reading.timeZone) : UNKNOWN_TIME;
}

export function timeTexts(time: number | null, reading: Reading): ReadonlyArray<string> {
  return [formatTimeWithZone, formatTime, formatMinute].map((format) => format(time, reading));
}

export function formatMinute(time: number | null, reading: Reading): string {
  const text = formatTime(time, reading);
  return text === UNKNOWN_TIME ? text : text.slice(0, -':00'.length);
}

export function formatClock(time: number, reading: Reading): string {
  const minute = formatMinute(time, reading);
  return minute === UNKNOWN_TIME ? ABSENT : minute.slice(-'14:31'.length);
}

export function formatMonthDay(time: number, zone: TimeZone): string {
  return dateAndClock(time, zone)[0].slice(-'11-20'.length);
}

export function formatAgo(time: number | null, now: number): string {
  if (time === null || time > now) return '';
  return `${formatDuration(now - time)} ago`;
}

/** Rounds down to one unit: `45 s`, `3 min`, `47 h`, `5 d`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.floor(milliseconds / SECOND_MS)} s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < 2 * DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / DAY_MS)} d`;
}

const MAX_SPAN_CELLS = '12h05'.length;

const BELOW_A_MINUTE = '<1m';
/** Shown while memory is younger than a minute. */
const UNKNOWN_AGE = '≥0m';

/** `41m`, `2h05`, `1d02h`, `<1m`; `≥41m` or `≥10h` if memory does not reach back far enough. */
export function formatAge({ milliseconds, isAtLeast }: Age): string {
  const text = formatShortDuration(milliseconds);
  if (!isAtLeast) return text;
  if (text === BELOW_A_MINUTE) return UNKNOWN_AGE;
  return `≥${text.length < MAX_SPAN_CELLS ? text : text.replace(/^(\d+[hd]).*/, '$1')}`;
}

export function ageInWords(age: Age | undefined): string {
  const text = age === undefined ? '' : formatAge(age);
  return text === UNKNOWN_AGE ? '' : text;
}

export function formatShortDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return BELOW_A_MINUTE;
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (milliseconds < DAY_MS) return `${hours}h${twoDigits(minutes % 60)}`;
  const days = Math.floor(hours / 24);
  return days < 10 ? `${days}d${twoDigits(hours % 24)}h` : `${days}d`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export function plainLine(pieces: ReadonlyArray<Piece>): string {
  return pieces.map(([text, paint]) => paint(plainText(text))).join(PLAIN_GAP);
}
