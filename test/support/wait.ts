import { setTimeout as delay } from 'node:timers/promises';

/** Slightly less than the time-out of a test, so that the error says what the test waited for. */
export const PATIENCE_MS = 55_000;

/** Throws the text of `describe` if the condition does not hold in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  describe: () => string = () => `timed out: ${condition}`,
  patience = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await condition())) {
    if (performance.now() >= deadline) throw new Error(describe());
    await delay(10);
  }
}
