import type { Context } from '../context.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { SnapshotResponse } from '../service/client.ts';

/*
 * When the service builds its snapshots, learned from the `asOf` values of its responses, so that polls come shortly after a
 * build instead of half an interval later on average. All times and durations in this file are in milliseconds.
 */

export interface Pace {
  readonly intervalSeconds: number;
  /** True if the user set the interval; otherwise polls follow the builds of the service. */
  readonly isIntervalFixed: boolean;
  readonly isLoopback: boolean;
}

/** How many builds and clock offsets are remembered. */
const HISTORY_LENGTH = 12;
/** A predicted delay longer than this many intervals means that `asOf` and the Date header contradict each other. */
const MAX_INTERVALS = 2;
/** Builds that are closer together are not followed. */
const MIN_PERIOD = 35 * SECOND_MS;
const MIN_PERIOD_ON_LOOPBACK = 0.9 * SECOND_MS;
const MAX_PERIOD = 150 * SECOND_MS;
/** Longer gaps between builds are ignored: the market was closed, or this computer was asleep. */
const MAX_BUILD_GAP = 2 * MAX_PERIOD;
/** If the period varies by more than this share, the builds are not periodic. */
const MAX_SPREAD = 0.25;
/** A gap of so many periods says nothing of the period. */
const MAX_MISSED = 4;
/** A new build before this share of the shortest gap shows that builds were missed until then. */
const SHORTER_SHARE = 0.7;
/** One late build delays later polls by this share of a period at most. */
const MAX_DELAY_SHARE = 0.1;
const MAX_LAG = 10 * SECOND_MS;
const LAG_SHARE_KEPT = 0.99;
/** What is added for latency, and so that many clients do not poll at once; each is at most that share of the period. */
const GUARD_SHARE = 0.05;
const MAX_GUARD = 0.5 * SECOND_MS;
const MAX_JITTER = 0.4 * SECOND_MS;
/** Once the rhythm is known: a poll before the build costs more then, because the next one must wait. */
const MAX_LEARNED_JITTER = 1.5 * SECOND_MS;
const CACHE_TIME = 46 * SECOND_MS;
const CACHED_SHARE = 0.77;
/** The least time between polls of a rhythm that is being learned, and of one that is known. */
const LEARNING_GAP = 5 * SECOND_MS;
const MAX_GAP = 30 * SECOND_MS;
/** On loopback, builds that were never seen to be this old may be closer together than seen. */
const FAST_AGE = 8 * SECOND_MS;
const EXTRA_POLLS = 3;
/** What each build adds to the extra polls once the rhythm is known. */
const EXTRA_PER_BUILD = 0.1;

/** What polls of a timeframe have shown, before the first one. */
const NO_RHYTHM = {
  /** Distinct builds, oldest first. Until the history is full, the rhythm is being learned. */
  builds: [] as ReadonlyArray<number>,
  /** How long after its time a build is returned at the earliest. */
  lag: 0,
  /** For each response, the time it was received minus the server time. */
  clockOffsets: [] as ReadonlyArray<number>,
  lastPollAt: 0,
  /** How many polls in succession returned no new build. */
  unchangedPolls: 0,
  /** The longest time for which a build was the newest one: builds are at least that far apart. */
  longestAge: 0,
  /** When the service last made a response that it returns again until it expires (X-Cache: MISS). */
  missAt: -Infinity,
  /** How many polls may follow one that returned no new build before the next build is due. */
  extraPolls: EXTRA_POLLS,
};
type Rhythm = Readonly<typeof NO_RHYTHM>;

/**
 * Returns the delay after each successful poll, which took so many milliseconds: the next one comes shortly after the next build.
 * While nothing is known of the builds, while the market is closed, and if the user set an interval, the delay is the interval.
 */
export function createPacer(pace: Pace, { clock, random }: Pick<Context, 'clock' | 'random'>) {
  const rhythms = new Map<Timeframe, Rhythm>();
  return (timeframe: Timeframe, response: SnapshotResponse, pollMilliseconds: number): number => {
    const interval = pace.intervalSeconds * SECOND_MS;
    const { time: asOf, session } = response.snapshot;
    // A closed market has no builds to learn from.
    if (pace.isIntervalFixed || asOf === null || session === 'closed') return interval - pollMilliseconds;
    const now = clock.now();
    const rhythm = observe(rhythms.get(timeframe) ?? NO_RHYTHM, asOf, response, now);
    rhythms.set(timeframe, rhythm);
    const pollAt = nextPoll(rhythm, pace.isLoopback, response.isSimulated, random);
    const delay = Math.max(SECOND_MS, (pollAt ?? Infinity) - now);
    return delay <= MAX_INTERVALS * interval ? delay : interval - pollMilliseconds;
  };
}

/** Returns the rhythm after one more response. */
function observe(rhythm: Rhythm, asOf: number, { serverTime, cache }: SnapshotResponse, now: number): Rhythm {
  const { builds, unchangedPolls } = rhythm;
  const clockOffsets =
    serverTime === null ? rhythm.clockOffsets : append(rhythm.clockOffsets, now - serverTime);
  const age = now - clockOffset(clockOffsets) - asOf;
  const isNew = asOf > (builds.at(-1) ?? -Infinity);
  const earned = isNew && isLearned(rhythm) ? EXTRA_PER_BUILD : 0;
  const spent = unchangedPolls > 0 ? 1 : 0;
  return {
    builds: isNew ? append(knownBefore(now, rhythm), asOf) : builds,
    lag: isNew ? lagOf(age, now, rhythm) : rhythm.lag,
    clockOffsets,
    lastPollAt: now,
    unchangedPolls: isNew ? 0 : unchangedPolls + 1,
    longestAge: cache === 'HIT' ? rhythm.longestAge : Math.max(rhythm.longestAge, age),
    missAt: cache === 'MISS' ? now : rhythm.missAt,
    extraPolls: Math.max(0, Math.min(EXTRA_POLLS, rhythm.extraPolls + earned) - spent),
  };
}

function isLearned({ builds }: Rhythm): boolean {
  return builds.length >= HISTORY_LENGTH;
}

/** The builds that a new one belongs to: the last alone if a poll so soon shows that others were missed. */
function knownBefore(now: number, { builds, clockOffsets }: Rhythm): ReadonlyArray<number> {
  const sinceLast = now - clockOffset(clockOffsets) - (builds.at(-1) ?? 0);
  return sinceLast < SHORTER_SHARE * Math.min(...gapsOf(builds)) ? builds.slice(-1) : builds;
}

/** The lag after a new build that is `age` old. It is known anew if the poll before came after the build, and else fades. */
function lagOf(age: number, now: number, { lag, lastPollAt, unchangedPolls, missAt }: Rhythm): number {
  const faded = lag * LAG_SHARE_KEPT;
  const sinceLast = now - lastPollAt;
  const ageAtLastPoll = age - sinceLast;
  // What a cache returned says nothing of when the build came.
  const wasCached = missAt !== -Infinity && missAt !== lastPollAt;
  if (unchangedPolls === 0 || wasCached || ageAtLastPoll < 0) return faded;
  // Less than a second can be the inaccuracy of the Date header. Otherwise the build came between that poll and this one.
  const between = ageAtLastPoll > SECOND_MS ? Math.min(LEARNING_GAP, sinceLast) / 2 : 0;
  return Math.min(MAX_LAG, Math.max(faded, ageAtLastPoll + between));
}

/** When the poll that should return the next build is due; null while there is nothing to expect it by. */
function nextPoll(
  rhythm: Rhythm,
  isLoopback: boolean,
  isSimulated: boolean,
  random: () => number,
): number | null {
  const { builds, lag, clockOffsets, lastPollAt, unchangedPolls, missAt, extraPolls } = rhythm;
  const next = nextBuild(rhythm, isLoopback, isSimulated);
  if (next === null) return null;
  const { period, wait } = next;
  const share = GUARD_SHARE * period;
  const jitter = random() * Math.min(isLearned(rhythm) ? MAX_LEARNED_JITTER : MAX_JITTER, share);
  const built = (builds.at(-1) ?? 0) + clockOffset(clockOffsets) + wait;
  const expected = built + lag + Math.min(MAX_GUARD, share) + jitter;

  const isLearning = !isLearned(rhythm) && extraPolls >= 1;
  const usual = isLoopback ? Math.min(LEARNING_GAP, Math.max(SECOND_MS, period / 5)) : MAX_GAP;
  const gap = isLearning ? Math.min(LEARNING_GAP, usual) : usual;
  const growth = builds.length === 1 ? 2 : 2 ** Math.max(0, unchangedPolls - 1);
  // Slightly longer than the service caches a response: 45 s, on loopback a share of the time between builds.
  const cachedFor = isLoopback ? Math.min(CACHE_TIME, CACHED_SHARE * period) : CACHE_TIME;
  const earliest = Math.max(lastPollAt + Math.min(MAX_GAP, gap * growth), missAt + cachedFor);
  if (earliest <= expected) return expected;

  // A build will be out unseen at the earliest time: it is polled if that is worth it, or else the one after it.
  const mayPoll = unchangedPolls === 0 || extraPolls >= 1;
  if (builds.length === 1) return mayPoll ? earliest : null;
  const late = (earliest - expected) % period;
  return mayPoll ? earliest : earliest - late + period;
}

/** How far apart builds are, and how long after the last one the next is expected; null if they are not periodic. */
function nextBuild(
  { builds, longestAge, lastPollAt, unchangedPolls, clockOffsets, extraPolls }: Rhythm,
  isLoopback: boolean,
  isSimulated: boolean,
): { readonly period: number; readonly wait: number } | null {
  const gaps = gapsOf(builds);
  if (gaps.length === 0) {
    if (longestAge > MAX_PERIOD) return null;
    const isSoon = isLoopback && isSimulated && unchangedPolls === 0;
    const age = lastPollAt - clockOffset(clockOffsets) - (builds.at(-1) ?? 0);
    // What a simulated service caches for a minute is returned again, at the cost of one poll.
    const soon = 2 * LEARNING_GAP;
    return isSoon ? { period: soon, wait: age + soon } : { period: MINUTE_MS, wait: MINUTE_MS };
  }
  const minPeriod = isLoopback ? MIN_PERIOD_ON_LOOPBACK : MIN_PERIOD;
  const shortest = Math.min(...gaps);
  if (shortest < minPeriod) return null;

  // A poll after half the time that was seen between two builds shows if there is one between them.
  const half = shortest / 2;
  const wait = half + Math.min(SECOND_MS, half / 10);
  // On loopback builds can be any time apart, but mostly are a minute: there this poll waits for a sign or the end of learning.
  const isLikely = !isLoopback || isSimulated || longestAge < FAST_AGE || builds.length >= HISTORY_LENGTH;
  if (half >= minPeriod && longestAge < wait && extraPolls >= 1 && isLikely) return { period: half, wait };

  // A gap of a few periods means that builds were missed, a longer one that polls failed. If most gaps are, any short period would
  // seem to fit.
  const followed = gaps.filter((gap) => gap < MAX_MISSED * shortest);
  const counts = followed.map((gap) => Math.round(gap / shortest));
  if (counts.reduce((sum, count) => sum + count, 0) > 2 * followed.length) return null;
  if (2 * followed.length < gaps.length) return null;
  const periods = followed.map((gap, index) => gap / (counts[index] ?? 1)).sort((a, b) => a - b);
  const at = (share: number) =>
    periods[Math.min(periods.length - 1, Math.floor(share * periods.length))] ?? 0;
  const period = at(0.5);
  if (period > MAX_PERIOD || at(0.9) - at(0.1) > MAX_SPREAD * period) return null;
  return { period, wait: Math.min(at(1), period * (1 + MAX_DELAY_SHARE)) };
}

function gapsOf(builds: ReadonlyArray<number>): ReadonlyArray<number> {
  const gaps = builds.slice(1).map((build, index) => build - (builds[index] ?? build));
  return gaps.filter((gap) => gap <= MAX_BUILD_GAP);
}

/** The smallest offset is the most accurate: latency and the truncated Date header only increase it, and may be all of it. */
function clockOffset(offsets: ReadonlyArray<number>): number {
  const least = offsets.length === 0 ? 0 : Math.min(...offsets);
  return least >= 0 && least <= SECOND_MS ? 0 : least;
}

function append(list: ReadonlyArray<number>, item: number): ReadonlyArray<number> {
  return [...list, item].slice(-HISTORY_LENGTH);
}
