import { readFileSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { ConfigError, errnoOf } from '../errors.ts';
import { type ConfigPlace, configPlace } from './location.ts';
import { tightenModes } from './permissions.ts';

/** The config file as parsed, unknown fields included. */
export type Fields = { readonly [name: string]: unknown };

/** The config file as found: its fields are not checked yet. */
export interface StoredConfig {
  /** Null where there is no home directory to put it in. */
  readonly path: string | null;
  readonly fields: Fields;
  readonly warnings: ReadonlyArray<string>;
}

const MAX_BYTES = 1024 * 1024;

/** Reads the config file, and closes it to other users when it was open to them. Throws ConfigError. */
export function readConfig(context: Context): StoredConfig {
  const place = configPlace(context);
  const fields = place === null ? null : readFields(place.path);
  if (place === null || fields === null) return { path: place?.path ?? null, fields: {}, warnings: [] };
  return { path: place.path, fields, warnings: warningsOf(place, context) };
}

/** What to tell the user about a config file in use; closes it to other users. */
export function warningsOf(place: ConfigPlace, context: Context): ReadonlyArray<string> {
  return [...(place.note === null ? [] : [place.note]), ...tightenModes(place, context)];
}

/**
 * The fields of the config file, or null when there is none. Read without `conf`, which costs 58 ms and leaves a loose
 * mode as it is, and synchronously, because node:fs/promises adds 3 ms to every start. Throws ConfigError with the path,
 * and never a word of what is inside.
 */
export function readFields(path: string): Fields | null {
  const text = readText(path);
  if (text === null) return null;
  const parsed = parseJson(text, path);
  if (isFields(parsed)) return parsed;
  throw corrupt(path, 'does not hold a JSON object');
}

function readText(path: string): string | null {
  try {
    const stats = statSync(path);
    // Only a plain file: reading a pipe would wait for ever.
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'EISDIR' : 'not a plain file');
    if (stats.size > MAX_BYTES) throw corrupt(path, 'is too large');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (errnoOf(error) === 'ENOENT') return null;
    throw unreadable(path, errnoOf(error), error);
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: JSON.parse quotes the text, which may be the key.
    throw corrupt(path, 'is not valid JSON');
  }
}

function corrupt(path: string, fault: string): ConfigError {
  return new ConfigError(`the config file ${path} ${fault}`, {
    hint: 'Correct it, or delete it and begin again with `boards login`.',
  });
}

function unreadable(path: string, errno: string, cause?: unknown): ConfigError {
  return new ConfigError(`cannot read the config file ${path}: ${errno}`, {
    hint: 'Put that right, or set BOARDS_API_KEY and BOARDS_BASE_URL, or another place in BOARDS_CONFIG_DIR.',
    cause,
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
