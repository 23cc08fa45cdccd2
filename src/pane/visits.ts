import { MINUTE_MS } from '../time-units.ts';

/** A longer time without a key press is a pause. */
const PAUSE_MS = MINUTE_MS;

/** A key press. */
export interface Press {
  /** Wall-clock time, in milliseconds since 1970. */
  readonly at: number;
  /** The time of the newest snapshot then; null if there was none. */
  readonly asOf: number | null;
}

/** The last key press before the last pause of a minute or more; before the first one, the start. */
export interface Visit extends Press {
  /** How long that pause was, in milliseconds; 0 before the first one. */
  readonly pause: number;
}

/** The visit after a key press. While it is held, it stays. */
export function visitAfter(visit: Visit, last: Press, now: Press, isHeld: boolean): Visit {
  const pause = now.at - last.at;
  if (!isHeld && pause >= PAUSE_MS) return { ...last, pause };
  // Where the clock was set back, that time has not come yet.
  return visit.at > now.at ? { ...visit, at: now.at } : visit;
}
