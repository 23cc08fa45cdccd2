import { MINUTE_MS } from '../../time.ts';
import type { Run, SymbolRecord } from './runs.ts';

/** What trends are about, of rows and of confluence: the last 30 minutes, shown as eighths. */
export const TREND_WINDOW_MS = 30 * MINUTE_MS;
const TREND_BUCKETS = 8;
const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;
/** These minutes are compared with those before. */
const TREND_RECENT_MS = 10 * MINUTE_MS;
/** What came less than this ago is new, and too little to compare with. */
const NEWS_MS = 5 * MINUTE_MS;
/** The ranks between two medians from which on a row rises or fades, and the boards between two means. */
const MIN_MOVE = 2;
const MIN_BOARDS = 0.5;

/** What became of the rank of a row, or of the confluence of a symbol, in the last 30 minutes. */
export interface Trend {
  /** The last value in each eighth of the 30 minutes, the oldest first; null if there was none. */
  readonly values: ReadonlyArray<number | null>;
  /**
   * `rise` and `fade` compare the last 10 minutes with the 20 before. Null where it is too young for that, and in place of `hold`
   * where the confluence changed less than 5 minutes ago.
   */
  readonly word: 'back' | 'new' | 'rise' | 'fade' | 'hold' | null;
}

/** Values at the snapshots of the last 30 minutes, the oldest first, with how long ago each was; null where there is none. */
export type Recent = ReadonlyArray<{ readonly age: number; readonly value: number | null }>;

export function trendOf(recent: Recent, { since, isAtLeast, isBack }: Run, asOf: number): Trend {
  const age = asOf - since;
  // What it was before it came back says nothing of where it is going.
  const { buckets, earlier, late, reach } = split(recent, age);
  const isNews = !isAtLeast && age < NEWS_MS;
  const direction = directionOf(median(earlier) - median(late), MIN_MOVE, reach);
  return { values: buckets, word: isNews ? (isBack ? 'back' : 'new') : direction };
}

export function confluenceTrendOf(
  recent: Recent,
  { firstSeen, boardsSince, isAtLeast }: SymbolRecord,
  asOf: number,
): Trend {
  const { buckets, earlier, late, reach } = split(recent);
  const isNew = !isAtLeast && asOf - firstSeen < NEWS_MS;
  const direction = directionOf(mean(late) - mean(earlier), MIN_BOARDS, reach);
  const isChanged = !isAtLeast && asOf - boardsSince < NEWS_MS;
  return { values: buckets, word: isNew ? 'new' : direction === 'hold' && isChanged ? null : direction };
}

/** How far back ranks are compared. */
function split(recent: Recent, most = Number.POSITIVE_INFINITY) {
  const buckets = new Array<number | null>(TREND_BUCKETS).fill(null);
  const [earlier, late]: [Array<number>, Array<number>] = [[], []];
  let reach = 0;
  for (const { age, value } of recent) {
    if (value === null) continue;
    buckets[TREND_BUCKETS - 1 - Math.floor(age / TREND_BUCKET_MS)] = value;
    if (age > most) continue;
    (age < TREND_RECENT_MS ? late : earlier).push(value);
    reach = Math.max(reach, age);
  }
  return { buckets, earlier, late, reach };
}

/** `reach`: how long ago the first of the values was. */
function directionOf(climb: number, least: number, reach: number): 'rise' | 'fade' | 'hold' | null {
  if (reach < TREND_RECENT_MS + NEWS_MS) return null;
  if (climb >= least) return 'rise';
  return climb <= -least ? 'fade' : 'hold';
}

/** NaN if there are no values. */
function median(values: ReadonlyArray<number>): number {
  // Typed arrays are sorted by number, and fast.
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
