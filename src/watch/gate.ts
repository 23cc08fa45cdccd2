import type { Clock } from '../context.ts';
import type { Track } from './track.ts';

/** Decides when a timeframe may be polled; nothing else does. */
export interface Gate {
  /** Nobody polls anything for this long: a limit counts for the key, and so for every timeframe. */
  limit(milliseconds: number): void;
  /** True when a person may have the timeframe polled now. A pause after failures is ours, and theirs to cut short. */
  isOpen(track: Track): boolean;
  /** When the timeframe is to be polled next, on the monotonic clock. */
  dueAt(track: Track): number;
}

/**
 * Whatever is wanted (by the schedule, by a key, after a sleep), two polls of a timeframe are `leastGapMilliseconds` apart,
 * and a limit of the service is kept. Only the monotonic clock counts, so that no change of the time shortens a wait.
 */
export function createGate(leastGapMilliseconds: number, clock: Clock): Gate {
  let limitedUntil = Number.NEGATIVE_INFINITY;
  const opensAt = ({ polledAt }: Track) => Math.max(limitedUntil, polledAt + leastGapMilliseconds);
  return {
    limit(milliseconds) {
      limitedUntil = Math.max(limitedUntil, clock.monotonic() + milliseconds);
    },
    isOpen: (track) => opensAt(track) <= clock.monotonic(),
    dueAt: (track) => Math.max(opensAt(track), track.wantedAt, track.heldUntil),
  };
}
