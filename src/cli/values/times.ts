import { UsageError, unexpected } from '../../errors.ts';
import {
  DAY_MS,
  describeTime,
  type Reading,
  SECOND_MS,
  type TimeZone,
  utcDayStart,
  wallTime,
} from '../../lib/time.ts';
import { DAY_SECONDS, MAX_DAYS, secondsOf } from './durations.ts';
import { checked, type Parser, parser } from './values.ts';

/** The preference also accepts the name of every zone that Intl knows. */
const ZONE_WORDS = ['local', 'utc'];

export const parseTimeZone: Parser<string> = parser(
  (text) => {
    const word = text.trim();
    const name = ZONE_WORDS.find((each) => each === word.toLowerCase()) ?? zoneNamed(word);
    if (name !== null) return name;
    throw unexpected('unknown time zone', word, 'Give local, utc, or a name such as America/New_York.');
  },
  { words: ZONE_WORDS, example: 'America/New_York' },
);

/** Returns the spelling of Intl, but keeps an alias such as US/Eastern as it was typed. */
function zoneNamed(word: string): string | null {
  // Intl takes EST for Panama and BST for Dhaka. Some versions of Node accept offsets such as +05:30.
  if (/^[a-z]{3}$/i.test(word) || !/^[a-z]/i.test(word)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: word }).resolvedOptions();
    return timeZone.toLowerCase() === word.toLowerCase() ? timeZone : word;
  } catch {
    return null;
  }
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && utcDate(text) !== null;
}

const SPAN = '..';

export const parseDays: Parser<string> = checked(
  '--day',
  'a date or FROM..TO',
  { words: [], example: '2026-11-20' },
  (text) => {
    const dates = text.trim().split(SPAN);
    if (dates.length > 2 || !dates.every(isDate)) return null;
    const [from = '', to = from] = dates;
    if (from <= to) return text.trim();
    throw new UsageError(`--day: ${from} is after ${to}`, {
      hint: `For example: --day ${to}${SPAN}${from}.`,
    });
  },
);

export function datesOf(days: string): readonly [from: string, to: string] {
  const [from = '', to = from] = days.split(SPAN);
  return [from, to];
}

const TIME_HINT =
  'Give a time such as 10:15, "yesterday 10:15", 2026-11-20T10:15, 2026-11-20T15:15Z, 15m for 15 minutes ago, or now.';
const YESTERDAY = 'yesterday';
const TIME =
  /^(?:(yesterday(?= )|\d{4}-\d\d-\d\d)(?:T| +))?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
/** A duration needs a unit here, because `10` may mean 10:00. */
const AGO = /^(\S+[smhd])(?: *ago)?$/;
const MAX_AGO_SECONDS = MAX_DAYS * DAY_SECONDS;

export function secondsAgo(text: string): number | null {
  const seconds = secondsOf(AGO.exec(text.trim())?.[1] ?? '');
  return seconds === null || seconds > MAX_AGO_SECONDS ? null : seconds;
}

/** Error messages begin with `option`, such as `--at`. */
export type TimeOptions = Reading & { readonly option: string };

/** A text can mean several times. Returns the latest one that has passed, and throws UsageError if none has. */
export function parseTime(text: string, options: TimeOptions): number {
  const { now, option, timeZone } = options;
  const times = timesMeant(text, options);
  const past = times.filter((time) => time <= now);
  if (past.length > 0) return Math.max(...past);
  const isToday = /^\d+:\S+$/.test(text.trim());
  const shown = isToday ? text.trim() : describeTime(Math.min(...times), timeZone);
  throw new UsageError(`${option}: ${shown} has not come yet`, {
    hint: isToday
      ? `It is ${describeTime(now, timeZone).slice('2026-11-20 '.length)}. For another day, add the date: 2026-11-20T10:15.`
      : TIME_HINT,
  });
}

/** Returns milliseconds since 1970, and two values if clocks show the wall time twice on that day. */
export function timesMeant(text: string, { now, option, timeZone }: TimeOptions): ReadonlyArray<number> {
  const word = text.trim();
  const ago = word.toLowerCase() === 'now' ? 0 : secondsAgo(word);
  if (ago !== null) return [Math.round(now - ago * SECOND_MS)];
  const [, date, hours = '', minutes = '', seconds = '00', fraction = '', zone] = TIME.exec(word) ?? [];
  const today = utcDayStart(wallTime(now, timeZone));
  const isYesterday = date?.toLowerCase() === YESTERDAY;
  const dayStart = date === undefined ? today : isYesterday ? today - DAY_MS : (utcDate(date) ?? NaN);
  const clock = `${hours.padStart(2, '0')}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`;
  const timeOfDay = Date.parse(`1970-01-01T${clock}Z`);
  // An offset needs a date. Date accepts 24:00, so the time of day is checked below.
  const offset = zone === undefined ? 0 : date === undefined ? NaN : offsetOf(zone);
  const wall = dayStart + timeOfDay;
  if (Number.isNaN(wall + offset) || timeOfDay >= DAY_MS)
    throw unexpected(`${option}: invalid time`, word, hintFor(word));
  if (zone !== undefined) return [wall - offset];
  const times = timesOf(wall, timeZone);
  if (times.length > 0) return times;
  throw new UsageError(`${option}: ${word} does not exist, because clocks are set forward on that day`, {
    hint: TIME_HINT,
  });
}

function hintFor(word: string): string {
  if (word.toLowerCase() === YESTERDAY) return 'Add a time, and put both in quotes: "yesterday 10:15".';
  return isDate(word) ? `Add a time: ${word}T10:15.` : TIME_HINT;
}

/** Returns milliseconds for `Z`, `-05:00` or `-0500`, and NaN for an invalid offset. */
function offsetOf(zone: string): number {
  return -Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2')}`);
}

/** Returns two times if clocks are set back over the wall time, and none if they are set forward. */
function timesOf(wall: number, timeZone: TimeZone): ReadonlyArray<number> {
  const offsets = [-DAY_MS, DAY_MS].map((step) => wallTime(wall + step, timeZone) - (wall + step));
  const times = [...new Set(offsets)].map((offset) => wall - offset);
  return times.filter((time) => wallTime(time, timeZone) === wall);
}

/** Returns null before 1970, and for a date such as 2026-02-30, which Date reads as 2 March. */
function utcDate(text: string): number | null {
  const date = new Date(`${text}T00:00:00Z`);
  return date.getTime() > 0 && date.toISOString().startsWith(text) ? date.getTime() : null;
}
