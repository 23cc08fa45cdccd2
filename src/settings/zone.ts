import type { UsageError } from '../errors.ts';
import { type Parser, parser } from '../parse.ts';
import { unexpected } from '../quote.ts';
import { nearest } from '../suggest.ts';
import type { TimeZone } from '../time-zone.ts';

/** What the preference accepts beside the names that Intl knows. */
const WORDS = ['local', 'utc'];
/** To Intl, EST is Panama, which has no daylight saving time, and BST is Dhaka. */
const ABBREVIATION = /^[a-z]{3}$/i;

/** `local`, `utc`, or the name of a zone. */
export const parseTimeZone: Parser<string> = parser(
  (text) => {
    const word = text.trim();
    const lower = word.toLowerCase();
    if (WORDS.includes(lower)) return lower;
    const name = zoneNamed(word);
    if (name === null) throw unknownZone(word);
    return name;
  },
  { name: 'timezone', kind: 'one', words: WORDS, example: 'America/New_York' },
);

/** The zone that a value of the preference names. */
export function timeZoneOf(value: string): TimeZone {
  if (value === 'local') return undefined;
  return value === 'utc' ? 'UTC' : value;
}

/** The name as Intl spells it, an alias such as US/Eastern as it is typed; null if there is no such zone. */
function zoneNamed(word: string): string | null {
  // Some versions of Node take offsets such as +05:30.
  if (ABBREVIATION.test(word) || !/^[a-z]/i.test(word)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: word }).resolvedOptions();
    return timeZone.toLowerCase() === word.toLowerCase() ? timeZone : word;
  } catch {
    return null;
  }
}

function unknownZone(word: string): UsageError {
  const cityOf = (name: string) => name.slice(name.lastIndexOf('/') + 1).replaceAll(' ', '_');
  const area = word.slice(0, word.indexOf('/') + 1).toLowerCase();
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name.toLowerCase().startsWith(area));
  const zones = new Map(names.map((name) => [cityOf(name), name]));
  const city = ABBREVIATION.test(word) ? undefined : nearest(cityOf(word), zones.keys());
  const question = city === undefined ? '' : `Did you mean ${zones.get(city)}? `;
  const hint = `${question}Give local, utc, or a name such as America/New_York.`;
  return unexpected('unknown time zone', word, hint);
}
