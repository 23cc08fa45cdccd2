import { MINUTE_MS, type TimedValue } from '../../lib/time.ts';

export const TREND_WINDOW_MS = 30 * MINUTE_MS;
const TREND_BUCKETS = 8;
const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;

/** The last value in each bucket: null if there was none, undefined if nothing is known. */
export type Trend = ReadonlyArray<number | null | undefined>;

/** `recent` must be in order of time and contain no gap. */
export function trendOf(recent: ReadonlyArray<TimedValue>, time: number): Trend {
  let next = 0;
  let last: number | null | undefined;
  return Array.from({ length: TREND_BUCKETS }, (_, bucket) => {
    const end = time - (TREND_BUCKETS - 1 - bucket) * TREND_BUCKET_MS;
    const inside: Array<number | null> = [];
    for (let timed = recent[next]; timed !== undefined && timed.time <= end; timed = recent[++next])
      inside.push(timed.value);
    // A bucket without a snapshot repeats the bucket before it.
    if (inside.length > 0) last = inside.findLast((value) => value !== null) ?? null;
    return last;
  });
}
