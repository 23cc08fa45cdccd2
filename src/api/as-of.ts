const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

const MINUTE = 60_000;

/**
 * Milliseconds since 1970 of an ISO 8601 date and time; without a zone it is UTC, on every computer. Null for anything
 * else: `Date.parse` would take "12" for a month, and read a time without a zone in the zone of this computer.
 */
export function parseAsOf(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((digits = '0') => Number(digits));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const time = Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds);
  // February 30 and 25:61 are carried over by Date.UTC; such a text names no time.
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24;
  const zone = zoneMinutes(match[8] ?? 'Z');
  if (!isReal || minutes > 59 || seconds > 59 || zone === null) return null;
  const utc = time - zone * MINUTE;
  return utc >= 0 ? utc : null;
}

/** Minutes ahead of UTC: `+05:30`, `-0400`, `+02` or `Z`; null when no zone is that far away. */
function zoneMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
