import type { Row } from '../fields/field.ts';
import type { BoardMovement } from '../market/diff.ts';
import {
  boardsToShow,
  compareBy,
  matches,
  narrowsRows,
  type Order,
  type Selection,
  selectBoards,
  selectByKey,
} from '../market/selection.ts';
import type { AsOf, Compared } from '../market/timeline/as-of.ts';
import { partsOf } from '../output/board.ts';
import type { Board, BoardPart, BoardRow } from '../service/snapshot.ts';
import { groupRanksOf, isWithinLimit } from '../vocabulary.ts';
import type { KnownTimeframe, ShownData } from '../watch/timeframes.ts';

/** The keys of the selected boards, of all that were seen so far. */
export function selectableKeys(
  { boardKeys }: Pick<KnownTimeframe, 'boardKeys'>,
  { boards }: Selection,
): ReadonlyArray<string> {
  return selectByKey(boardKeys, (key) => key, boards);
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
  /** As in `Compared`; with a filter null if neither it nor the one before passes. */
  readonly topPlay: string | null;
  /** As in `Compared`, of symbols that are shown. */
  readonly agreed: Compared['agreed'];
  /** As in `Compared`, of symbols that are shown or have left a board that is. */
  readonly parted: Compared['parted'];
}

/** What decides which boards and rows are shown. */
interface Chosen {
  /** What the user typed. */
  readonly filter: string;
  readonly hidden: ReadonlyArray<string>;
  readonly selection: Selection;
  /** The order of rows by what memory knows of them; null for that of the selection. */
  readonly rememberedOrder: Order | null;
  readonly limit: number;
}

export function boardsToRender(
  { known, remembered, compared }: ShownData,
  { filter, hidden, selection, rememberedOrder, limit }: Chosen,
): ShownBoards {
  const isNarrowed = filter !== '' || narrowsRows(selection);
  const all = allBoards(known, hidden, selection);
  const shown = isNarrowed ? matchingBoards(known, filter, hidden, selection) : all;
  const listed = new Set(shown.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)));
  /** A symbol that is on no board any more has neither bias nor boards. */
  const passes = (symbol: string | null) =>
    listed.has(symbol) ||
    (matchesFilter(symbol, filter) && matches({ symbol, bias: null, boards: 0 }, selection));
  const { topPlay, topPlayThen } = compared;
  const movement = shownMovement(all, shown, compared, (symbol) => !isNarrowed || passes(symbol), limit);
  const left = new Set([...movement.values()].flatMap((each) => each.left.map(({ symbol }) => symbol)));
  return {
    all,
    shown:
      rememberedOrder === null ? shown : shown.map((board) => sortRows(board, rememberedOrder, remembered)),
    isNarrowed,
    movement,
    topPlay: isNarrowed && ![topPlay, topPlayThen].some(passes) ? null : topPlay,
    agreed: compared.agreed.filter(({ symbol }) => listed.has(symbol)),
    parted: compared.parted.filter(({ symbol }) => listed.has(symbol) || left.has(symbol)),
  };
}

/** Orders the rows by what memory knows of them; rows of which it knows nothing are last. */
function sortRows(board: BoardPart, order: Order, { pastOf }: Pick<AsOf, 'pastOf'>): BoardPart {
  const keyOf = (row: BoardRow) => {
    const known: Row = { ...row, past: row.symbol === null ? null : pastOf(board.key, row.symbol) };
    return order.valueOf(known);
  };
  return {
    ...board,
    rows: board.rows.toSorted((a, b) => compareBy(keyOf(a), keyOf(b), order)),
  };
}

/** As many as there would be more, where a board with groups counts as many. */
export function countHidden(
  { snapshot }: Pick<KnownTimeframe, 'snapshot'>,
  hidden: ReadonlyArray<string>,
): number {
  const boards = snapshot?.boards ?? [];
  return hidden.reduce((sum, key) => {
    const board = boards.find((candidate) => candidate.key === key);
    return sum + (board === undefined ? 1 : partsOf(board).length);
  }, 0);
}

/** The boards that are not hidden, in the same order and number in every snapshot. */
function allBoards(
  known: KnownTimeframe,
  hidden: ReadonlyArray<string>,
  selection: Selection,
): ReadonlyArray<BoardPart> {
  if (known.snapshot === null) return [];
  const selected = selectBoards(known.snapshot, selection);
  return selectableKeys(known, selection)
    .filter((key) => !hidden.includes(key))
    .flatMap((key) => placesOf(selected.find((board) => board.key === key) ?? { key, rows: [] }));
}

/** The boards with symbols that match both the command line and the filter prompt, reduced to these symbols. */
function matchingBoards(
  { snapshot }: KnownTimeframe,
  filter: string,
  hidden: ReadonlyArray<string>,
  selection: Selection,
): ReadonlyArray<BoardPart> {
  if (snapshot === null) return [];
  return boardsToShow(snapshot, selection)
    .filter(({ key }) => !hidden.includes(key))
    .flatMap(partsOf)
    .map((board) => ({ ...board, rows: board.rows.filter(({ symbol }) => matchesFilter(symbol, filter)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** A symbol that left is on no board that is shown, so what it left is found on all. */
function shownMovement(
  all: ReadonlyArray<BoardPart>,
  boards: ReadonlyArray<BoardPart>,
  compared: Compared,
  passes: (symbol: string) => boolean,
  limit: number,
): ReadonlyMap<string, BoardMovement> {
  const shown = new Map<string, BoardMovement>();
  for (const key of new Set(all.map((board) => board.key))) {
    const movement = compared.movement.get(key);
    if (movement === undefined) continue;
    const symbols = new Set(
      boards.flatMap((board) => (board.key === key ? board.rows : [])).map(({ symbol }) => symbol),
    );
    shown.set(key, {
      marks: new Map([...movement.marks].filter(([symbol]) => symbols.has(symbol))),
      left: movement.left.filter(({ symbol, was }) => isWithinLimit(key, was, limit) && passes(symbol)),
      risen: movement.risen.filter(({ symbol }) => symbols.has(symbol)),
      fallen: movement.fallen.filter(({ symbol, from }) => isWithinLimit(key, from, limit) && passes(symbol)),
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

/** Whether a filter lets a symbol through: it has one of its tickers, or a part of one. */
export function matchesFilter(symbol: string | null, filter: string): boolean {
  const tickers = tickersOf(filter);
  return tickers.length === 0 || tickers.some((ticker) => symbol?.toUpperCase().includes(ticker) === true);
}

/** The tickers that were typed into a filter, with commas or blanks between them. */
export function tickersOf(filter: string): ReadonlyArray<string> {
  return filter.split(/[\s,]+/).filter((ticker) => ticker !== '');
}
