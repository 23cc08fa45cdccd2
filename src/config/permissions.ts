import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { ConfigLocation } from './location.ts';

/** Of every file that may contain the key. */
export const FILE_MODE = 0o600;
/** The special bits of a directory, such as setgid, do not give access. */
const DIRECTORY_MODE = 0o7700;

/** Restricts the modes of the config file and its directory to the user. Returns at most one note. */
export function tightenModes(
  location: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  context: Context,
): ReadonlyArray<string> {
  if (context.platform === 'win32') return [];
  const notes = [tighten(location.path, FILE_MODE), tightenDirectory(location, context)];
  return notes.filter((note) => note !== null).slice(0, 1);
}

/**
 * Restricts the program's default directory. One set by BOARDS_CONFIG_DIR is not changed, because it may be shared on
 * purpose, also while it is empty. (A directory that a save creates is restricted from the start.)
 */
function tightenDirectory(
  { path, isFromEnvironment }: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  { homeDirectory }: Context,
): string | null {
  const directory = dirname(path);
  if (directory === homeDirectory || directory === dirname(directory)) return null;
  if (!isFromEnvironment) return tighten(directory, DIRECTORY_MODE);
  const mode = modeOf(directory);
  if ((mode & 0o077) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and was not changed: BOARDS_CONFIG_DIR names it`;
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
