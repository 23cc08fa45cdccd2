import { describe, expect, test } from 'vitest';
import { AuthError, NetworkError, RateLimitedError } from '../../src/errors.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';
import type { SnapshotResponse } from '../../src/service/client.ts';
import type { Received } from '../../src/watch/feed.ts';
import { createPoller } from '../../src/watch/poller.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { snapshotOf, snapshotResponseOf } from '../support/snapshots.ts';

interface Poll {
  readonly timeframe: Timeframe;
  /** Seconds since the start. */
  readonly at: number;
}

/** A feed over a service that rebuilds each minute, with a log of its polls. */
function setUp(options: {
  readonly timeframes?: ReadonlyArray<Timeframe>;
  readonly respond?: (
    poll: Poll,
    index: number,
    clock: FakeClock,
    signal: AbortSignal,
  ) => Promise<SnapshotResponse>;
  readonly intervalSeconds?: number;
}) {
  const clock = createFakeClock();
  const polls: Array<Poll> = [];
  const stopping = new AbortController();
  let inFlight = 0;
  const polling = {
    timeframes: options.timeframes ?? ['day'],
    async fetch(timeframe: Timeframe, signal: AbortSignal) {
      expect(++inFlight).toBe(1);
      try {
        const poll = { timeframe, at: clock.monotonic() / 1000 };
        polls.push(poll);
        const minute = Math.floor(clock.now() / 60_000) * 60_000;
        return await (options.respond?.(poll, polls.length - 1, clock, signal) ?? snapshotResponseOf(minute));
      } finally {
        inFlight--;
      }
    },
    intervalSeconds: options.intervalSeconds ?? 60,
    isIntervalFixed: true,
    isLoopback: false,
    timeoutMilliseconds: 60_000,
  };
  const feed = createPoller(polling, { clock, random: () => 0 }, stopping.signal);
  return { clock, polls, feed, stop: () => stopping.abort({ stop: 'SIGTERM' }) };
}

function fail(error: Error): never {
  throw error;
}

/** Runs the feed for `seconds` on its clock and returns the types of its events, except ticks. */
async function runFor(
  seconds: number,
  { feed, clock }: ReturnType<typeof setUp>,
  onEvent?: (event: Received) => void,
) {
  const events: Array<Received> = [];
  const end = clock.monotonic() + seconds * 1000;
  for await (const event of feed.events()) {
    if (event.type !== 'tick') events.push(event);
    onEvent?.(event);
    if (clock.monotonic() >= end) break;
  }
  return events.map(({ type }) => type);
}

describe('a feed', () => {
  test('polls once per interval and distinguishes new snapshots from unchanged ones', async () => {
    const world = setUp({ intervalSeconds: 30 });
    expect(await runFor(95, world)).toEqual(['snapshot', 'unchanged', 'snapshot', 'unchanged']);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  });
});

describe('after a failure, a feed', () => {
  test('backs off 30, 60, 60 s and recovers on the first successful poll', async () => {
    const world = setUp({
      respond: async (_, index, clock) => {
        if (index >= 1 && index <= 4) throw new NetworkError('gone');
        return snapshotResponseOf(clock.now());
      },
    });
    const types = await runFor(460, world);
    expect(types.join(' ')).toBe(`snapshot${' failure'.repeat(4)}${' snapshot'.repeat(4)}`);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 60, 90, 150, 210, 270, 330, 390, 450]);
  });

  test.each([
    ['401 or 403', new AuthError('no')],
    ['a bug', new TypeError('no')],
  ])('ends on %s', async (_, error) => {
    const world = setUp({ respond: async () => Promise.reject(error) });
    await expect(runFor(10, world)).rejects.toBe(error);
  });

  test('ends when its signal is aborted, during a wait or a request', async () => {
    const waiting = setUp({});
    const events = await runFor(1000, waiting, (event) => event.type === 'tick' && waiting.stop());
    expect(events).toEqual(['snapshot']);
    const requesting = setUp({
      respond: (_, __, clock, signal) => {
        requesting.stop();
        return clock.sleep(60_000, signal).then(() => snapshotResponseOf(0));
      },
    });
    expect(await runFor(1000, requesting)).toEqual([]);
  });
});

describe('on request of the user, a feed', () => {
  test('polls now, but not within 5 s of the last poll', async () => {
    const world = setUp({});
    const said: Array<string | null> = [];
    await runFor(20, world, (event) => {
      if (event.type === 'tick') said.push(world.feed.requestNext('day'));
    });
    const recent = (seconds: number) => `too soon: polled ${seconds} s ago`;
    const seconds = [1, 2, 3, 4].map(recent);
    expect(said.slice(0, 6)).toEqual([...seconds, 'polling now', recent(1)]);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 5, 10, 15]);
  });

  test.each<[string, (clock: FakeClock) => SnapshotResponse, number]>([
    ['one that returns nothing new', (clock) => snapshotResponseOf(clock.now() - 45_000), 60],
    ['a new snapshot', (clock) => snapshotResponseOf(clock.now()), 105],
    ['a failure', () => fail(new NetworkError('gone')), 60],
    ['a 429', () => fail(new RateLimitedError('slow down', { retryAfterSeconds: 120 })), 165],
  ])(
    'at 45 s: after %s, the next poll is due not later than it was unless something is new or the service says so',
    async (_, respond, nextAt) => {
      const world = setUp({
        respond: async (__, index, clock) => (index === 1 ? respond(clock) : snapshotResponseOf(clock.now())),
      });
      await runFor(45, world);
      expect(world.feed.requestNext('day')).toBe('polling now');
      await runFor(125, world);
      expect(world.polls.slice(0, 3).map(({ at }) => at)).toEqual([0, 45, nextAt]);
    },
  );

  test('does not poll while paused, and polls when resumed', async () => {
    const world = setUp({});
    await runFor(300, world, () => {
      const seconds = world.clock.monotonic() / 1000;
      world.feed.setPaused(seconds > 30 && seconds < 250);
    });
    expect(world.polls.map(({ at }) => Math.round(at))).toEqual([0, 250]);
    expect(world.feed.requestNext('scalp')).toBe('not polled yet');
  });

  test('drops a late response for a timeframe that is no longer polled', async () => {
    const world = setUp({
      respond: async ({ timeframe }, _, clock, signal) => {
        if (timeframe === 'day') {
          world.feed.setTimeframes(['swing']);
          await clock.sleep(30_000, signal);
        }
        return snapshotResponseOf(clock.now());
      },
    });
    const seen: Array<string> = [];
    await runFor(5, world, (event) => {
      if (event.type === 'snapshot') seen.push(event.timeframe);
    });
    expect(seen).toEqual(['swing']);
  });
});

describe('switching timeframes', () => {
  test('quickly polls only the last one', async () => {
    const world = setUp({
      respond: (_, __, clock, signal) =>
        clock.sleep(2000, signal).then(() => snapshotResponseOf(clock.now())),
    });
    const ring = ['scalp', 'day', 'swing'] as const;
    let turns = 0;
    await runFor(12, world, (event) => {
      if (event.type !== 'tick' || turns > 0) return;
      for (turns = 0; turns < 40; turns++) world.feed.setTimeframes([ring[turns % ring.length] ?? 'day']);
    });
    expect(world.polls.map(({ timeframe }) => timeframe)).toEqual(['day', 'scalp']);
  });
});

describe('a feed does not report as new', () => {
  test('the same snapshot after switching to another timeframe and back', async () => {
    const world = setUp({ respond: async () => snapshotResponseOf(0) });
    const types = await runFor(30, world, () => {
      const seconds = world.clock.monotonic() / 1000;
      if (seconds >= 10 && seconds < 11) world.feed.setTimeframes(['swing']);
      if (seconds >= 20 && seconds < 21) world.feed.setTimeframes(['day']);
    });
    expect(types.filter((type) => type === 'snapshot')).toHaveLength(2);
    expect(world.polls.map(({ timeframe }) => timeframe)).toEqual(['day', 'swing']);
  });

  test('an older snapshot for five minutes', async () => {
    const times = [600_000, 0, 660_000];
    const world = setUp({ respond: async (_, index) => snapshotResponseOf(times[index] ?? 0) });
    expect(await runFor(540, world)).toEqual([
      ...['snapshot', 'unchanged', 'snapshot'],
      ...['unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'snapshot'],
    ]);
  });

  test('equal data without asOf', async () => {
    const undated = async () => ({ ...snapshotResponseOf(0), snapshot: snapshotOf({ asOf: null }) });
    expect(await runFor(130, setUp({ respond: undated }))).toEqual(['snapshot', 'unchanged', 'unchanged']);
  });
});
