import type { Board, BoardPart } from '../api/snapshot.ts';
import type { SinceOf } from '../fields/field.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import { sizeBoardColumns } from './board-columns.ts';
import { GRID_GAP, layOutBoards } from './board-grid.ts';
import { prepareTile, prepareWide, renderBoardTable, tableRules } from './board-table.ts';
import { joinBlocks, type Lines } from './box.ts';
import type { Theme } from './theme.ts';
import { partsOf } from './tile.ts';
import { MAX_WIDE_WIDTH } from './wide-board.ts';

export interface BoardsOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  /** The timeframe of the snapshot, which decides what some boards rank on. */
  readonly timeframe: string | null;
  /** All columns, one board a row. A single board always has them. */
  readonly wide?: boolean | undefined;
  /** For older data: what became of the symbol of a row. */
  readonly sinceOf?: SinceOf | undefined;
}

export interface RenderedBoards {
  readonly lines: Lines;
  /** Cells of a full row of boards. */
  readonly width: number;
}

/** The boards in the given order, as tiles side by side or with all columns one below the other, with all their rows. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardsOptions): RenderedBoards {
  if (boards.length === 0) return { lines: [], width: 0 };
  const parts = boards.flatMap(partsOf);
  return options.wide === true || boards.length === 1
    ? renderWide(parts, options)
    : renderTiles(parts, options);
}

function renderWide(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): RenderedBoards {
  const { theme, columns, timeframe, sinceOf } = options;
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const lines = boards.flatMap((board) => {
    const table = prepareWide(board, sinceOf);
    const placed = sizeBoardColumns(table.rows, width, columns, tableRules(true));
    const detail = ranksOn(board.key, timeframe);
    return renderBoardTable(table, placed, { width, hasLabels: true, detail, theme });
  });
  return { lines: lines.map(({ painted }) => painted.trimEnd()), width };
}

function renderTiles(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): RenderedBoards {
  const { theme, sinceOf } = options;
  const tables = boards.map((board) => prepareTile(board, options.width, sinceOf));
  const { widths, columns, hasLabels } = layOutBoards(tables, options.width, options.columns);
  const blocks = tables.map((table, index) => {
    const width = widths[index % widths.length] ?? options.width;
    return renderBoardTable(table, columns[index] ?? [], { width, hasLabels, detail: '', theme });
  });
  const lines: Array<string> = [];
  for (let start = 0; start < blocks.length; start += widths.length)
    lines.push(...joinBlocks(blocks.slice(start, start + widths.length), { widths, gap: GRID_GAP }));
  return { lines, width: widths.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP) };
}
