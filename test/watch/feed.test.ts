import { describe, expect, test } from 'vitest';
import type { SnapshotResponse } from '../../src/api/client.ts';
import { AuthError, NetworkError, RateLimitedError } from '../../src/errors.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { createFeed, type FeedEvent } from '../../src/watch/feed.ts';
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
  const feed = createFeed({
    timeframes: options.timeframes ?? ['day'],
    async fetch(timeframe, signal) {
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
    pauseAfter: (_, __, pollMilliseconds) => (options.intervalSeconds ?? 60) * 1000 - pollMilliseconds,
    leastGapMilliseconds: 5000,
    timeoutMilliseconds: 60_000,
    clock,
    random: () => 0,
    signal: stopping.signal,
  });
  return { clock, polls, feed, stop: () => stopping.abort({ stop: 'SIGTERM' }) };
}

/** Runs the feed until `seconds` have passed on its clock and returns what it told, glances left out. */
async function runFor(
  seconds: number,
  { feed, clock }: ReturnType<typeof setUp>,
  onEvent?: (event: FeedEvent) => void,
) {
  const events: Array<FeedEvent> = [];
  const end = clock.monotonic() + seconds * 1000;
  for await (const event of feed.events()) {
    if (event.type !== 'glance') events.push(event);
    onEvent?.(event);
    if (clock.monotonic() >= end) break;
  }
  return events.map(({ type }) => type);
}

describe('the rhythm', () => {
  test('polls each interval and tells new snapshots from unchanged ones', async () => {
    const world = setUp({ intervalSeconds: 30 });
    expect(await runFor(95, world)).toEqual(['snapshot', 'unchanged', 'snapshot', 'unchanged']);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  });

  test('polls several timeframes one after the other', async () => {
    const world = setUp({ timeframes: ['day', 'swing'] });
    await runFor(65, world);
    expect(world.polls.map(({ timeframe }) => timeframe)).toEqual(['day', 'swing', 'day', 'swing']);
  });

  test('never has two requests in flight, also when an answer takes longer than the interval', async () => {
    const slow = setUp({
      intervalSeconds: 30,
      respond: async (_, __, clock) => {
        await clock.sleep(45_000);
        return snapshotResponseOf(clock.now());
      },
    });
    await runFor(200, slow);
    expect(slow.polls.map(({ at }) => at)).toEqual([0, 46, 92, 138, 184]);
  });
});

describe('failures', () => {
  test('back off 30, 60, 120 s and recover on the first good poll', async () => {
    const world = setUp({
      respond: async (_, index, clock) => {
        if (index >= 1 && index <= 4) throw new NetworkError('gone');
        return snapshotResponseOf(clock.now());
      },
    });
    const types = await runFor(460, world);
    expect(types).toEqual(['snapshot', 'failure', 'failure', 'failure', 'failure', 'snapshot', 'snapshot']);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 60, 90, 150, 270, 390, 450]);
  });

  test('wait as long as a 429 asks for, and nobody can hurry that', async () => {
    const world = setUp({
      respond: async (_, index, clock) => {
        if (index === 0) throw new RateLimitedError('slow down', { retryAfterSeconds: 40 });
        return snapshotResponseOf(clock.now());
      },
    });
    const hurried: Array<boolean> = [];
    await runFor(45, world, (event) => {
      if (event.type === 'glance' && world.clock.monotonic() > 10_000)
        hurried.push(world.feed.pollNow('day'));
    });
    expect(world.polls.map(({ at }) => at)).toEqual([0, 40]);
    expect(hurried[0]).toBe(false);
  });

  test.each([
    ['401 or 403', new AuthError('no')],
    ['a bug', new TypeError('no')],
  ])('%s ends the feed', async (_, error) => {
    const world = setUp({ respond: async () => Promise.reject(error) });
    await expect(runFor(10, world)).rejects.toBe(error);
  });

  test('ends when its signal is aborted, waiting or asking', async () => {
    const waiting = setUp({});
    const events = await runFor(1000, waiting, (event) => event.type === 'glance' && waiting.stop());
    expect(events).toEqual(['snapshot']);
    const asking = setUp({
      respond: (_, __, clock, signal) => {
        asking.stop();
        return clock.sleep(60_000, signal).then(() => snapshotResponseOf(0));
      },
    });
    expect(await runFor(1000, asking)).toEqual([]);
  });
});

describe('sleep and moved clocks: exactly one poll on wake', () => {
  test.each([
    ['3 s', 3000],
    ['8 h', 8 * 3_600_000],
    ['an hour forward', 3_600_000],
    ['an hour back', -3_600_000],
  ])('%s', async (_, jump) => {
    const world = setUp({});
    let jumped = false;
    await runFor(75, world, () => {
      if (!jumped && world.clock.monotonic() >= 20_000) {
        jumped = true;
        // The clock of the wall goes on while the machine sleeps; the steady one stands still.
        world.clock.jumpSoon(jump);
      }
    });
    const [first, second, ...later] = world.polls.map(({ at }) => at);
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(20);
    expect(second).toBeLessThanOrEqual(22);
    expect(later).toEqual([]);
  });
});

describe('what a person can ask', () => {
  test('polls now, but not within 5 s of the last poll', async () => {
    const world = setUp({});
    const answers: Array<boolean> = [];
    await runFor(20, world, (event) => {
      if (event.type === 'glance') answers.push(world.feed.pollNow('day'));
    });
    expect(answers.slice(0, 6)).toEqual([false, false, false, false, true, false]);
    expect(world.polls.map(({ at }) => at)).toEqual([0, 5, 10, 15]);
  });

  test('does not poll while paused, and does when it goes on', async () => {
    const world = setUp({});
    await runFor(300, world, () => {
      const seconds = world.clock.monotonic() / 1000;
      world.feed.setPaused(seconds > 30 && seconds < 250);
    });
    expect(world.polls.map(({ at }) => Math.round(at))).toEqual([0, 250]);
  });

  test('drops the late answer for a timeframe that nobody follows any more', async () => {
    const world = setUp({
      respond: async ({ timeframe }, _, clock, signal) => {
        if (timeframe === 'day') {
          world.feed.follow(['swing']);
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

describe('what a person cannot hurry', () => {
  test('goes through the timeframes with a handful of polls, however fast', async () => {
    const world = setUp({
      respond: (_, __, clock, signal) =>
        clock.sleep(2000, signal).then(() => snapshotResponseOf(clock.now())),
    });
    const ring = ['scalp', 'day', 'swing'] as const;
    let turns = 0;
    await runFor(12, world, (event) => {
      if (event.type !== 'glance' || turns > 0) return;
      for (turns = 0; turns < 40; turns++) world.feed.follow([ring[turns % ring.length] ?? 'day']);
    });
    expect(world.polls.map(({ timeframe }) => timeframe)).toEqual(['day', 'scalp']);
  });

  test('a 429 holds every timeframe, through Tab and through a sleep', async () => {
    const world = setUp({
      timeframes: ['day', 'swing'],
      respond: async (_, index, clock) => {
        if (index === 0) throw new RateLimitedError('slow down', { retryAfterSeconds: 40 });
        return snapshotResponseOf(clock.now());
      },
    });
    await runFor(50, world, () => {
      if (world.clock.monotonic() > 10_000) world.feed.follow(['scalp', 'day']);
    });
    expect(world.polls.map(({ at }) => Math.floor(at))).toEqual([0, 40, 40]);
  });
});

describe('what is no news', () => {
  test('a timeframe that comes back with the same snapshot', async () => {
    const world = setUp({ respond: async () => snapshotResponseOf(0) });
    const types = await runFor(30, world, () => {
      const seconds = world.clock.monotonic() / 1000;
      if (seconds >= 10 && seconds < 11) world.feed.follow(['swing']);
      if (seconds >= 20 && seconds < 21) world.feed.follow(['day']);
    });
    expect(types.filter((type) => type === 'snapshot')).toHaveLength(2);
    expect(world.polls.map(({ timeframe }) => timeframe)).toEqual(['day', 'swing']);
  });

  test('an older snapshot, for five minutes', async () => {
    const times = [600_000, 0, 660_000];
    const world = setUp({ respond: async (_, index) => snapshotResponseOf(times[index] ?? 0) });
    expect(await runFor(540, world)).toEqual([
      ...['snapshot', 'unchanged', 'snapshot'],
      ...['unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'snapshot'],
    ]);
  });

  test('equal data without a time', async () => {
    const undated = async () => ({ ...snapshotResponseOf(0), snapshot: snapshotOf({ asOf: null }) });
    expect(await runFor(130, setUp({ respond: undated }))).toEqual(['snapshot', 'unchanged', 'unchanged']);
  });
});
