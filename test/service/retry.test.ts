import { describe, expect, test } from 'vitest';
import {
  AuthError,
  type BoardsError,
  NetworkError,
  RateLimitedError,
  UnavailableError,
} from '../../src/errors.ts';
import { COMMAND_WAITS, parseRetryAfter, waitSeconds, withRetries } from '../../src/service/retry.ts';
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

describe('the wait before a retry', () => {
  test.each<[string, BoardsError, number, number]>([
    ['429 with Retry-After', new RateLimitedError('', { retryAfterSeconds: 7 }), 1, 7],
    ['429 without', new RateLimitedError(''), 1, 30],
    ['429 with 50 s', new RateLimitedError('', { retryAfterSeconds: 50 }), 1, 50],
    ['503, first', new UnavailableError('', { status: 503 }), 1, 30],
    ['503, second', new UnavailableError('', { status: 503 }), 2, 60],
    ['500, first', new UnavailableError('', { status: 500 }), 1, 1],
    ['500, third', new UnavailableError('', { status: 500 }), 3, 4],
    ['network, second', new NetworkError(''), 2, 2],
  ])('%s', (_, error, attempt, seconds) => {
    expect(waitSeconds(error, attempt, COMMAND_WAITS, () => 0)).toBe(seconds);
    const longest = waitSeconds(error, attempt, COMMAND_WAITS, () => 0.999);
    expect(longest).toBeGreaterThan(seconds);
    expect(longest).toBeLessThanOrEqual(seconds * 1.25);
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
