/**
 * When the service rebuilds, learned from the `asOf` values seen, so that a poll comes shortly after a rebuild instead of
 * half an interval later (api.md section 6: about one rebuild a minute). Milliseconds throughout; pure.
 */
export interface Rhythm {
  /** Distinct build times, oldest first. */
  readonly builds: ReadonlyArray<number>;
  /** By how much this clock was ahead of the service's, response by response. */
  readonly differences: ReadonlyArray<number>;
  /** The last poll brought nothing new: it came before the build, or met an old copy in the cache. */
  readonly cameEarly: boolean;
  /** The last response was kept by the service's cache. */
  readonly cacheFilled: boolean;
  readonly lastPollAt: number;
  /** Polls that may be spent beyond one per build: each build gives `EXTRA_PER_BUILD`, at most `MOST_EXTRA`. */
  readonly extra: number;
}

export interface Observation {
  /** When the response came. */
  readonly at: number;
  readonly asOf: number;
  /** The service's clock (its Date header, whole seconds); null when it did not say. */
  readonly serverTime: number | null;
  /** X-Cache said MISS: until the cache forgets it, the service gives the same again (api.md section 8). */
  readonly cacheFilled: boolean;
}

const SECOND = 1000;
const MEMORY = 12;
const LEAST_BUILDS = 4;
const PERIOD_RANGE = [20 * SECOND, 150 * SECOND] as const;
/** Longer is a night, or a sleep of this computer, and says nothing about the rhythm. */
const MOST_GAP = 2 * PERIOD_RANGE[1];
/** A period that varies by more than this is no rhythm. */
const MOST_SPREAD = 0.25;
const MOST_BEATS_PER_GAP = 2;
const LEAST_GAP = 30 * SECOND;
/** A little more than the 45 s for which the service's cache keeps a response. */
const CACHE_GAP = 46 * SECOND;
/** A build that was missed is fetched late, unless the next one is due within this part of a period. */
const LEAST_REST = 0.1;
/** A single late build must not delay the polls after it by more than this part of a period. */
const MOST_MARGIN = 0.1;
const EXTRA_PER_BUILD = 0.1;
const MOST_EXTRA = 2;
const JITTER = 1.5 * SECOND;

export const NO_RHYTHM: Rhythm = {
  builds: [],
  differences: [],
  cameEarly: false,
  cacheFilled: false,
  lastPollAt: 0,
  extra: 1,
};

/** The rhythm after one more response. */
export function observe(rhythm: Rhythm, { at, asOf, serverTime, cacheFilled }: Observation): Rhythm {
  const isNew = asOf > (rhythm.builds.at(-1) ?? Number.NEGATIVE_INFINITY);
  return {
    builds: isNew ? keep(rhythm.builds, asOf) : rhythm.builds,
    differences: serverTime === null ? rhythm.differences : keep(rhythm.differences, at - serverTime),
    cameEarly: !isNew,
    cacheFilled,
    lastPollAt: at,
    extra: isNew
      ? Math.min(MOST_EXTRA, rhythm.extra + EXTRA_PER_BUILD)
      : rhythm.extra - (rhythm.cameEarly ? 1 : 0),
  };
}

/** Milliseconds until the poll that should meet the next build; null while no rhythm is known. */
export function nextPollIn(rhythm: Rhythm, now: number, random: () => number): number | null {
  const beat = findBeat(rhythm.builds);
  const last = rhythm.builds.at(-1);
  if (beat === null || last === undefined) return null;
  const earliest = rhythm.lastPollAt + (rhythm.cacheFilled ? CACHE_GAP : LEAST_GAP);
  const expected = last + clockDifference(rhythm) + beat.period + beat.margin;
  return Math.max(SECOND, findTarget(rhythm, beat, earliest, expected) - now) + random() * JITTER;
}

/** When the next build is expected; or as soon as is allowed, when a build is there by then that nobody has seen. */
function findTarget(
  { cameEarly, extra }: Rhythm,
  { period }: Beat,
  earliest: number,
  expected: number,
): number {
  if (earliest <= expected) return expected;
  const late = (earliest - expected) % period;
  const isWorthIt = late < (1 - LEAST_REST) * period && (!cameEarly || extra >= 1);
  return isWorthIt ? earliest : earliest - late + period;
}

interface Beat {
  readonly period: number;
  /** Wait this much longer than the period, because a build can be late. */
  readonly margin: number;
}

function findBeat(builds: ReadonlyArray<number>): Beat | null {
  const gaps = builds
    .slice(1)
    .map((build, index) => build - (builds[index] ?? build))
    .filter((gap) => gap <= MOST_GAP);
  if (gaps.length < LEAST_BUILDS - 1) return null;
  const shortest = Math.min(...gaps);
  if (shortest < PERIOD_RANGE[0]) return null;
  // A gap of two or three periods is one in which builds were not seen; were most so, any period would do.
  const beats = gaps.map((gap) => Math.round(gap / shortest));
  if (beats.reduce((sum, count) => sum + count, 0) > MOST_BEATS_PER_GAP * gaps.length) return null;
  const periods = gaps.map((gap, index) => gap / (beats[index] ?? 1)).sort((a, b) => a - b);
  const period = quantile(periods, 0.5);
  const margin = Math.min(MOST_MARGIN * period, quantile(periods, 1) - period);
  const spread = (quantile(periods, 0.9) - quantile(periods, 0.1)) / period;
  return period > PERIOD_RANGE[1] || spread > MOST_SPREAD ? null : { period, margin: margin + SECOND / 2 };
}

/** The smallest difference seen is the nearest to the truth: a delay and the dropped fraction of a second only add. */
function clockDifference({ differences }: Rhythm): number {
  return differences.length === 0 ? 0 : Math.min(...differences);
}

function quantile(sorted: ReadonlyArray<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function keep(list: ReadonlyArray<number>, item: number): ReadonlyArray<number> {
  return [...list, item].slice(-MEMORY);
}
