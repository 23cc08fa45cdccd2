import { chmodSync, opendirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { ConfigPlace } from './location.ts';

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const STICKY = 0o1000;

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
 * Closes a directory of our own: the one in the user's place for settings, or one named by BOARDS_CONFIG_DIR that holds
 * nothing but our files. Any other directory is not ours to close, the home directory least of all.
 */
function tightenDirectory(
  { path, isNamed }: Pick<ConfigPlace, 'path' | 'isNamed'>,
  { homeDirectory }: Context,
): string | null {
  const directory = dirname(path);
  if (directory === homeDirectory || directory === dirname(directory)) return null;
  const mode = modeOf(directory);
  const isShared = isNamed && ((mode & STICKY) !== 0 || holdsOthers(directory, basename(path)));
  if (!isShared) return tighten(directory, DIRECTORY_MODE);
  if ((mode & 0o077) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and is left so: it holds other files too`;
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

/** True where the directory has an entry that is neither the file nor its lock or a copy of it; also where nobody can tell. */
function holdsOthers(directory: string, file: string): boolean {
  try {
    const entries = opendirSync(directory);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (entry.name !== file && !entry.name.startsWith(`${file}.`)) return true;
      }
      return false;
    } finally {
      entries.closeSync();
    }
  } catch {
    return true;
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
