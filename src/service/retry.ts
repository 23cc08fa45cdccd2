import type { Context } from '../context.ts';
import { BoardsError, RateLimitedError } from '../errors.ts';
import { SECOND_MS } from '../time.ts';

/** Where Retry-After is missing or invalid. */
const DEFAULT_RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 15 * 60;
/** One-shot commands do not wait longer. */
const MAX_WAIT_SECONDS = 60;

/** The Retry-After header, from 1 s to 15 min. */
export function parseRetryAfter(header: string | undefined, nowMilliseconds: number): number {
  const seconds = secondsOf(header?.trim() ?? '', nowMilliseconds);
  if (Number.isNaN(seconds)) return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

/** Of a number or a date; NaN for anything else. */
function secondsOf(value: string, nowMilliseconds: number): number {
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return /[a-z]/i.test(value) ? (Date.parse(value) - nowMilliseconds) / SECOND_MS : Number.NaN;
}

/** A wait doubles with each failure, so many times. */
const MAX_DOUBLINGS = 2;

/**
 * Seconds to wait after so many failures in succession (at least 1), of which `error` is the last. Jitter only lengthens a wait, so
 * that requests are at least a second apart.
 */
export function waitSeconds(
  error: BoardsError,
  failures: number,
  isWatch: boolean,
  random: () => number,
): number {
  if (error instanceof RateLimitedError) {
    const { retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS } = error;
    const longest = isWatch ? MAX_RETRY_AFTER_SECONDS : MAX_WAIT_SECONDS;
    return Math.min(longest, retryAfterSeconds * (1 + random() / 10));
  }
  const first = isWatch || error.status === 503 ? 30 : 1;
  return first * 2 ** Math.min(MAX_DOUBLINGS, failures - 1) * (1 + random() / 4);
}

/** Runs `attempt` until it succeeds. Throws its error if that is not retryable or the retries are used up. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  retries: number,
  { clock, random, signal }: Pick<Context, 'clock' | 'random' | 'signal'>,
  onWait: (error: BoardsError, seconds: number, retry: number) => void,
): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BoardsError) || !error.retryable || retry > retries) throw error;
      const seconds = waitSeconds(error, retry, false, random);
      onWait(error, seconds, retry);
      await clock.sleep(seconds * SECOND_MS, signal);
    }
  }
}
