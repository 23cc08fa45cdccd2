import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/context.ts';

/** The clock of this machine, with the sleep of main.ts. */
export const realClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};
