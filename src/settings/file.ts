import {
  chmodSync,
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
import { isObject, type JsonObject } from '../lib/json.ts';
import { FILE_MODE, makeDirectory } from '../lib/private-files.ts';
import { errnoOf } from '../lib/system-error.ts';
import { type ConfigLocation, configLocation, PROJECT_NAME, requireConfigLocation } from './places.ts';

const LOCK_POLL_MS = 25;
/** A save takes milliseconds: a lock that stays the same for a second belongs to a process that was killed. */
const POLLS_UNTIL_STALE = 40;
const MAX_LOCK_POLLS = 160;
const MAX_RETRIES_ON_WINDOWS = 20;
const TEMPORARY = '.tmp-';

/** The fields of the config file, which are not validated yet and may be unknown. Restricts its mode to the user. Throws ConfigError. */
export function readConfig(context: Context) {
  const location = configLocation(context);
  const fields = location && readFields(location.path);
  if (location === null || fields === null) return { fields: {}, warnings: [] };
  return { fields, warnings: checkLocation(location, fields, context) };
}

/**
 * The fields of the config file, or null if there is none. It is read without `conf`, which takes long and does not restrict the
 * mode, and synchronously, because node:fs/promises takes long to load. Throws ConfigError, which never quotes the content.
 */
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
    // As Windows PowerShell writes it.
    if (text.includes('\0')) throw corrupt(path, 'is encoded in UTF-16', 'Save it as UTF-8.');
    // Without the cause: JSON.parse quotes the text, which may contain the key.
    throw corrupt(path, `is not valid JSON${faultyLine(text, error)}`);
  }
  if (isObject(fields)) return fields;
  throw corrupt(path, 'does not contain a JSON object');
}

/** Notepad and PowerShell write a byte order mark. */
function parseConfig(text: string) {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** ` (line 3)`, where JSON.parse says which; else empty. */
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

/**
 * Changes fields of the config file under a lock, so that simultaneous changes are not lost. A reader sees either the old or
 * the new file. Throws ConfigError, and keeps the old file, if it cannot be read or saved; an error of the file system is its cause.
 */
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
    // Before the lock is taken, because loading takes longer than saving.
    const { default: Conf } = await import('conf');
    const time = await takeLock(lock, context);
    const draft = `${target}${TEMPORARY}${time}`;
    try {
      const fields = change(readFields(path) ?? {});
      const warnings = checkLocation(location, fields, context);
      removeFiles(temporaryFiles(path));
      writeDraft(draft, fields, Conf);
      // Another process takes the lock of one that was stopped for long, and changes the file.
      if (timeOf(lock) !== time)
        throw new ConfigError(`could not save ${path}: it lost its lock`, { hint: 'Try again.' });
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
    projectName: PROJECT_NAME,
    configFileMode: FILE_MODE,
    serialize: () => text,
  });
  conf.store = { ...fields };
  // conf does not report that a full disk took only a part of the text.
  if (readFileSync(path, 'utf8') !== text) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
}

/** Keeps the owner of the old file, who is not the user under sudo. */
async function replaceFile(target: string, draft: string, { clock, platform }: Context): Promise<void> {
  const owner = statSync(target, { throwIfNoEntry: false });
  try {
    if (owner !== undefined) chownSync(draft, owner.uid, owner.gid);
  } catch {}
  // Windows replaces no file that another program, such as a virus scanner, has open for a moment.
  for (let left = platform === 'win32' ? MAX_RETRIES_ON_WINDOWS : 0; left > 0; left--) {
    try {
      return renameSync(draft, target);
    } catch {}
    await clock.sleep(LOCK_POLL_MS);
  }
  renameSync(draft, target);
}

/** All fields except those in `names`. */
export function withoutFields(fields: JsonObject, names: ReadonlyArray<string>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The file that is written: the target, which need not exist, if the config file is a symbolic link. */
export function targetOf(path: string): string {
  for (const target of [() => realpathSync(path), () => resolve(dirname(path), readlinkSync(path))]) {
    try {
      return target();
    } catch {}
  }
  return path;
}

/** The files that saves left when they were killed. They may contain a key. */
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

/** Tells a lock from a later one; inode numbers change on some file systems. */
function timeOf(lock: string): number | undefined {
  return lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
}

/** Creates the lock, waits while another process has it, and returns its time. */
async function takeLock(lock: string, { clock, signal }: Context): Promise<number> {
  let last: number | undefined;
  let timesSeen = 0;
  for (let polls = 0; polls < MAX_LOCK_POLLS; polls++) {
    try {
      // This fails at once in a directory that cannot be written, where conf would try for a second.
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

/** The special bits of a directory, such as setgid, do not give access. */
const DIRECTORY_MODE = 0o7700;
const OTHERS_MAY_WRITE = 0o002;

/**
 * Restricts the modes of a config file with these fields, and of its directory, to the user. Returns the notes about its location,
 * and at most one about modes.
 */
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

/**
 * A note about a directory that BOARDS_CONFIG_DIR names: it is left as it is, because it may be shared on purpose, also while it is empty.
 * Only where it matters: others see that there is a key, or all of them can replace the file and so name another service.
 */
function noteOfShared(directory: string, hasKey: boolean): string | null {
  const mode = modeOf(directory);
  if ((mode & (hasKey ? 0o077 : OTHERS_MAY_WRITE)) === 0) return null;
  return `${directory} is open to other users (mode ${octal(mode)}) and was left as it is, because BOARDS_CONFIG_DIR names it; chmod 700 closes it`;
}

function tighten(path: string, wanted: number): string | null {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return null;
  // Only remove permissions: do not restore one that the owner removed.
  const restricted = mode & wanted;
  try {
    chmodSync(path, restricted);
    return `${path} was open to other users (mode ${octal(mode)}); it is now ${octal(restricted)}`;
  } catch (error) {
    return `${path} is open to other users (mode ${octal(mode)}) and its mode cannot be changed: ${errnoOf(error)}`;
  }
}

/** The mode; 0 for a file that does not exist. */
function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

/** Four octal digits, as for chmod; the first has the special bits. */
function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
