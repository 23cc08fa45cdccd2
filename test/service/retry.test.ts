import { describe, expect, test } from 'vitest';
import {
  AuthError,
  BadResponseError,
  type BoardsError,
  NetworkError,
  RateLimitedError,
  UnavailableError,
} from '../../src/errors.ts';
import {
  COMMAND_WAITS,
  parseRetryAfter,
  WATCH_WAITS,
  waitSeconds,
  withRetries,
} from '../../src/service/retry.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 0);

describe('Retry-After, from 1 s to 15 min', () => {
  test.each([
    ['0', 1],
    ['-1', 1],
    ['1.5', 2],
    ['12', 12],
    ['soon', 30],
    ['', 30],
    [undefined, 30],
    ['9999999', 900],
    ['99999999999', 900],
    ['Wed, 03 Jun 2026 14:29:00 GMT', 1],
    ['Wed, 03 Jun 2026 14:30:20 GMT', 20],
    ['Wed, 03 Jun 2027 14:30:20 GMT', 900],
    ['5, 9', 30],
  ])('%s waits %d s', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds);
  });
});

describe('the wait after a failure', () => {
  const limited = (retryAfterSeconds: number) => new RateLimitedError('', { retryAfterSeconds });
  const unavailable = (status: number) => new UnavailableError('', { status });
  const waits = { command: COMMAND_WAITS, watch: WATCH_WAITS };

  test.each<[keyof typeof waits, string, BoardsError, failures: number, seconds: number]>([
    ['command', '429 with Retry-After', limited(7), 1, 7],
    ['command', '429 without', new RateLimitedError(''), 1, 30],
    ['command', '429 with 50 s', limited(50), 1, 50],
    ['command', '429 with 60 s', limited(60), 1, 60],
    ['command', '503, first', unavailable(503), 1, 30],
    ['command', '503, third', unavailable(503), 3, 120],
    ['command', '503, fourth', unavailable(503), 4, 120],
    ['command', '503, second', unavailable(503), 2, 60],
    ['command', '500, first', unavailable(500), 1, 1],
    ['command', '500, third', unavailable(500), 3, 4],
    ['command', 'network, second', new NetworkError(''), 2, 2],
    ['watch', '503, first', unavailable(503), 1, 30],
    ['watch', 'network, second', new NetworkError(''), 2, 60],
    ['watch', 'bad response, third', new BadResponseError(''), 3, 60],
    ['watch', 'network, hundredth', new NetworkError(''), 100, 60],
    ['watch', '429 with Retry-After', limited(7), 1, 7],
    ['watch', '429 with 15 minutes', limited(900), 1, 900],
    ['watch', '429 without Retry-After', new RateLimitedError(''), 4, 30],
  ])('of a %s, %s, has the expected length, plus jitter', (who, _, error, failures, seconds) => {
    const waitOf = (chance: number) => waitSeconds(error, failures, waits[who], () => chance);
    expect(waitOf(0)).toBe(seconds);
    const isLongest = seconds === (who === 'command' ? 60 : 900) && error instanceof RateLimitedError;
    const jitter = error instanceof RateLimitedError ? 0.08 : 0.2;
    expect(waitOf(0.8)).toBeCloseTo(isLongest ? seconds : seconds * (1 + jitter), 6);
  });
});

describe('withRetries', () => {
  const world = { clock: createFakeClock(NOW), random: () => 0, signal: new AbortController().signal };

  test('retries a retryable error and reports each wait', async () => {
    const waits: Array<string> = [];
    let calls = 0;
    const attempt = async () => {
      calls++;
      if (calls < 3) throw new RateLimitedError('', { retryAfterSeconds: 5 });
      return calls;
    };
    const onWait = ({ reason }: BoardsError, seconds: number, retry: number) =>
      void waits.push(`${reason} ${seconds} s (${retry})`);
    expect(await withRetries(attempt, 2, world, onWait)).toBe(3);
    expect(waits).toEqual(['rate limited 5 s (1)', 'rate limited 5 s (2)']);
    expect(world.clock.now() - NOW).toBe(10_000);
  });

  test.each([
    ['an unknown key', new AuthError('no'), 2, 1],
    ['TLS', new NetworkError('no', { retryable: false }), 2, 1],
    ['a bug', new TypeError('no'), 2, 1],
    ['503 beyond the retries', new UnavailableError('no', { status: 503 }), 2, 3],
    ['--retries 0', new UnavailableError('no', { status: 503 }), 0, 1],
  ])('%s fails after %s attempts', async (_, error, retries, attempts) => {
    let calls = 0;
    const attempt = async () => {
      calls++;
      throw error;
    };
    await expect(withRetries(attempt, retries, world, () => undefined)).rejects.toBe(error);
    expect(calls).toBe(attempts);
  });
});
