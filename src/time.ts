/** In milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the day in UTC of a time, both in milliseconds since 1970. */
export function utcDayStart(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** The zone in which times are read and shown: an IANA name, or undefined for that of the system. */
export type TimeZone = string | undefined;

const QUARTER_MS = 15 * MINUTE_MS;
const MAX_KNOWN_OFFSETS = 2000;

/** What clocks of the zone show, as if it were UTC, in milliseconds. NaN for an invalid time. */
export function wallTime(milliseconds: number, zone: TimeZone): number {
  return milliseconds + offsetAt(milliseconds, zone);
}

/** The date that clocks of the zone show, as `YYYY-MM-DD`. */
export function dateIn(time: number, zone: TimeZone): string {
  return new Date(wallTime(time, zone)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A time for messages: `2026-11-20 10:15:00 EST`. */
export function describeTime(time: number, zone: TimeZone): string {
  const clock = new Date(wallTime(time, zone)).toISOString().slice(0, '2026-11-20T10:15:00'.length);
  return `${clock.replace('T', ' ')} ${zoneName(time, zone)}`;
}

/** The short name of the zone at this time: `EST`, `GMT+5:30`; empty for an invalid time. */
export function zoneName(milliseconds: number, zone: TimeZone): string {
  if (!isValid(milliseconds)) return '';
  if (zone === undefined) return localName(new Date(milliseconds));
  return zone === 'UTC' ? zone : (/\S+$/.exec(formatOf(zone, 'short').format(milliseconds))?.[0] ?? '');
}

const offsets = new Map<string, number>();

/** What clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(milliseconds: number, zone: TimeZone): number {
  if (zone === 'UTC') return 0;
  if (!isValid(milliseconds)) return Number.NaN;
  if (zone === undefined) return -new Date(milliseconds).getTimezoneOffset() * MINUTE_MS;
  // Since 1970, clocks have changed on the quarter of an hour only.
  const quarter = `${zone} ${Math.floor(milliseconds / QUARTER_MS)}`;
  const offset = offsets.get(quarter) ?? parseOffset(formatOf(zone, 'longOffset').format(milliseconds));
  if (offsets.size >= MAX_KNOWN_OFFSETS) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}

function isValid(milliseconds: number): boolean {
  return !Number.isNaN(new Date(milliseconds).getTime());
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes milliseconds, so each is kept for as long as the program runs. */
function formatOf(timeZone: string, timeZoneName: 'short' | 'longOffset'): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeZoneName}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  formats.set(key, format);
  return format;
}

/** Of `1/1/2026, GMT-05:00`, in milliseconds; `GMT` alone is 0. */
function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):?(\d\d)?(?::(\d\d))?/.exec(text) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -size : size;
}

/** The regions whose zones have short names in English, with their first letters. */
const REGIONS: Readonly<Record<string, string>> = {
  Atlantic: 'A',
  Eastern: 'E',
  Central: 'C',
  Mountain: 'M',
  Pacific: 'P',
  Alaska: 'AK',
  'Hawaii-Aleutian': 'H',
};

/** From the long name that Date has: a format, which only a chosen zone needs, would delay each start. */
function localName(date: Date): string {
  const [, long = ''] = /\((.*)\)$/.exec(date.toString()) ?? [];
  const isEnglish = long.endsWith('Time');
  if (long === 'Coordinated Universal Time' || (!isEnglish && date.getTimezoneOffset() === 0)) return 'UTC';
  if (long === 'Greenwich Mean Time') return 'GMT';
  const [, region = '', kind = ''] = /^(\S+) ([SD])\w+ Time$/.exec(long) ?? [];
  return region in REGIONS ? `${REGIONS[region]}${kind}T` : offsetName(-date.getTimezoneOffset());
}

/** `GMT+5:30`, `GMT-3`, `GMT+0`. */
function offsetName(minutes: number): string {
  const size = Math.round(Math.abs(minutes));
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}
