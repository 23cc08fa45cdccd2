/** A clock on which waiting costs nothing; it stands still while real work that it was told of is under way. */
export function createSimulatedClock(start = Date.UTC(2026, 5, 3, 14, 30)) {
  const timers = new Set();
  let elapsed = 0;
  let underWay = 0;
  let isTurning = false;

  function turn() {
    isTurning = false;
    if (underWay > 0 || timers.size === 0) return;
    const next = [...timers].reduce((first, timer) => (timer.at < first.at ? timer : first));
    timers.delete(next);
    elapsed = Math.max(elapsed, next.at);
    next.fire();
    turnSoon();
  }

  function turnSoon() {
    if (isTurning) return;
    isTurning = true;
    setImmediate(turn);
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    /** Holds the clock until the promise is settled. */
    during(work) {
      underWay++;
      return work.finally(() => {
        underWay--;
        turnSoon();
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
        turnSoon();
      }),
  };
}
