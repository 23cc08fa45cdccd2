import type { Clock } from '../context.ts';
import { MINUTE_MS } from '../time-units.ts';

/** A longer time without a key press is a pause. */
const PAUSE_MS = MINUTE_MS;

/** Knows when the reader of the pane was here before the last pause. */
export interface Visits {
  /** Call it for each key press, with the time of the newest snapshot. While `here` is held, it stays. */
  notice(isHeld: boolean, asOf: number | null): void;
  /** Wall-clock time of the key press before the last pause of a minute or more; before the first one, of the start. */
  here(): number;
  /** The time of the newest snapshot at that key press; null if there was none. */
  hereAsOf(): number | null;
  /** How long that pause was, in milliseconds; 0 before the first one. */
  pause(): number;
}

export function createVisits(clock: Clock): Visits {
  let last: { readonly at: number; readonly asOf: number | null } = { at: clock.now(), asOf: null };
  let here = last;
  let pause = 0;
  return {
    notice(isHeld, asOf) {
      const at = clock.now();
      if (!isHeld && at - last.at >= PAUSE_MS) [here, pause] = [last, at - last.at];
      last = { at, asOf };
    },
    // Where the clock was set back, that time has not come yet.
    here: () => Math.min(here.at, clock.now()),
    hereAsOf: () => here.asOf,
    pause: () => pause,
  };
}
