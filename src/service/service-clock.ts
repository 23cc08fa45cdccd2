import type { Clock } from '../context.ts';
import { MINUTE_MS } from '../lib/time.ts';

/** Clocks agree within this time, and a snapshot may be dated this far ahead of both. */
export const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

/**
 * Ages follow this computer's clock unless the service's clock differs by more than two minutes. Then the
 * monotonic clock continues the service's time, so that setting this computer's clock changes no age.
 */
export function createServiceClock(clock: Pick<Clock, 'now' | 'monotonic'>) {
  let reference: { readonly serverTime: number; readonly time: number; readonly monotonic: number } | null =
    null;
  /** False while the service's time jumps, or stands still behind a cache that sends no `Age`. */
  let isSteady = true;
  const ahead = () => {
    if (reference === null || !isSteady) return 0;
    const difference = reference.time + clock.monotonic() - reference.monotonic - clock.now();
    return Math.abs(difference) > MAX_DIFFERENCE_MS ? difference : 0;
  };
  return {
    now: () => clock.now() + ahead(),
    /** Milliseconds; negative if the service's clock is behind, 0 while the clocks agree. */
    ahead,
    set(serverTime: number, milliseconds: number) {
      const monotonic = clock.monotonic();
      const expected =
        reference === null ? serverTime : reference.serverTime + monotonic - reference.monotonic;
      isSteady = Math.abs(serverTime - expected) <= MAX_DIFFERENCE_MS;
      if (serverTime === reference?.serverTime) return;
      // The response was made at some moment since the request. Take the one closest to this clock.
      const time = Math.min(Math.max(serverTime, clock.now()), serverTime + milliseconds);
      reference = { serverTime, time, monotonic };
    },
  };
}
