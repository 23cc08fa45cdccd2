import type { Clock } from '../context.ts';
import { BoardsError, RateLimitedError, UnavailableError } from '../errors.ts';

const SECOND = 1000;
const UNKNOWN_RETRY_AFTER_SECONDS = 30;

/** What the header asks for, in seconds, unclamped (negative for a past date); undefined when it cannot be understood. */
export function parseRetryAfter(header: string | undefined, nowMilliseconds: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (!/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : (date - nowMilliseconds) / SECOND;
}

/** Retry-After within bounds that keep both the service and the user safe: 1 s to `mostSeconds`. */
export function clampRetryAfter(seconds: number | undefined, mostSeconds: number): number {
  return Math.min(mostSeconds, Math.max(1, seconds ?? UNKNOWN_RETRY_AFTER_SECONDS));
}

/**
 * Seconds to wait before repetition number `attempt` (from 1) of a one-shot command; api.md section 7.
 * Jitter only lengthens a wait, so that no two requests come within a second.
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
  /** Repetitions after the first attempt. */
  readonly retries: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Told before each wait, to show it. */
  readonly onWait: (wait: RetryWait) => void;
}

interface RetryWait {
  /** In the words of a spinner: `rate limited`. */
  readonly reason: string;
  readonly seconds: number;
  readonly attempt: number;
  readonly retries: number;
}

/** Runs `attempt` until it succeeds, fails for good, or the repetitions are used up; then throws its last error. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let repetition = 1; ; repetition++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BoardsError) || !error.retryable || repetition > options.retries) throw error;
      const seconds = retryDelaySeconds(error, repetition, options.random);
      options.onWait({
        reason: failureReason(error),
        seconds,
        attempt: repetition,
        retries: options.retries,
      });
      await options.clock.sleep(seconds * SECOND, options.signal);
    }
  }
}

/** A failure in two or three words, for a spinner or a banner. */
export function failureReason(error: BoardsError): string {
  if (error instanceof RateLimitedError) return 'rate limited';
  if (error instanceof UnavailableError) return `service unavailable (${error.status ?? '5xx'})`;
  return error.message;
}
