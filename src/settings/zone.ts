import type { Context } from '../context.ts';
import { BoardsError, UsageError } from '../errors.ts';
import { type Parser, parser } from '../parse.ts';
import { keyRefused, looksLikeKey, quote } from '../quote.ts';
import { nearest } from '../suggest.ts';
import type { TimeZone } from '../time-zone.ts';
import { readFields } from './file.ts';
import { configLocation } from './locations.ts';

/** What the preference accepts beside IANA names. */
const WORDS = ['local', 'utc'];

/**
 * Abbreviations that people type, and what they mean. They are not accepted: EST, MST and HST are IANA names of zones without
 * daylight saving time, an hour off in summer.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  ct: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mt: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  hst: 'Pacific/Honolulu',
  bst: 'Europe/London',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

/**
 * The names of the database that are not spelled with one capital for each word. Node knows the spelling of its own names only, not
 * of their aliases, and each version has others.
 */
const SPELLINGS: ReadonlyArray<string> =
  `Africa/Dar_es_Salaam America/Argentina/ComodRivadavia America/Knox_IN America/Port-au-Prince
   America/Port_of_Spain Antarctica/DumontDUrville Antarctica/McMurdo Australia/ACT Australia/LHI
   Australia/NSW Brazil/DeNoronha CET CST6CDT Chile/EasterIsland EET EST5EDT Etc/GMT Etc/GMT+0
   Etc/GMT-0 Etc/GMT0 Etc/UCT Etc/UTC Europe/Isle_of_Man GB GB-Eire GMT GMT+0 GMT-0 GMT0 MET
   Mexico/BajaNorte Mexico/BajaSur MST7MDT NZ NZ-CHAT PRC PST8PDT ROC ROK UCT US/Alaska US/Aleutian
   US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain
   US/Pacific US/Samoa W-SU WET`.split(/\s+/);

/** `local`, `utc`, or an IANA name, as it is spelled in the time zone data. */
export const parseTimeZone: Parser<string> = (() => {
  const parse = (text: string) => {
    const word = text.trim();
    const lower = word.toLowerCase();
    if (WORDS.includes(lower)) return lower;
    const name = Object.hasOwn(ABBREVIATIONS, lower) ? null : ianaName(word);
    if (name === null) throw unknownZone(word);
    return name;
  };
  return parser(parse, { name: 'timezone', kind: 'one', words: WORDS, example: 'America/New_York' });
})();

/** The zone that a value of the preference names. */
export function timeZoneOf(value: string): TimeZone {
  if (value === 'local') return undefined;
  return value === 'utc' ? 'UTC' : value;
}

/** The zone of the config file, for an option that is parsed before the settings are known, which report a bad file. */
export function storedTimeZone(context: Context): TimeZone {
  try {
    const location = configLocation(context);
    const { timezone } = (location === null ? null : readFields(location.path)) ?? {};
    return typeof timezone === 'string' ? timeZoneOf(parseTimeZone(timezone)) : undefined;
  } catch (error) {
    if (error instanceof BoardsError) return undefined;
    throw error;
  }
}

/** Null if there is no such zone. Offsets such as `+05:30` are accepted by some versions of Node only. */
function ianaName(word: string): string | null {
  if (!/^[a-z]/i.test(word)) return null;
  try {
    const found = new Intl.DateTimeFormat('en-US', { timeZone: word }).resolvedOptions().timeZone;
    // An alias, such as US/Eastern or Asia/Kolkata, is not replaced by the name that Node has for it.
    return found.toLowerCase() === word.toLowerCase() ? found : spelled(word);
  } catch {
    return null;
  }
}

/** An IANA name as the database spells it, from a name in any case. */
function spelled(name: string): string {
  const lower = name.toLowerCase();
  const found = SPELLINGS.find((each) => each.toLowerCase() === lower);
  return found ?? lower.replace(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

function unknownZone(word: string): UsageError {
  const meant = nearestZone(word);
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  const hint = `${question}Give local, utc, or a name such as America/New_York.`;
  // The names of zones can be longer than keys, but they have no digits and no underscore before the first slash.
  const isZoneLike = /^[a-z]+(\/[a-z_-]+){1,2}$/i.test(word);
  if (!looksLikeKey(word)) return new UsageError(`unknown time zone ${quote(word)}`, { hint });
  return isZoneLike ? new UsageError('unknown time zone', { hint }) : keyRefused();
}

/** By abbreviation, by the name of its city, or by the whole name. */
function nearestZone(word: string): string | undefined {
  const lower = word.toLowerCase().replaceAll(' ', '_');
  if (Object.hasOwn(ABBREVIATIONS, lower)) return ABBREVIATIONS[lower];
  // Node lists the names that it uses, not aliases such as US/Eastern.
  const alias = lower.startsWith('us/') ? nearest(lower, SPELLINGS) : undefined;
  if (alias !== undefined) return alias;
  const zones = Intl.supportedValuesOf('timeZone');
  const cities = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  const city = nearest(lower.slice(lower.lastIndexOf('/') + 1), cities.keys());
  return city === undefined ? nearest(lower, [...WORDS, ...zones]) : cities.get(city);
}
