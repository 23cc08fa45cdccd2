import { describe, expect, test } from 'vitest';
import {
  BadResponseError,
  type BoardsError,
  NetworkError,
  RateLimitedError,
  UnavailableError,
} from '../../src/errors.ts';
import { LOOPBACK_WAITS, WATCH_WAITS, waitSeconds } from '../../src/service/retry.ts';

describe('the backoff of watch', () => {
  test.each<[string, BoardsError, number, number]>([
    ['503, first', new UnavailableError('', { status: 503 }), 1, 30],
    ['network, second', new NetworkError(''), 2, 60],
    ['bad response, third', new BadResponseError(''), 3, 60],
    ['network, hundredth', new NetworkError(''), 100, 60],
    ['429 with Retry-After', new RateLimitedError('', { retryAfterSeconds: 7 }), 1, 7],
    ['429 with 15 minutes', new RateLimitedError('', { retryAfterSeconds: 900 }), 1, 900],
    ['429 without Retry-After', new RateLimitedError(''), 4, 30],
  ])('for "%s" has the expected length, plus jitter', (_, error, failures, seconds) => {
    expect(waitSeconds(error, failures, WATCH_WAITS, () => 0)).toBe(seconds);
    const longest = waitSeconds(error, failures, WATCH_WAITS, () => 0.999);
    expect(longest).toBeGreaterThanOrEqual(seconds);
    expect(longest).toBeLessThanOrEqual(seconds === 900 ? 900 : seconds * 1.25);
  });

  test('begins with a second for a service on loopback, and doubles to a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) =>
      waitSeconds(new NetworkError(''), failures, LOOPBACK_WAITS, () => 0),
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });
});
