/**
 * When the service rebuilds, learned from the `asOf` values seen, so that a poll comes shortly after a rebuild instead of
 * half an interval later (api.md section 6: about one rebuild a minute). Milliseconds throughout; pure.
 */
export interface Rhythm {
  /** Distinct build times, oldest first. */
  readonly builds: ReadonlyArray<number>;
  /** By how much this clock was ahead of the service's, answer by answer. */
  readonly differences: ReadonlyArray<number>;
  /** The last poll brought nothing new, although the service looked afresh. */
  readonly cameEarly: boolean;
  readonly lastPollAt: number;
  /** Polls that may be spent: regained at `REQUESTS_PER_MINUTE`, at most `MOST_BUDGET`. */
  readonly budget: number;
}

export interface Observation {
  /** When the answer came. */
  readonly at: number;
  readonly asOf: number;
  /** The service's clock (its Date header, whole seconds); null when it did not say. */
  readonly serverTime: number | null;
  /** X-Cache said HIT: the answer may be 45 s older than what the service has (api.md section 8). */
  readonly cached: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MEMORY = 12;
const LEAST_BUILDS = 4;
const PERIOD_RANGE = [20 * SECOND, 150 * SECOND] as const;
/** A period that varies by more than this is no rhythm. */
const MOST_SPREAD = 0.25;
const MOST_BEATS_PER_GAP = 2;
const LEAST_GAP = 30 * SECOND;
const REQUESTS_PER_MINUTE = 1.05;
const MOST_BUDGET = 3;
const JITTER = 1.5 * SECOND;

export const NO_RHYTHM: Rhythm = {
  builds: [],
  differences: [],
  cameEarly: false,
  lastPollAt: 0,
  budget: 1,
};

/** The rhythm after one more answer. */
export function observe(rhythm: Rhythm, { at, asOf, serverTime, cached }: Observation): Rhythm {
  const elapsed = rhythm.lastPollAt === 0 ? 0 : Math.max(0, at - rhythm.lastPollAt);
  const regained = (elapsed / MINUTE) * REQUESTS_PER_MINUTE;
  const isNew = asOf > (rhythm.builds.at(-1) ?? Number.NEGATIVE_INFINITY);
  return {
    builds: isNew ? keep(rhythm.builds, asOf) : rhythm.builds,
    differences: serverTime === null ? rhythm.differences : keep(rhythm.differences, at - serverTime),
    cameEarly: isNew ? false : rhythm.cameEarly || !cached,
    lastPollAt: at,
    budget: Math.min(MOST_BUDGET, rhythm.budget + regained) - 1,
  };
}

/** Milliseconds until the poll that should meet the next build; null while no rhythm is known. */
export function nextPollIn(rhythm: Rhythm, now: number, random: () => number): number | null {
  const beat = findBeat(rhythm.builds);
  const last = rhythm.builds.at(-1);
  if (beat === null || last === undefined) return null;
  const affordable = now + Math.max(0, ((1 - rhythm.budget) / REQUESTS_PER_MINUTE) * MINUTE);
  const earliest = Math.max(rhythm.lastPollAt + LEAST_GAP, affordable);
  const first = last + clockDifference(rhythm) + beat.period + beat.margin;
  // After a poll that came too early the build can be any moment: as soon as is allowed.
  const overdue = rhythm.cameEarly && earliest < first + beat.period / 2;
  const beats = Math.max(0, Math.ceil((earliest - first) / beat.period));
  const target = overdue ? Math.max(earliest, first) : first + beats * beat.period;
  return Math.max(SECOND, target - now) + random() * JITTER;
}

interface Beat {
  readonly period: number;
  /** Wait this much longer than the period, because a build can be late. */
  readonly margin: number;
}

function findBeat(builds: ReadonlyArray<number>): Beat | null {
  if (builds.length < LEAST_BUILDS) return null;
  const gaps = builds.slice(1).map((build, index) => build - (builds[index] ?? build));
  const shortest = Math.min(...gaps);
  if (shortest < PERIOD_RANGE[0]) return null;
  // A gap of two or three periods is one in which builds were not seen; were most so, any period would do.
  const beats = gaps.map((gap) => Math.round(gap / shortest));
  if (beats.reduce((sum, count) => sum + count, 0) > MOST_BEATS_PER_GAP * gaps.length) return null;
  const periods = gaps.map((gap, index) => gap / (beats[index] ?? 1)).sort((a, b) => a - b);
  const period = quantile(periods, 0.5);
  const margin = quantile(periods, 0.9) - period;
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
