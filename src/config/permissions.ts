import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf } from './errno.ts';

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Closes the config file and its directory to everybody else. Returns what to tell the user: nothing, or one line. */
export function tightenModes(path: string, context: Context): ReadonlyArray<string> {
  if (context.platform === 'win32') return [];
  const file = tighten(path, FILE_MODE);
  const directory = isShared(dirname(path), context) ? null : tighten(dirname(path), DIRECTORY_MODE);
  const note = file ?? directory;
  return note === null ? [] : [note];
}

/** A home directory is not ours to close, even when the config file was put right into it. */
function isShared(directory: string, context: Context): boolean {
  return directory === context.homeDirectory || directory === dirname(directory);
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  const isSticky = (mode & 0o1000) !== 0;
  if (isSticky || (mode & 0o077) === 0) return null;
  // Only ever less: who took the right to write away from himself has it stay away.
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

function octal(mode: number): string {
  return `0${(mode & 0o777).toString(8)}`;
}
