import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacer } from '../../src/watch/schedule.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

/** A service that rebuilds periodically and by default caches for 45 s. */
interface SimulatedService {
  readonly periodSeconds: number;
  /** The most by which a build is early or late. */
  readonly noiseSeconds: number;
  /** How far the clock of the client is ahead. */
  readonly skewSeconds?: number;
  /** The share of polls before which another client has filled the cache. */
  readonly othersShare?: number;
  /** For how long it returns a response again: by default 45 s. With 0 it has no cache and sends no X-Cache. */
  readonly cachedSeconds?: number;
  /** How long after its time a build is published. */
  readonly lagSeconds?: number;
  readonly isLoopback?: boolean;
  readonly isSimulated?: boolean;
  /** The age of the build that the first poll returns. */
  readonly firstAgeSeconds?: number;
}

interface SimulatedWatch {
  /** Polls that returned no new build. */
  readonly unchangedPolls: number;
  /** Builds that were never shown, from the third that was shown on. */
  readonly skippedBuilds: number;
  /** In seconds, of each new build when it is first shown. */
  readonly ages: ReadonlyArray<number>;
  readonly medianAgeSeconds: number;
  readonly pollsPerMinute: number;
  readonly minGapSeconds: number;
  /** The longest time between two polls, once the rhythm is known. */
  readonly maxGapSeconds: number;
  /** The longest time for which a newer build existed than the one shown, once the rhythm is known. */
  readonly longestOldSeconds: number;
}

const USUAL_MINUTES = 8 * 60;
const CACHED_SECONDS = 45;
const INTERVAL_MS = 60_000;
const LATENCY_MS = 50;
const START_MS = 30_000;
const RESPONSE = snapshotResponseOf(START_MS);
/** The number of polls after which the rhythm must be known; polls every 60 s can miss most builds. */
const LEARNED_AFTER_POLLS = 8;

interface Simulation {
  /** By default eight hours. */
  readonly minutes?: number;
  readonly seed?: number;
}

/** Watches a simulated service; ages are those of new snapshots when they are first shown. */
function simulateWatch(
  service: SimulatedService,
  { minutes = USUAL_MINUTES, seed = 1 }: Simulation = {},
): SimulatedWatch {
  const { skewSeconds = 0, othersShare = 0, lagSeconds = 0, cachedSeconds = CACHED_SECONDS } = service;
  const end = START_MS + minutes * 60_000;
  const chance = createChance(seed);
  const builds = createBuilds(service, end, chance);
  const latest = (at: number) => builds.findLast((build) => build + lagSeconds * 1000 <= at) ?? 0;
  const cacheTime = cachedSeconds * 1000;
  const shownAt = new Map<number, number>();
  const polls: Array<number> = [];
  let cache = { at: Number.NEGATIVE_INFINITY, asOf: 0 };
  let received = START_MS;
  const clock = { now: () => received, monotonic: () => received, sleep: () => Promise.resolve() };
  const isLoopback = service.isLoopback === true;
  const pace = { intervalSeconds: INTERVAL_MS / 1000, isIntervalFixed: false, isLoopback };
  const delayAfterPoll = createPacer(pace, { clock, random: chance });
  const waits: Array<number> = [];
  let shown = -1;
  for (let now = START_MS; now < end; ) {
    const other = now - chance() * cacheTime;
    if (chance() < othersShare && other - cache.at >= cacheTime) cache = { at: other, asOf: latest(other) };
    const isCached = now - cache.at < cacheTime;
    if (!isCached) cache = { at: now, asOf: latest(now) };
    polls.push(now);
    if (!shownAt.has(cache.asOf)) shownAt.set(cache.asOf, now);
    waits.push(now - (builds.find((build) => build > shown) ?? now));
    shown = cache.asOf;
    received = now + skewSeconds * 1000 + LATENCY_MS;
    const response = {
      ...RESPONSE,
      snapshot: { ...RESPONSE.snapshot, time: shown },
      isSimulated: service.isSimulated === true,
      serverTime: Math.floor(now / 1000) * 1000,
      cache: cachedSeconds === 0 ? null : isCached ? 'HIT' : 'MISS',
    };
    now += LATENCY_MS + delayAfterPoll('day', response, LATENCY_MS);
  }
  const skipped = builds.filter((build) => build < shown && !shownAt.has(build));
  const third = [...shownAt.keys()][2] ?? end;
  const ages = [...shownAt].map(([build, at]) => (at - build) / 1000);
  const sorted = ages.toSorted((a, b) => a - b);
  const gaps = polls.slice(1).map((poll, index) => poll - (polls[index] ?? 0));
  return {
    skippedBuilds: skipped.filter((build) => build > third).length,
    unchangedPolls: polls.length - shownAt.size,
    ages,
    medianAgeSeconds: sorted[Math.floor(ages.length / 2)] ?? Number.NaN,
    pollsPerMinute: polls.length / minutes,
    minGapSeconds: Math.min(...gaps) / 1000,
    maxGapSeconds: Math.max(...gaps.slice(LEARNED_AFTER_POLLS)) / 1000,
    longestOldSeconds: Math.max(...waits.slice(LEARNED_AFTER_POLLS)) / 1000,
  };
}

/** The times of all builds, in milliseconds. */
function createBuilds(
  { periodSeconds, noiseSeconds, firstAgeSeconds }: SimulatedService,
  end: number,
  chance: () => number,
): ReadonlyArray<number> {
  const first = firstAgeSeconds === undefined ? 0 : START_MS - firstAgeSeconds * 1000;
  const builds = [first];
  for (let last = first; last < end; ) {
    last += (periodSeconds + (chance() * 2 - 1) * noiseSeconds) * 1000;
    builds.push(last);
  }
  return builds;
}

/** A repeatable stream of numbers in [0, 1). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const minute = 60_000;

describe('learning the rebuild rhythm of a service', () => {
  test.each<[string, SimulatedService]>([
    ['a rebuild each 50 s', { periodSeconds: 50, noiseSeconds: 2 }],
    ['a rebuild each 55 s', { periodSeconds: 55, noiseSeconds: 3 }],
    ['a rebuild each 60 s', { periodSeconds: 60, noiseSeconds: 2 }],
    ['a rebuild each 65 s', { periodSeconds: 65, noiseSeconds: 4 }],
    ['a rebuild each 75 s', { periodSeconds: 75, noiseSeconds: 4 }],
    ['a clock that is 5 min ahead', { periodSeconds: 60, noiseSeconds: 2, skewSeconds: 300 }],
    ['a clock that is 20 s behind', { periodSeconds: 60, noiseSeconds: 2, skewSeconds: -20 }],
    ['other clients that fill the cache', { periodSeconds: 60, noiseSeconds: 2, othersShare: 0.3 }],
  ])('with %s shows builds within 8 s (median), at most 1.1 polls per build or minute', (_, service) => {
    const learned = simulateWatch(service);
    expect(learned.medianAgeSeconds).toBeLessThanOrEqual(8);
    expect(learned.pollsPerMinute).toBeLessThanOrEqual(maxPollsPerMinute(service));
    expect(learned.minGapSeconds).toBeGreaterThanOrEqual(5);
  });

  test('with any period from 40 to 75 s misses no build for long, with few polls', () => {
    const service = fc
      .record({
        periodSeconds: fc.double({ min: 40, max: 75, noNaN: true }),
        noiseSeconds: fc.double({ min: 0, max: 3, noNaN: true }),
        cachedSeconds: fc.constantFrom(0, 45),
        skewSeconds: fc.integer({ min: -300, max: 300 }),
      })
      .chain((one) =>
        fc
          .double({ min: 0, max: one.periodSeconds, noNaN: true })
          .map((firstAgeSeconds) => ({ ...one, firstAgeSeconds })),
      );
    fc.assert(
      fc.property(service, (one) => {
        const learned = simulateWatch(one);
        const gap = one.cachedSeconds === 0 ? one.periodSeconds : Math.max(46, one.periodSeconds);
        expect(learned.longestOldSeconds).toBeLessThanOrEqual(one.cachedSeconds === 0 ? 38 : 55);
        expect(learned.maxGapSeconds).toBeLessThanOrEqual(gap * 1.1 + 5);
        expect(learned.minGapSeconds).toBeGreaterThanOrEqual(5);
        expect(learned.pollsPerMinute).toBeLessThanOrEqual(maxPollsPerMinute(one));
      }),
      { numRuns: 60 },
    );
  });

  describe('in the first nine minutes of builds every 50 ± 2 s', () => {
    const service = { periodSeconds: 50, noiseSeconds: 2, cachedSeconds: 0 };
    test.each<[string, SimulatedService]>([
      ['a remote service', service],
      ['a service on loopback', { ...service, isLoopback: true }],
      ['a clock that is 5 min ahead', { ...service, skewSeconds: 300.5 }],
      ['a clock that is 20 s behind', { ...service, skewSeconds: -20.5 }],
    ])(
      '%s: skips no build after the second, ages below 5 s from the third, at most three polls in vain',
      (_, one) => {
        for (let seed = 1; seed <= 100; seed++) {
          const firstAgeSeconds = seed / 2;
          const run = simulateWatch({ ...one, firstAgeSeconds }, { minutes: 9, seed });
          const late = run.ages.slice(2).filter((age) => age > 5.1);
          const { skippedBuilds, unchangedPolls, minGapSeconds } = run;
          expect({ seed, late, skippedBuilds }).toEqual({ seed, late: [], skippedBuilds: 0 });
          expect(unchangedPolls).toBeLessThanOrEqual(3);
          expect(minGapSeconds).toBeGreaterThanOrEqual(5);
        }
      },
    );
  });

  test('never polls within 30 s of another poll once the rhythm is known', () => {
    const { seen } = createPolls();
    for (let index = 0; index < 12; index++) seen(index * minute);
    expect(seen(11 * minute, 12 * minute + 500)).toBe(30_000);
  });

  test('follows builds that come later than they say', () => {
    const { ages } = simulateWatch(
      { periodSeconds: 60, noiseSeconds: 1, cachedSeconds: 0, lagSeconds: 4 },
      { minutes: 60 },
    );
    const settled = ages.slice(4).toSorted((a, b) => a - b);
    expect(settled[Math.floor(settled.length / 2)]).toBeLessThan(9);
    expect(settled[Math.floor(settled.length * 0.95)]).toBeLessThan(12);
  });

  test.each([50, 60, 75])('and behind a cache, too, if they come every %d s', (periodSeconds) => {
    const { ages } = simulateWatch({ periodSeconds, noiseSeconds: 1, lagSeconds: 4 }, { minutes: 60 });
    const settled = ages.slice(4).toSorted((a, b) => a - b);
    expect(settled[Math.floor(settled.length / 2)]).toBeLessThan(9);
  });

  test('expects the second build a minute after the first, and looks again after 10 s, three times in all', () => {
    const { seen } = createPolls();
    let now = 20_000;
    const waits = Array.from({ length: 5 }, () => {
      const wait = seen(0, now);
      now += wait;
      return wait;
    });
    expect(waits).toEqual([40_500, 10_000, 10_000, 10_000, minute]);
  });

  test('fails if builds are not periodic', () => {
    const { seen } = createPolls();
    const waits = [0, 60, 95, 200, 222, 300, 385].map((at) => seen(at * 1000));
    expect(waits.at(-1)).toBe(minute);
  });

  test('is not lost overnight', () => {
    const night = 480;
    const { seen } = createPolls();
    const waits = [0, 1, 2, 3, night].map((index) => seen(index * minute));
    expect(waits.at(-1)).toBe(59_500);
  });

  test('adds jitter, so that many clients do not poll at once', () => {
    const [earliest, latest] = [0, 1].map((chance) => {
      const { seen } = createPolls(() => chance);
      return [0, 1, 2, 3].map((index) => seen(index * minute)).at(-1) ?? 0;
    });
    expect((latest ?? 0) - (earliest ?? 0)).toBe(400);
  });
});

test.each([
  ...[1, 2, 5, 10, 20, 30].map((period) => ['the sandbox', period, 0.75 * period, true] as const),
  ...[1, 2, 5, 20].map((period) => ['another service', period, 0, false] as const),
])('%s on loopback is followed within 15 minutes if it builds every %d s', (_, ...service) => {
  const [periodSeconds, cachedSeconds, isSimulated] = service;
  const run = simulateWatch(
    { periodSeconds, noiseSeconds: 0, cachedSeconds, isLoopback: true, isSimulated },
    { minutes: 60 },
  );
  const settled = run.ages.slice(run.ages.length / 4);
  expect(Math.max(...settled)).toBeLessThan(Math.min(2.1, 1 + 0.1 * periodSeconds));
  expect(run.ages.length).toBeGreaterThan(((isSimulated ? 0.9 : 0.7) * 3600) / Math.max(1.05, periodSeconds));
  expect(run.minGapSeconds).toBeGreaterThanOrEqual(1);
});

test.each([5, 10])(
  'the sandbox on loopback is followed in the first minute if it builds every %d s',
  (period) => {
    const service = { periodSeconds: period, noiseSeconds: 0, cachedSeconds: 0.75 * period };
    const { ages } = simulateWatch({ ...service, isLoopback: true, isSimulated: true }, { minutes: 1 });
    expect(ages.length).toBeGreaterThanOrEqual(40 / period);
  },
);

test('the rhythm of fast builds is not lost while polls fail', () => {
  const { seen } = createPolls(() => 0, { isLoopback: true });
  const times = [...Array.from({ length: 12 }, (_, index) => 5 * index), 95, 185, 305];
  const waits = times.map((seconds) => seen(seconds * 1000, seconds * 1000 + 3000));
  expect(Math.max(...waits.slice(3))).toBeLessThan(6000);
});

describe('the delay after a poll is the interval', () => {
  test.each([
    ['if the user set it', { isIntervalFixed: true }, 'open'],
    ['while the market is closed', { isIntervalFixed: false }, 'closed'],
  ] as const)('%s', (_, { isIntervalFixed }, session) => {
    const context = { clock: createFakeClock(), random: () => 0 };
    const response = snapshotResponseOf(context.clock.now() - 20_000);
    const delayAfterPoll = createPacer({ intervalSeconds: 60, isIntervalFixed, isLoopback: false }, context);
    const snapshot = { ...response.snapshot, session };
    expect(delayAfterPoll('day', { ...response, snapshot }, 100)).toBe(59_900);
  });
});

function maxPollsPerMinute({ periodSeconds }: SimulatedService): number {
  return 1.1 * Math.max(1, 60 / periodSeconds);
}

/** Polls of a remote service. `seen` returns the delay after a response, which by default came a second after its build. */
function createPolls(random = () => 0, { isLoopback = false } = {}) {
  let received = 0;
  const clock = { now: () => received, monotonic: () => received, sleep: () => Promise.resolve() };
  const pace = { intervalSeconds: 60, isIntervalFixed: false, isLoopback };
  const delayAfterPoll = createPacer(pace, { clock, random });
  return {
    seen(asOf: number, at = asOf + 1000) {
      received = at;
      return delayAfterPoll('day', { ...snapshotResponseOf(asOf), serverTime: null, cache: null }, 0);
    },
  };
}
