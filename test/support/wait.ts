import { setTimeout as delay } from 'node:timers/promises';

/** Just below the time-out of a test, so that its error says what was waited for. No test ends earlier on a fast machine. */
export const PATIENCE_MS = 55_000;

/** Resolves when a condition holds. Throws, with a text that describes the state, if the test would time out. */
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
