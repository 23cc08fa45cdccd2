import type { Clock } from '../context.ts';
import { MINUTE_MS } from '../lib/time.ts';

/** Two clocks agree if they differ by no more, and the time of a snapshot may be as far ahead of both. */
export const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

/**
 * The clock by which ages count: this computer's, unless a response shows that the service's differs by more than two minutes. From
 * then on the service's time is continued by the monotonic clock, so that setting this computer's clock changes no age.
 */
export function createServiceClock(clock: Pick<Clock, 'now' | 'monotonic'>) {
  let reference: { readonly serverTime: number; readonly time: number; readonly monotonic: number } | null =
    null;
  /** False while the service's time jumps, or stands still as behind a cache that sends no `Age`. */
  let isSteady = true;
  const ahead = () => {
    if (reference === null || !isSteady) return 0;
    const difference = reference.time + clock.monotonic() - reference.monotonic - clock.now();
    return Math.abs(difference) > MAX_DIFFERENCE_MS ? difference : 0;
  };
  return {
    /** In milliseconds since 1970. */
    now: () => clock.now() + ahead(),
    /** Milliseconds by which the service's clock is ahead, negative if it is behind; 0 while the clocks agree. */
    ahead,
    /** Sets the service's time from a response that came just now and took so many milliseconds. */
    set(serverTime: number, milliseconds: number) {
      const monotonic = clock.monotonic();
      const expected =
        reference === null ? serverTime : reference.serverTime + monotonic - reference.monotonic;
      isSteady = Math.abs(serverTime - expected) <= MAX_DIFFERENCE_MS;
      if (serverTime === reference?.serverTime) return;
      // The service may have sent it at any moment of these; the one that suits this computer's clock best is used.
      const time = Math.min(Math.max(serverTime, clock.now()), serverTime + milliseconds);
      reference = { serverTime, time, monotonic };
    },
  };
}
