import type { Clock } from '../context.ts';
import { BoardsError, RateLimitedError, UnavailableError } from '../errors.ts';
import { SECOND_MS } from '../time.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 30;

/** The Retry-After header in seconds, not clamped (negative for a past date); undefined if missing or invalid. */
export function parseRetryAfter(header: string | undefined, nowMilliseconds: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (!/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : (date - nowMilliseconds) / SECOND_MS;
}

/** Clamps Retry-After to 1 s … `maxSeconds`; undefined becomes 30 s. */
export function clampRetryAfter(seconds: number | undefined, maxSeconds: number): number {
  return Math.min(maxSeconds, Math.max(1, seconds ?? DEFAULT_RETRY_AFTER_SECONDS));
}

/**
 * Seconds to wait before retry number `attempt` (from 1) of a one-shot command.
 * Jitter only lengthens a wait, so that requests are at least a second apart.
 */
export function retryDelaySeconds(error: BoardsError, attempt: number, random: () => number): number {
  if (error instanceof RateLimitedError) {
    return Math.min(60, clampRetryAfter(error.retryAfterSeconds, 60) * (1 + random() / 10));
  }
  const doubling = 2 ** (attempt - 1);
  const base = error instanceof UnavailableError && error.status === 503 ? 30 * doubling : doubling;
  return base * (1 + random() / 4);
}

export interface RetryOptions {
  /** The number of retries after the first attempt. */
  readonly retries: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly onWait: (wait: RetryWait) => void;
}

interface RetryWait {
  /** That of the error, such as `rate limited`. */
  readonly reason: string;
  readonly seconds: number;
  readonly attempt: number;
  readonly retries: number;
}

/** Runs `attempt` until it succeeds. Throws its error if that is not retryable or the retries are used up. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BoardsError) || !error.retryable || retry > options.retries) throw error;
      const seconds = retryDelaySeconds(error, retry, options.random);
      options.onWait({
        reason: error.reason,
        seconds,
        attempt: retry,
        retries: options.retries,
      });
      await options.clock.sleep(seconds * SECOND_MS, options.signal);
    }
  }
}
