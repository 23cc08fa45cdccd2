export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function utcDayStart(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** An IANA name, or undefined for the time zone of the system. */
export type TimeZone = string | undefined;

export interface Reading {
  readonly now: number;
  readonly timeZone: TimeZone;
}

const QUARTER_MS = 15 * MINUTE_MS;
const MAX_OFFSETS = 2000;

/** Returns the time on clocks of the zone, in milliseconds as if it were UTC; NaN for an invalid time. */
export function wallTime(time: number, zone: TimeZone): number {
  return time + offsetAt(time, zone);
}

export function dateAndClock(time: number, zone: TimeZone): readonly [date: string, clock: string] {
  const wall = wallTime(time, zone);
  // Behind UTC, the wall time of the earliest possible `Date` is out of range.
  const [date = '', clock = ''] = new Date(isValid(wall) ? wall : time).toISOString().split(/[T.]/);
  return [date, clock];
}

/** Formats a time for messages: `2026-11-20 10:15:00 EST`. */
export function describeTime(time: number, zone: TimeZone): string {
  return [...dateAndClock(time, zone), zoneName(time, zone)].join(' ');
}

/** Returns a short name such as `EST` or `GMT+5:30`; empty for an invalid time. */
export function zoneName(time: number, zone: TimeZone): string {
  if (!isValid(time)) return '';
  const name = zone === undefined ? knownName(new Date(time).toTimeString()) : zone === 'UTC' ? zone : '';
  return name === '' ? (/\S+$/.exec(formatIn(zone, time, 'short'))?.[0] ?? '') : name;
}

/** Maps the zone in the text of a `Date` to its short name. `Intl` knows a few more. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'GMT+0000 (Coordinated Universal Time)': 'UTC',
  'GMT-0500 (Eastern Standard Time)': 'EST',
  'GMT-0400 (Eastern Daylight Time)': 'EDT',
  'GMT-0600 (Central Standard Time)': 'CST',
  'GMT-0500 (Central Daylight Time)': 'CDT',
  'GMT-0700 (Mountain Standard Time)': 'MST',
  'GMT-0600 (Mountain Daylight Time)': 'MDT',
  'GMT-0800 (Pacific Standard Time)': 'PST',
  'GMT-0700 (Pacific Daylight Time)': 'PDT',
};

function knownName(text: string): string {
  const [zone = ''] = /GMT.*/.exec(text) ?? [];
  // `Intl` has no short names for zones ahead of UTC.
  const [, hours = '0', minutes = ''] = /^GMT\+(\d\d)(\d\d)/.exec(zone) ?? [];
  if (Number(hours) === 0) return SHORT_NAMES[zone] ?? '';
  return `GMT+${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** The time zone of the market. */
export const NEW_YORK = 'America/New_York';
const NEW_YORK_RULE_BEGAN = Date.UTC(2007, 0, 1);

/**
 * Computes the offset without loading `Intl` (docs/performance.md). Since 2007, clocks go forward at 7:00 UTC
 * on the second Sunday of March, and back at 6:00 UTC on the first Sunday of November.
 */
function newYorkOffset(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const isSummer = time >= sundayFrom(Date.UTC(year, 2, 8, 7)) && time < sundayFrom(Date.UTC(year, 10, 1, 6));
  return (isSummer ? -4 : -5) * HOUR_MS;
}

function sundayFrom(time: number): number {
  return time + ((7 - new Date(time).getUTCDay()) % 7) * DAY_MS;
}

const offsets = new Map<string, number>();

function offsetAt(time: number, zone: TimeZone): number {
  if (zone === 'UTC') return 0;
  if (!isValid(time)) return NaN;
  if (zone === undefined) return -new Date(time).getTimezoneOffset() * MINUTE_MS;
  // Since 1970, zones have changed their clocks only at quarter hours.
  const quarter = `${zone} ${Math.floor(time / QUARTER_MS)}`;
  const isByRule = zone === NEW_YORK && time >= NEW_YORK_RULE_BEGAN;
  const offset =
    offsets.get(quarter) ??
    (isByRule ? newYorkOffset(time) : parseOffset(formatIn(zone, time, 'longOffset')));
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}

function isValid(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime());
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: TimeZone, time: number, timeZoneName: 'short' | 'longOffset'): string {
  // The time zone of the system can change, so its formatters are stored under its current name.
  const zone = timeZone ?? new Date(time).toTimeString().replace(/^.*\(/, '');
  const key = `${zone} ${timeZoneName}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  formatters.set(key, formatter);
  return formatter.format(time);
}

/** Returns the milliseconds of `1/1/2026, GMT-05:00`; 0 for a bare `GMT`. */
function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):?(\d\d)?(?::(\d\d))?/.exec(text) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -size : size;
}

export interface Age {
  readonly milliseconds: number;
  /** True if the period may have begun earlier. */
  readonly isAtLeast: boolean;
}

/** `time` is in milliseconds since 1970; `value` is null if unknown. */
export interface TimedValue {
  readonly time: number;
  readonly value: number | null;
}
