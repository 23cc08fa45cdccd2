import type { Board, BoardPart, BoardRow } from '../api/snapshot.ts';
import type { BoardMovement } from '../model/movement.ts';
import { boardsToShow, narrowsRows, type Selection, selectBoards, selectByKey } from '../model/selection.ts';
import { partsOf } from '../view/tile.ts';
import { groupRanksOf, isWithinLimit, type PastColumn } from '../vocabulary.ts';
import type { BodyInput, BodyStyle } from './body-input.ts';
import type { KnownBoards } from './known-timeframe.ts';
import type { Remembered } from './remembered.ts';
import { hiddenBoardsOf, type ViewState } from './state.ts';

/** The keys of the selected boards, of all that were seen so far. */
export function selectableKeys(
  { boardKeys }: Pick<KnownBoards, 'boardKeys'>,
  { boards }: Selection,
): ReadonlyArray<string> {
  return selectByKey(boardKeys, (key) => key, boards);
}

/** The keys of the boards that are not hidden. */
function shownKeys(known: KnownBoards, state: ViewState, selection: Selection): ReadonlyArray<string> {
  const hidden = hiddenBoardsOf(state);
  return selectableKeys(known, selection).filter((key) => !hidden.includes(key));
}

/** The boards of a frame, or their groups, for its header and its body. */
export interface ShownBoards {
  /** All that are not hidden, with all rows within the limit. */
  readonly all: ReadonlyArray<BoardPart>;
  /** Those with symbols that pass the filters, reduced to these symbols; the same as `all` without a filter. */
  readonly shown: ReadonlyArray<BoardPart>;
  /** Whether a filter of the command line or of the prompt is set. */
  readonly isNarrowed: boolean;
  /** The changes of `shown`, by board key, reduced to symbols that pass the filters and to ranks within the limit. */
  readonly movement: ReadonlyMap<string, BoardMovement>;
}

/** What these boards depend on, but for the style. */
export type ShownInput = Pick<BodyInput, 'known' | 'state' | 'remembered'>;

export function boardsToRender(
  { known, state, remembered }: ShownInput,
  { selection, sortByPast, limit }: Pick<BodyStyle, 'selection' | 'sortByPast' | 'limit'>,
): ShownBoards {
  const isNarrowed = state.filter !== '' || narrowsRows(selection);
  const all = allBoards(known, state, selection);
  const shown = isNarrowed ? matchingBoards(known, state, selection) : all;
  return {
    all,
    shown: sortByPast === null ? shown : shown.map((board) => sortRows(board, sortByPast, remembered)),
    isNarrowed,
    movement: shownMovement(shown, isNarrowed, remembered, limit),
  };
}

/** Those that rise come first, those that fade last. */
const TREND_ORDER = ['rise', 'new', 'back', 'hold', 'fade'];

/** Orders the rows by trend, or by age, the longest first; rows of which memory knows nothing are last. */
function sortRows(board: BoardPart, by: PastColumn, { pastOf }: Remembered): BoardPart {
  const keyOf = ({ symbol }: BoardRow) => {
    const past = symbol === null ? null : pastOf(board.key, symbol);
    if (past === null) return Number.POSITIVE_INFINITY;
    return by === 'age' ? -past.age.milliseconds : TREND_ORDER.indexOf(past.trend.word);
  };
  // Equal keys keep the order of the ranks. Infinity minus Infinity is NaN, which counts as equal, too.
  return { ...board, rows: board.rows.toSorted((a, b) => keyOf(a) - keyOf(b) || 0) };
}

/** The boards that are not hidden, in the same order and number in every snapshot. */
function allBoards(known: KnownBoards, state: ViewState, selection: Selection): ReadonlyArray<BoardPart> {
  if (known.snapshot === null) return [];
  const selected = selectBoards(known.snapshot, selection);
  return shownKeys(known, state, selection).flatMap((key) =>
    placesOf(selected.find((board) => board.key === key) ?? { key, rows: [] }),
  );
}

/** The boards with symbols that match both the command line and the filter prompt, reduced to these symbols. */
function matchingBoards(
  { snapshot }: KnownBoards,
  state: ViewState,
  selection: Selection,
): ReadonlyArray<BoardPart> {
  if (snapshot === null) return [];
  const hidden = hiddenBoardsOf(state);
  const matches = (symbol: string | null) =>
    state.filter === '' || symbol?.toUpperCase().includes(state.filter) === true;
  return boardsToShow(snapshot, selection)
    .filter(({ key }) => !hidden.includes(key))
    .flatMap(partsOf)
    .map((board) => ({ ...board, rows: board.rows.filter(({ symbol }) => matches(symbol)) }))
    .filter(({ rows }) => rows.length > 0);
}

function shownMovement(
  boards: ReadonlyArray<BoardPart>,
  isNarrowed: boolean,
  remembered: Remembered,
  limit: number,
): ReadonlyMap<string, BoardMovement> {
  const shown = new Map<string, BoardMovement>();
  for (const key of new Set(boards.map((board) => board.key))) {
    const movement = remembered.movement.get(key);
    if (movement === undefined) continue;
    const symbols = new Set(
      boards.flatMap((board) => (board.key === key ? board.rows : [])).map(({ symbol }) => symbol),
    );
    shown.set(key, {
      marks: new Map([...movement.marks].filter(([symbol]) => symbols.has(symbol))),
      // The row of a symbol that left is gone, and with it what a filter would compare.
      left: isNarrowed ? [] : movement.left.filter(({ was }) => isWithinLimit(key, was, limit)),
    });
  }
  return shown;
}

/** The number of rows for which a board, or one of its groups, has room, whatever the snapshot holds. */
export function roomOf({ key }: Pick<Board, 'key'>, limit: number): number {
  return Math.min(limit, groupRanksOf(key).at(-1)?.rank ?? limit);
}

/** A board with groups has a place for each of them, also while it is missing, and while they cannot be told apart. */
function placesOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  const ranks = groupRanksOf(key);
  if (ranks.length === 0) return [{ key, group: null, rows }];
  const isGrouped = rows.every(({ group }) => group !== undefined);
  return [...new Set(ranks.map(({ name }) => name))].map((name) => ({
    key,
    group: isGrouped ? name : null,
    rows: rows.filter(({ group }, index) => (group ?? ranks[index])?.name === name),
  }));
}
