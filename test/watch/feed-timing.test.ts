import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NetworkError, RateLimitedError } from '../../src/errors.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import {
  type FeedLog,
  MIN_GAP_MS,
  type Outcome,
  type Poll,
  type Step,
  simulateFeed,
  TIMEOUT_MS,
} from '../support/feed-simulation.ts';

const timeframe = fc.constantFrom(...TIMEFRAMES);
const timeframes = fc.uniqueArray(timeframe, { minLength: 1, maxLength: 3 });
/** How long the process is stopped: around the jump threshold of the feed, and far beyond it. */
const stopMilliseconds = fc.oneof(
  fc.constantFrom(1000, 1700, 2700, 3000),
  fc.integer({ min: 0, max: 40_000 }),
);
const jump = fc.oneof(
  fc.constantFrom(1700, -1700, 3_600_000, -3_600_000),
  fc.integer({ min: -9000, max: 9000 }),
);

const step: fc.Arbitrary<Step> = fc
  .oneof(
    fc.record({ type: fc.constant('stop' as const), milliseconds: stopMilliseconds }),
    fc.record({ type: fc.constant('wall' as const), milliseconds: jump }),
    fc.record({ type: fc.constant('poll now' as const), timeframe }),
    fc.record({ type: fc.constant('follow' as const), timeframes }),
    fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }),
  )
  .chain((one) => fc.nat(8000).map((milliseconds) => ({ ...one, afterMilliseconds: milliseconds })));

const outcome: fc.Arbitrary<Outcome> = fc.record({
  type: fc.constantFrom('good', 'good', 'limited', 'unavailable', 'network'),
  latencyMilliseconds: fc.integer({ min: 1, max: TIMEOUT_MS }),
  retryAfterSeconds: fc.constantFrom(0, 1, 7, 20, 40),
  stopMilliseconds: fc.oneof(fc.constant(0), stopMilliseconds),
});

const scene = fc.record({
  timeframes,
  steps: fc.array(step, { maxLength: 40 }),
  outcomes: fc.array(outcome, { maxLength: 12 }),
  seconds: fc.constant(200),
});

/** The milliseconds between consecutive polls of the same timeframe. */
function gapsOf(polls: ReadonlyArray<Poll>): ReadonlyArray<number> {
  return TIMEFRAMES.flatMap((name) => {
    const times = polls.filter((poll) => poll.timeframe === name).map(({ at }) => at);
    return times.slice(1).map((at, index) => at - (times[index] ?? 0));
  });
}

/** Polls during a rate limit. */
function tooEarly({ polls, failures }: FeedLog): ReadonlyArray<Poll> {
  const limits = failures.flatMap(({ at, error }) =>
    error instanceof RateLimitedError
      ? [{ from: at, to: at + Math.max(1, error.retryAfterSeconds ?? 30) * 1000 }]
      : [],
  );
  return polls.filter(({ at }) => limits.some(({ from, to }) => at >= from && at < to));
}

/** Failures after which the timeframe was polled within 30 s, although no key requested it or the poll that failed. */
function withoutBackoff({ polls, failures, granted }: FeedLog) {
  return failures.filter(({ timeframe: name, at, error, took }) => {
    const wasSuspended = error instanceof NetworkError && took > TIMEOUT_MS + 1500;
    if (wasSuspended || error instanceof RateLimitedError) return false;
    const before = Math.max(
      ...polls.filter((poll) => poll.timeframe === name && poll.at < at - took).map((poll) => poll.at),
    );
    const wasRequested = granted.some(
      (poll) => poll.timeframe === name && poll.at >= before && poll.at <= at - took,
    );
    if (wasRequested) return false;
    const isWithin = (poll: Poll) => poll.timeframe === name && poll.at >= at && poll.at < at + 30_000;
    return polls.some(isWithin) && !granted.some(isWithin);
  });
}

describe('with random stops, clock changes, keys and failures', { timeout: 60_000 }, () => {
  test('polls of a timeframe are at least 5 s apart, and rate limits and backoffs are respected', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (one) => {
        const log = await simulateFeed(one);
        expect(Math.min(MIN_GAP_MS, ...gapsOf(log.polls))).toBe(MIN_GAP_MS);
        expect(tooEarly(log)).toEqual([]);
        expect(withoutBackoff(log)).toEqual([]);
        expect(log.maxInFlight).toBeLessThanOrEqual(1);
      }),
      { numRuns: 80 },
    );
  });

  test('a stop or a clock change causes exactly one poll of each timeframe', async () => {
    const event = fc.record({
      seconds: fc.integer({ min: 6, max: 45 }),
      type: fc.constantFrom('stop' as const, 'wall' as const),
      milliseconds: fc.constantFrom(3000, 60_000, 8 * 3_600_000),
    });
    await fc.assert(
      fc.asyncProperty(timeframes, event, async (polled, { seconds, type, milliseconds }) => {
        const end = seconds + 15 + (type === 'stop' ? milliseconds / 1000 : 0);
        const steps = [{ type, milliseconds, afterMilliseconds: seconds * 1000 }];
        const { polls } = await simulateFeed({ timeframes: polled, steps, outcomes: [], seconds: end });
        expect(polls.filter(({ at }) => at > seconds * 1000).map((poll) => poll.timeframe)).toEqual(polled);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the first minute of a feed', () => {
  const every = (afterMilliseconds: number, type: 'stop' | 'wall', milliseconds: ReadonlyArray<number>) =>
    Array.from({ length: 60 }, (_, index) => ({
      type,
      afterMilliseconds,
      milliseconds: milliseconds[index % milliseconds.length] ?? 0,
    }));

  test.each([
    ['repeated stops of 2.7 s', every(900, 'stop', [2700])],
    ['a wall clock that swings by 1.7 s', every(1000, 'wall', [1700, -1700])],
    ['an event loop that stalls for 1.6 s', every(1000, 'stop', [1600])],
  ])('with %s has polls 5 s apart, and none during a rate limit', async (_, steps) => {
    const healthy = await simulateFeed({ timeframes: ['day'], steps, outcomes: [], seconds: 59 });
    expect(Math.min(MIN_GAP_MS, ...gapsOf(healthy.polls))).toBe(MIN_GAP_MS);
    const limited: Outcome = {
      type: 'limited',
      latencyMilliseconds: 50,
      retryAfterSeconds: 40,
      stopMilliseconds: 0,
    };
    const { polls } = await simulateFeed({ timeframes: ['day'], steps, outcomes: [limited], seconds: 59 });
    expect(polls[1]?.at).toBeGreaterThanOrEqual(40_050);
  });

  test('ends a backoff early only if the machine sleeps longer than it', async () => {
    const failed: Outcome = {
      type: 'network',
      latencyMilliseconds: 50,
      retryAfterSeconds: 0,
      stopMilliseconds: 0,
    };
    const pollAfter = async (milliseconds: number) => {
      const steps = [{ type: 'stop', afterMilliseconds: 10_000, milliseconds }] as const;
      const { polls } = await simulateFeed({ timeframes: ['day'], steps, outcomes: [failed], seconds: 40 });
      return Math.round((polls[1]?.at ?? 0) / 1000);
    };
    expect(await pollAfter(3000)).toBe(30);
    expect(await pollAfter(25_000)).toBe(35);
  });
});
