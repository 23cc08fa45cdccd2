import { UsageError } from '../errors.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { parseTypedBaseUrl } from './base-url.ts';
import { parseStoredLimit } from './file-config.ts';
import {
  parseBoardKeys,
  parseColumns,
  parseIntervalSeconds,
  parsePalette,
  parseTimeframes,
} from './values.ts';

/** What `boards config` can keep, as named there and in the config file. */
export const PREFERENCES = [
  'baseUrl',
  'timeframe',
  'limit',
  'boards',
  'interval',
  'palette',
  'columns',
] as const;
export type Preference = (typeof PREFERENCES)[number];

/** The preference of that name, ignoring case. Throws UsageError; for the key too, which is not stored this way. */
export function parsePreference(name: string): Preference {
  const found = PREFERENCES.find((preference) => preference.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  if (/^api[_-]?key/i.test(name)) {
    throw new UsageError('the key is not a preference', {
      hint: 'Store it with `boards login`, remove it with `boards logout`.',
    });
  }
  throw unexpected('unknown setting', name, suggestionHint(name, PREFERENCES));
}

const ENCODERS: { readonly [name in Preference]: (text: string) => unknown } = {
  baseUrl: parseTypedBaseUrl,
  timeframe: (text) => {
    parseTimeframes(text);
    return text.trim();
  },
  limit: parseStoredLimit,
  boards: parseBoardKeys,
  interval: parseIntervalSeconds,
  palette: parsePalette,
  columns: parseColumns,
};

/** The text as the config file keeps it. Throws UsageError or, for a base URL, ConfigError. */
export function encodePreference(name: Preference, text: string): unknown {
  return ENCODERS[name](text);
}
