/** Resolves when `work` settles or the signal is aborted, whichever comes first. Rejects if `work` rejects first. */
export async function settledOrAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const end = () => resolve();
    signal.addEventListener('abort', end);
    work.finally(() => signal.removeEventListener('abort', end)).then(end, reject);
  });
}

/** Waits for file work, or rejects with the reason of the signal when it is aborted. The work may then still hang. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // After an abort, nobody waits for the work, so its failure is ignored.
  work.catch(() => undefined);
  await settledOrAborted(work, signal);
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
