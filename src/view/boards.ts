import type { Board } from '../api/snapshot.ts';
import { type BoardTableOptions, renderBoardTable } from './board-table.ts';
import { type Lines, layOutGrid } from './box.ts';
import { fitSinceColumns, widthOfSince } from './since-then.ts';

/** Boards are placed side by side only if each gets at least this many cells. */
const MIN_COLUMN_WIDTH = 56;
const MAX_BOARD_WIDTH = 116;
const GAP = 1;

/** Boards in the given order, side by side where the pane is wide enough. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardTableOptions): Lines {
  if (boards.length === 0) return [];
  const minWidth = MIN_COLUMN_WIDTH + sinceWidth(boards, options);
  const columns = Math.min(fittingColumns(options.width, minWidth), boards.length);
  const width = Math.min(MAX_BOARD_WIDTH, blockWidth(options.width, columns));
  const rows = boards.flatMap((board) => board.rows);
  const tables = boards.map((board) => renderBoardTable(board, { ...options, width }, rows));
  return layOutGrid(tables, columns, width, GAP);
}

/** Cells that the columns of older data add to a board. */
export function sinceWidth(
  boards: ReadonlyArray<Board>,
  { sinceOf, theme }: Pick<BoardTableOptions, 'sinceOf' | 'theme'>,
): number {
  if (sinceOf == null) return 0;
  const rows = boards.flatMap((board) => board.rows.map(({ symbol }) => sinceOf(symbol)));
  return widthOfSince(fitSinceColumns(rows, Number.POSITIVE_INFINITY, theme));
}

/** Width in cells of a full row of boards, with which headers and panels are aligned; `added` cells more than usual for each. */
export function contentWidth(paneWidth: number, added = 0): number {
  const columns = fittingColumns(paneWidth, MIN_COLUMN_WIDTH + added);
  return columns * blockWidth(paneWidth, columns) + GAP * (columns - 1);
}

function fittingColumns(paneWidth: number, minWidth: number): number {
  return Math.max(1, Math.floor((paneWidth + GAP) / (minWidth + GAP)));
}

function blockWidth(paneWidth: number, columns: number): number {
  return Math.floor((paneWidth - GAP * (columns - 1)) / columns);
}

/** Pane width in cells, from 20 to 1000. An unknown or zero width counts as 80. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}
