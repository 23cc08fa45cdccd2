import { MINUTE_MS, type TimedValue } from '../../lib/time.ts';

/** A trend shows the last 30 minutes in eight buckets. */
export const TREND_WINDOW_MS = 30 * MINUTE_MS;
const TREND_BUCKETS = 8;
const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;

/** The last value in each bucket, the oldest first: null where there was none, undefined where nothing is known. */
export type Trend = ReadonlyArray<number | null | undefined>;

/** From the values of the snapshots before a time, the oldest first, without a gap between them. */
export function trendOf(recent: ReadonlyArray<TimedValue>, time: number): Trend {
  let next = 0;
  let last: number | null | undefined;
  return Array.from({ length: TREND_BUCKETS }, (_, bucket) => {
    const end = time - (TREND_BUCKETS - 1 - bucket) * TREND_BUCKET_MS;
    const inside: Array<number | null> = [];
    for (let timed = recent[next]; timed !== undefined && timed.time <= end; timed = recent[++next])
      inside.push(timed.value);
    // A bucket without a snapshot has the value before it.
    if (inside.length > 0) last = inside.findLast((value) => value !== null) ?? null;
    return last;
  });
}
