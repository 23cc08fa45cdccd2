import type { Context, Stop } from '../context.ts';

/** How long the end of a watch waits for a slow disk. */
const END_MS = 1000;
/** A signal ends the program at once. What the disk takes meanwhile is written whole. */
const SIGNAL_END_MS = 50;

/**
 * Waits for file operations, but not for long: a disk can hang for good. `stop` is the reason for the end, if there is one. False if some
 * are abandoned although no signal has ended the watch.
 */
export async function waitForDisk(
  work: Promise<unknown>,
  stop: Partial<Stop> | null,
  { clock, host }: Context,
): Promise<boolean> {
  const signal = stop?.stop === 'closed-pipe' ? undefined : stop?.stop;
  const isOver = new AbortController();
  const timeout = clock.sleep(signal === undefined ? END_MS : SIGNAL_END_MS, isOver.signal);
  const isDone = await Promise.race([work.then(() => true), timeout.then(() => false)]).finally(() => {
    timeout.catch(() => undefined);
    isOver.abort();
  });
  if (!isDone) host.abandonFiles();
  return isDone || signal !== undefined;
}

/** What a note says about a disk that `waitForDisk` has not waited for. */
export function describeHanging(waiting: number): string {
  const lost = waiting === 1 ? '1 snapshot is' : `${waiting} snapshots are`;
  return `the disk of the recordings does not respond${waiting === 0 ? '' : `; ${lost} not recorded`}`;
}
