import { MINUTE_MS } from '../time-units.ts';

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Parses an ISO 8601 date and time to milliseconds since 1970; without a zone it is UTC. Returns null for anything else.
 * `Date.parse` would accept "12" as a month, and use the local zone for a time without one.
 */
export function parseAsOf(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((digits = '0') => Number(digits));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const time = Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds);
  // Date.UTC accepts February 30 and 25:61 and carries them over.
  const date = new Date(time);
  const isValidDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24;
  const zone = zoneMinutes(match[8] ?? 'Z');
  if (!isValidDate || minutes > 59 || seconds > 59 || zone === null) return null;
  const utc = time - zone * MINUTE_MS;
  return utc >= 0 ? utc : null;
}

/** The offset from UTC in minutes of `+05:30`, `-0400`, `+02` or `Z`; null if it is out of range. */
function zoneMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
