import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { ConfigError, errnoOf } from '../errors.ts';
import { FILE_MODE } from './permissions.ts';

const POLL_INTERVAL_MS = 25;
/** A save takes a few milliseconds. A lock with the same holder for 600 ms is stale, or its holder is slow and checks `isHeld`. */
const POLLS_UNTIL_STALE = 24;
const MAX_POLLS = 800;

/** Windows does not define these flags. */
const NO_WAIT_NO_LINK = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Runs the action while holding the lock file. Another process can take over the lock of a slow action, so the action must
 * call `isHeld` right before it commits a change. File system errors are thrown unchanged.
 */
export async function withLock<T>(
  path: string,
  context: Context,
  action: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const token = crypto.randomUUID();
  await acquire(path, token, context);
  const isHeld = async () => (await holderOf(path)) === token;
  try {
    return await action(isHeld);
  } finally {
    if (await isHeld()) await rm(path, { force: true });
  }
}

async function acquire(path: string, token: string, { clock, signal }: Context): Promise<void> {
  let lastHolder: string | null = null;
  let timesSeen = 0;
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await create(path, token)) return;
    const holder = await holderOf(path);
    timesSeen = holder === lastHolder ? timesSeen + 1 : 0;
    lastHolder = holder;
    if (timesSeen >= POLLS_UNTIL_STALE) {
      await rm(path, { force: true });
      timesSeen = 0;
    }
    await clock.sleep(POLL_INTERVAL_MS, signal);
  }
  throw new ConfigError(`could not save: another program holds the lock ${path}`, {
    hint: 'If no other program is running, delete that file.',
  });
}

/** Creates the lock file; false if it exists. Throws if the directory is not writable. */
async function create(path: string, token: string): Promise<boolean> {
  const file = await open(path, 'wx', FILE_MODE).catch((error: unknown) => {
    if (errnoOf(error) === 'EEXIST') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    await file.writeFile(token);
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** The token in the lock file; null if there is none. Throws ConfigError if the path is not a regular file, which is never a lock. */
async function holderOf(path: string): Promise<string | null> {
  // Do not wait for the writer of a named pipe, and do not follow a symbolic link.
  const file = await open(path, constants.O_RDONLY | NO_WAIT_NO_LINK).catch((error: unknown) => {
    if (errnoOf(error) === 'ELOOP') throw notALockFile(path);
    return null;
  });
  if (file === null) return null;
  try {
    if (!(await file.stat()).isFile()) throw notALockFile(path);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function notALockFile(path: string): ConfigError {
  return new ConfigError(`could not save: ${path} is not a lock file of boards`, {
    hint: 'Delete it or move it away.',
  });
}
