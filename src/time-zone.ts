import { MINUTE_MS } from './time-units.ts';

/** The zone in which times are read and shown: an IANA name, or undefined for that of the system. */
export type TimeZone = string | undefined;

const QUARTER_MS = 15 * MINUTE_MS;
/** A log shows some hundreds of times. */
const MAX_KNOWN_QUARTERS = 2000;

/** What clocks of the zone show, as if it were UTC, in milliseconds. NaN for an invalid time. */
export function wallTime(milliseconds: number, zone: TimeZone): number {
  return milliseconds + offsetAt(milliseconds, zone);
}

/** The short name of the zone at this time: `EST`, `GMT+5:30`; empty for an invalid time. */
export function zoneName(milliseconds: number, zone: TimeZone): string {
  if (!isValid(milliseconds)) return '';
  if (zone === undefined) return localName(milliseconds);
  return zone === 'UTC' ? zone : (/\S+$/.exec(clockOf(zone).name.format(milliseconds))?.[0] ?? '');
}

/** What clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(milliseconds: number, zone: TimeZone): number {
  if (zone === 'UTC') return 0;
  if (!isValid(milliseconds)) return Number.NaN;
  if (zone === undefined) return -new Date(milliseconds).getTimezoneOffset() * MINUTE_MS;
  const { offset, offsets } = clockOf(zone);
  const quarter = Math.floor(milliseconds / QUARTER_MS);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const found = parseOffset(offset.format(milliseconds));
  if (offsets.size >= MAX_KNOWN_QUARTERS) offsets.clear();
  offsets.set(quarter, found);
  return found;
}

function isValid(milliseconds: number): boolean {
  return !Number.isNaN(new Date(milliseconds).getTime());
}

interface ZoneClock {
  readonly offset: Intl.DateTimeFormat;
  readonly name: Intl.DateTimeFormat;
  /** By quarter of an hour: since 1970, clocks have changed on the quarter only. Formatting takes microseconds. */
  readonly offsets: Map<number, number>;
}

/** Creating a format takes milliseconds, so each zone has its own for as long as the program runs. */
const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = {
    offset: new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
    name: new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'long' }),
    offsets: new Map<number, number>(),
  };
  clocks.set(zone, clock);
  return clock;
}

/** Of `1/1/2026, GMT-05:00`, in milliseconds; `GMT` alone is 0. */
function parseOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):?(\d\d)?(?::(\d\d))?/.exec(text) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

/** The zones for which English has short names, by the long names that Date has without loading a format. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Coordinated Universal Time': 'UTC',
  'Greenwich Mean Time': 'GMT',
  'Atlantic Standard Time': 'AST',
  'Atlantic Daylight Time': 'ADT',
  'Eastern Standard Time': 'EST',
  'Eastern Daylight Time': 'EDT',
  'Central Standard Time': 'CST',
  'Central Daylight Time': 'CDT',
  'Mountain Standard Time': 'MST',
  'Mountain Daylight Time': 'MDT',
  'Pacific Standard Time': 'PST',
  'Pacific Daylight Time': 'PDT',
  'Alaska Standard Time': 'AKST',
  'Alaska Daylight Time': 'AKDT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hawaii-Aleutian Daylight Time': 'HDT',
};

/** Every snapshot that is shown has the name of the local zone: a format for it would cost 5 to 20 ms at each start. */
function localName(milliseconds: number): string {
  const date = new Date(milliseconds);
  const [, long = ''] = /\((.*)\)$/.exec(date.toString()) ?? [];
  return SHORT_NAMES[long] ?? offsetName(-date.getTimezoneOffset());
}

/** `GMT+5:30`, `GMT-3`, `GMT+0`. */
function offsetName(minutes: number): string {
  const size = Math.round(Math.abs(minutes));
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}
