/** Resolves when `work` settles or the signal is aborted, whichever comes first. Rejects if `work` rejects first. */
export async function settledOrAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let abort: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export interface LinkedAbort {
  /** Aborted by `abort`, or with the reason of the outer signal. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Removes the listener from the outer signal; call it when the work is done. */
  release(): void;
}

export function linkAbort(outer: AbortSignal): LinkedAbort {
  const inner = new AbortController();
  const forwardAbort = () => inner.abort(outer.reason);
  outer.addEventListener('abort', forwardAbort, { once: true });
  if (outer.aborted) forwardAbort();
  return {
    signal: inner.signal,
    abort: () => inner.abort(),
    release: () => outer.removeEventListener('abort', forwardAbort),
  };
}
