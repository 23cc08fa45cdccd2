import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/context.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export interface FakeClock extends Clock {
  /** Sets only the wall clock forward, during the next sleep, as a user or a time server does; negative: back. */
  jumpSoon(milliseconds: number): void;
  /** Lets time pass during the next sleep while nothing runs, as when the program is stopped or the machine sleeps. */
  stopSoon(milliseconds: number): void;
  /** Time stands still until the promise settles: for work that takes real time, such as reading many files. */
  hold(promise: Promise<unknown>): void;
  /** The number of sleeps that have not ended. */
  readonly pending: () => number;
}

/** Turns of the event loop without a new sleep before time advances: enough for promises and small file reads. */
const QUIET_TURNS = 4;

/** Whole files that are being read or written. From Node 26 on, they are not among the active resources. */
let wholeFiles = 0;
for (const name of ['readFile', 'writeFile', 'appendFile'] as const) {
  const work: (...args: ReadonlyArray<never>) => Promise<unknown> = files[name];
  const counted = async (...args: ReadonlyArray<never>) => {
    wholeFiles++;
    try {
      return await work(...args);
    } finally {
      wholeFiles--;
    }
  };
  Object.assign(files, { [name]: counted });
}
syncBuiltinESMExports();

/** Clocks that wait for the next turn of the event loop, each with one immediate. */
let turningClocks = 0;

/** Whether a program has a request to the file system without a result, or goes on in the next turn of the event loop. */
function isWorking(): boolean {
  if (wholeFiles > 0) return true;
  let immediates = 0;
  for (const name of process.getActiveResourcesInfo()) {
    if (name.startsWith('FSReq') || name === 'CloseReq') return true;
    if (name === 'Immediate') immediates++;
  }
  return immediates > turningClocks;
}

/**
 * Creates a clock that advances to the next timer as soon as the program has nothing else to do. With a granularity, timers
 * are late, as on a busy machine: they fire only at multiples of it. So a day has fewer moments at which something happens.
 * Time stands still while a file is read or written, so that a recording is played at an even pace.
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
    // In the turns between the first and the last, nothing can begin that is not seen in the last.
    const isSeen = quiet === 0 || quiet === QUIET_TURNS - 1;
    quiet = isSeen && isWorking() ? 0 : quiet + 1;
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

/** The clock of this machine, with the sleep of main.ts. */
export const realClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};
