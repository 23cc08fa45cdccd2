/** Below this the two differ by rounding: some systems count the uptime in seconds. */
const LEAST_SLEEP_MILLISECONDS = 1500;
/** Two readings further apart than this were not taken at one moment: the process was stopped, or waited for its turn. */
const MOMENT_MS = 5;
const MAX_READINGS = 10;

/**
 * Milliseconds on a clock that never goes back and that nobody can set. `performance.now` stands still on Linux while the
 * machine sleeps; the machine's uptime tells for how long. (The wall clock cannot tell a sleep from a clock set forward.)
 */
export function createSteadyClock(
  performanceMilliseconds: () => number,
  uptimeSeconds: () => number,
): () => number {
  const difference = () => {
    try {
      for (let reading = 0; reading < MAX_READINGS; reading++) {
        const before = performanceMilliseconds();
        const uptime = uptimeSeconds() * 1000;
        if (performanceMilliseconds() - before <= MOMENT_MS) return uptime - before;
      }
    } catch {
      // Some containers hide it; a wait may then take longer by the time of a sleep.
    }
    return null;
  };
  // Measured at the first call: loading `performance` at every start of the program would cost a millisecond.
  let atStart: number | null | undefined;
  let slept = 0;
  return () => {
    const now = difference();
    atStart ??= now;
    const unseen = now === null || atStart === null ? 0 : now - atStart - slept;
    if (unseen > LEAST_SLEEP_MILLISECONDS) slept += unseen;
    return performanceMilliseconds() + slept;
  };
}
