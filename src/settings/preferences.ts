import { UsageError } from '../errors.ts';
import { parseColumns } from '../fields/fields.ts';
import { freeParser, onOff, type Parser, parseBoardKeys, parsePalette, parseTimeframes } from '../parse.ts';
import { parseInterval } from '../parse-duration.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { parseTypedBaseUrl } from './base-url.ts';
import { parseLimitPreference } from './fields.ts';
import { parsePins } from './pins.ts';
import { parseRecord } from './record.ts';
import type { Settings } from './resolve.ts';
import type { Setting } from './setting.ts';
import { parseTimeZone } from './zone.ts';

/** The preferences, as named by `boards config` and in the config file. */
export const PREFERENCES = [
  'baseUrl',
  'timeframe',
  'limit',
  'boards',
  'interval',
  'palette',
  'columns',
  'wide',
  'pins',
  'record',
  'timezone',
] as const;
export type Preference = (typeof PREFERENCES)[number];

/** The preference with this name, ignoring case. Throws UsageError, also for the key, which `boards login` stores. */
export function parsePreference(name: string): Preference {
  const found = PREFERENCES.find((preference) => preference.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  if (/^api[_-]?key/i.test(name)) {
    throw new UsageError('the key is not a preference', {
      hint: 'Store it with `boards login`, delete it with `boards logout`.',
    });
  }
  throw unexpected('unknown preference', name, suggestionHint(name, PREFERENCES));
}

/** The parser of each preference. */
export const PREFERENCE_PARSERS: { readonly [name in Preference]: Parser<unknown> } = {
  baseUrl: freeParser('url', parseTypedBaseUrl, 'https://…'),
  timeframe: parseTimeframes,
  limit: parseLimitPreference,
  boards: parseBoardKeys,
  interval: parseInterval,
  palette: parsePalette,
  columns: parseColumns,
  wide: onOff('wide'),
  pins: parsePins,
  record: parseRecord,
  timezone: parseTimeZone,
};

/** The value to store in the config file. Throws UsageError or, for a base URL, ConfigError. */
export function encodePreference(name: Preference, text: string): unknown {
  const value = PREFERENCE_PARSERS[name](text);
  // Stored as text, so that `all` includes timeframes that are added later.
  return name === 'timeframe' ? text.trim() : value;
}

type PreferenceValue = string | number | boolean | ReadonlyArray<string>;

/** The effective value of a preference; without a value or a default, null with the source `not set`. */
export interface EffectivePreference {
  readonly name: Preference;
  readonly value: PreferenceValue | null;
  readonly source: string;
}

/** Every preference, in display order. */
export function describePreferences(settings: Settings): ReadonlyArray<EffectivePreference> {
  const one = (name: Preference, setting: Setting<PreferenceValue> | null) => ({
    name,
    value: setting?.value ?? null,
    source: setting?.source ?? 'not set',
  });
  return [
    one('baseUrl', settings.baseUrl),
    one('timeframe', settings.timeframes),
    one('limit', settings.limit),
    one('boards', settings.boards),
    one('interval', settings.intervalSeconds),
    one('palette', settings.palette),
    one('columns', settings.columns),
    one('wide', settings.wide),
    one('pins', settings.pins),
    one('record', settings.record),
    one('timezone', settings.timezone),
  ];
}
