import { once } from 'node:events';
import type { Context, Stop } from '../context.ts';

/** Limits the wait for a slow disk at the end of a watch. */
const END_MS = 1000;
/** After a signal, the wait is short. Snapshots that are written meanwhile are complete. */
const SIGNAL_END_MS = 50;

/** A disk can hang for good, so this waits for a limited time. Returns false if the disk is not done. */
export async function waitForDisk(
  work: Promise<unknown>,
  milliseconds: number,
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
): Promise<boolean> {
  const isOver = new AbortController();
  const passed = (time: number) => clock.sleep(time, isOver.signal).then(() => false);
  const stopped = once(signal, 'abort', { signal: isOver.signal }).then(() => passed(SIGNAL_END_MS));
  try {
    return await Promise.race([work.then(() => true), passed(milliseconds), stopped]);
  } finally {
    isOver.abort();
  }
}

export async function waitAtEnd(
  work: Promise<unknown>,
  stop: Partial<Stop> | null,
  context: Pick<Context, 'clock' | 'signal'>,
): Promise<boolean> {
  return waitForDisk(work, isSignalled(stop) ? SIGNAL_END_MS : END_MS, context);
}

function isSignalled(stop: Partial<Stop> | null): boolean {
  return stop?.stop !== undefined && stop.stop !== 'closed-pipe';
}

/** Returns a note about snapshots that were not written in time. */
export async function closeRecorder(
  recorder: { close(): Promise<void>; waiting(): number },
  stop: Partial<Stop> | null,
  context: Context,
): Promise<string | null> {
  const isSignal = isSignalled(stop);
  const isDone = await waitAtEnd(recorder.close(), stop, context);
  const waiting = recorder.waiting();
  if (isDone || isSignal || waiting === 0) return null;
  const lost = waiting === 1 ? '1 snapshot was' : `${waiting} snapshots were`;
  return `${lost} not recorded: the disk was too slow`;
}
