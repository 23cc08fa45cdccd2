import { delayToNextBuild, NO_RHYTHM, observe } from '../../src/watch/rhythm.ts';

/** A service that rebuilds periodically and by default caches for 45 s (api.md section 8). */
export interface SimulatedService {
  readonly periodSeconds: number;
  /** The most by which a build is early or late. */
  readonly noiseSeconds: number;
  /** How far the clock of the client is ahead. */
  readonly skewSeconds?: number;
  /** The share of polls before which another client has filled the cache. */
  readonly othersShare?: number;
  /** It has no cache and sends no X-Cache. */
  readonly isUncached?: boolean;
  /** The age of the build that the first poll returns. */
  readonly firstAgeSeconds?: number;
}

export interface SimulatedWatch {
  readonly medianAgeSeconds: number;
  readonly worstAgeSeconds: number;
  readonly pollsPerMinute: number;
  readonly minGapSeconds: number;
  /** The longest time between two polls, once the rhythm is known. */
  readonly maxGapSeconds: number;
  /** The longest time for which a newer build existed than the one shown, once the rhythm is known. */
  readonly longestOldSeconds: number;
}

const HOURS = 8;
const END_MS = HOURS * 3_600_000;
const CACHE_MS = 45_000;
const INTERVAL_MS = 60_000;
const LATENCY_MS = 50;
const START_MS = 30_000;
/** The number of polls after which the rhythm must be known; polls every 60 s can miss most builds. */
const LEARNED_AFTER_POLLS = 8;

/** Watches a simulated service for eight hours; ages are those of new snapshots when they are first shown. */
export function simulateWatch(
  service: SimulatedService,
  { isLearning }: { isLearning: boolean },
): SimulatedWatch {
  const chance = createChance(1);
  const builds = createBuilds(service, chance);
  const latest = (at: number) => builds.findLast((build) => build <= at) ?? 0;
  const skew = (service.skewSeconds ?? 0) * 1000;
  const ages: Array<number> = [];
  const polls: Array<number> = [];
  let cache = { at: Number.NEGATIVE_INFINITY, asOf: 0 };
  let rhythm = NO_RHYTHM;
  const waits: Array<number> = [];
  let shown = -1;
  for (let now = START_MS; now < END_MS; ) {
    const other = now - chance() * CACHE_MS;
    if (chance() < (service.othersShare ?? 0) && other - cache.at >= CACHE_MS)
      cache = { at: other, asOf: latest(other) };
    const cached = service.isUncached !== true && now - cache.at < CACHE_MS;
    if (!cached) cache = { at: now, asOf: latest(now) };
    polls.push(now);
    if (cache.asOf !== shown) ages.push(now - cache.asOf);
    waits.push(now - (builds.find((build) => build > shown) ?? now));
    shown = cache.asOf;
    const at = now + skew + LATENCY_MS;
    rhythm = observe(rhythm, {
      receivedAt: at,
      asOf: shown,
      serverTime: Math.floor(now / 1000) * 1000,
      isCacheMiss: !cached && service.isUncached !== true,
    });
    now +=
      LATENCY_MS + ((isLearning ? delayToNextBuild(rhythm, at, chance) : null) ?? INTERVAL_MS - LATENCY_MS);
  }
  return summarize(ages, polls, waits);
}

function summarize(
  ages: Array<number>,
  polls: ReadonlyArray<number>,
  waits: ReadonlyArray<number>,
): SimulatedWatch {
  ages.sort((a, b) => a - b);
  const gaps = polls.slice(1).map((poll, index) => poll - (polls[index] ?? 0));
  const seconds = (share: number) => (ages[Math.floor(ages.length * share)] ?? Number.NaN) / 1000;
  return {
    medianAgeSeconds: seconds(0.5),
    worstAgeSeconds: seconds(0.95),
    pollsPerMinute: polls.length / (HOURS * 60),
    minGapSeconds: Math.min(...gaps) / 1000,
    maxGapSeconds: Math.max(...gaps.slice(LEARNED_AFTER_POLLS)) / 1000,
    longestOldSeconds: Math.max(...waits.slice(LEARNED_AFTER_POLLS)) / 1000,
  };
}

/** The times of all builds, in milliseconds. */
function createBuilds(
  { periodSeconds, noiseSeconds, firstAgeSeconds }: SimulatedService,
  chance: () => number,
): ReadonlyArray<number> {
  const first = firstAgeSeconds === undefined ? 0 : START_MS - firstAgeSeconds * 1000;
  const builds = [first];
  for (let last = first; last < END_MS; ) {
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
