import type { ReadableHistory } from './history.ts';
import { type BoardMovement, movementBetweenRanks } from './movement.ts';

/** What a snapshot is compared with: the one before, the oldest, or the one that many milliseconds ago. */
export type Since = 'last' | 'start' | number;

export interface Comparison {
  /** The index of the older snapshot. */
  readonly index: number;
  /** Its time, in milliseconds since 1970. */
  readonly asOf: number;
  /** True if memory, or what lies on this side of a hole, does not reach back that far: the older snapshot is its oldest. */
  readonly isMemoryTooShort: boolean;
  /** True if there is a hole between the two, in which more may have happened. */
  readonly hasHole: boolean;
}

/** What a snapshot, by default the newest, is compared with. Null if memory has none before it. */
export function comparedWith(
  history: ReadableHistory,
  since: Since,
  newest = history.length - 1,
): Comparison | null {
  if (newest < 1 || newest >= history.length) return null;
  const found = typeof since === 'number' ? history.indexAt(history.timeAt(newest) - since) : null;
  const first = typeof since === 'number' ? firstBehindHole(history, newest) : 0;
  const index = since === 'last' ? newest - 1 : Math.min(Math.max(found ?? 0, first), newest - 1);
  return {
    index,
    asOf: history.timeAt(index),
    isMemoryTooShort: typeof since === 'number' && (found === null || found < index),
    hasHole: hasHoleBetween(history, index, newest),
  };
}

/** What moved between the two snapshots of a comparison, by board key. */
export function movementSince(
  history: ReadableHistory,
  { index }: Comparison,
  newest = history.length - 1,
): ReadonlyMap<string, BoardMovement> {
  return movementBetweenRanks(history.ranksAt(index), history.ranksAt(newest));
}

/** What lies behind a hole is older than it seems, so a span of time ends there. */
function firstBehindHole(history: ReadableHistory, newest: number): number {
  let index = newest;
  while (index > 0 && !history.hasHoleBefore(index)) index--;
  return index;
}

function hasHoleBetween(history: ReadableHistory, from: number, to: number): boolean {
  let index = to;
  while (index > from && !history.hasHoleBefore(index)) index--;
  return index > from;
}
