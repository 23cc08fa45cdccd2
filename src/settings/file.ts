import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import { FILE_MODE } from '../lib/private-files.ts';
import { errnoOf } from '../lib/system-error.ts';
import { type ConfigLocation, configLocation } from './places.ts';

/** The fields of the config file, which are not validated yet and may be unknown. Restricts its mode to the user. Throws ConfigError. */
export function readConfig(context: Context) {
  const location = configLocation(context);
  const fields = location && readFields(location.path);
  if (location === null || fields === null) return { fields: {}, warnings: [] };
  return { fields, warnings: checkLocation(location, fields, context) };
}

/**
 * The fields of the config file, or null if there is none. It is read without `conf`, which takes long and does not restrict the
 * mode, and synchronously, because node:fs/promises takes long to load. Throws ConfigError, which never quotes the content.
 */
export function readFields(path: string): JsonObject | null {
  let text: string;
  try {
    const stats = statSync(path);
    // Reading a named pipe would block.
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'EISDIR' : 'not a regular file');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error instanceof ConfigError ? error : unreadable(path, errnoOf(error), error);
  }
  let fields: unknown;
  try {
    fields = parseConfig(text);
  } catch (error) {
    // Windows PowerShell writes such files.
    if (text.includes('\0')) throw corrupt(path, 'is encoded in UTF-16', 'Save it as UTF-8.');
    // Without the cause: JSON.parse quotes the text, which may contain the key.
    throw corrupt(path, `is not valid JSON${faultyLine(text, error)}`);
  }
  if (isObject(fields)) return fields;
  throw corrupt(path, 'does not contain a JSON object');
}

/** Notepad and PowerShell write a byte order mark. */
function parseConfig(text: string) {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** ` (line 3)`, where JSON.parse says which; else empty. */
function faultyLine(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const end = text.trimEnd().length;
  const position = message.endsWith('end of JSON input') ? end : / at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  return ` (line ${text.slice(0, Math.min(end, Number(position))).split('\n').length})`;
}

function corrupt(
  path: string,
  fault: string,
  hint = 'Fix it, or delete it and run `boards login`.',
): ConfigError {
  return new ConfigError(`the config file ${path} ${fault}`, { hint });
}

function unreadable(path: string, errno: string, cause?: unknown): ConfigError {
  return new ConfigError(`cannot read the config file ${path}: ${errno}`, {
    hint: 'Fix that, or set BOARDS_API_KEY and BOARDS_BASE_URL, or set BOARDS_CONFIG_DIR to another directory.',
    cause,
  });
}

/** The special bits of a directory, such as setgid, do not give access. */
const DIRECTORY_MODE = 0o7700;
const OTHERS_MAY_WRITE = 0o002;

/**
 * Restricts the modes of a config file with these fields, and of its directory, to the user. Returns the notes about its location,
 * and at most one about modes.
 */
export function checkLocation(
  { path, isFromEnvironment, note }: ConfigLocation,
  { apiKey }: JsonObject,
  { platform }: Context,
): ReadonlyArray<string> {
  const directory = dirname(path);
  const checkDirectory = () =>
    isFromEnvironment ? noteOfShared(directory, apiKey !== undefined) : tighten(directory, DIRECTORY_MODE);
  const ofModes = platform === 'win32' ? null : (tighten(path, FILE_MODE) ?? checkDirectory());
  return [note, ofModes].filter((each) => each !== null);
}

/**
 * A note about a directory that BOARDS_CONFIG_DIR names: it is left as it is, because it may be shared on purpose, also while it is empty.
 * Only where it matters: others see that there is a key, or all of them can replace the file and so name another service.
 */
function noteOfShared(directory: string, hasKey: boolean): string | null {
  const mode = modeOf(directory);
  if ((mode & (hasKey ? 0o077 : OTHERS_MAY_WRITE)) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and was left as it is, because BOARDS_CONFIG_DIR names it; chmod 700 closes it`;
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return null;
  // Only remove permissions: do not restore one that the owner removed.
  const restricted = mode & wanted;
  try {
    chmodSync(path, restricted);
    return `${path} was open to other users (mode ${octal(mode)}); it is now ${octal(restricted)}`;
  } catch (error) {
    return `${path} is open to other users (mode ${octal(mode)}) and its mode cannot be changed: ${errnoOf(error)}`;
  }
}

/** The mode; 0 for a file that does not exist. */
function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

/** Four octal digits, as for chmod; the first has the special bits. */
function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
