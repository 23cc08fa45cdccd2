import type { Field, Row, SinceOf } from '../fields/field.ts';
import { splitMetrics } from '../fields/metric-words.ts';
import type { Origin } from '../fields/row.ts';
import type { Board, BoardPart } from '../service/snapshot.ts';
import { joinBlocks, type Line, type Lines } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { displayWidth } from '../text/safe-text.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import {
  boardColumns,
  type ColumnStyle,
  EMPTY_WIDTH,
  emptyLine,
  MAX_WIDE_WIDTH,
  partsOf,
  ranksText,
  renderBoardTitle,
  titleOf,
} from './board.ts';

import { draw, fixed, layOut, type TableColumn } from './table.ts';

export interface BoardsOptions extends Ctx {
  readonly columns: ReadonlyArray<Column> | null;
  /** That of the snapshot; its timeframe decides what some boards rank on. */
  readonly origin: Origin;
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

/** Blank cells between two tiles. */
const GRID_GAP = 2;
/** A title has room for the shared words of metrics up to this width; longer ones stay with their metrics. */
const MAX_TITLE_WIDTH = 40;
/** Cells of a rule beside a title, with the blanks around it. */
const RULE = 4;
/** A longer metric is wrapped. */
const USUAL_METRIC_WIDTH = 24;
/** Every tile has the columns up to this order, if its rows know them. */
const LAST_BASIC_ORDER = 80;

/** A board of one snapshot, or one of its groups. */
interface Tile {
  readonly board: BoardPart;
  readonly rows: ReadonlyArray<Row>;
  /** The words that all metrics share, at the right end of the title. */
  readonly label: string;
  /** Cells of the title with its label. */
  readonly titleWidth: number;
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
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const lines = boards.flatMap((board) => {
    const rows = rowsOf(board, options);
    const columns = columnsOf(rows, options, true);
    const detail = ranksOn(board.key, options.origin.timeframe ?? null);
    const title = renderBoardTitle(titleOf(board), detail, ranksText(board), width, options.theme);
    return [title, ...drawRows(rows, columns, true, { ...options, width })];
  });
  return { lines: lines.map(({ painted }) => painted.trimEnd()), width };
}

function renderTiles(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): RenderedBoards {
  const { theme } = options;
  const tiles = boards.map((board) => tileOf(board, options));
  const { widths, columns, hasLabels } = layOutTiles(tiles, options);
  const blocks = tiles.map(({ board, rows, label }, index) => {
    const width = widths[index % widths.length] ?? options.width;
    const title = renderBoardTitle(titleOf(board), '', label, width, theme);
    return [title, ...drawRows(rows, columns[index] ?? [], hasLabels, { ...options, width })];
  });
  const lines: Array<string> = [];
  for (let start = 0; start < blocks.length; start += widths.length)
    lines.push(...joinBlocks(blocks.slice(start, start + widths.length), { widths, gap: GRID_GAP }));
  return { lines, width: totalWidth(widths) };
}

/** The words that all metrics share are in the title, where it has room for them. */
function tileOf(board: BoardPart, options: BoardsOptions): Tile {
  const metrics = splitMetrics(board.rows);
  const title = displayWidth(titleOf(board)) + RULE;
  const whole = title + displayWidth(metrics.words);
  const rows = rowsOf(board, options);
  if (whole > Math.min(options.width, MAX_TITLE_WIDTH))
    return { board, rows, label: '', titleWidth: Math.min(title, MAX_TITLE_WIDTH) };
  const shown = rows.map((row) => ({ ...row, shownMetric: metrics.text(row) }));
  return { board, rows: shown, label: metrics.words, titleWidth: whole };
}

function rowsOf({ key, rows }: BoardPart, { origin, sinceOf }: BoardsOptions): ReadonlyArray<Row> {
  return rows.map((row) => ({ ...row, ...origin, board: key, since: sinceOf?.(row.symbol) }));
}

function columnsOf(
  rows: ReadonlyArray<Row>,
  options: BoardsOptions,
  hasLabels: boolean,
): ReadonlyArray<TableColumn> {
  const style: ColumnStyle = { ctx: options, chosen: options.columns, metric: 'metric' };
  return boardColumns(rows, style, { usualMetric: USUAL_METRIC_WIDTH, hasLabels });
}

/** The labels of the columns if any, and the rows. */
function drawRows(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<TableColumn>,
  hasLabels: boolean,
  ctx: Ctx,
): ReadonlyArray<Line> {
  if (rows.length === 0) return [emptyLine(ctx.theme)];
  const [labels = [], ...lines] = draw(layOut(columns, rows, ctx.width), rows, ctx);
  return [...(hasLabels ? labels : []), ...lines.flat()];
}

interface TileGrid {
  /** Cells of each column of tiles. */
  readonly widths: ReadonlyArray<number>;
  /** The columns of each tile. */
  readonly columns: ReadonlyArray<ReadonlyArray<TableColumn>>;
  readonly hasLabels: boolean;
}

/**
 * As many tiles side by side as fit with their metrics whole, each column of tiles as wide as its widest one, and then the same
 * further columns in every tile, as many as fit in all of them. If not even one fits, its columns give way to the metric.
 */
function layOutTiles(tiles: ReadonlyArray<Tile>, options: BoardsOptions): TileGrid {
  const { width, columns: chosen } = options;
  const isOlder = tiles.some(({ rows }) => rows.some(({ since }) => since !== undefined));
  const hasLabels = chosen !== null || isOlder;
  const isBasic = ({ field }: TableColumn) => chosen !== null || orderOf(field) <= LAST_BASIC_ORDER;
  const columnsWith = (labels: boolean) => tiles.map(({ rows }) => columnsOf(rows, options, labels));
  const basic = columnsWith(hasLabels).map((columns) => columns.filter(isBasic));
  const columns = basic.map((some) => some.map((column) => sized(column, column.size.usual)));
  // Each takes a cell at least: a response may have thousands.
  for (let count = Math.min(tiles.length, width); count > 0; count--) {
    const grid = { widths: widthsOf(tiles, columns, count), columns, hasLabels };
    if (totalWidth(grid.widths) > width) continue;
    return chosen === null ? addFurtherColumns(tiles, grid, columnsWith(true), width) : grid;
  }
  // Further columns would need labels.
  return { widths: [width], columns: basic, hasLabels };
}

/** As many as fit, with labels. The last one may be cut. `all` are the columns of each tile where there is room for everything. */
function addFurtherColumns(
  tiles: ReadonlyArray<Tile>,
  basic: TileGrid,
  all: TileGrid['columns'],
  width: number,
): TileGrid {
  const limits = new Map<string, number>();
  let grid = basic;
  for (const { id, column } of furtherFields(all)) {
    const least = column?.least ?? Number.POSITIVE_INFINITY;
    const cells = all.flat().flatMap(({ field, size }) => (field.id === id ? [size.most] : []));
    const widest = Math.max(0, ...cells);
    for (let limit = widest; ; limit--) {
      if (limit < Math.min(least, widest)) return grid;
      limits.set(id, limit);
      const columns = all.map((some) =>
        some.flatMap((column) => {
          const isBasic = orderOf(column.field) <= LAST_BASIC_ORDER;
          const most = isBasic ? Number.POSITIVE_INFINITY : limits.get(column.field.id);
          return most === undefined ? [] : [sized(column, Math.min(most, column.size.usual ?? most))];
        }),
      );
      const widths = widthsOf(tiles, columns, basic.widths.length);
      if (totalWidth(widths) > width) continue;
      grid = { widths, columns, hasLabels: true };
      if (limit < widest) return grid;
      break;
    }
  }
  return grid;
}

/** What the cells that are left in tiles are used for, in this order. */
function furtherFields(all: TileGrid['columns']): ReadonlyArray<Field> {
  const fields = new Map(all.flat().map(({ field }) => [field.id, field]));
  return [...fields.values()]
    .filter((field) => orderOf(field) > LAST_BASIC_ORDER)
    .sort((a, b) => orderOf(a) - orderOf(b));
}

function orderOf({ column }: Field): number {
  return column?.order ?? Number.POSITIVE_INFINITY;
}

function sized(column: TableColumn, cells = column.size.most): TableColumn {
  return { ...column, size: fixed(cells) };
}

/** Cells of each of `count` columns of tiles. */
function widthsOf(
  tiles: ReadonlyArray<Tile>,
  columns: TileGrid['columns'],
  count: number,
): ReadonlyArray<number> {
  const widths = Array<number>(count).fill(0);
  for (const [index, { titleWidth, rows }] of tiles.entries()) {
    const cells = (columns[index] ?? []).reduce((sum, { size }) => sum + size.most + 1, -1);
    const column = index % count;
    widths[column] = Math.max(widths[column] ?? 0, titleWidth, rows.length === 0 ? EMPTY_WIDTH : cells);
  }
  return widths;
}

function totalWidth(widths: ReadonlyArray<number>): number {
  return widths.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP);
}
