import type { Context } from '../context.ts';
import { BoardsError, RateLimitedError } from '../errors.ts';
import { SECOND_MS } from '../lib/time.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 15 * 60;
/** Unlike a 429, a 5xx response does not say how long to wait. */
export const UNAVAILABLE_SECONDS = 30;

/**
 * In seconds. Waits begin with `first`, after a 503 with `unavailable`, and end at `most`, after a 429 at
 * `limited`.
 */
type Waits = Readonly<Record<'first' | 'unavailable' | 'most' | 'limited', number>>;
export const COMMAND_WAITS: Waits = { first: 1, unavailable: UNAVAILABLE_SECONDS, most: 120, limited: 60 };
/** Failures must not cause more requests than successful polls. */
export const WATCH_WAITS: Waits = {
  first: 30,
  unavailable: UNAVAILABLE_SECONDS,
  most: 60,
  limited: MAX_RETRY_AFTER_SECONDS,
};
/** The user waits for a timeframe that has no snapshot yet. */
export const FIRST_WAITS: Waits = { ...WATCH_WAITS, first: 5, unavailable: 5, most: 30 };

export function parseRetryAfter(header: string | undefined, now: number): number {
  const seconds = secondsOf(header?.trim() ?? '', now);
  if (Number.isNaN(seconds)) return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function secondsOf(value: string, now: number): number {
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return /[a-z]/i.test(value) ? (Date.parse(value) - now) / SECOND_MS : NaN;
}

/** Doubles the wait with each failure. Jitter only lengthens it, so requests stay a second apart. */
export function waitSeconds(
  error: BoardsError,
  failures: number,
  { first, unavailable, most, limited }: Waits,
  random: () => number,
): number {
  if (error instanceof RateLimitedError) {
    const { retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS } = error;
    return Math.min(limited, retryAfterSeconds * (1 + random() / 10));
  }
  const usual = error.status === 503 ? unavailable : first;
  return Math.min(most, usual * 2 ** Math.min(failures - 1, 10)) * (1 + random() / 4);
}

/** Throws the last error if it is not retryable, or if no retries are left. */
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
      const seconds = waitSeconds(error, retry, COMMAND_WAITS, random);
      onWait(error, seconds, retry);
      await clock.sleep(seconds * SECOND_MS, signal);
    }
  }
}
