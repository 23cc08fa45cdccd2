import type { Snapshot } from '../api/snapshot.ts';
import { type ChangeEvent, changesBetween } from './changes.ts';
import { narrowsRows, type Selection, selectBoards } from './select.ts';

/**
 * What moved, of the boards and rows that a person asked to see. A rank change counts when the row passes the filters
 * before or after; the top play and the session concern everybody.
 */
export function selectedChanges(
  before: Snapshot,
  after: Snapshot,
  selection: Selection,
): ReadonlyArray<ChangeEvent> {
  const events = changesBetween(before, after);
  const isChosen = selection.boards != null && selection.boards.length > 0;
  if (!isChosen && !narrowsRows(selection)) return events;
  const seen = [before, after].map((snapshot) => placesIn(snapshot, selection));
  return events.filter(({ type, board, symbol }) => {
    if (type === 'topPlay' || type === 'session' || symbol === null) return true;
    return seen.some((places) => (board === null ? places.has(symbol) : places.get(symbol)?.has(board)));
  });
}

/** The boards on which the selection shows each symbol. */
function placesIn(snapshot: Snapshot, selection: Selection): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const { key, rows } of selectBoards(snapshot, selection)) {
    for (const { symbol } of rows) {
      if (symbol === null) continue;
      const boards = places.get(symbol) ?? new Set<string>();
      places.set(symbol, boards.add(key));
    }
  }
  return places;
}
