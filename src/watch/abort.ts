/** Resolves when `work` has ended or the signal is aborted, whichever comes first. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
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
  /** Aborted by `abort`, or by the signal that it is linked to. */
  readonly signal: AbortSignal;
  abort(): void;
  /** To be called when the work is over, so that a long-lived signal keeps no listener of it. */
  release(): void;
}

export function linkAbort(outer: AbortSignal): LinkedAbort {
  const inner = new AbortController();
  const follow = () => inner.abort(outer.reason);
  outer.addEventListener('abort', follow, { once: true });
  if (outer.aborted) follow();
  return {
    signal: inner.signal,
    abort: () => inner.abort(),
    release: () => outer.removeEventListener('abort', follow),
  };
}
