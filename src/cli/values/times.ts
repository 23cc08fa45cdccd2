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

/** The preference accepts these words and every name of a zone that Intl has. */
const ZONE_WORDS = ['local', 'utc'];

/** `local`, `utc`, or the name of a zone. */
export const parseTimeZone: Parser<string> = parser(
  (text) => {
    const word = text.trim();
    const name = ZONE_WORDS.find((each) => each === word.toLowerCase()) ?? zoneNamed(word);
    if (name !== null) return name;
    throw unexpected('unknown time zone', word, 'Give local, utc, or a name such as America/New_York.');
  },
  { words: ZONE_WORDS, example: 'America/New_York' },
);

/** The name as Intl spells it, an alias such as US/Eastern as it is typed; null if there is no such zone. */
function zoneNamed(word: string): string | null {
  // To Intl, EST is Panama and BST is Dhaka; some versions of Node take offsets such as +05:30.
  if (/^[a-z]{3}$/i.test(word) || !/^[a-z]/i.test(word)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: word }).resolvedOptions();
    return timeZone.toLowerCase() === word.toLowerCase() ? timeZone : word;
  } catch {
    return null;
  }
}

/** True if the text is a date that exists: `2026-11-20`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && utcDate(text) !== null;
}

const SPAN = '..';

/** A date, or two: `2026-11-20..2026-11-24`. */
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

/** The first and the last date of what `parseDays` accepts. */
export function datesOf(days: string): readonly [from: string, to: string] {
  const [from = '', to = from] = days.split(SPAN);
  return [from, to];
}

const TIME_HINT =
  'Give a time such as 10:15, "yesterday 10:15", 2026-11-20T10:15, 2026-11-20T15:15Z, 15m for 15 minutes ago, or now.';
const YESTERDAY = 'yesterday';
const TIME =
  /^(?:(yesterday(?= )|\d{4}-\d\d-\d\d)(?:T| +))?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
/** A duration, which needs a unit: `10` may be meant as 10:00. */
const AGO = /^(\S+[smhd])(?: *ago)?$/;
const MAX_AGO_SECONDS = MAX_DAYS * DAY_SECONDS;

/** The seconds of `15m` or `15m ago`; null for another text. */
export function secondsAgo(text: string): number | null {
  const seconds = secondsOf(AGO.exec(text.trim())?.[1] ?? '');
  return seconds === null || seconds > MAX_AGO_SECONDS ? null : seconds;
}

/** `option` is what needs the time, for errors: `--at`. */
export type TimeOptions = Reading & { readonly option: string };

/**
 * A time in the past, in milliseconds since 1970, as `timesMeant`; the later one of two that have come. Throws UsageError, also
 * for a time to come.
 */
export function parseTime(text: string, options: TimeOptions): number {
  const { now, option, timeZone } = options;
  const times = timesMeant(text, options);
  const past = times.filter((time) => time <= now);
  if (past.length > 0) return Math.max(...past);
  const isToday = /^\d+:\S+$/.test(text.trim());
  const shown = isToday ? text.trim() : describeTime(Math.min(...times), timeZone);
  throw new UsageError(`${option}: ${shown} has not come yet`, {
    hint: isToday
      ? `It is ${describeTime(now, timeZone).slice('2026-11-20 '.length)}. For another day, put its date before it: 2026-11-20T10:15.`
      : TIME_HINT,
  });
}

/**
 * The times that a text means, in milliseconds since 1970: `10:15` of the day of `now`, `yesterday 10:15` or `2026-11-20T10:15` on
 * clocks of the zone, which can show it twice, with `Z` or an offset on others, `15m` or `15m ago`, or `now`. Throws UsageError, also
 * for a time that clocks skip.
 */
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
  // An offset needs a date. As in 24:00, Date takes what is no time of day.
  const offset = zone === undefined ? 0 : date === undefined ? NaN : offsetOf(zone);
  const wall = dayStart + timeOfDay;
  if (Number.isNaN(wall + offset) || timeOfDay >= DAY_MS)
    throw unexpected(`${option}: invalid time`, word, hintFor(word));
  if (zone !== undefined) return [wall - offset];
  const times = timesOf(wall, timeZone);
  if (times.length > 0) return times;
  throw new UsageError(`${option}: ${word} does not exist: clocks skip it on that day`, { hint: TIME_HINT });
}

function hintFor(word: string): string {
  if (word.toLowerCase() === YESTERDAY) return 'Add a time, and put both in quotes: "yesterday 10:15".';
  return isDate(word) ? `Add a time: ${word}T10:15.` : TIME_HINT;
}

/** The offset that `Z`, `-05:00` or `-0500` means, in milliseconds; NaN if there is no such offset. */
function offsetOf(zone: string): number {
  return -Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2')}`);
}

/** When clocks show a time: once, twice when they are set back, never when they are set forward over it. */
function timesOf(wall: number, timeZone: TimeZone): ReadonlyArray<number> {
  const offsets = [-DAY_MS, DAY_MS].map((step) => wallTime(wall + step, timeZone) - (wall + step));
  const times = [...new Set(offsets)].map((offset) => wall - offset);
  return times.filter((time) => wallTime(time, timeZone) === wall);
}

/** Null for dates such as `2026-02-30`, which Date takes as a day of March, and before 1970. */
function utcDate(text: string): number | null {
  const date = new Date(`${text}T00:00:00Z`);
  return date.getTime() > 0 && date.toISOString().startsWith(text) ? date.getTime() : null;
}
