import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  readonly seconds?: number;
  readonly everyMilliseconds?: number;
  /** The message of the error after a time-out. */
  readonly describe?: () => string;
}

/** Resolves when a condition holds; throws after a time-out of 10 s. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { seconds = 10, everyMilliseconds = 5, describe = () => `timed out: ${condition}` }: WaitOptions = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() >= deadline) throw new Error(describe());
    await delay(everyMilliseconds);
  }
}
