import type { Breadth } from '../api/snapshot.ts';
import type { RowPast } from '../fields/field.ts';
import { type ConfluenceTrend, confluenceTrends } from '../model/confluence-trend.ts';
import type { Memory } from '../model/memory.ts';
import type { BoardMovement } from '../model/movement.ts';
import { type Comparison, comparedWith, movementSince, type Since } from '../model/since.ts';
import type { Age } from '../model/stints.ts';
import { NO_PATH, type SymbolPath, symbolPath } from '../model/symbol-path.ts';
import type { SymbolRecord } from '../model/symbol-records.ts';
import { trendsOf } from '../model/trend.ts';
import { NEWS_MS } from '../model/trend-window.ts';

/** What memory says about the newest snapshot of a timeframe. */
export interface Remembered {
  readonly since: Since;
  /** The snapshot with which the newest is compared; null if there is none yet. */
  readonly comparison: Comparison | null;
  /** What moved since then, by board key. */
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** That of the older snapshot; null if unknown. */
  readonly breadthBefore: Breadth | null;
  /** The age and the trend of a row; null if memory has nothing. */
  pastOf(board: string, symbol: string): RowPast | null;
  /** Since when a symbol is on its number of boards, and the trend of that number. */
  confluenceOf(symbol: string): { readonly age: Age | null; readonly trend: ConfluenceTrend | null };
  /** Where a symbol has been. The same object while the same symbol is asked for. */
  pathOf(symbol: string): SymbolPath;
  /** The time of the oldest snapshot; null if there is none. */
  readonly startsAt: number | null;
  /** When a symbol that is gone left a board, in milliseconds since 1970; null if that is unknown. */
  leftAt(board: string, symbol: string): number | null;
}

export const NOTHING_REMEMBERED: Remembered = {
  since: 'last',
  comparison: null,
  movement: new Map(),
  breadthBefore: null,
  pastOf: () => null,
  confluenceOf: () => ({ age: null, trend: null }),
  pathOf: () => NO_PATH,
  startsAt: null,
  leftAt: () => null,
};

/**
 * `movement` is that since the previous snapshot, for which no memory is needed: the service can send snapshots without a
 * time, which cannot be remembered.
 */
export function remember(memory: Memory, since: Since, movement: Remembered['movement']): Remembered {
  const index = memory.history.length - 1;
  const comparison = comparedWith(memory.history, since, index);
  const isLast = since === 'last' || comparison === null;
  return rememberAt(memory, index, {
    since,
    comparison,
    movement: isLast ? movement : movementSince(memory.history, comparison),
  });
}

/** What memory says about an older snapshot, as it would have said then. */
export function rememberPast(memory: Memory, since: Since, index: number): Remembered {
  const comparison = comparedWith(memory.history, since, index);
  const movement = comparison === null ? new Map() : movementSince(memory.history, comparison, index);
  return rememberAt(memory, index, { since, comparison, movement });
}

function rememberAt(
  memory: Memory,
  index: number,
  { since, comparison, movement }: Pick<Remembered, 'since' | 'comparison' | 'movement'>,
): Remembered {
  const { history } = memory;
  const ledger = memory.ledgerAt(index);
  const trends = trendsOf(history, ledger, index);
  const asOf = history.timeAt(index);
  let path: { readonly symbol: string; readonly path: SymbolPath } | null = null;
  let trendsOfConfluence: ReadonlyMap<string, ConfluenceTrend> | null = null;
  return {
    since,
    comparison,
    movement,
    breadthBefore: comparison === null ? null : (history.at(comparison.index)?.breadth ?? null),
    pastOf(board, symbol) {
      const age = ledger.ageOf(board, symbol, asOf);
      const trend = trends.get(board)?.get(symbol);
      return age === null || trend === undefined ? null : { age, trend };
    },
    confluenceOf(symbol) {
      trendsOfConfluence ??= confluenceTrends(history, index);
      return confluencePast(ledger.recordOf(symbol), trendsOfConfluence.get(symbol) ?? null, asOf);
    },
    pathOf(symbol) {
      if (path?.symbol !== symbol) path = { symbol, path: symbolPath(history, ledger, symbol, index) };
      return path.path;
    },
    startsAt: history.length === 0 ? null : history.timeAt(0),
    leftAt: (board, symbol) =>
      ledger.pastStintsOf(symbol).find((stint) => stint.board === board)?.leftAt ?? null,
  };
}

/** Age and trend of the number of boards of a symbol, which is `new` where memory saw it come a short time ago. */
function confluencePast(
  record: SymbolRecord | null,
  trend: ConfluenceTrend | null,
  asOf: number,
): ReturnType<Remembered['confluenceOf']> {
  if (record === null) return { age: null, trend };
  const { boardsSince, firstSeen, isAtLeast } = record;
  const age = { milliseconds: asOf - boardsSince, isAtLeast };
  const isNew = !isAtLeast && asOf - firstSeen < NEWS_MS;
  return { age, trend: trend !== null && isNew ? { ...trend, word: 'new' } : trend };
}
