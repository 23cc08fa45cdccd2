import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import type { ConfigLocation } from './locations.ts';

/** Of every file that may contain the key. */
export const FILE_MODE = 0o600;
/** The special bits of a directory, such as setgid, do not give access. */
const DIRECTORY_MODE = 0o7700;
const OTHERS_MAY_WRITE = 0o002;

/** Restricts the modes of the config file and of a directory of our own to the user. Returns at most one note. */
export function tightenModes(
  location: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  context: Context,
): ReadonlyArray<string> {
  if (context.platform === 'win32') return [];
  const notes = [tighten(location.path, FILE_MODE), tightenDirectory(location, context)];
  return notes.filter((note) => note !== null).slice(0, 1);
}

/** Restricts the program's default directory. (A directory that a save creates is restricted from the start.) */
function tightenDirectory(
  { path, isFromEnvironment }: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  { homeDirectory }: Context,
): string | null {
  const directory = dirname(path);
  const isOwn = !isFromEnvironment && directory !== homeDirectory && directory !== dirname(directory);
  return isOwn ? tighten(directory, DIRECTORY_MODE) : null;
}

/**
 * A note about a directory that BOARDS_CONFIG_DIR names: it is left as it is, because it may be shared on purpose, also while it is empty.
 * Only where it matters: others see that there is a key, or all of them can replace the file and so name another service.
 */
export function notesOfShared(
  { path, isFromEnvironment }: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  { apiKey }: JsonObject,
  { homeDirectory, platform }: Context,
): ReadonlyArray<string> {
  const directory = dirname(path);
  const isHomeOrRoot = directory === homeDirectory || directory === dirname(directory);
  if (platform === 'win32' || !isFromEnvironment || isHomeOrRoot) return [];
  const mode = modeOf(directory);
  const matters = apiKey === undefined ? (mode & OTHERS_MAY_WRITE) !== 0 : (mode & 0o077) !== 0;
  if (!matters) return [];
  const what = `${directory} is open to other users (mode ${octal(mode)})`;
  return [
    `${what} and was left as it is, because BOARDS_CONFIG_DIR names it; to close it: \`chmod 700 ${shellWord(directory)}\``,
  ];
}

function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return null;
  // Only remove permissions: do not restore one that the owner removed.
  const restricted = mode & wanted;
  const was = `${path} was open to other users (mode ${octal(mode)})`;
  try {
    chmodSync(path, restricted);
    return `${was}; it is now ${octal(restricted)}`;
  } catch (error) {
    return `${path} is open to other users (mode ${octal(mode)}) and its mode cannot be changed: ${errnoOf(error)}`;
  }
}

/** The mode; 0 for a file that does not exist. */
function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch {
    return 0;
  }
}

/** Four octal digits, as for chmod; the first has the special bits. */
function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
