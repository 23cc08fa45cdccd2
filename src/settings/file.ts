import { readFileSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { ConfigError, errnoOf } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { type ConfigLocation, configLocation } from './locations.ts';
import { notesOfShared, tightenModes } from './permissions.ts';

/** The config file, with fields that are not validated yet and may be unknown. */
export interface StoredConfig {
  /** Null without a home directory. */
  readonly path: string | null;
  readonly fields: JsonObject;
  readonly warnings: ReadonlyArray<string>;
}

const MAX_BYTES = 1024 * 1024;

/** Reads the config file, and restricts its mode to the user. Throws ConfigError. */
export function readConfig(context: Context): StoredConfig {
  const location = configLocation(context);
  const fields = location === null ? null : readFields(location.path);
  if (location === null || fields === null) return { path: location?.path ?? null, fields: {}, warnings: [] };
  const tightened = tightenModes(location, context);
  return { path: location.path, fields, warnings: warningsOf(location, tightened, fields, context) };
}

/** The notes about the location of a config file with these fields, and at most one about modes. */
export function warningsOf(
  location: ConfigLocation,
  tightened: ReadonlyArray<string>,
  fields: JsonObject,
  context: Context,
): ReadonlyArray<string> {
  const modes = [...tightened, ...notesOfShared(location, fields, context)].slice(0, 1);
  return [...(location.note === null ? [] : [location.note]), ...modes];
}

/**
 * The fields of the config file, or null if there is none. It is read without `conf`, which takes 58 ms and does not
 * restrict the mode, and synchronously, because node:fs/promises adds 3 ms to every start. Throws ConfigError, which
 * never quotes the content.
 */
export function readFields(path: string): JsonObject | null {
  const text = readText(path);
  if (text === null) return null;
  const parsed = parseJson(text, path);
  if (isObject(parsed)) return parsed;
  throw corrupt(path, 'does not contain a JSON object');
}

function readText(path: string): string | null {
  try {
    const stats = statSync(path);
    // Only a regular file: reading a named pipe would block.
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'EISDIR' : 'not a regular file');
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
    // Without the cause: JSON.parse quotes the text, which may contain the key.
    throw corrupt(path, 'is not valid JSON');
  }
}

function corrupt(path: string, fault: string): ConfigError {
  return new ConfigError(`the config file ${path} ${fault}`, {
    hint: 'Fix it, or delete it and run `boards login`.',
  });
}

function unreadable(path: string, errno: string, cause?: unknown): ConfigError {
  return new ConfigError(`cannot read the config file ${path}: ${errno}`, {
    hint: 'Fix that, or set BOARDS_API_KEY and BOARDS_BASE_URL, or set BOARDS_CONFIG_DIR to another directory.',
    cause,
  });
}
