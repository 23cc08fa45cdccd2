import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import { FILE_MODE } from '../lib/private-files.ts';
import { errnoOf } from '../lib/system-error.ts';
import { type ConfigLocation, configLocation } from './places.ts';

/** Does not validate the fields, but restricts the mode of the file to the user. */
export function readConfig(context: Context) {
  const location = configLocation(context);
  const fields = location && readFields(location.path);
  if (location === null || fields === null) return { fields: {}, warnings: [] };
  return { fields, warnings: checkLocation(location, fields, context) };
}

/** Errors never quote the content. Does not use `conf`, which loads slowly. */
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
    // Windows PowerShell writes UTF-16.
    if (text.includes('\0')) throw corrupt(path, 'is encoded in UTF-16', 'Save it as UTF-8.');
    // Omit the cause: JSON.parse quotes the text, which may contain the key.
    throw corrupt(path, `is not valid JSON${faultyLine(text, error)}`);
  }
  if (isObject(fields)) return fields;
  throw corrupt(path, 'does not contain a JSON object');
}

/** Notepad and PowerShell write a byte order mark. */
function parseConfig(text: string) {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** Returns ` (line 3)` if JSON.parse reports a position, otherwise an empty string. */
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

/** Restricts the modes of the file and its directory to the user, and returns notes about them. */
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

/** BOARDS_CONFIG_DIR may name a directory that is shared on purpose, so its mode is not changed. */
function noteOfShared(directory: string, hasKey: boolean): string | null {
  const mode = modeOf(directory);
  if ((mode & (hasKey ? 0o077 : OTHERS_MAY_WRITE)) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and was not changed, because BOARDS_CONFIG_DIR names it; restrict it with chmod 700`;
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return null;
  // Do not restore a permission that the owner has removed.
  const restricted = mode & wanted;
  try {
    chmodSync(path, restricted);
    return `${path} was open to other users (mode ${octal(mode)}); it is now ${octal(restricted)}`;
  } catch (error) {
    return `${path} is open to other users (mode ${octal(mode)}) and its mode cannot be changed: ${errnoOf(error)}`;
  }
}

function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
