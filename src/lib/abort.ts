/** Resolves early if the signal is aborted; rejects if `work` rejects before that. */
export async function settledOrAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const end = () => resolve();
    signal.addEventListener('abort', end);
    work.finally(() => signal.removeEventListener('abort', end)).then(end, reject);
  });
}

/** Rejects with the reason of the signal when it is aborted; the work itself may go on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // After an abort, nobody waits for the work, so its failure is ignored.
  work.catch(() => undefined);
  await settledOrAborted(work, signal);
  signal.throwIfAborted();
  return work;
}

/** Abort the returned controller when the work is done, which removes the listener. */
export function linkAbort(outer: AbortSignal): AbortController {
  const inner = new AbortController();
  const forward = () => inner.abort(outer.reason);
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward);
  inner.signal.addEventListener('abort', () => outer.removeEventListener('abort', forward));
  return inner;
}
