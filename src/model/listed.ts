import type { Snapshot } from '../api/snapshot.ts';
import type { ChangeEvent } from './changes.ts';
import { ranksByBoard } from './ranks.ts';
import { listRows, type Selection } from './selection.ts';

/** A `listed` event for each row that the selection shows, in the order of the boards; a duplicate symbol has one. */
export function listedEvents(snapshot: Snapshot, selection: Selection): ReadonlyArray<ChangeEvent> {
  const ranks = ranksByBoard(snapshot);
  const seen = new Map<string, Set<string>>();
  return listRows(snapshot, { ...selection, sort: null }).flatMap(({ board, asOf, timeframe, row }) => {
    const { symbol } = row;
    const listed = seen.get(board) ?? new Set<string>();
    seen.set(board, listed);
    if (symbol === null || listed.has(symbol)) return [];
    listed.add(symbol);
    const to = ranks.get(board)?.get(symbol) ?? null;
    return [{ type: 'listed' as const, asOf, timeframe, board, symbol, from: null, to }];
  });
}
