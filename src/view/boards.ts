import type { Board } from '../api/snapshot.ts';
import { type BoardTableOptions, renderBoardTable } from './board-table.ts';
import { type Lines, layOutGrid } from './box.ts';

/** Cells below which a board loses more than it gains from a neighbour. */
const COMFORTABLE_WIDTH = 56;
const WIDEST_BOARD = 116;
const GAP = 1;

/** The boards of a snapshot, side by side where the pane has room, in the order given. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardTableOptions): Lines {
  if (boards.length === 0) return [];
  const columns = Math.min(fittingColumns(options.width), boards.length);
  const width = Math.min(WIDEST_BOARD, blockWidth(options.width, columns));
  const tables = boards.map((board) => renderBoardTable(board, { ...options, width }));
  return layOutGrid(tables, columns, width, GAP);
}

/** Cells that a full row of boards takes: the right edge that all else keeps to. */
export function contentWidth(paneWidth: number): number {
  const columns = fittingColumns(paneWidth);
  return columns * blockWidth(paneWidth, columns) + GAP * (columns - 1);
}

function fittingColumns(paneWidth: number): number {
  return Math.max(1, Math.floor((paneWidth + GAP) / (COMFORTABLE_WIDTH + GAP)));
}

function blockWidth(paneWidth: number, columns: number): number {
  return Math.floor((paneWidth - GAP * (columns - 1)) / columns);
}

/** Pane width in cells: an unknown or zero width counts as 80; below 20 nothing can be drawn narrower. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}
