import { MINUTE_MS } from '../../time.ts';
import type { Run } from './runs.ts';
import type { TimedValue } from './tracks.ts';

/** What trends are about, of rows and of confluence: the last 30 minutes, shown as eighths. */
export const TREND_WINDOW_MS = 30 * MINUTE_MS;
const TREND_BUCKETS = 8;
const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;
/** These minutes are compared with those before; of less than twice as many, the later half with the earlier one. */
const TREND_RECENT_MS = 10 * MINUTE_MS;
/** What came less than this ago is new, and too little to compare with. */
const NEWS_MS = 5 * MINUTE_MS;
/** What lies between two medians from which on something rises: ranks, of which the lower is better, and boards. */
export const RANK_STEP = -2;
export const BOARDS_STEP = 0.5;

/** What became of the rank of a row, or of the confluence of a symbol, in the last 30 minutes. */
export interface Trend {
  /** The last value in each eighth of the 30 minutes, the oldest first; null if there was none. */
  readonly values: ReadonlyArray<number | null>;
  /** `rise` and `fade` compare the last 10 minutes with the 20 before; null where less than 5 minutes are known. */
  readonly word: 'back' | 'new' | 'rise' | 'fade' | 'hold' | null;
}

/** From the values of the last 30 minutes before a time, the oldest first, and how long there has been one. */
export function trendOf(
  recent: ReadonlyArray<TimedValue>,
  time: number,
  { milliseconds: age, isAtLeast, isBack }: Pick<Run, 'milliseconds' | 'isAtLeast' | 'isBack'>,
  step: number,
): Trend {
  const values = new Array<number | null>(TREND_BUCKETS).fill(null);
  const compared: Array<{ readonly ago: number; readonly value: number }> = [];
  for (const { time: then, value } of recent) {
    if (value === null) continue;
    const ago = time - then;
    values[TREND_BUCKETS - 1 - Math.floor(ago / TREND_BUCKET_MS)] = value;
    // What it was before it came back says nothing of where it is going.
    if (ago <= age) compared.push({ ago, value });
  }
  if (!isAtLeast && age < NEWS_MS) return { values, word: isBack ? 'back' : 'new' };
  const reach = compared[0]?.ago ?? 0;
  if (reach < NEWS_MS) return { values, word: null };
  const late = Math.min(TREND_RECENT_MS, reach / 2);
  const medianOf = (isLate: boolean) =>
    median(compared.flatMap(({ ago, value }) => (ago < late === isLate ? value : [])));
  const steps = (medianOf(true) - medianOf(false)) / step;
  if (steps >= 1) return { values, word: 'rise' };
  return { values, word: steps <= -1 ? 'fade' : 'hold' };
}

/** NaN if there are no values. */
function median(values: ReadonlyArray<number>): number {
  // Typed arrays are sorted by number, and fast.
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? NaN)) / 2;
}
