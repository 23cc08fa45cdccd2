import { SECOND_MS } from '../time-units.ts';

/**
 * The rebuild period of the service, estimated from the `asOf` values of its responses, so that polls come shortly after a
 * rebuild instead of half an interval later on average. The service rebuilds its snapshots about once a minute. All times and
 * durations in this file are in milliseconds.
 */
export interface Rhythm {
  /** Distinct build times, oldest first. */
  readonly builds: ReadonlyArray<number>;
  /** For each response, the time it was received minus the server time. */
  readonly clockOffsets: ReadonlyArray<number>;
  /** True if the last poll returned no new build: it came before the build, or got a cached response. */
  readonly wasUnchanged: boolean;
  /** True if the last response was not cached, so that the service has cached it since. */
  readonly isCacheMiss: boolean;
  readonly lastPollAt: number;
  /** Allowance of polls beyond one per build: each build adds `EXTRA_PER_BUILD`, up to `MAX_EXTRA_POLLS`. */
  readonly extraPolls: number;
}

export interface Observation {
  readonly receivedAt: number;
  readonly asOf: number;
  /** From the Date header, which has a resolution of a second; null without one. */
  readonly serverTime: number | null;
  /** True for `X-Cache: MISS`. The service returns this response again until it expires. */
  readonly isCacheMiss: boolean;
}

/** How many builds and clock offsets are remembered. */
const HISTORY_LENGTH = 12;
const MIN_BUILDS = 4;
const MIN_PERIOD = 20 * SECOND_MS;
const MAX_PERIOD = 150 * SECOND_MS;
/** Longer gaps between builds are ignored: the market was closed, or this computer was asleep. */
const MAX_BUILD_GAP = 2 * MAX_PERIOD;
/** If the period varies by more than this share, the builds are not periodic. */
const MAX_SPREAD = 0.25;
const MAX_PERIODS_PER_GAP = 2;
const MIN_POLL_GAP = 30 * SECOND_MS;
/** Slightly longer than the 45 s for which the service caches a response. */
const CACHE_GAP = 46 * SECOND_MS;
/** A missed build is not fetched late if the next one is due within this share of a period. */
const MIN_REMAINING_SHARE = 0.1;
/** Limits the margin to this share of a period, so that one late build does not delay all later polls. */
const MAX_MARGIN_SHARE = 0.1;
const EXTRA_PER_BUILD = 0.1;
const MAX_EXTRA_POLLS = 2;
const MAX_JITTER = 1.5 * SECOND_MS;

export const NO_RHYTHM: Rhythm = {
  builds: [],
  clockOffsets: [],
  wasUnchanged: false,
  isCacheMiss: false,
  lastPollAt: 0,
  extraPolls: 1,
};

/** Returns the rhythm after one more response. */
export function observe(rhythm: Rhythm, { receivedAt, asOf, serverTime, isCacheMiss }: Observation): Rhythm {
  const isNew = asOf > (rhythm.builds.at(-1) ?? Number.NEGATIVE_INFINITY);
  const { clockOffsets } = rhythm;
  return {
    builds: isNew ? append(rhythm.builds, asOf) : rhythm.builds,
    clockOffsets: serverTime === null ? clockOffsets : append(clockOffsets, receivedAt - serverTime),
    wasUnchanged: !isNew,
    isCacheMiss,
    lastPollAt: receivedAt,
    extraPolls: isNew
      ? Math.min(MAX_EXTRA_POLLS, rhythm.extraPolls + EXTRA_PER_BUILD)
      : rhythm.extraPolls - (rhythm.wasUnchanged ? 1 : 0),
  };
}

/** Milliseconds until the poll that should return the next build; null while the period is unknown. */
export function delayToNextBuild(rhythm: Rhythm, now: number, random: () => number): number | null {
  const estimate = estimatePeriod(rhythm.builds);
  const last = rhythm.builds.at(-1);
  if (estimate === null || last === undefined) return null;
  const earliest = rhythm.lastPollAt + (rhythm.isCacheMiss ? CACHE_GAP : MIN_POLL_GAP);
  const expected = last + clockOffset(rhythm) + estimate.period + estimate.margin;
  const pollAt = choosePollTime(rhythm, estimate, earliest, expected);
  return Math.max(SECOND_MS, pollAt - now) + random() * MAX_JITTER;
}

/**
 * Returns `expected` if polling is allowed by then. Otherwise a build will be out unseen at `earliest`: returns `earliest`
 * if the poll is worth it, or else the time of the build after it.
 */
function choosePollTime(
  { wasUnchanged, extraPolls }: Rhythm,
  { period }: PeriodEstimate,
  earliest: number,
  expected: number,
): number {
  if (earliest <= expected) return expected;
  const late = (earliest - expected) % period;
  const isWorthIt = late < (1 - MIN_REMAINING_SHARE) * period && (!wasUnchanged || extraPolls >= 1);
  return isWorthIt ? earliest : earliest - late + period;
}

interface PeriodEstimate {
  readonly period: number;
  /** Added to the period, because a build can be late. */
  readonly margin: number;
}

/** Returns null if there are too few builds or they are not periodic. */
function estimatePeriod(builds: ReadonlyArray<number>): PeriodEstimate | null {
  const gaps = builds
    .slice(1)
    .map((build, index) => build - (builds[index] ?? build))
    .filter((gap) => gap <= MAX_BUILD_GAP);
  if (gaps.length < MIN_BUILDS - 1) return null;
  const shortest = Math.min(...gaps);
  if (shortest < MIN_PERIOD) return null;
  // A gap of several periods means that builds were missed. If most gaps are, any short period would seem to fit.
  const periodCounts = gaps.map((gap) => Math.round(gap / shortest));
  if (periodCounts.reduce((sum, count) => sum + count, 0) > MAX_PERIODS_PER_GAP * gaps.length) return null;
  const periods = gaps.map((gap, index) => gap / (periodCounts[index] ?? 1)).sort((a, b) => a - b);
  const period = quantile(periods, 0.5);
  const margin = Math.min(MAX_MARGIN_SHARE * period, quantile(periods, 1) - period);
  const spread = (quantile(periods, 0.9) - quantile(periods, 0.1)) / period;
  return period > MAX_PERIOD || spread > MAX_SPREAD ? null : { period, margin: margin + SECOND_MS / 2 };
}

/** The smallest offset is the most accurate, because latency and the truncated Date header only increase it. */
function clockOffset({ clockOffsets }: Rhythm): number {
  return clockOffsets.length === 0 ? 0 : Math.min(...clockOffsets);
}

function quantile(sorted: ReadonlyArray<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function append(list: ReadonlyArray<number>, item: number): ReadonlyArray<number> {
  return [...list, item].slice(-HISTORY_LENGTH);
}
