import { expect, test } from 'vitest';
import { type BoardsError, NetworkError, RateLimitedError, UnavailableError } from '../../src/errors.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';
import type { SnapshotResponse } from '../../src/service/client.ts';
import type { LiveFeed, Received } from '../../src/watch/feed.ts';
import { createPoller } from '../../src/watch/poller.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { snapshotOf, snapshotResponseOf } from '../support/snapshots.ts';

interface Scene {
  readonly seconds: number;
  readonly intervalSeconds?: number;
  /** By default, the service builds each minute. */
  readonly respond?: (index: number, clock: FakeClock, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** So many seconds after the start. */
  readonly steps?: ReadonlyArray<
    readonly [seconds: number, step: (clock: FakeClock, feed: LiveFeed) => void]
  >;
  readonly signal?: AbortSignal;
}

const everyMinute = (clock: FakeClock) => snapshotResponseOf(Math.floor(clock.now() / 60_000) * 60_000);

/** Runs a feed with a fixed interval, and returns its polls, in seconds, and its events. */
async function run({ seconds, intervalSeconds = 60, respond, steps = [], signal }: Scene) {
  const clock = createFakeClock();
  const polls: Array<readonly [Timeframe, number]> = [];
  const events: Array<Received> = [];
  let inFlight = 0;
  const fetch = async (timeframe: Timeframe, aborted: AbortSignal) => {
    expect(++inFlight).toBe(1);
    polls.push([timeframe, Math.round(clock.monotonic() / 1000)]);
    try {
      return await (respond?.(polls.length - 1, clock, aborted) ?? everyMinute(clock));
    } finally {
      inFlight--;
    }
  };
  const pace = { intervalSeconds, isIntervalFixed: true, isLoopback: false };
  const polling = { ...pace, timeframes: ['day'] as const, fetch, timeoutMilliseconds: 10_000 };
  const feed = createPoller(polling, { clock, random: () => 0 }, signal ?? new AbortController().signal);
  for (const [at, step] of steps) void clock.sleep(at * 1000).then(() => step(clock, feed));
  for await (const event of feed.events()) {
    if (event.type !== 'tick') events.push(event);
    if (clock.monotonic() >= seconds * 1000) break;
  }
  return { polls, times: polls.map(([, at]) => at), types: events.map(({ type }) => type) };
}

/** The same step again and again. */
const repeated = (everySeconds: number, ...all: ReadonlyArray<(clock: FakeClock, feed: LiveFeed) => void>) =>
  Array.from({ length: 60 }, (_, index) => {
    const step = all[index % all.length] ?? (() => undefined);
    return [(index + 1) * everySeconds, step] as const;
  });
const stop = (milliseconds: number) => (clock: FakeClock) => clock.stopSoon(milliseconds);
const jump = (milliseconds: number) => (clock: FakeClock) => clock.jumpSoon(milliseconds);
const failing = (...failed: ReadonlyArray<number>) => {
  const error: BoardsError = new NetworkError('gone');
  return async (index: number, clock: FakeClock) => {
    if (failed.includes(index)) throw error;
    return everyMinute(clock);
  };
};

test('a feed distinguishes new snapshots from unchanged ones', async () => {
  const { times, types } = await run({ seconds: 95, intervalSeconds: 30 });
  expect(types).toEqual(['snapshot', 'unchanged', 'snapshot', 'unchanged']);
  expect(times).toEqual([0, 30, 60, 90]);
});

test.each([
  ['a sleep of 1.6 s', stop(1600), [0, 12]],
  ['a sleep of 3 s', stop(3000), [0, 13]],
  ['a sleep of a minute', stop(60_000), [0, 70]],
  ['a sleep of 8 h', stop(8 * 3_600_000), [0, 28_810]],
  ['a clock that is set forward', jump(3_600_000), [0, 11]],
  ['a clock that is set back', jump(-3_600_000), [0, 11]],
  ['a pause of the event loop', stop(1000), [0]],
])('after %s, a feed polls exactly once', async (_, step, expected) => {
  const { times } = await run({ seconds: (expected.at(-1) ?? 0) + 30, steps: [[10, step]] });
  expect(times.slice(0, 2).map((at, index) => Math.abs(at - (expected[index] ?? NaN)) <= 1)).toEqual(
    expected.map(() => true),
  );
  expect(times).toHaveLength(expected.length);
});

test.each([
  ['repeated stops of 2.7 s', repeated(0.9, stop(2700))],
  ['a wall clock that swings by 1.7 s', repeated(1, jump(1700), jump(-1700))],
  ['an event loop that stalls for 1.6 s', repeated(1, stop(1600))],
])('with %s, polls are at least 5 s apart, and a running backoff is kept', async (_, steps) => {
  const { times } = await run({ seconds: 59, steps });
  expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(5);
  const backedOff = await run({ seconds: 40, steps, respond: failing(1) });
  expect((backedOff.times[2] ?? Infinity) - (backedOff.times[1] ?? 0)).toBeGreaterThanOrEqual(30);
});

test('a request that fails because the computer slept is no failure', async () => {
  const slept = async (index: number, clock: FakeClock) => {
    if (index !== 1) return everyMinute(clock);
    clock.stopSoon(600_000);
    await clock.sleep(100);
    throw new NetworkError('timed out');
  };
  const { types, times } = await run({ seconds: 680, respond: slept });
  expect(types).toEqual(['snapshot', 'snapshot']);
  expect(times.slice(0, 3)).toEqual([0, 60, 660]);
});

test('an error of the service is a failure even if the computer slept', async () => {
  const respond = async (index: number, clock: FakeClock) => {
    if (index !== 1) return everyMinute(clock);
    clock.stopSoon(600_000);
    await clock.sleep(100);
    throw new UnavailableError('rebuilding', { status: 503 });
  };
  const { types } = await run({ seconds: 680, respond });
  expect(types).toEqual(['snapshot', 'failure']);
});

test('a rate limit holds after its timeframe is no longer polled, but is no failure', async () => {
  const respond = async (index: number, clock: FakeClock) => {
    if (index > 0) return everyMinute(clock);
    await clock.sleep(3000);
    throw new RateLimitedError('slow down', { retryAfterSeconds: 20 });
  };
  const { polls, types } = await run({
    seconds: 30,
    respond,
    steps: [[1, (_, feed) => feed.setTimeframes(['swing'])]],
  });
  expect(polls).toEqual([
    ['day', 0],
    ['swing', 23],
  ]);
  expect(types).toEqual(['snapshot']);
});

test('a feed ticks each second', async () => {
  const clock = createFakeClock();
  const pace = { intervalSeconds: 60, isIntervalFixed: true, isLoopback: false };
  const fetch = async () => everyMinute(clock);
  const polling = { ...pace, timeframes: ['day'] as const, fetch, timeoutMilliseconds: 10_000 };
  const feed = createPoller(polling, { clock, random: () => 0 }, new AbortController().signal);
  const ticks: Array<number> = [];
  for await (const { type } of feed.events()) {
    if (type === 'tick') ticks.push(clock.monotonic() / 1000);
    if (ticks.length === 5) break;
  }
  expect(ticks).toEqual([1, 2, 3, 4, 5]);
});

test('no poll is planned while polls are paused', async () => {
  const planned: Array<number | null> = [];
  const plan = (_: FakeClock, feed: LiveFeed) => planned.push(feed.millisecondsToNextPoll('day'));
  await run({
    seconds: 40,
    steps: [
      [10.5, plan],
      [11.5, (_, feed) => feed.setPaused(true)],
      [12.5, plan],
    ],
  });
  expect(planned).toEqual([49_500, null]);
});

test('a request is aborted when its timeframe is no longer polled', async () => {
  const slow = async (_: number, clock: FakeClock, signal: AbortSignal) => {
    await clock.sleep(3000, signal);
    return everyMinute(clock);
  };
  const { polls, types } = await run({
    seconds: 6,
    respond: slow,
    steps: [[1, (_, feed) => feed.setTimeframes(['swing'])]],
  });
  expect(polls).toEqual([
    ['day', 0],
    ['swing', 1],
  ]);
  expect(types).toEqual(['snapshot']);
});

test('a feed ends when its signal is aborted, during a wait or a request', async () => {
  for (const milliseconds of [10, 100_000]) {
    const stopping = new AbortController();
    const respond = (_: number, clock: FakeClock, signal: AbortSignal) =>
      clock.sleep(milliseconds, signal).then(() => everyMinute(clock));
    const { times } = await run({
      seconds: 900,
      respond,
      steps: [[20, () => stopping.abort()]],
      signal: stopping.signal,
    });
    expect(times).toEqual([0]);
  }
});

test('a bug ends a feed', async () => {
  const error = new TypeError('no');
  await expect(run({ seconds: 10, respond: () => Promise.reject(error) })).rejects.toBe(error);
});

test('an older snapshot counts as unchanged for five minutes', async () => {
  const times = [600_000, 0, 660_000];
  const { types } = await run({
    seconds: 540,
    respond: async (index) => snapshotResponseOf(times[index] ?? 0),
  });
  expect(types).toEqual([
    ...['snapshot', 'unchanged', 'snapshot'],
    ...['unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'snapshot'],
  ]);
});

test('equal data without asOf is unchanged', async () => {
  const undated = async () => ({ ...snapshotResponseOf(0), snapshot: snapshotOf({ asOf: null }) });
  expect((await run({ seconds: 130, respond: undated })).types).toEqual([
    'snapshot',
    'unchanged',
    'unchanged',
  ]);
});

test.each([
  ['the clock is right', 0, 0, 0.01],
  ['responses take 4 s', 0, 4000, 0.01],
  ['the clock is 5 min ahead', 300_500, 0, 0.6],
  ['the clock is 2 s ahead', 2000, 0, 0.6],
  ['the clock is 20 s behind', -20_500, 0, 0.6],
])('polls come 2 s after builds where %s', async (_, ahead, milliseconds, tolerance) => {
  const clock = createFakeClock();
  const ages: Array<number> = [];
  const fetch = async (): Promise<SnapshotResponse> => {
    const service = clock.now() - ahead;
    const asOf = Math.floor(service / 60_000) * 60_000;
    ages.push((service - asOf) / 1000);
    await clock.sleep(milliseconds);
    const serverTime = Math.floor((service + milliseconds) / 1000) * 1000;
    return { ...snapshotResponseOf(asOf), serverTime, milliseconds, cache: null };
  };
  const pace = { intervalSeconds: 60, isIntervalFixed: false, isLoopback: false };
  const polling = { ...pace, timeframes: ['day'] as const, fetch, timeoutMilliseconds: 10_000 };
  const feed = createPoller(polling, { clock, random: () => 0 }, new AbortController().signal);
  for await (const __ of feed.events()) if (clock.monotonic() > 400_000) break;
  for (const age of ages.slice(2)) expect(Math.abs(age - 2)).toBeLessThan(tolerance);
});
