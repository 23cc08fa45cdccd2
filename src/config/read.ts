import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '../errors.ts';
import { errnoOf } from './errno.ts';

/** The config file as parsed, unknown fields included. */
export type Fields = { readonly [name: string]: unknown };

const MAX_BYTES = 1024 * 1024;

/**
 * The fields of the config file, or null when there is none. Read without `conf`, which costs 58 ms and leaves a loose
 * mode as it is. Throws ConfigError with the path, and never a word of what is inside.
 */
export async function readFields(path: string): Promise<Fields | null> {
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseJson(text, path);
  if (isFields(parsed)) return parsed;
  throw corrupt(path, 'does not hold a JSON object');
}

async function readText(path: string): Promise<string | null> {
  try {
    const stats = await stat(path);
    // Only a plain file: reading a pipe would wait for ever.
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'EISDIR' : 'not a plain file');
    if (stats.size > MAX_BYTES) throw corrupt(path, 'is too large');
    return await readFile(path, 'utf8');
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
