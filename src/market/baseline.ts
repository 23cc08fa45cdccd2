import { indexAt, type Moment } from './timeline/runs.ts';

/** What a snapshot is compared with: the one before, that of so many milliseconds ago, or that of a time. */
export type Baseline = 'last' | { readonly ago: number } | { readonly at: number };

export interface Comparison {
  /** The index of the older snapshot. */
  readonly index: number;
  /** Its time, in milliseconds since 1970. */
  readonly asOf: number;
  /** True if memory, or what lies on this side of a hole, does not reach back that far. */
  readonly isMemoryTooShort: boolean;
}

/**
 * What one of ascending snapshots is compared with; null if there is none before it. Where a span of time ends behind a hole of
 * the same market day, that is the last snapshot before the hole; where memory is shorter, its first one.
 */
export function comparedWith(
  moments: ReadonlyArray<Moment>,
  baseline: Baseline,
  newest: number,
): Comparison | null {
  const shown = moments[newest];
  if (shown === undefined || newest < 1) return null;
  const comparison = (index: number, isMemoryTooShort = false) => ({
    index,
    asOf: moments[index]?.asOf ?? shown.asOf,
    isMemoryTooShort,
  });
  if (baseline === 'last') return comparison(newest - 1);
  if ('at' in baseline) {
    const index = indexAt(moments, baseline.at);
    return index > newest ? null : comparison(Math.max(0, index), index < 0);
  }
  const time = shown.asOf - baseline.ago;
  const startOfPart = indexAt(moments, shown.startOfPart);
  if (time >= shown.startOfPart) return comparison(Math.min(indexAt(moments, time), newest - 1));
  const isSameDay = (moments[startOfPart - 1]?.asOf ?? Number.NEGATIVE_INFINITY) >= shown.startOfDay;
  if (isSameDay) return comparison(startOfPart - 1, true);
  const index = Math.max(0, startOfPart);
  return index === newest ? null : comparison(index, true);
}
