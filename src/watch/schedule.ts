import { clampRetryAfter } from '../api/retry.ts';
import { type BoardsError, RateLimitedError } from '../errors.ts';

const SECOND = 1000;
const MOST_RETRY_AFTER_SECONDS = 15 * 60;
const BACKOFF_SECONDS = [30, 60, 120] as const;
const OVERDUE_INTERVALS = 3;
const OVERDUE_LEAST_SECONDS = 180;

/** Seconds until the next poll after `failures` failures in a row (from 1), the last of which is `error`. */
export function backoffSeconds(error: BoardsError, failures: number, random: () => number): number {
  if (error instanceof RateLimitedError) {
    const asked = clampRetryAfter(error.retryAfterSeconds, MOST_RETRY_AFTER_SECONDS);
    return Math.min(MOST_RETRY_AFTER_SECONDS, asked * (1 + random() / 20));
  }
  const base = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length) - 1] ?? BACKOFF_SECONDS[0];
  return base * (1 + random() / 4);
}

/** True when a new snapshot should have come long ago, although the session is not closed. */
export function isOverdue(
  elapsedMilliseconds: number,
  intervalSeconds: number,
  session: string | null,
): boolean {
  const patience = Math.max(OVERDUE_LEAST_SECONDS, OVERDUE_INTERVALS * intervalSeconds);
  return session !== 'closed' && elapsedMilliseconds > patience * SECOND;
}
