/** Smaller differences between the two clocks are rounding: some systems report the uptime in whole seconds. */
const MIN_SLEEP_MS = 1500;
/** Two readings further apart than this are repeated: the process was stopped, or not scheduled, between them. */
const MAX_READING_GAP_MS = 5;
const MAX_READINGS = 10;

/**
 * Returns a monotonic clock that also counts the time for which the machine sleeps. On Linux, the monotonic clock of Node
 * stops during a sleep, but the uptime of the machine does not. The wall clock cannot be used, because a
 * sleep looks the same as setting the clock forward.
 */
export function createSteadyClock(
  monotonicMilliseconds: () => number,
  uptimeSeconds: () => number,
): () => number {
  const difference = () => {
    try {
      for (let reading = 0; reading < MAX_READINGS; reading++) {
        const before = monotonicMilliseconds();
        const uptime = uptimeSeconds() * 1000;
        if (monotonicMilliseconds() - before <= MAX_READING_GAP_MS) return uptime - before;
      }
    } catch {
      // Some containers do not provide the uptime. A wait then takes longer by the time of a sleep.
    }
    return null;
  };
  // Measured at the first call, because most commands need no clock.
  let initialDifference: number | null | undefined;
  let slept = 0;
  return () => {
    const current = difference();
    initialDifference ??= current;
    const newSleep = current === null || initialDifference === null ? 0 : current - initialDifference - slept;
    if (newSleep > MIN_SLEEP_MS) slept += newSleep;
    return monotonicMilliseconds() + slept;
  };
}
