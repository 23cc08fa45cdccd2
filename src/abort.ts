import { once } from 'node:events';
import type { Context } from './context.ts';

/** Resolves when `work` settles or the signal is aborted, whichever comes first. Rejects if `work` rejects first. */
export async function settledOrAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const isOver = new AbortController();
  try {
    await Promise.race([work, once(signal, 'abort', { signal: isOver.signal })]);
  } finally {
    // Removes the listener.
    isOver.abort();
  }
}

/**
 * Resolves as work on files does. Rejects with the reason of the signal when the program must end, although the disk may hang.
 */
export async function unlessStopped<T>(
  work: Promise<T>,
  { signal, host }: Pick<Context, 'signal' | 'host'>,
): Promise<T> {
  await settledOrAborted(work, signal);
  if (signal.aborted) host.abandonFiles();
  signal.throwIfAborted();
  return work;
}

/** A controller that the outer signal aborts, too, with its reason. Abort it when the work is done: that removes the listener. */
export function linkAbort(outer: AbortSignal): AbortController {
  const inner = new AbortController();
  const forward = () => inner.abort(outer.reason);
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward);
  inner.signal.addEventListener('abort', () => outer.removeEventListener('abort', forward));
  return inner;
}
