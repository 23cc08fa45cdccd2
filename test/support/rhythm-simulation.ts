import { createPacer } from '../../src/watch/rhythm.ts';
import { snapshotResponseOf } from './snapshots.ts';

/** A service that rebuilds periodically and by default caches for 45 s. */
export interface SimulatedService {
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

export interface SimulatedWatch {
  readonly polls: number;
  /** Polls that returned no new build. */
  readonly unchangedPolls: number;
  /** Builds that were never shown, from the third that was shown on. */
  readonly skippedBuilds: number;
  /** In seconds, of each new build when it is first shown. */
  readonly ages: ReadonlyArray<number>;
  readonly medianAgeSeconds: number;
  readonly worstAgeSeconds: number;
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

export interface Simulation {
  readonly isLearning: boolean;
  /** By default eight hours. */
  readonly minutes?: number;
  readonly seed?: number;
}

/** Watches a simulated service; ages are those of new snapshots when they are first shown. */
export function simulateWatch(
  service: SimulatedService,
  { isLearning, minutes = USUAL_MINUTES, seed = 1 }: Simulation,
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
  const pace = { intervalSeconds: INTERVAL_MS / 1000, isIntervalFixed: !isLearning, isLoopback };
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
      snapshot: { ...RESPONSE.snapshot, asOfMilliseconds: shown },
      isSimulated: service.isSimulated === true,
      serverTime: Math.floor(now / 1000) * 1000,
      cache: cachedSeconds === 0 ? null : isCached ? 'HIT' : 'MISS',
    };
    now += LATENCY_MS + delayAfterPoll('day', response, LATENCY_MS);
  }
  const skipped = builds.filter((build) => build < shown && !shownAt.has(build));
  const third = [...shownAt.keys()][2] ?? end;
  return {
    ...summarize(shownAt, polls, waits),
    skippedBuilds: skipped.filter((build) => build > third).length,
    pollsPerMinute: polls.length / minutes,
  };
}

function summarize(
  shownAt: ReadonlyMap<number, number>,
  polls: ReadonlyArray<number>,
  waits: ReadonlyArray<number>,
): Omit<SimulatedWatch, 'skippedBuilds' | 'pollsPerMinute'> {
  const ages = [...shownAt].map(([build, at]) => (at - build) / 1000);
  const sorted = ages.toSorted((a, b) => a - b);
  const gaps = polls.slice(1).map((poll, index) => poll - (polls[index] ?? 0));
  const atShare = (share: number) => sorted[Math.floor(ages.length * share)] ?? Number.NaN;
  return {
    polls: polls.length,
    unchangedPolls: polls.length - shownAt.size,
    ages,
    medianAgeSeconds: atShare(0.5),
    worstAgeSeconds: atShare(0.95),
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
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
