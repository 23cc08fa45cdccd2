import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoardsError, NetworkError, RateLimitedError, UnavailableError } from '../../src/errors.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import type { SnapshotResponse } from '../../src/service/client.ts';
import { POLLING } from '../../src/watch/feed.ts';
import { createPoller } from '../../src/watch/poller.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

/** An event from outside the feed, timed from the event before it. */
type Step = { readonly afterMilliseconds: number } & (
  | { readonly type: 'stop'; readonly milliseconds: number }
  | { readonly type: 'wall'; readonly milliseconds: number }
  | { readonly type: 'poll now'; readonly timeframe: Timeframe }
  | { readonly type: 'follow'; readonly timeframes: ReadonlyArray<Timeframe> }
  | { readonly type: 'pause'; readonly paused: boolean }
);

/** How the service responds to one poll. */
interface Outcome {
  readonly type: 'good' | 'limited' | 'unavailable' | 'network';
  readonly latencyMilliseconds: number;
  readonly retryAfterSeconds: number;
  /** The program is stopped for this long during the request. */
  readonly stopMilliseconds: number;
}

interface Scene {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly steps: ReadonlyArray<Step>;
  /** Used in turn; every later poll is good. */
  readonly outcomes: ReadonlyArray<Outcome>;
  readonly seconds: number;
}

interface Poll {
  readonly timeframe: Timeframe;
  /** On the monotonic clock, in milliseconds. */
  readonly at: number;
}

interface Failure extends Poll {
  readonly error: BoardsError;
  /** The duration of the poll, in milliseconds. */
  readonly took: number;
}

interface FeedLog {
  readonly polls: ReadonlyArray<Poll>;
  readonly failures: ReadonlyArray<Failure>;
  /** Requests to poll now that the feed accepted. */
  readonly granted: ReadonlyArray<Poll>;
  readonly maxInFlight: number;
}

const MIN_GAP_MS = 5000;
const TIMEOUT_MS = 10_000;

const GOOD: Outcome = { type: 'good', latencyMilliseconds: 50, retryAfterSeconds: 0, stopMilliseconds: 0 };

/** Runs a feed in simulated time through the events and responses of a scene. */
async function simulateFeed({ timeframes, steps, outcomes, seconds }: Scene): Promise<FeedLog> {
  const clock = createFakeClock();
  const polls: Array<Poll> = [];
  const failures: Array<Failure> = [];
  const granted: Array<Poll> = [];
  let maxInFlight = 0;
  let inFlight = 0;
  const fetch = async (timeframe: Timeframe, signal: AbortSignal): Promise<SnapshotResponse> => {
    const at = clock.monotonic();
    const outcome = outcomes[polls.length] ?? GOOD;
    polls.push({ timeframe, at });
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    try {
      clock.stopSoon(outcome.stopMilliseconds);
      await clock.sleep(outcome.latencyMilliseconds, signal);
    } finally {
      inFlight--;
    }
    const error = failureOf(outcome);
    if (error === null) return snapshotResponseOf(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
    failures.push({ timeframe, at: clock.monotonic(), error, took: clock.monotonic() - at });
    throw error;
  };
  const polling = {
    timeframes,
    fetch,
    intervalSeconds: 60,
    isIntervalFixed: true,
    isLoopback: false,
    timeoutMilliseconds: TIMEOUT_MS,
  };
  const feed = createPoller(polling, { clock, random: () => 0 }, new AbortController().signal);
  const play = async () => {
    for (const step of steps) {
      await clock.sleep(step.afterMilliseconds);
      if (step.type === 'stop') clock.stopSoon(step.milliseconds);
      else if (step.type === 'wall') clock.jumpSoon(step.milliseconds);
      else if (step.type === 'follow') feed.setTimeframes(step.timeframes);
      else if (step.type === 'pause') feed.setPaused(step.paused);
      else if (feed.requestNext(step.timeframe) === POLLING)
        granted.push({ timeframe: step.timeframe, at: clock.monotonic() });
    }
  };
  void play();
  for await (const _ of feed.events()) if (clock.monotonic() >= seconds * 1000) break;
  return { polls, failures, granted, maxInFlight };
}

function failureOf({ type, retryAfterSeconds }: Outcome): BoardsError | null {
  if (type === 'limited') return new RateLimitedError('slow down', { retryAfterSeconds });
  if (type === 'unavailable') return new UnavailableError('rebuilding', { status: 503 });
  return type === 'network' ? new NetworkError('gone') : null;
}

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
  retryAfterSeconds: fc.constantFrom(1, 7, 20, 40),
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
    error instanceof RateLimitedError ? [{ from: at, to: at + (error.retryAfterSeconds ?? 30) * 1000 }] : [],
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

describe('with random stops, clock changes, keys and failures', () => {
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
      isBack: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(timeframes, event, async (polled, { seconds, type, isBack, ...event }) => {
        const milliseconds = event.milliseconds * (type === 'wall' && isBack ? -1 : 1);
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
    const limited: Outcome = { ...GOOD, type: 'limited', retryAfterSeconds: 40 };
    const { polls } = await simulateFeed({ timeframes: ['day'], steps, outcomes: [limited], seconds: 59 });
    expect(polls[1]?.at).toBeGreaterThanOrEqual(40_050);
  });

  test('ends a backoff early only if the machine sleeps longer than it', async () => {
    const failed: Outcome = { ...GOOD, type: 'network' };
    const pollAfter = async (milliseconds: number) => {
      const steps = [{ type: 'stop', afterMilliseconds: 10_000, milliseconds }] as const;
      const { polls } = await simulateFeed({ timeframes: ['day'], steps, outcomes: [failed], seconds: 40 });
      return Math.round((polls[1]?.at ?? 0) / 1000);
    };
    expect(await pollAfter(3000)).toBe(30);
    expect(await pollAfter(25_000)).toBe(35);
  });
});
