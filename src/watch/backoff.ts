import { clampRetryAfter } from '../api/retry.ts';
import { type BoardsError, RateLimitedError } from '../errors.ts';

const MAX_RETRY_AFTER_SECONDS = 15 * 60;
const BACKOFF_SECONDS = [30, 60, 120] as const;

/** Seconds until the next poll after `failures` consecutive failures (at least 1), of which `error` is the last. */
export function backoffSeconds(error: BoardsError, failures: number, random: () => number): number {
  if (error instanceof RateLimitedError) {
    const requested = clampRetryAfter(error.retryAfterSeconds, MAX_RETRY_AFTER_SECONDS);
    return Math.min(MAX_RETRY_AFTER_SECONDS, requested * (1 + random() / 20));
  }
  const base = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length) - 1] ?? BACKOFF_SECONDS[0];
  return base * (1 + random() / 4);
}
