import type { Context } from '../context.ts';
import { BoardsError, RateLimitedError, UnavailableError } from '../errors.ts';
import { SECOND_MS } from '../time.ts';

/** Where Retry-After is missing or invalid. */
export const DEFAULT_RETRY_AFTER_SECONDS = 30;
export const MAX_RETRY_AFTER_SECONDS = 15 * 60;
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

/**
 * Seconds to wait before retry number `attempt` (from 1) of a one-shot command.
 * Jitter only lengthens a wait, so that requests are at least a second apart.
 */
export function retryDelaySeconds(error: BoardsError, attempt: number, random: () => number): number {
  if (error instanceof RateLimitedError) {
    const { retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS } = error;
    return Math.min(MAX_WAIT_SECONDS, retryAfterSeconds * (1 + random() / 10));
  }
  const doubling = 2 ** (attempt - 1);
  const base = error instanceof UnavailableError && error.status === 503 ? 30 * doubling : doubling;
  return base * (1 + random() / 4);
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
      const seconds = retryDelaySeconds(error, retry, random);
      onWait(error, seconds, retry);
      await clock.sleep(seconds * SECOND_MS, signal);
    }
  }
}
