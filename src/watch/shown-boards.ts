import type { Board } from '../api/snapshot.ts';
import { boardsToShow, type Selection, selectBoards } from '../model/selection.ts';
import { arrangeBoards, type KnownTimeframe } from './known-timeframe.ts';
import type { ViewState } from './state.ts';

/** The keys of the selected boards; without a selection, of all boards seen so far. */
export function selectableKeys(
  { snapshot, boardKeys }: Pick<KnownTimeframe, 'snapshot' | 'boardKeys'>,
  selection: Selection,
) {
  const hasSelection = (selection.boards ?? []).length > 0;
  if (!hasSelection || snapshot === null) return boardKeys;
  return [...new Set(selectBoards(snapshot, selection).map(({ key }) => key))];
}

/** The boards that are not hidden, each in the same place in every snapshot. */
export function allBoards(
  { snapshot, boardKeys }: KnownTimeframe,
  state: ViewState,
  selection: Selection,
): ReadonlyArray<Board> {
  if (snapshot === null) return [];
  const selected = selectBoards(snapshot, selection);
  const shown = selectableKeys({ snapshot, boardKeys }, selection).filter(
    (key) => !state.hiddenBoards.includes(key),
  );
  return arrangeBoards(selected, shown);
}

/** The boards with symbols that match both the command line and the filter prompt, reduced to these symbols. */
export function matchingBoards(
  { snapshot }: KnownTimeframe,
  state: ViewState,
  selection: Selection,
): ReadonlyArray<Board> {
  if (snapshot === null) return [];
  const matches = (symbol: string | null) =>
    state.filter === '' || symbol?.toUpperCase().includes(state.filter) === true;
  return boardsToShow(snapshot, selection)
    .filter(({ key }) => !state.hiddenBoards.includes(key))
    .map((board) => ({
      ...board,
      rows: board.rows.filter(({ symbol }) => matches(symbol)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
