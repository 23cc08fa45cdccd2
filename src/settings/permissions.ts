import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import type { ConfigLocation } from '../paths.ts';

/** Of every file that may contain the key. */
export const FILE_MODE = 0o600;
/** The special bits of a directory, such as setgid, do not give access. */
const DIRECTORY_MODE = 0o7700;
const OTHERS_MAY_WRITE = 0o002;

type Place = Pick<ConfigLocation, 'path' | 'isFromEnvironment'>;

/** Restricts the modes of the config file and of the default directory to the user. Returns a note about one of them. */
export function tightenModes(place: Place, context: Context): string | null {
  if (context.platform === 'win32') return null;
  const directory = place.isFromEnvironment ? null : directoryOf(place, context);
  const notes = [tighten(place.path, FILE_MODE), directory && tighten(directory, DIRECTORY_MODE)];
  return notes.find((note) => note !== null) ?? null;
}

/**
 * A note about a directory that BOARDS_CONFIG_DIR names: it is left as it is, because it may be shared on purpose, also while it is empty.
 * Only where it matters: others see that there is a key, or all of them can replace the file and so name another service.
 */
export function noteOfShared(place: Place, { apiKey }: JsonObject, context: Context): string | null {
  const directory = directoryOf(place, context);
  if (context.platform === 'win32' || !place.isFromEnvironment || directory === null) return null;
  const mode = modeOf(directory);
  const matters = apiKey === undefined ? (mode & OTHERS_MAY_WRITE) !== 0 : (mode & 0o077) !== 0;
  if (!matters) return null;
  const what = `${directory} is open to other users (mode ${octal(mode)})`;
  return `${what} and was left as it is, because BOARDS_CONFIG_DIR names it; to close it: \`chmod 700 ${shellWord(directory)}\``;
}

/** The directory of the config file; null for the home directory and the root, which have other files. */
function directoryOf({ path }: Place, { homeDirectory }: Context): string | null {
  const directory = dirname(path);
  return directory === homeDirectory || directory === dirname(directory) ? null : directory;
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
