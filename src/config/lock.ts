import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { ConfigError, errnoOf } from '../errors.ts';

const POLL_MILLISECONDS = 25;
/** A save takes some milliseconds. One holder seen for 600 was killed, or is slow and will notice. */
const POLLS_UNTIL_STALE = 24;
const POLLS_UNTIL_GIVING_UP = 800;

/** Unknown on Windows. */
const NO_WAIT_NO_LINK = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Runs the action while no other process runs one under the same lock file. Whoever was taken for dead and is not finds
 * out by `isHeld`, which is to be asked right before the change is made final. File system errors are thrown as they are.
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
  let seen: string | null = null;
  let times = 0;
  for (let polls = 0; polls < POLLS_UNTIL_GIVING_UP; polls++) {
    if (await create(path, token)) return;
    const holder = await holderOf(path);
    times = holder === seen ? times + 1 : 0;
    seen = holder;
    if (times >= POLLS_UNTIL_STALE) {
      await rm(path, { force: true });
      times = 0;
    }
    await clock.sleep(POLL_MILLISECONDS, signal);
  }
  throw new ConfigError(`could not save: another program holds ${path}`, {
    hint: 'If none is running, delete that file.',
  });
}

/** False when somebody else has it. Throws where the directory cannot be written: the cheapest way to find out. */
async function create(path: string, token: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
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

/** The token in the lock; null when there is none. Throws ConfigError for what no save makes, at once: waiting would not help. */
async function holderOf(path: string): Promise<string | null> {
  // Without waiting for a writer of a pipe, and without following a link.
  const file = await open(path, constants.O_RDONLY | NO_WAIT_NO_LINK).catch((error: unknown) => {
    if (errnoOf(error) === 'ELOOP') throw inTheWay(path);
    return null;
  });
  if (file === null) return null;
  try {
    if (!(await file.stat()).isFile()) throw inTheWay(path);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function inTheWay(path: string): ConfigError {
  return new ConfigError(`could not save: ${path} is not a file of ours`, {
    hint: 'Delete it, or move it away.',
  });
}
