import { UsageError } from './errors.ts';
import { secondsOf, utcDate } from './parse.ts';
import { unexpected } from './quote.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, utcDayStart } from './time-units.ts';
import { type TimeZone, wallTime, zoneName } from './time-zone.ts';

const HINT = 'Give a time such as 10:15, 2026-11-20T10:15, 2026-11-20T15:15Z, or 15m for 15 minutes ago.';
const TIME =
  /^(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** A duration, which needs a unit: `10` may be meant as 10:00. */
const AGO = /^(\S+[smhd])(?: *ago)?$/;

export interface TimeOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What needs the time, for errors: `--at`. */
  readonly option: string;
  readonly timeZone: TimeZone;
}

/**
 * A time in the past, in milliseconds since 1970: `10:15` of today or `2026-11-20T10:15` on clocks of the zone, with `Z` or an
 * offset on others, `15m` or `15m ago`. If clocks show it twice, it is the later one that has come. Throws UsageError, also for a
 * time to come and for one that clocks skip.
 */
export function parseTime(text: string, { now, option, timeZone }: TimeOptions): number {
  const word = text.trim();
  const ago = agoOf(word, now);
  if (ago !== null) return ago;
  const wall = wallOf(word, now, timeZone);
  if (wall === null) throw invalidTime(word, option);
  const times = timesMeant(wall, { option, timeZone });
  const past = times.filter((time) => time <= now);
  if (past.length > 0) return Math.max(...past);
  const hint = wall.isToday
    ? `It is ${describeTime(now, timeZone).slice('2026-11-20 '.length)}. For another day, put its date before it: 2026-11-20T10:15.`
    : HINT;
  const shown = wall.isToday ? word : describeTime(Math.min(...times), timeZone);
  throw new UsageError(`${option}: ${shown} has not come yet`, { hint });
}

/**
 * A time with its date, past or to come, in milliseconds since 1970; the later one if clocks show it twice. Throws UsageError for
 * other forms, and for a time that clocks skip.
 */
export function parseMoment(text: string, { option, timeZone }: Omit<TimeOptions, 'now'>): number {
  const word = text.trim();
  const wall = wallOf(word, 0, timeZone);
  if (wall === null || wall.isToday) throw invalidTime(word, option);
  return Math.max(...timesMeant(wall, { option, timeZone }));
}

/** The form of a time, which is valid whatever the present time. Throws UsageError for a text that is no time. */
export function timeForm(text: string, option: string): 'ago' | 'time of day' | 'moment' {
  const word = text.trim();
  if (secondsAgo(word) !== null) return 'ago';
  const wall = wallOf(word, 0, 'UTC');
  if (wall === null) throw invalidTime(word, option);
  return wall.isToday ? 'time of day' : 'moment';
}

/** The date that clocks of the zone show at a time, as `YYYY-MM-DD`. */
export function dateIn(time: number, timeZone: TimeZone): string {
  return new Date(wallTime(time, timeZone)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A time for messages: `2026-11-20 10:15:00 EST`. */
export function describeTime(time: number, timeZone: TimeZone): string {
  return `${clockTime(wallTime(time, timeZone))} ${zoneName(time, timeZone)}`;
}

function clockTime(wall: number): string {
  return new Date(wall).toISOString().slice(0, '2026-11-20 10:15:00'.length).replace('T', ' ');
}

function invalidTime(text: string, option: string): UsageError {
  return unexpected(`${option}: invalid time`, text, HINT);
}

/** Of `15m`, `15m ago` or `15mago`; null if the text is not a duration above zero. */
function secondsAgo(text: string): number | null {
  const [, span] = AGO.exec(text) ?? [];
  return span === undefined ? null : secondsOf(span);
}

/** Null if the text is no such duration, or one that leads to before 1970. */
function agoOf(text: string, now: number): number | null {
  const seconds = secondsAgo(text);
  const time = seconds === null ? -1 : now - seconds * SECOND_MS;
  return time < 0 ? null : Math.round(time);
}

interface Wall {
  /** What clocks show, as if it were UTC. */
  readonly time: number;
  /** That of the text, in milliseconds; null if it has none. */
  readonly offset: number | null;
  /** The text has no date. */
  readonly isToday: boolean;
}

/** The times that clocks show so, at least one. */
function timesMeant(
  { time, offset }: Wall,
  { option, timeZone }: Omit<TimeOptions, 'now'>,
): ReadonlyArray<number> {
  const times = offset === null ? timesOf(time, timeZone) : [time - offset];
  if (times.length === 0)
    throw new UsageError(`${option}: ${clockTime(time)} does not exist: clocks skip it on that day`, {
      hint: HINT,
    });
  return times;
}

/** Null if the text is no time of day, or its date does not exist. */
function wallOf(text: string, now: number, timeZone: TimeZone): Wall | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, year, month = '', day = '', hours = '', minutes = '', seconds = '', fraction = '', zone] = match;
  const offset = zone === undefined ? null : offsetOf(zone);
  const clock = timeOfDay(Number(hours), Number(minutes), Number(seconds));
  if (clock === null || (zone !== undefined && (offset === null || year === undefined))) return null;
  const today = utcDayStart(wallTime(now, timeZone));
  const date = year === undefined ? today : utcDate(`${year}-${month}-${day}`);
  if (date === null) return null;
  return { time: date + clock + Number(fraction.padEnd(3, '0')), offset, isToday: year === undefined };
}

function timeOfDay(hours: number, minutes: number, seconds: number): number | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}

/** Of `Z`, `-05:00` or `-0500`, in milliseconds; null if there is no such offset. */
function offsetOf(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const size = timeOfDay(Number(zone.slice(1, 3)), Number(zone.slice(-2)), 0);
  return size === null ? null : zone.startsWith('-') ? -size : size;
}

/** When clocks show a time: once, twice when they are set back, never when they are set forward over it. */
function timesOf(wall: number, timeZone: TimeZone): ReadonlyArray<number> {
  const offsets = [-DAY_MS, DAY_MS].map((step) => wallTime(wall + step, timeZone) - (wall + step));
  const times = [...new Set(offsets)].map((offset) => wall - offset);
  return times.filter((time) => wallTime(time, timeZone) === wall);
}
