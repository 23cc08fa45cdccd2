import type { Context } from '../context.ts';
import type { SnapshotResponse } from '../service/client.ts';
import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';

/**
 * When the service builds its snapshots, learned from the `asOf` values of its responses, so that polls come shortly after a
 * build instead of half an interval later on average. All times and durations in this file are in milliseconds.
 */
export interface Rhythm {
  /** Distinct builds, oldest first. */
  readonly builds: ReadonlyArray<number>;
  /** How long after its time a build is returned at the earliest, as far as polls showed. */
  readonly lag: number;
  /** For each response, the time it was received minus the server time. */
  readonly clockOffsets: ReadonlyArray<number>;
  readonly lastPollAt: number;
  /** How many polls in succession returned no new build. */
  readonly unchangedPolls: number;
  /** The longest time for which a build was the newest one: builds are at least that far apart. */
  readonly longestAge: number;
  /** When the service last made a response that it returns again until it expires (X-Cache: MISS). */
  readonly missAt: number;
  /** How long the service returns a response again, at most. */
  readonly cacheTime: number;
  /** How long it was seen to do so; 0 if never. */
  readonly cachedFor: number;
  /** How many polls may follow one that returned no new build before the next build is due. */
  readonly extraPolls: number;
}

export interface Observation {
  readonly receivedAt: number;
  readonly asOf: number;
  /** From the Date header, which has a resolution of a second; null without one. */
  readonly serverTime: number | null;
  /** The X-Cache header. */
  readonly cache: string | null;
}

/** How many builds and clock offsets are remembered. Until there are as many builds, the rhythm is being learned. */
const HISTORY_LENGTH = 12;
/** How far apart builds are until two of them are known. */
const USUAL_PERIOD = MINUTE_MS;
const MAX_PERIOD = 150 * SECOND_MS;
/** Longer gaps between builds are ignored: the market was closed, or this computer was asleep. */
const MAX_BUILD_GAP = 2 * MAX_PERIOD;
/** If the period varies by more than this share, the builds are not periodic. */
const MAX_SPREAD = 0.25;
const MAX_PERIODS_PER_GAP = 2;
/** A new build before this share of the shortest gap shows that builds were missed until then. */
const SHORTER_SHARE = 0.7;
/** One late build delays later polls by this share of a period at most. */
const MAX_DELAY_SHARE = 0.1;
const MAX_LAG = 10 * SECOND_MS;
const LAG_SHARE_KEPT = 0.99;
/** What is added to the expected time of a build, for latency and so that many clients do not poll at once. */
const MAX_GUARD = 0.5 * SECOND_MS;
const MAX_JITTER = 0.4 * SECOND_MS;
/** Once the rhythm is known: a poll before the build costs more then, because the next one must wait. */
const MAX_LEARNED_JITTER = 1.5 * SECOND_MS;
const MAX_GUARD_SHARE = 0.05;
/** Slightly longer than the 45 s for which the service caches a response, and its share of the time between builds. */
const USUAL_CACHE_TIME = 46 * SECOND_MS;
const CACHED_SHARE = 0.77;
/** A missed build is not fetched late if the next one is due within this share of a period. */
const MIN_REMAINING_SHARE = 0.1;
/** The least time between polls of a rhythm that is being learned, and the greatest after a poll that returned no new build. */
const LEARNING_GAP = 5 * SECOND_MS;
const MAX_GAP = 30 * SECOND_MS;
/** On loopback, builds that were never seen to be this old may be closer together than seen. */
const FAST_AGE = 8 * SECOND_MS;
const EXTRA_POLLS = 3;
/** What each build adds to the extra polls once the rhythm is known. */
const EXTRA_PER_BUILD = 0.1;

export const NO_RHYTHM: Rhythm = {
  builds: [],
  lag: 0,
  clockOffsets: [],
  lastPollAt: 0,
  unchangedPolls: 0,
  longestAge: 0,
  missAt: Number.NEGATIVE_INFINITY,
  cacheTime: USUAL_CACHE_TIME,
  cachedFor: 0,
  extraPolls: EXTRA_POLLS,
};

/** Returns the rhythm after one more response. */
export function observe(rhythm: Rhythm, { receivedAt, asOf, serverTime, cache }: Observation): Rhythm {
  const { builds, unchangedPolls } = rhythm;
  const clockOffsets =
    serverTime === null ? rhythm.clockOffsets : append(rhythm.clockOffsets, receivedAt - serverTime);
  const age = receivedAt - clockOffset(clockOffsets) - asOf;
  const isNew = asOf > (builds.at(-1) ?? Number.NEGATIVE_INFINITY);
  const isMiss = cache === 'MISS';
  const sinceMiss = receivedAt - rhythm.missAt;
  const isOwnCopy = cache === 'HIT' && !isNew && sinceMiss < rhythm.cacheTime;
  const earned = isNew && isLearned(rhythm) ? EXTRA_PER_BUILD : 0;
  const spent = unchangedPolls > 0 ? 1 : 0;
  return {
    builds: isNew ? append(knownBefore(receivedAt, rhythm), asOf) : builds,
    lag: isNew ? lagOf(age, receivedAt, rhythm) : rhythm.lag,
    clockOffsets,
    lastPollAt: receivedAt,
    unchangedPolls: isNew ? 0 : unchangedPolls + 1,
    longestAge: cache === 'HIT' ? rhythm.longestAge : Math.max(rhythm.longestAge, age),
    missAt: isMiss ? receivedAt : rhythm.missAt,
    cacheTime: isMiss ? Math.min(rhythm.cacheTime, sinceMiss) : rhythm.cacheTime,
    cachedFor: isOwnCopy ? Math.max(rhythm.cachedFor, sinceMiss) : rhythm.cachedFor,
    extraPolls: Math.max(0, Math.min(EXTRA_POLLS, rhythm.extraPolls + earned) - spent),
  };
}

function isLearned({ builds }: Rhythm): boolean {
  return builds.length >= HISTORY_LENGTH;
}

/** The builds that a new one belongs to: the last alone if a poll so soon shows that others were missed. */
function knownBefore(receivedAt: number, { builds, clockOffsets }: Rhythm): ReadonlyArray<number> {
  const sinceLast = receivedAt - clockOffset(clockOffsets) - (builds.at(-1) ?? 0);
  return sinceLast < SHORTER_SHARE * Math.min(...gapsOf(builds)) ? builds.slice(-1) : builds;
}

/** The lag after a new build that is `age` old. It is known anew if the poll before came after the build, and else fades. */
function lagOf(
  age: number,
  receivedAt: number,
  { lag, lastPollAt, unchangedPolls, cachedFor }: Rhythm,
): number {
  const faded = lag * LAG_SHARE_KEPT;
  const ageAtLastPoll = age - (receivedAt - lastPollAt);
  if (unchangedPolls === 0 || cachedFor > 0 || ageAtLastPoll < 0) return faded;
  // Less than a second can be the inaccuracy of the Date header. Otherwise the build came between that poll and this one.
  const between = ageAtLastPoll > SECOND_MS ? Math.min(LEARNING_GAP, age - ageAtLastPoll) / 2 : 0;
  return Math.min(MAX_LAG, Math.max(faded, ageAtLastPoll + between));
}

/** What the place of a service allows. */
interface Limits {
  /** The least time between two polls once the rhythm is known. */
  readonly gap: (period: number) => number;
  /** Builds that are closer together are not followed. */
  readonly minPeriod: number;
  /** How long a response is cached, at most. */
  readonly cacheTime: (period: number) => number;
}

const REMOTE: Limits = {
  gap: () => MAX_GAP,
  minPeriod: 35 * SECOND_MS,
  cacheTime: () => USUAL_CACHE_TIME,
};

/** A service on this computer is followed down to a build a second. */
const LOOPBACK: Limits = {
  gap: (period) => Math.min(LEARNING_GAP, Math.max(SECOND_MS, period / 5)),
  minPeriod: 0.9 * SECOND_MS,
  cacheTime: (period) => Math.min(USUAL_CACHE_TIME, CACHED_SHARE * period),
};

export interface Service {
  readonly isLoopback: boolean;
  /** True for the sandbox, whose builds may be any time apart. */
  readonly isSimulated: boolean;
}

/** When the next build is expected, in milliseconds after the last. */
interface Expectation {
  readonly period: number;
  readonly wait: number;
}

/** Milliseconds until the poll that should return the next build; null while there is nothing to expect it by. */
export function delayToNextBuild(
  rhythm: Rhythm,
  service: Service,
  now: number,
  random: () => number,
): number | null {
  const last = rhythm.builds.at(-1);
  const expectation = expectedAfter(rhythm, service);
  if (last === undefined || expectation === null) return null;
  const { period, wait } = expectation;
  const share = MAX_GUARD_SHARE * period;
  const guard =
    rhythm.lag +
    Math.min(MAX_GUARD, share) +
    random() * Math.min(isLearned(rhythm) ? MAX_LEARNED_JITTER : MAX_JITTER, share);
  const expected = last + clockOffset(rhythm.clockOffsets) + wait + guard;
  const pollAt = choosePollTime(rhythm, service.isLoopback ? LOOPBACK : REMOTE, { period, expected });
  return pollAt === null ? null : Math.max(SECOND_MS, pollAt - now);
}

function expectedAfter(rhythm: Rhythm, service: Service): Expectation | null {
  const gaps = gapsOf(rhythm.builds);
  if (gaps.length === 0) return expectedAfterFirst(rhythm, service);
  const { minPeriod } = service.isLoopback ? LOOPBACK : REMOTE;
  const shortest = Math.min(...gaps);
  if (shortest < minPeriod) return null;
  const half = shortest / 2;
  const slack = Math.min(SECOND_MS, half / 10);
  if (half >= minPeriod && mayBeTwice(half + slack, rhythm, service))
    return { period: half, wait: half + slack };
  return expectedFrom(gaps);
}

function expectedAfterFirst(rhythm: Rhythm, { isLoopback, isSimulated }: Service): Expectation | null {
  const { builds, longestAge, lastPollAt, unchangedPolls } = rhythm;
  if (longestAge > MAX_PERIOD) return null;
  const isSoon = isLoopback && isSimulated && unchangedPolls === 0;
  const age = lastPollAt - clockOffset(rhythm.clockOffsets) - (builds[0] ?? 0);
  return { period: USUAL_PERIOD, wait: isSoon ? age + 2 * LEARNING_GAP : USUAL_PERIOD };
}

/** Whether a poll shall show if there is a build after about half the time that was seen between two. */
function mayBeTwice(half: number, rhythm: Rhythm, { isLoopback, isSimulated }: Service): boolean {
  if (rhythm.longestAge >= half || rhythm.extraPolls < 1) return false;
  if (isLoopback && rhythm.cachedFor > LOOPBACK.cacheTime(half)) return false;
  // On loopback builds can be any time apart, but mostly are a minute: there this poll waits for a sign or the end of learning.
  return !isLoopback || isSimulated || rhythm.longestAge < FAST_AGE || isLearned(rhythm);
}

/** Returns null if the builds are not periodic. */
function expectedFrom(gaps: ReadonlyArray<number>): Expectation | null {
  const shortest = Math.min(...gaps);
  // A gap of several periods means that builds were missed. If most gaps are, any short period would seem to fit.
  const periodCounts = gaps.map((gap) => Math.round(gap / shortest));
  if (periodCounts.reduce((sum, count) => sum + count, 0) > MAX_PERIODS_PER_GAP * gaps.length) return null;
  const periods = gaps.map((gap, index) => gap / (periodCounts[index] ?? 1)).sort((a, b) => a - b);
  const period = quantile(periods, 0.5);
  const spread = (quantile(periods, 0.9) - quantile(periods, 0.1)) / period;
  if (period > MAX_PERIOD || spread > MAX_SPREAD) return null;
  return { period, wait: Math.min(quantile(periods, 1), period * (1 + MAX_DELAY_SHARE)) };
}

/**
 * Returns `expected` if polling is allowed by then. Otherwise a build will be out unseen at the earliest time: returns that
 * if the poll is worth it, or else the time of the build after it; null while its period is unknown.
 */
function choosePollTime(
  rhythm: Rhythm,
  limits: Limits,
  { period, expected }: { readonly period: number; readonly expected: number },
): number | null {
  const { builds, unchangedPolls, extraPolls } = rhythm;
  const isLearning = !isLearned(rhythm) && extraPolls >= 1;
  const least = isLearning ? Math.min(LEARNING_GAP, limits.gap(period)) : limits.gap(period);
  const growth = builds.length === 1 ? 2 : 2 ** Math.max(0, unchangedPolls - 1);
  // While learning, one poll may show whether the service caches at all.
  const isCached = rhythm.cachedFor > 0 || !isLearning;
  const cachedUntil = isCached
    ? rhythm.missAt + Math.min(rhythm.cacheTime, limits.cacheTime(period))
    : Number.NEGATIVE_INFINITY;
  const earliest = Math.max(rhythm.lastPollAt + Math.min(MAX_GAP, least * growth), cachedUntil);
  if (earliest <= expected) return expected;
  const mayPoll = unchangedPolls === 0 || extraPolls >= 1;
  if (builds.length === 1) return mayPoll ? earliest : null;
  const late = (earliest - expected) % period;
  const isWorthIt = mayPoll && late < (1 - MIN_REMAINING_SHARE) * period;
  return isWorthIt ? earliest : earliest - late + period;
}

function gapsOf(builds: ReadonlyArray<number>): ReadonlyArray<number> {
  return builds
    .slice(1)
    .map((build, index) => build - (builds[index] ?? build))
    .filter((gap) => gap <= MAX_BUILD_GAP);
}

/** The smallest offset is the most accurate: latency and the truncated Date header only increase it, and may be all of it. */
function clockOffset(offsets: ReadonlyArray<number>): number {
  const least = offsets.length === 0 ? 0 : Math.min(...offsets);
  return least >= 0 && least <= SECOND_MS ? 0 : least;
}

function quantile(sorted: ReadonlyArray<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function append(list: ReadonlyArray<number>, item: number): ReadonlyArray<number> {
  return [...list, item].slice(-HISTORY_LENGTH);
}

export interface Pace {
  readonly intervalSeconds: number;
  /** True if the user set the interval; otherwise polls follow the builds of the service. */
  readonly isIntervalFixed: boolean;
  readonly isLoopback: boolean;
}

/** Milliseconds until the next poll, after a successful one that took `pollMilliseconds`. */
export type DelayAfterPoll = (
  timeframe: Timeframe,
  response: SnapshotResponse,
  pollMilliseconds: number,
) => number;

/** A predicted delay longer than this many intervals is not used. */
const MAX_INTERVALS = 2;

/**
 * Returns the delay after each successful poll: the next one comes shortly after the next build. While nothing is known of
 * the builds, while the market is closed, and if the user set an interval, the delay is the interval.
 */
export function createPacer(pace: Pace, context: Pick<Context, 'clock' | 'random'>): DelayAfterPoll {
  const rhythms = new Map<Timeframe, Rhythm>();
  return (timeframe, { snapshot, cache, serverTime, isSimulated }, pollMilliseconds) => {
    const interval = pace.intervalSeconds * SECOND_MS - pollMilliseconds;
    const { asOfMilliseconds: asOf, session } = snapshot;
    // A closed market has no builds to learn from.
    if (pace.isIntervalFixed || asOf === null || session === 'closed') return interval;
    const now = context.clock.now();
    const observation = { receivedAt: now, asOf, serverTime, cache };
    const rhythm = observe(rhythms.get(timeframe) ?? NO_RHYTHM, observation);
    rhythms.set(timeframe, rhythm);
    const service = { isLoopback: pace.isLoopback, isSimulated };
    const predicted = delayToNextBuild(rhythm, service, now, context.random);
    // A long delay means that `asOf` and the Date header of the service contradict each other.
    const isUsable = predicted !== null && predicted <= MAX_INTERVALS * pace.intervalSeconds * SECOND_MS;
    return isUsable ? predicted : interval;
  };
}
