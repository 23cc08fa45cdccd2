import type { LeftOut } from '../model/bounded.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Memory } from '../model/memory.ts';
import { type Outcome, outcomes } from '../model/outcome.ts';
import type { Since } from '../model/since.ts';
import type { FormerTopPlay } from '../view/pane-header.ts';
import type { KnownTimeframe } from './known-timeframe.ts';
import { type Remembered, rememberPast } from './remembered.ts';

/** An older snapshot in place of the newest one, with what was known then. */
export interface ShownPast {
  readonly known: KnownTimeframe;
  readonly remembered: Remembered;
  /** Its time, in milliseconds since 1970. */
  readonly asOf: number;
  /** From 1, the oldest in memory, to `count`. */
  readonly position: number;
  readonly count: number;
  /** The time of the newest snapshot. */
  readonly newestAt: number;
  outcomeOf(board: string, symbol: string): Outcome;
}

/** The times of the snapshots before and after the one shown; null if there is none before it, or for the live one after it. */
export interface TimesBeside {
  readonly back: number | null;
  readonly forward: number | null;
}

/**
 * The snapshot at a time that was typed, by its own time, null for the newest one; or why there is nothing to show of it.
 */
export type TypedTime =
  | { readonly past: number | null; readonly time: number }
  | { readonly problem: string };

/** The newest snapshot at or before a time, or the oldest in memory. Null if memory has none. */
export function pastAt(
  memory: Memory,
  live: KnownTimeframe,
  time: number,
  since: Since,
  leftOut: ReadonlyMap<number, LeftOut> = new Map(),
): ShownPast | null {
  const { history } = memory;
  if (history.length === 0) return null;
  const index = history.indexAt(time) ?? 0;
  const remembered = rememberPast(memory, since, index);
  return {
    known: {
      ...live,
      snapshot: memory.snapshotAt(index),
      leftOut: leftOut.get(history.timeAt(index)) ?? null,
      movement: remembered.movement,
      nextExpectedAt: null,
      formerTopPlay: formerTopPlayIn(memory.ledgerAt(index)),
    },
    remembered,
    asOf: history.timeAt(index),
    position: index + 1,
    count: history.length,
    newestAt: history.timeAt(history.length - 1),
    outcomeOf: outcomes(history, memory.ledger()),
  };
}

/** The top play before the present one; null if a ledger does not reach back to it. */
export function formerTopPlayIn({ topPlay }: Pick<Ledger, 'topPlay'>): FormerTopPlay | null {
  const present = topPlay();
  if (present === null || present.previous === null) return null;
  return { symbol: present.previous.symbol, untilMilliseconds: present.since };
}

/** `time` is null while the newest snapshot is shown. */
export function timesBeside({ history }: Pick<Memory, 'history'>, time: number | null): TimesBeside {
  const newest = history.length - 1;
  const index = time === null ? newest : (history.indexAt(time) ?? 0);
  return {
    back: index > 0 ? history.timeAt(index - 1) : null,
    forward: index + 1 < newest ? history.timeAt(index + 1) : null,
  };
}

/** The time of the oldest snapshot; null if there is none. */
export function oldestTime({ history }: Pick<Memory, 'history'>): number | null {
  return history.length === 0 ? null : history.timeAt(0);
}

/** The time of the newest snapshot at or before a time; null if that is the newest of all, or there is none. */
export function pastTimeAt({ history }: Pick<Memory, 'history'>, time: number): number | null {
  const index = history.indexAt(time);
  return index === null || index === history.length - 1 ? null : history.timeAt(index);
}
