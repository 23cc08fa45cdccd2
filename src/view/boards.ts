import type { Board } from '../api/snapshot.ts';
import { type BoardTableOptions, renderBoardTable } from './board-table.ts';
import { type Lines, layOutGrid } from './box.ts';

/** Boards are placed side by side only if each gets at least this many cells. */
const MIN_COLUMN_WIDTH = 56;
const MAX_BOARD_WIDTH = 116;
const GAP = 1;

/** Boards in the given order, side by side where the pane is wide enough. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardTableOptions): Lines {
  if (boards.length === 0) return [];
  const columns = Math.min(fittingColumns(options.width), boards.length);
  const width = Math.min(MAX_BOARD_WIDTH, blockWidth(options.width, columns));
  const tables = boards.map((board) => renderBoardTable(board, { ...options, width }));
  return layOutGrid(tables, columns, width, GAP);
}

/** Width in cells of a full row of boards, with which headers and panels are aligned. */
export function contentWidth(paneWidth: number): number {
  const columns = fittingColumns(paneWidth);
  return columns * blockWidth(paneWidth, columns) + GAP * (columns - 1);
}

function fittingColumns(paneWidth: number): number {
  return Math.max(1, Math.floor((paneWidth + GAP) / (MIN_COLUMN_WIDTH + GAP)));
}

function blockWidth(paneWidth: number, columns: number): number {
  return Math.floor((paneWidth - GAP * (columns - 1)) / columns);
}

/** Pane width in cells, from 20 to 1000. An unknown or zero width counts as 80. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}
