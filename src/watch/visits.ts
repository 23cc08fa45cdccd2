import type { Clock } from '../context.ts';
import { MINUTE_MS, SECOND_MS } from '../time-units.ts';

/** Key presses of the last minute belong to the present visit. */
const VISIT_MS = MINUTE_MS;
/** Presses closer together than this count as one, so that few are kept. */
const PRESS_GAP_MS = SECOND_MS;

/** Knows when the reader of the pane was last here, so that the log can say what is new since then. */
export interface Visits {
  /** Call it for each key press. */
  notice(): void;
  /** Wall-clock time of the last key press that is at least a minute old; before that, of the start. */
  earlier(): number;
}

export function createVisits(clock: Clock): Visits {
  /** Ascending; the first one is the last of the earlier visit. */
  const presses = [clock.now()];
  return {
    notice() {
      const now = clock.now();
      // Where the clock was set back, the time of these is not known any more.
      while ((presses.at(-1) ?? now) > now) presses.pop();
      if (now - (presses.at(-1) ?? Number.NEGATIVE_INFINITY) >= PRESS_GAP_MS) presses.push(now);
      while ((presses[1] ?? now) <= now - VISIT_MS) presses.shift();
    },
    earlier: () => presses[0] ?? clock.now(),
  };
}
