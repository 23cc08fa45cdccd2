import { delayToNextBuild, NO_RHYTHM, observe } from '../../src/watch/rhythm.ts';

/** A service that rebuilds in its own rhythm and, unless told otherwise, caches for 45 s (api.md section 8). */
export interface SimulatedService {
  readonly periodSeconds: number;
  /** A build is early or late by at most this. */
  readonly noiseSeconds: number;
  /** By how much the client's clock is ahead. */
  readonly skewSeconds?: number;
  /** How often, before a poll, somebody else has filled the cache. */
  readonly othersShare?: number;
  /** It sends no X-Cache and keeps nothing. */
  readonly isUncached?: boolean;
  /** How old the build is that the first poll meets. */
  readonly firstAgeSeconds?: number;
}

export interface SimulatedWatch {
  readonly medianAgeSeconds: number;
  readonly worstAgeSeconds: number;
  readonly pollsPerMinute: number;
  readonly leastGapSeconds: number;
  /** Between two polls, once the rhythm is known. */
  readonly mostGapSeconds: number;
  /** The longest time for which a build was there and only an older one was shown, once the rhythm is known. */
  readonly longestOldSeconds: number;
}

const HOURS = 8;
const END = HOURS * 3_600_000;
const CACHE = 45_000;
const INTERVAL = 60_000;
const LATENCY = 50;
const START = 30_000;
/** Polls after which a rhythm must be known: with some, 60 s polls meet few of the builds. */
const LEARNED_AFTER = 8;

/** Watches a simulated service for eight hours; an age is that of a new snapshot when it is first shown. */
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
  for (let now = START; now < END; ) {
    const other = now - chance() * CACHE;
    if (chance() < (service.othersShare ?? 0) && other - cache.at >= CACHE)
      cache = { at: other, asOf: latest(other) };
    const cached = service.isUncached !== true && now - cache.at < CACHE;
    if (!cached) cache = { at: now, asOf: latest(now) };
    polls.push(now);
    if (cache.asOf !== shown) ages.push(now - cache.asOf);
    waits.push(now - (builds.find((build) => build > shown) ?? now));
    shown = cache.asOf;
    const at = now + skew + LATENCY;
    rhythm = observe(rhythm, {
      receivedAt: at,
      asOf: shown,
      serverTime: Math.floor(now / 1000) * 1000,
      isCacheMiss: !cached && service.isUncached !== true,
    });
    now += LATENCY + ((isLearning ? delayToNextBuild(rhythm, at, chance) : null) ?? INTERVAL - LATENCY);
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
    leastGapSeconds: Math.min(...gaps) / 1000,
    mostGapSeconds: Math.max(...gaps.slice(LEARNED_AFTER)) / 1000,
    longestOldSeconds: Math.max(...waits.slice(LEARNED_AFTER)) / 1000,
  };
}

/** The times of all builds. */
function createBuilds(
  { periodSeconds, noiseSeconds, firstAgeSeconds }: SimulatedService,
  chance: () => number,
): ReadonlyArray<number> {
  const first = firstAgeSeconds === undefined ? 0 : START - firstAgeSeconds * 1000;
  const builds = [first];
  for (let last = first; last < END; ) {
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
