import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { ConfigPlace } from './location.ts';

const FILE_MODE = 0o600;
/** The special bits of a directory let nobody in: setgid hands its group on. */
const DIRECTORY_MODE = 0o7700;

/** Closes the config file and its directory to everybody else. Returns what to tell the user: nothing, or one line. */
export function tightenModes(
  place: Pick<ConfigPlace, 'path' | 'isNamed'>,
  context: Context,
): ReadonlyArray<string> {
  if (context.platform === 'win32') return [];
  const notes = [tighten(place.path, FILE_MODE), tightenDirectory(place, context)];
  return notes.filter((note) => note !== null).slice(0, 1);
}

/**
 * Closes our own directory in the user's place for settings. One named by BOARDS_CONFIG_DIR is not ours to close, the home
 * directory least of all: it may be shared on purpose, also while it is empty. (Made by a save, it is closed from the start.)
 */
function tightenDirectory(
  { path, isNamed }: Pick<ConfigPlace, 'path' | 'isNamed'>,
  { homeDirectory }: Context,
): string | null {
  const directory = dirname(path);
  if (directory === homeDirectory || directory === dirname(directory)) return null;
  if (!isNamed) return tighten(directory, DIRECTORY_MODE);
  const mode = modeOf(directory);
  if ((mode & 0o077) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and is left so: BOARDS_CONFIG_DIR names it`;
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return null;
  // Only ever less: a right that its owner took away stays away.
  const closed = mode & wanted;
  const was = `${path} was open to other users (mode ${octal(mode)})`;
  try {
    chmodSync(path, closed);
    return `${was}; it is now ${octal(closed)}`;
  } catch (error) {
    return `${path} is open to other users (mode ${octal(mode)}) and cannot be closed: ${errnoOf(error)}`;
  }
}

/** 0, which is closed to all, for a file that does not exist (yet). */
function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch {
    return 0;
  }
}

/** As chmod takes it: four digits, the first for the special bits. */
function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
