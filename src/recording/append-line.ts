import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errors.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Links are not followed, and a named pipe does not block. Reading is for the last byte. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LINE_FEED = 0x0a;

/**
 * Appends a line, which ends with a line feed, in one write, and creates file and directories if they are missing. Behind a
 * torn line, which a killed process or a full disk has left, it begins a new one. Throws the error of the system, or one
 * without a code that says why the file is not written to.
 */
export function appendLine(directory: string, name: string, line: string): void {
  makeDirectory(directory);
  // Opened each time, because the file may have been moved, removed or compressed since.
  const file = openSync(join(directory, name), FLAGS, FILE_MODE);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${name} is not a regular file`);
    const bytes = Buffer.from(endsTorn(file, stats.size) ? `\n${line}` : line);
    // Written in part: the disk is full. A second write could interleave with another program's line.
    if (writeSync(file, bytes) < bytes.length)
      throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

/** With its parents. Unlike `recursive` of Node, which reports ENOENT on a read-only disk, it throws the cause. */
function makeDirectory(path: string): void {
  const error = tryToMake(path);
  if (error === null) return;
  const parent = dirname(path);
  if (errnoOf(error) !== 'ENOENT' || parent === path) throw error;
  makeDirectory(parent);
  const second = tryToMake(path);
  if (second !== null) throw second;
}

/** Null if the path exists afterwards. */
function tryToMake(path: string): unknown {
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
    return null;
  } catch (error) {
    return errnoOf(error) === 'EEXIST' ? null : error;
  }
}

function endsTorn(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
}
