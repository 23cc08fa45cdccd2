import { MINUTE_MS } from '../../time-units.ts';
import type { Run, SymbolRecord } from './runs.ts';

/** What trends are about, of rows and of confluence: the last 30 minutes, shown as eighths. */
export const TREND_WINDOW_MS = 30 * MINUTE_MS;
const TREND_BUCKETS = 8;
const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;
/** These minutes are compared with those before. */
const TREND_RECENT_MS = 10 * MINUTE_MS;
/** What came less than this ago is new. */
const NEWS_MS = 5 * MINUTE_MS;
/** The ranks between two medians from which on a row rises or fades, and the boards between two means. */
const MIN_MOVE = 2;
const MIN_BOARDS = 0.5;

/** What became of a row in the last 30 minutes. */
export interface Trend {
  /** The last rank in each eighth of the 30 minutes, the oldest first; null if there was none. */
  readonly ranks: ReadonlyArray<number | null>;
  readonly word: 'back' | 'new' | 'rise' | 'fade' | 'hold';
}

/** What became of the confluence of a symbol in the last 30 minutes. */
export interface ConfluenceTrend {
  /** The last confluence in each eighth of the 30 minutes, the oldest first; null where the symbol was on no board. */
  readonly counts: ReadonlyArray<number | null>;
  /** `new`: on no board until less than 5 minutes ago. `rise` and `fade` compare the last 10 minutes with the 20 before. */
  readonly word: 'new' | 'rise' | 'fade' | 'hold';
}

/** Values at the snapshots of the last 30 minutes, the oldest first, with how long ago each was; NaN where there is none. */
export interface Recent {
  readonly ages: ReadonlyArray<number>;
  readonly values: ReadonlyArray<number>;
}

export function trendOf(recent: Recent, { since, isAtLeast, isBack }: Run, asOf: number): Trend {
  const { buckets, earlier, late } = split(recent);
  const isNews = !isAtLeast && asOf - since < NEWS_MS;
  const direction = directionOf(median(earlier) - median(late), MIN_MOVE);
  return { ranks: buckets, word: isNews ? (isBack ? 'back' : 'new') : direction };
}

export function confluenceTrendOf(
  recent: Recent,
  { firstSeen, isAtLeast }: SymbolRecord,
  asOf: number,
): ConfluenceTrend {
  const { buckets, earlier, late } = split(recent);
  const isNew = !isAtLeast && asOf - firstSeen < NEWS_MS;
  return { counts: buckets, word: isNew ? 'new' : directionOf(mean(late) - mean(earlier), MIN_BOARDS) };
}

function split({ ages, values }: Recent) {
  const buckets = new Array<number | null>(TREND_BUCKETS).fill(null);
  const [earlier, late]: [Array<number>, Array<number>] = [[], []];
  for (const [index, value] of values.entries()) {
    const age = ages[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    buckets[TREND_BUCKETS - 1 - Math.floor(age / TREND_BUCKET_MS)] = value;
    (age < TREND_RECENT_MS ? late : earlier).push(value);
  }
  return { buckets, earlier, late };
}

/** Without earlier values the climb is NaN. */
function directionOf(climb: number, least: number): 'rise' | 'fade' | 'hold' {
  if (climb >= least) return 'rise';
  return climb <= -least ? 'fade' : 'hold';
}

/** NaN if there are no values. */
function median(values: ReadonlyArray<number>): number {
  // Typed arrays are sorted several times faster than others.
  const sorted = Uint16Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
