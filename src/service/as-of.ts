const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):\d\d)((?::\d\d(?:[.,]\d{1,9})?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

/**
 * Parses an ISO 8601 date and time to milliseconds since 1970; without a zone it is UTC. Returns null for anything else.
 * `Date.parse` would accept "12" as a month, use the local zone for a time without one, and carry February 30 over.
 */
export function parseAsOf(text: string): number | null {
  const [, date, time, seconds = '', hours = '+00', minutes = '00'] = DATE_TIME.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(`${date}T`)) return null;
  const utc = Date.parse(`${date}T${time}${seconds.replace(',', '.')}${hours}:${minutes}`);
  return utc >= 0 ? utc : null;
}
