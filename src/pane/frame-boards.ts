import type { Row } from '../fields/field.ts';
import { groupBy } from '../lib/group-by.ts';
import { groupRanksOf, isWithinLimit, MAX_LIMIT } from '../market/catalogue.ts';
import { crossesTopRanks, type Move } from '../market/diff.ts';
import {
  compareBy,
  matches,
  narrowsRows,
  type Order,
  type Selection,
  selectBoards,
  selectByKey,
} from '../market/selection.ts';
import { splitTickers, tickerKey } from '../market/ticker.ts';
import type { AsOf, Compared } from '../market/timeline/as-of.ts';
import { partsOf } from '../output/board-table.ts';
import type { Board, BoardPart, BoardRow } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import { hiddenBoardsOf } from './state.ts';
import type { ChosenTimeframe } from './timeframes.ts';
import type { FrameBoards, PaneState, ViewInput } from './view.ts';

/** Includes boards of earlier snapshots, so that a board keeps its place while it is missing. */
export function selectableKeys({
  newest,
  snapshot,
  selection,
}: Pick<ViewInput, 'newest' | 'snapshot' | 'selection'>) {
  const shown = (snapshot?.boards ?? []).map(({ key }) => key);
  return selectByKey([...new Set([...newest.boardKeys, ...shown])], (key) => key, selection.boards);
}

export function boardsToRender(data: ChosenTimeframe, pane: PaneState, selection: Selection): FrameBoards {
  const { newest, snapshot, completed, memory } = data;
  const limit = rowLimitOf(selection);
  const { filter } = pane;
  const { sort } = selection;
  const isNarrowed = filter !== '' || narrowsRows(selection);
  // `sorted` sorts and cuts the rows, because `--sort` may need fields that only memory has.
  const unsorted = sort === undefined ? selection : { ...selection, sort, limit: undefined };
  const arranged = (boards: ReadonlyArray<BoardPart>) =>
    sort === undefined ? boards : boards.map(sorted(sort, limit, memory));
  const keysReceived = new Set(snapshot?.boards.map(({ key }) => key));
  // Only `completed` also counts a symbol's boards that are absent from the snapshot.
  const selected = completed === null ? [] : selectBoards(completed, unsorted);
  const received = selected.filter(({ key }) => keysReceived.has(key));
  const keys = selectableKeys({ newest, snapshot, selection });
  // Show the same boards in the same order for every snapshot.
  const boardOf = (key: string) => received.find((board) => board.key === key) ?? { key, rows: [] };
  const all = snapshot === null ? [] : arranged(keys.flatMap((key) => allPartsOf(boardOf(key))));
  const matching = arranged(
    selected
      .flatMap(partsOf)
      .map((board) => ({ ...board, rows: board.rows.filter(({ symbol }) => matchesFilter(symbol, filter)) }))
      .filter(({ rows }) => rows.length > 0),
  );
  const shown = isNarrowed ? matching.filter(({ key }) => keysReceived.has(key)) : all;
  const hidden = hiddenBoardsOf(pane);
  const isShown = ({ key }: BoardPart) => !hidden.includes(key);
  return {
    all: all.filter(isShown),
    filtered: shown.filter(isShown),
    isNarrowed,
    // Symbols of absent boards are not shown, but they have not left.
    ...changesOn(keys, [...shown, ...matching], data.compared, selection, filter),
  };
}

function changesOn(
  keys: ReadonlyArray<string>,
  boards: ReadonlyArray<BoardPart>,
  { movement, topPlay, confluence }: Compared,
  selection: Selection,
  filter: string,
): Pick<FrameBoards, 'movement' | 'topPlay' | 'confluence'> {
  const symbolsOn = (some: ReadonlyArray<BoardPart>): ReadonlySet<string | null> =>
    new Set(some.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)));
  const listed = symbolsOn(boards);
  const boardsByKey = groupBy(boards, ({ key }) => key);
  /** A symbol that left all boards has no bias and is on 0 boards. */
  const passes = (symbol: string | null) =>
    listed.has(symbol) ||
    (matchesFilter(symbol, filter) && matches({ symbol, bias: null, boards: 0 }, selection));
  const movesOn = (key: string): ReadonlyArray<Move> => {
    const symbols = symbolsOn(boardsByKey.get(key) ?? []);
    const wasWithinLimit = ({ from }: Move) =>
      selection.sort !== undefined || isWithinLimit(key, from ?? 0, rowLimitOf(selection));
    // A symbol that left the board, or ranks 1 to 5, may be in no shown row.
    const isGone = (move: Move) => move.to === null || crossesTopRanks(move) === 'out';
    return (movement.get(key) ?? []).filter(
      (move) => symbols.has(move.symbol) || (isGone(move) && wasWithinLimit(move) && passes(move.symbol)),
    );
  };
  const moves = new Map(keys.map((key) => [key, movesOn(key)]));
  const left = new Set([...moves.values()].flat().flatMap(({ symbol, to }) => (to === null ? symbol : [])));
  return {
    movement: moves,
    topPlay: topPlay !== null && [topPlay.from, topPlay.to].some(passes) ? topPlay : null,
    confluence: confluence.filter(({ symbol }) => listed.has(symbol) || left.has(symbol)),
  };
}

function sorted(order: Order, limit: number, { memoryOf }: AsOf): (board: BoardPart) => BoardPart {
  return ({ key, group, rows }) => {
    const keyOf = (row: BoardRow) =>
      order.valueOf(row.symbol === null ? row : ({ ...row, ...memoryOf(key, row.symbol) } satisfies Row));
    const inOrder = rows.toSorted((a, b) => compareBy(keyOf(a), keyOf(b), order));
    return { key, group, rows: inOrder.slice(0, limit) };
  };
}

export function rowLimitOf({ limit = MAX_LIMIT }: Selection): number {
  return limit;
}

/** Returns the most rows that a board, or one of its groups, can have in any snapshot. */
export function roomOf({ key }: Pick<Board, 'key'>, selection: Selection): number {
  const limit = rowLimitOf(selection);
  return Math.min(limit, groupRanksOf(key).at(-1)?.rank ?? limit);
}

/** Splits a board into all its groups, even while it is missing. Rows without a group get one by index. */
function allPartsOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  const ranks = groupRanksOf(key);
  if (ranks.length === 0) return [{ key, group: null, rows }];
  const isGrouped = rows.every(({ group }) => group !== undefined);
  return [...new Set(ranks.map(({ name }) => name))].map((name) => ({
    key,
    group: isGrouped ? name : null,
    rows: rows.filter(({ group }, index) => (group ?? ranks[index]?.name) === name),
  }));
}

export function filterText(filter: string): string {
  return cleanText(splitTickers(filter).join(', '));
}

export function matchesFilter(symbol: string | null, filter: string): boolean {
  const parts = filter === '' ? [] : splitTickers(filter).map(tickerKey);
  return parts.length === 0 || parts.some((part) => symbol !== null && tickerKey(symbol).includes(part));
}
