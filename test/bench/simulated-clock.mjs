/** A clock whose sleeps take no real time. It stops during work passed to `during`. */
export function createSimulatedClock(start = Date.UTC(2026, 5, 3, 14, 30)) {
  const timers = new Set();
  let elapsed = 0;
  let pending = 0;
  let isScheduled = false;

  function advance() {
    isScheduled = false;
    if (pending > 0 || timers.size === 0) return;
    const next = [...timers].reduce((first, timer) => (timer.at < first.at ? timer : first));
    timers.delete(next);
    elapsed = Math.max(elapsed, next.at);
    next.fire();
    scheduleAdvance();
  }

  function scheduleAdvance() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(advance);
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    /** Stops the clock until the promise is settled. */
    during(work) {
      pending++;
      return work.finally(() => {
        pending--;
        scheduleAdvance();
      });
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => {
          timers.delete(timer);
          reject(signal.reason);
        };
        const timer = {
          at: elapsed + milliseconds,
          fire: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        timers.add(timer);
        scheduleAdvance();
      }),
  };
}
