import { chmodSync, opendirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import type { ConfigLocation } from './location.ts';

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const STICKY_BIT = 0o1000;

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
 * Restricts a directory that belongs to this program: the default one, or one set by BOARDS_CONFIG_DIR that contains only
 * its files. The mode of any other directory, such as the home directory, is not changed.
 */
function tightenDirectory(
  { path, isFromEnvironment }: Pick<ConfigLocation, 'path' | 'isFromEnvironment'>,
  { homeDirectory }: Context,
): string | null {
  const directory = dirname(path);
  if (directory === homeDirectory || directory === dirname(directory)) return null;
  const mode = modeOf(directory);
  const isShared =
    isFromEnvironment && ((mode & STICKY_BIT) !== 0 || containsOtherFiles(directory, basename(path)));
  if (!isShared) return tighten(directory, DIRECTORY_MODE);
  if ((mode & 0o077) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and was not changed, because it contains other files`;
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

/** True if the directory contains anything but the config file, its lock and its temporary files, or cannot be read. */
function containsOtherFiles(directory: string, file: string): boolean {
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
