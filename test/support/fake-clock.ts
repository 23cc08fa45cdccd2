import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/context.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export interface FakeClock extends Clock {
  /** Moves the wall clock, but not `monotonic`, during the next sleep, as a user or a time server does. */
  jumpSoon(milliseconds: number): void;
  /** Prolongs the next sleep, as when the machine is suspended. */
  stopSoon(milliseconds: number): void;
  /** Stops time until the promise settles, for work that takes real time. */
  hold(promise: Promise<unknown>): void;
  readonly pending: () => number;
}

/** Time advances after this many idle turns of the event loop, enough for promises and small file reads. */
const QUIET_TURNS = 4;

/** Counts whole files being read or written. Node 26 no longer lists them as active resources. */
let filesInUse = 0;
for (const name of ['readFile', 'writeFile', 'appendFile'] as const) {
  const work: (...args: ReadonlyArray<never>) => Promise<unknown> = files[name];
  const counted = async (...args: ReadonlyArray<never>) => {
    filesInUse++;
    try {
      return await work(...args);
    } finally {
      filesInUse--;
    }
  };
  Object.assign(files, { [name]: counted });
}
syncBuiltinESMExports();

/** Each of these clocks has one pending immediate. */
let turningClocks = 0;

function hasPendingWork(): boolean {
  if (filesInUse > 0) return true;
  let immediates = 0;
  for (const name of process.getActiveResourcesInfo()) {
    if (name.startsWith('FSReq') || name === 'CloseReq') return true;
    if (name === 'Immediate') immediates++;
  }
  return immediates > turningClocks;
}

/**
 * Jumps to the next timer once the program is idle. If a granularity is given, timers fire only at its
 * multiples.
 */
export function createFakeClock(
  start = Date.UTC(2026, 5, 3, 14, 30, 0),
  granularityMilliseconds = 0,
): FakeClock {
  let elapsed = 0;
  let offset = start;
  let jump = 0;
  let stop = 0;
  let quiet = 0;
  let turning = false;
  let held = 0;
  const timers = new Set<Timer>();

  const timeOf = (time: number) =>
    granularityMilliseconds === 0
      ? time
      : Math.ceil(time / granularityMilliseconds) * granularityMilliseconds;

  const turnNext = () => {
    turningClocks++;
    setImmediate(turn);
  };

  const turn = () => {
    turningClocks--;
    if (timers.size === 0 || held > 0) {
      turning = false;
      return;
    }
    // Check only the first and the last turn: work that begins in between is still pending in the last.
    const isSeen = quiet === 0 || quiet === QUIET_TURNS - 1;
    quiet = isSeen && hasPendingWork() ? 0 : quiet + 1;
    if (quiet === QUIET_TURNS) {
      quiet = 0;
      const next = [...timers].reduce((first, timer) => (timer.at < first.at ? timer : first));
      timers.delete(next);
      elapsed = Math.max(elapsed, next.at) + stop;
      offset += jump;
      jump = 0;
      stop = 0;
      next.fire();
    }
    turnNext();
  };

  const turnSoon = () => {
    quiet = 0;
    if (turning || held > 0) return;
    turning = true;
    turnNext();
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    jumpSoon: (milliseconds) => {
      jump += milliseconds;
    },
    stopSoon: (milliseconds) => {
      stop += milliseconds;
    },
    hold(promise) {
      held++;
      const release = () => {
        held--;
        turnSoon();
      };
      promise.then(release, release);
    },
    pending: () => timers.size,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => {
          timers.delete(timer);
          reject(signal?.reason);
        };
        const timer = {
          at: timeOf(elapsed + milliseconds),
          fire: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        timers.add(timer);
        signal?.addEventListener('abort', abort, { once: true });
        turnSoon();
      }),
  };
}

/** The real clock, with the same `sleep` as main.ts. */
export const realClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};
