import { BoardsError, ConfigError, UsageError } from '../errors.ts';
import {
  parseBoardKeys,
  parseColumns,
  parseInterval,
  parsePalette,
  parseTimeframes,
  wholeNumber,
} from '../parse.ts';
import { type Column, MAX_LIMIT, type Palette, type Timeframe } from '../vocabulary.ts';
import { originOf, parseBaseUrl } from './base-url.ts';
import type { Fields } from './file.ts';

const parseLimit = wholeNumber('the limit', 1, MAX_LIMIT);

/** The config file decoded: null where it says nothing. */
export interface FileConfig {
  readonly apiKey: string | null;
  /** The only origin to which the key may go; null when the file does not say. */
  readonly apiKeyOrigin: string | null;
  readonly baseUrl: string | null;
  readonly timeframes: ReadonlyArray<Timeframe> | null;
  readonly limit: number | null;
  readonly boards: ReadonlyArray<string> | null;
  readonly intervalSeconds: number | null;
  readonly palette: Palette | null;
  readonly columns: ReadonlyArray<Column> | null;
}

/** Throws ConfigError that names the field and not its value, which may be a key in the wrong place. */
export function decodeFileConfig(fields: Fields, path: string): FileConfig {
  function field<T>(name: string, decode: (value: unknown) => T): T | null {
    const value = fields[name];
    if (value === undefined) return null;
    try {
      return decode(value);
    } catch (error) {
      throw error instanceof BoardsError ? wrongField(name, path, error.hint) : error;
    }
  }
  return {
    apiKey: field('apiKey', text),
    apiKeyOrigin: field('apiKeyOrigin', (value) => originOf(parseBaseUrl(text(value)))),
    baseUrl: field('baseUrl', (value) => parseBaseUrl(text(value))),
    timeframes: field('timeframe', (value) => parseTimeframes(text(value))),
    limit: field('limit', (value) => parseLimit(number(value))),
    boards: field('boards', (value) => parseBoardKeys(list(value))),
    intervalSeconds: field('interval', (value) => parseInterval(number(value))),
    palette: field('palette', (value) => parsePalette(text(value))),
    columns: field('columns', (value) => parseColumns(list(value))),
  };
}

function wrongField(name: string, path: string, hint: string | undefined): ConfigError {
  const fix = name.startsWith('apiKey')
    ? 'Remove the key with `boards logout`, then store it again with `boards login`.'
    : `${hint === undefined ? '' : `${hint} `}Set it with \`boards config set ${name} …\`.`;
  return new ConfigError(`${name} in the config file ${path} is not valid`, { hint: fix });
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new UsageError('not text', { hint: 'It must be text.' });
}

function number(value: unknown): string {
  if (typeof value === 'number') return String(value);
  throw new UsageError('not a number', { hint: 'It must be a number.' });
}

function list(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  throw new UsageError('not a list', { hint: 'It must be a list of texts.' });
}
