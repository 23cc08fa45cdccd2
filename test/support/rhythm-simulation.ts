import { NO_RHYTHM, nextPollIn, observe } from '../../src/watch/rhythm.ts';

/** A service that rebuilds in its own rhythm and caches for 45 s (api.md section 8). */
export interface SimulatedService {
  readonly periodSeconds: number;
  /** A build is early or late by at most this. */
  readonly noiseSeconds: number;
  /** By how much the client's clock is ahead. */
  readonly skewSeconds?: number;
  /** How often, before a poll, somebody else has filled the cache. */
  readonly othersShare?: number;
}

export interface SimulatedWatch {
  readonly medianAgeSeconds: number;
  readonly worstAgeSeconds: number;
  readonly pollsPerMinute: number;
  readonly leastGapSeconds: number;
}

const HOURS = 8;
const END = HOURS * 3_600_000;
const CACHE = 45_000;
const INTERVAL = 60_000;
const LATENCY = 50;

/** Watches a simulated service for eight hours; an age is that of a new snapshot when it is first shown. */
export function simulateWatch(
  service: SimulatedService,
  { isLearning }: { isLearning: boolean },
): SimulatedWatch {
  const chance = createChance(1);
  const latest = createBuilds(service, chance);
  const skew = (service.skewSeconds ?? 0) * 1000;
  const ages: Array<number> = [];
  const polls: Array<number> = [];
  let cache = { at: Number.NEGATIVE_INFINITY, asOf: 0 };
  let rhythm = NO_RHYTHM;
  let shown = -1;
  for (let now = 30_000; now < END; ) {
    const other = now - chance() * CACHE;
    if (chance() < (service.othersShare ?? 0) && other - cache.at >= CACHE)
      cache = { at: other, asOf: latest(other) };
    const cached = now - cache.at < CACHE;
    if (!cached) cache = { at: now, asOf: latest(now) };
    polls.push(now);
    if (cache.asOf !== shown) ages.push(now - cache.asOf);
    shown = cache.asOf;
    const at = now + skew + LATENCY;
    rhythm = observe(rhythm, { at, asOf: shown, serverTime: Math.floor(now / 1000) * 1000, cached });
    now += LATENCY + ((isLearning ? nextPollIn(rhythm, at, chance) : null) ?? INTERVAL - LATENCY);
  }
  return summarize(ages, polls);
}

function summarize(ages: Array<number>, polls: ReadonlyArray<number>): SimulatedWatch {
  ages.sort((a, b) => a - b);
  const gaps = polls.slice(1).map((poll, index) => poll - (polls[index] ?? 0));
  const seconds = (share: number) => (ages[Math.floor(ages.length * share)] ?? Number.NaN) / 1000;
  return {
    medianAgeSeconds: seconds(0.5),
    worstAgeSeconds: seconds(0.95),
    pollsPerMinute: polls.length / (HOURS * 60),
    leastGapSeconds: Math.min(...gaps) / 1000,
  };
}

/** The build in force at a time; times only ever grow by less than a build or two. */
function createBuilds(
  { periodSeconds, noiseSeconds }: SimulatedService,
  chance: () => number,
): (at: number) => number {
  const builds = [0];
  for (let last = 0; last < END; ) {
    last += (periodSeconds + (chance() * 2 - 1) * noiseSeconds) * 1000;
    builds.push(last);
  }
  return (at) => builds.findLast((build) => build <= at) ?? 0;
}

/** A repeatable stream of numbers in [0, 1). */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
