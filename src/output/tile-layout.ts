import { titleOf } from '../fields/board-title.ts';
import type { Row } from '../fields/field.ts';
import { splitMetrics, tileMetrics } from '../fields/metric-words.ts';
import type { Column } from '../market/catalogue.ts';
import type { BoardPart } from '../service/snapshot.ts';
import { joinBlocks, type PaintedLines } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import {
  boardColumns,
  drawRows,
  EMPTY_WIDTH,
  LAST_BASIC_ORDER,
  renderBoardTitle,
  renderLabelledTitle,
} from './board-table.ts';
import { layOut, type Table, type TableColumn } from './table.ts';

export interface Part extends BoardPart {
  readonly rows: ReadonlyArray<Row>;
}

export interface BoardsView {
  /** Cells of the widest line. */
  readonly width: number;
  lines(ranks: number): PaintedLines;
}

interface Block {
  readonly head: PaintedLines;
  readonly rows: ReadonlyArray<PaintedLines>;
}

export function firstRanks({ head, rows }: Block, ranks: number): PaintedLines {
  return [...head, ...rows.slice(0, ranks).flat()];
}

export interface TileOptions extends Style {
  readonly columns: ReadonlyArray<Column> | null;
  /** Adds a line of labels to each tile; usual columns need none. */
  readonly hasLabels: boolean;
}

const TILE_GAP = 3;

/** Gives all tiles the same columns or, if not even one tile fits, each tile its own. */
export function tilesView(parts: ReadonlyArray<Part>, options: TileOptions): BoardsView {
  const tilesWith = (more: ReadonlyArray<Column>) =>
    parts.map((part) => tileOf(part, options.columns !== null, more.includes('price')));
  const usual = tilesWith([]);
  const columns = columnsOf(usual, options);
  const wide = widened(columns);
  const titles = usual.map((tile) => Math.min(MAX_TITLE_WIDTH, displayWidth(titleOf(tile))));
  const neededWith = (more: ReadonlyArray<Column>) =>
    Math.max(EMPTY_WIDTH, ...titles, cellsOf(columnsWith(columns, more), more));
  const widthOf = (tiles: number, cells: number) => tiles * (cells + TILE_GAP) - TILE_GAP;
  const choices = choicesFor(parts.length, options.columns !== null);
  const fitting = choices.findLast(({ tiles, more }) => widthOf(tiles, neededWith(more)) <= options.width);
  const { tiles, more } = fitting ?? FIRST_CHOICE;
  const width = Math.floor((options.width + TILE_GAP) / tiles) - TILE_GAP;
  const hasRoom = cellsOf(columnsWith(wide, more)) <= width;
  const table = layOut(columnsWith(hasRoom ? wide : columns, more), [], width);
  const tableOf = (tile: Tile) =>
    fitting === undefined ? layOut(columnsWith(columnsOf([tile], options), more), [], width) : table;
  const blocks = tilesWith(more).map((tile) => blockOf(tile, tableOf(tile), options));
  const widths = Array<number>(tiles).fill(width);
  return {
    width: widthOf(tiles, width),
    lines: (ranks) =>
      blocks.flatMap((_, start) => {
        if (start % tiles > 0) return [];
        const row = blocks.slice(start, start + tiles).map((block) => firstRanks(block, ranks));
        return joinBlocks(row, { widths, gap: TILE_GAP });
      }),
  };
}

interface Tile extends Part {
  /** Words that all metrics share, shown once above their column. */
  readonly label: string;
}

interface TileChoice {
  readonly tiles: number;
  readonly more: ReadonlyArray<Column>;
}

/** Tiles get these columns in this order, as there is room. */
const MORE_COLUMNS: ReadonlyArray<Column> = ['price', 'name', 'volume', 'tag'];

const FIRST_CHOICE: TileChoice = { tiles: 1, more: [] };

const USUAL_CHOICES: ReadonlyArray<readonly [tiles: number, more: number]> = [
  [1, 0],
  [2, 0],
  [3, 0],
  [3, 1],
  [4, 1],
  [4, 2],
];

/** From the narrowest screen to the widest, so that a wider screen never has fewer tiles or columns. */
function choicesFor(count: number, isChosen: boolean): ReadonlyArray<TileChoice> {
  const others = Array.from({ length: Math.max(0, count - 4) }, (_, index) => [index + 5, 2] as const);
  const last = [3, 4].map((more) => [count, more] as const);
  return [...USUAL_CHOICES, ...others, ...last].map(([tiles, more]) => ({
    tiles: Math.max(1, Math.min(tiles, count)),
    more: isChosen ? [] : MORE_COLUMNS.slice(0, more),
  }));
}

/** Only unknown boards have longer titles, which do not widen the tiles. */
const MAX_TITLE_WIDTH = 24;

/** A longer metric wraps if more tiles fit side by side then. */
const TILE_METRIC_WIDTH = 15;

/** Columns of these widths seldom move from one snapshot to the next, and leave room for titles. */
const USUAL_CELLS: Readonly<Record<string, number>> = { symbol: 6, dayPct: 7 };

function widened(columns: ReadonlyArray<TableColumn>): ReadonlyArray<TableColumn> {
  return columns.map((column) => {
    const { field, size } = column;
    const usual = Math.max(size.usual ?? size.least, USUAL_CELLS[field.id] ?? 0);
    const all = field.id === 'metric' ? size.most : usual;
    return { ...column, size: { ...size, usual: all, most: Math.max(all, size.most) } };
  });
}

function columnsOf(tiles: ReadonlyArray<Tile>, options: TileOptions): ReadonlyArray<TableColumn> {
  const { columns: chosen, hasLabels } = options;
  const columnOptions = { style: options, chosen, metric: 'metric', wrapsMetric: true } as const;
  const label = hasLabels ? 0 : Math.max(0, ...tiles.map((tile) => displayWidth(tile.label)));
  const rows = tiles.flatMap((tile) => tile.rows);
  return boardColumns(rows, columnOptions, hasLabels).map((column) => {
    const { field, order, size } = column;
    const place = MORE_COLUMNS.indexOf(field.id);
    const cells = size.usual ?? size.least;
    const usual = field.id === 'metric' ? Math.max(label, Math.min(TILE_METRIC_WIDTH, cells)) : cells;
    const isLater = chosen === null && place >= 0;
    return {
      ...column,
      order: isLater ? LAST_BASIC_ORDER + 1 + place : order,
      size: { ...size, usual, most: Math.max(usual, size.most) },
    };
  });
}

function columnsWith(
  columns: ReadonlyArray<TableColumn>,
  more: ReadonlyArray<Column>,
): ReadonlyArray<TableColumn> {
  return columns.filter(({ field, order }) => order <= LAST_BASIC_ORDER || more.includes(field.id));
}

/** Counts the last column of `more` with its least width, because it may be cut. */
function cellsOf(columns: ReadonlyArray<TableColumn>, more: ReadonlyArray<Column> = []): number {
  const cells = columns.map(({ field, size }) => (field.id === more.at(-1) ? size.least : size.usual) ?? 0);
  return cells.reduce((sum, each) => sum + each + 1, -1);
}

/** Longer shared words stay in the metrics. */
const MAX_LABEL_WIDTH = 14;

function tileOf(part: Part, isChosen: boolean, hasPrices: boolean): Tile {
  const { label, text } = isChosen ? splitMetrics(part.rows) : tileMetrics(part.rows, hasPrices);
  if (displayWidth(label) > MAX_LABEL_WIDTH) return { ...part, label: '' };
  return { ...part, label, rows: part.rows.map((row) => ({ shownMetric: text(row), ...row })) };
}

function blockOf(tile: Tile, table: Table, options: TileOptions): Block {
  const { theme, hasLabels } = options;
  const [title, drawn] = [titleOf(tile), drawRows(table, tile.rows, options, hasLabels)];
  if (!hasLabels) return { head: [renderLabelledTitle(title, table, tile.label, theme)], rows: drawn };
  const [labels = [], ...rows] = drawn;
  return { head: [renderBoardTitle(title, '', tile.label, table.width, theme), ...labels], rows };
}
