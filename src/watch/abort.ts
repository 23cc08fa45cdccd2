import { once } from 'node:events';

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

export type LinkedAbort = ReturnType<typeof linkAbort>;

export function linkAbort(outer: AbortSignal) {
  const inner = new AbortController();
  const forwardAbort = () => inner.abort(outer.reason);
  outer.addEventListener('abort', forwardAbort, { once: true });
  if (outer.aborted) forwardAbort();
  return {
    /** Aborted by `abort`, or with the reason of the outer signal. */
    signal: inner.signal,
    abort: () => inner.abort(),
    /** Removes the listener from the outer signal; call it when the work is done. */
    release: () => outer.removeEventListener('abort', forwardAbort),
  };
}
