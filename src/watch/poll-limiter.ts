import type { Clock } from '../context.ts';
import { SECOND_MS } from '../time-units.ts';
import type { PollRefusal } from './poll-refusal.ts';
import type { PollState } from './poll-state.ts';

/** Decides when a timeframe may be polled. */
export interface PollLimiter {
  /** Blocks polls of all timeframes, because the service limits requests per key. */
  blockAll(milliseconds: number): void;
  /** Why the user may not poll the timeframe now; null if they may. A manual poll may skip the backoff after failures. */
  refusal(state: PollState): PollRefusal | null;
  /** Time of the next poll on the monotonic clock, in milliseconds. */
  nextPollAt(state: PollState): number;
}

/**
 * Keeps polls of a timeframe at least `minGapMilliseconds` apart and respects rate limits, whether a poll is scheduled,
 * requested by a key press, or due after a sleep. Uses the monotonic clock only: setting the time must not shorten a wait.
 */
export function createPollLimiter(minGapMilliseconds: number, clock: Clock): PollLimiter {
  let blockedUntil = Number.NEGATIVE_INFINITY;
  const allowedAt = ({ polledAt }: PollState) => Math.max(blockedUntil, polledAt + minGapMilliseconds);
  return {
    blockAll(milliseconds) {
      blockedUntil = Math.max(blockedUntil, clock.monotonic() + milliseconds);
    },
    refusal(state) {
      const now = clock.monotonic();
      if (blockedUntil > now)
        return { type: 'waiting', seconds: Math.ceil((blockedUntil - now) / SECOND_MS) };
      if (allowedAt(state) <= now) return null;
      return { type: 'recent', secondsAgo: Math.floor((now - state.polledAt) / SECOND_MS) };
    },
    nextPollAt: (state) => Math.max(allowedAt(state), state.scheduledAt, state.backoffUntil),
  };
}
