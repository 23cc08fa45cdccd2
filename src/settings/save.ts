import {
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { FILE_MODE, makeDirectory } from '../lib/private-files.ts';
import { errnoOf } from '../lib/system-error.ts';
import { checkLocation, readFields } from './file.ts';
import { type ConfigLocation, requireConfigLocation } from './places.ts';

const LOCK_POLL_MS = 25;
/** A lock that stays the same for a second belongs to a process that was killed. */
const POLLS_UNTIL_STALE = 40;
const MAX_LOCK_POLLS = 160;
const MAX_RETRIES_ON_WINDOWS = 20;
const TEMPORARY = '.tmp-';

/** Takes a lock, so that no simultaneous change is lost. Readers see either the old or the new file. */
export async function saveConfig(
  change: (fields: JsonObject) => JsonObject,
  context: Context,
  location: ConfigLocation = requireConfigLocation(context),
): Promise<{ readonly path: string; readonly warnings: ReadonlyArray<string> }> {
  const { path } = location;
  const target = targetOf(path);
  const lock = `${target}.lock`;
  try {
    await makeDirectory(dirname(path));
    // Load `conf` before taking the lock, because loading takes longer than saving.
    const { default: Conf } = await import('conf');
    const time = await takeLock(lock, context);
    const draft = `${target}${TEMPORARY}${time}`;
    try {
      const fields = change(readFields(path) ?? {});
      const warnings = checkLocation(location, fields, context);
      removeFiles(temporaryFiles(path));
      writeDraft(draft, fields, Conf);
      // Another process may have taken the lock while this one was stopped.
      if (timeOf(lock) !== time)
        throw new ConfigError(`could not save ${path}: another process took its lock`, {
          hint: 'Try again.',
        });
      await replaceFile(target, draft, context);
      return { path, warnings };
    } finally {
      removeFiles(timeOf(lock) === time ? [...temporaryFiles(path), lock] : [draft]);
    }
  } catch (error) {
    if (error instanceof BoardsError || !(error instanceof Error)) throw error;
    const open = context.platform === 'win32' ? 'Close the program that has it open, or make' : 'Make';
    throw new ConfigError(`could not save ${path}: ${errnoOf(error)}`, {
      hint: `${open} its directory writable and free space on the disk, or set BOARDS_CONFIG_DIR to another directory.`,
      cause: error,
    });
  }
}

function writeDraft(path: string, fields: JsonObject, Conf: typeof import('conf').default): void {
  const text = JSON.stringify(fields, null, '\t');
  const conf = new Conf({
    cwd: dirname(path),
    configName: basename(path),
    fileExtension: '',
    configFileMode: FILE_MODE,
    serialize: () => text,
  });
  conf.store = { ...fields };
  // conf does not report a partial write on a full disk.
  if (readFileSync(path, 'utf8') !== text) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
}

/** Keeps the owner of the old file, who is not the current user under sudo. */
async function replaceFile(target: string, draft: string, { clock, platform }: Context): Promise<void> {
  const owner = statSync(target, { throwIfNoEntry: false });
  try {
    if (owner !== undefined) chownSync(draft, owner.uid, owner.gid);
  } catch {}
  // Windows refuses to replace a file that another program, such as a virus scanner, has open.
  for (let left = platform === 'win32' ? MAX_RETRIES_ON_WINDOWS : 0; left > 0; left--) {
    try {
      return renameSync(draft, target);
    } catch {}
    await clock.sleep(LOCK_POLL_MS);
  }
  renameSync(draft, target);
}

export function withoutFields(fields: JsonObject, names: ReadonlyArray<string>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Follows a symbolic link, whose target need not exist. */
export function targetOf(path: string): string {
  for (const target of [() => realpathSync(path), () => resolve(dirname(path), readlinkSync(path))]) {
    try {
      return target();
    } catch {}
  }
  return path;
}

/** Killed saves leave these files, which may contain a key. */
export function temporaryFiles(path: string): ReadonlyArray<string> {
  const target = targetOf(path);
  try {
    return readdirSync(dirname(target), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith(`${basename(target)}${TEMPORARY}`))
      .map(({ name }) => join(dirname(target), name));
  } catch {
    return [];
  }
}

function removeFiles(paths: ReadonlyArray<string>): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** Identifies a lock by its time, because some file systems change inode numbers. */
function timeOf(lock: string): number | undefined {
  return lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
}

/** Waits while another process has the lock, and returns the time of the new lock. */
async function takeLock(lock: string, { clock, signal }: Context): Promise<number> {
  let last: number | undefined;
  let timesSeen = 0;
  for (let polls = 0; polls < MAX_LOCK_POLLS; polls++) {
    try {
      // Creating the lock fails at once in a read-only directory, where conf would try for a second.
      writeFileSync(lock, '', { flag: 'wx', mode: FILE_MODE });
      return lstatSync(lock).mtimeMs;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    const stats = lstatSync(lock, { throwIfNoEntry: false });
    if (stats?.isFile() === false) {
      throw new ConfigError(`could not save: ${lock} is not a lock file of boards`, {
        hint: 'Delete it or move it away.',
      });
    }
    timesSeen = stats?.mtimeMs === last ? timesSeen + 1 : 0;
    last = stats?.mtimeMs;
    if (timesSeen >= POLLS_UNTIL_STALE) rmSync(lock, { force: true });
    await clock.sleep(LOCK_POLL_MS, signal);
  }
  throw new ConfigError(`could not save: another program holds the lock ${lock}`, {
    hint: 'If no other program is running, delete that file.',
  });
}
