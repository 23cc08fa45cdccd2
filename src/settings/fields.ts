import { BoardsError, ConfigError, UsageError } from '../errors.ts';
import { parseColumns } from '../fields/fields.ts';
import type { JsonObject } from '../json-object.ts';
import { parseBoardKeys, parsePalette, parseTimeframes, wholeNumber } from '../parse.ts';
import { parseInterval } from '../parse-duration.ts';
import { type Column, MAX_LIMIT, type Palette, type Timeframe } from '../vocabulary.ts';
import { originOf, parseBaseUrl } from './base-url.ts';
import { parsePins } from './pins.ts';
import { parseRecord, type RecordDays } from './record.ts';
import { parseTimeZone } from './zone.ts';

/** Unlike `--limit`, the preference accepts no number that the service would cut. */
export const parseLimitPreference = wholeNumber('the limit', { min: 1, max: MAX_LIMIT, example: 5 });

/** The decoded config file; a missing field is null. */
export interface FileConfig {
  readonly apiKey: string | null;
  /** The only origin that the key may be sent to; null if missing. */
  readonly apiKeyOrigin: string | null;
  readonly baseUrl: string | null;
  readonly timeframes: ReadonlyArray<Timeframe> | null;
  readonly limit: number | null;
  readonly boards: ReadonlyArray<string> | null;
  readonly intervalSeconds: number | null;
  readonly palette: Palette | null;
  readonly columns: ReadonlyArray<Column> | null;
  readonly wide: boolean | null;
  readonly pins: ReadonlyArray<string> | null;
  readonly record: RecordDays | null;
  /** `local`, `utc` or an IANA name. */
  readonly timezone: string | null;
}

/** Throws ConfigError for an invalid field. It does not quote the value, which may be a misplaced key. */
export function decodeFileConfig(fields: JsonObject, path: string): FileConfig {
  function field<T>(name: string, decode: (value: unknown) => T): T | null {
    const value = fields[name];
    if (value === undefined) return null;
    try {
      return decode(value);
    } catch (error) {
      throw error instanceof BoardsError ? invalidField(name, path, error.hint) : error;
    }
  }
  return {
    apiKey: field('apiKey', text),
    apiKeyOrigin: field('apiKeyOrigin', (value) => originOf(parseBaseUrl(text(value)))),
    baseUrl: field('baseUrl', (value) => parseBaseUrl(text(value))),
    timeframes: field('timeframe', (value) => parseTimeframes(text(value))),
    limit: field('limit', (value) => parseLimitPreference(number(value))),
    boards: field('boards', (value) => parseBoardKeys(list(value))),
    intervalSeconds: field('interval', (value) => parseInterval(number(value))),
    palette: field('palette', (value) => parsePalette(text(value))),
    columns: field('columns', (value) => parseColumns(list(value))),
    wide: field('wide', boolean),
    pins: field('pins', (value) => parsePins(list(value))),
    record: field('record', (value) => (value === 'off' ? value : parseRecord(number(value)))),
    timezone: field('timezone', (value) => parseTimeZone(text(value))),
  };
}

function invalidField(name: string, path: string, hint: string | undefined): ConfigError {
  const steps = name.startsWith('apiKey')
    ? 'Delete the key with `boards logout`, then store it again with `boards login`.'
    : `${hint === undefined ? '' : `${hint} `}Set it with \`boards config set ${name} …\`.`;
  return new ConfigError(`invalid ${name} in the config file ${path}`, { hint: steps });
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new UsageError('not a string', { hint: 'It must be a string.' });
}

function number(value: unknown): string {
  if (typeof value === 'number') return String(value);
  throw new UsageError('not a number', { hint: 'It must be a number.' });
}

function boolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new UsageError('not a boolean', { hint: 'It must be true or false.' });
}

function list(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  throw new UsageError('not a list', { hint: 'It must be a list of strings.' });
}
