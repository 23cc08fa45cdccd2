import type { Column } from '../vocabulary.ts';
import { naturalWidth, orderOf, SINCE_COLUMNS, sizeBoardColumns } from './board-columns.ts';
import { type BoardTable, tableRules } from './board-table.ts';
import { PANE_COLUMNS, type PaneColumn, type PlacedColumn } from './pane-columns.ts';
import { EMPTY_WIDTH } from './tile.ts';

/** Blank cells between two tiles. */
export const GRID_GAP = 2;

/** The columns that every tile has. */
const BASIC_COLUMNS: ReadonlyArray<PaneColumn> = [
  'rank',
  'symbol',
  ...SINCE_COLUMNS,
  'dayPct',
  'standing',
  'metric',
];
/** What the cells that are left are used for, in this order. `least` is the smallest width at which a column is shown cut. */
const FURTHER_COLUMNS: ReadonlyArray<{ readonly column: PaneColumn; readonly least: number }> = [
  { column: 'price', least: Number.POSITIVE_INFINITY },
  { column: 'volume', least: Number.POSITIVE_INFINITY },
  { column: 'name', least: 10 },
  { column: 'tag', least: 10 },
];

export interface BoardGrid {
  /** Cells of each column of tiles. */
  readonly widths: ReadonlyArray<number>;
  /** The columns of each board. */
  readonly columns: ReadonlyArray<ReadonlyArray<PlacedColumn>>;
  readonly hasLabels: boolean;
}

/** Cells of each column of a board, without those that it does not have. */
type Sizes = ReadonlyMap<PaneColumn, number>;

/**
 * As many boards side by side as fit with their metrics whole, each column of tiles as wide as its widest one. If not even
 * one fits, its columns give way to the metric. `chosen` replaces the columns after the rank.
 */
export function layOutBoards(
  tables: ReadonlyArray<BoardTable>,
  width: number,
  chosen: ReadonlyArray<Column> | null,
): BoardGrid {
  const isOlder = tables.some(({ rows }) => rows.some(({ row }) => row.since !== undefined));
  const hasLabels = chosen !== null || isOlder;
  const sizes = measure(tables, chosen === null ? inOrder(BASIC_COLUMNS) : orderOf(chosen), hasLabels);
  const narrowest = Math.min(...tileWidths(tables, sizes, tables.length));
  const most = Math.floor((width + GRID_GAP) / (narrowest + GRID_GAP));
  for (let count = Math.min(tables.length, most); count > 0; count--) {
    const widths = tileWidths(tables, sizes, count);
    if (totalWidth(widths) > width) continue;
    const basic = { widths, columns: sizes.map(place), hasLabels };
    return chosen === null ? addFurtherColumns(tables, basic, width) : basic;
  }
  // Further columns would need labels.
  const isShown = ({ column }: PlacedColumn) => chosen !== null || BASIC_COLUMNS.includes(column);
  const columns = tables.map(({ rows }) =>
    sizeBoardColumns(rows, width, chosen, tableRules(hasLabels)).filter(isShown),
  );
  return { widths: [width], columns, hasLabels };
}

/** The same further columns in every tile, as many as fit in all of them. They need labels. */
function addFurtherColumns(tables: ReadonlyArray<BoardTable>, basic: BoardGrid, width: number): BoardGrid {
  const count = basic.widths.length;
  const further = FURTHER_COLUMNS.map(({ column }) => column);
  const natural = measure(tables, inOrder([...BASIC_COLUMNS, ...further]), true);
  const limits = new Map<PaneColumn, number>();
  let grid = basic;
  for (const { column, least } of FURTHER_COLUMNS) {
    const widest = Math.max(0, ...natural.map((sizes) => sizes.get(column) ?? 0));
    let isCut = true;
    for (let cells = widest; cells >= Math.min(least, widest); cells--) {
      const sizes = limit(natural, new Map([...limits, [column, cells]]));
      const widths = tileWidths(tables, sizes, count);
      if (totalWidth(widths) > width) continue;
      grid = { widths, columns: sizes.map(place), hasLabels: true };
      limits.set(column, cells);
      isCut = cells < widest;
      break;
    }
    if (isCut) break;
  }
  return grid;
}

/** The basic columns, and the others that have a limit, at most that wide. */
function limit(natural: ReadonlyArray<Sizes>, limits: Sizes): ReadonlyArray<Sizes> {
  return natural.map((sizes) => {
    const kept = [...sizes].flatMap(([column, cells]) => {
      const most = BASIC_COLUMNS.includes(column) ? cells : limits.get(column);
      return most === undefined ? [] : [[column, Math.min(cells, most)] as const];
    });
    return new Map(kept);
  });
}

function measure(
  tables: ReadonlyArray<BoardTable>,
  columns: ReadonlyArray<PaneColumn>,
  hasLabels: boolean,
): ReadonlyArray<Sizes> {
  const rules = tableRules(hasLabels);
  const sizeOf = (column: PaneColumn, { rows }: BoardTable) => {
    const cells = rows.length === 0 ? 0 : naturalWidth(column, rows, rules);
    return column === 'metric' ? Math.min(cells, rules.metric?.usual ?? cells) : cells;
  };
  return tables.map((table) => {
    const sizes = columns.map((column) => [column, sizeOf(column, table)] as const);
    return new Map(sizes.filter(([, cells]) => cells > 0));
  });
}

/** Cells of each of `count` columns of tiles. */
function tileWidths(
  tables: ReadonlyArray<BoardTable>,
  sizes: ReadonlyArray<Sizes>,
  count: number,
): ReadonlyArray<number> {
  const widths = Array<number>(count).fill(0);
  for (const [index, { titleWidth, rows }] of tables.entries()) {
    const cells = [...(sizes[index]?.values() ?? [])].reduce((sum, each) => sum + each + 1, -1);
    const column = index % count;
    widths[column] = Math.max(widths[column] ?? 0, titleWidth, rows.length === 0 ? EMPTY_WIDTH : cells);
  }
  return widths;
}

function totalWidth(widths: ReadonlyArray<number>): number {
  return widths.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP);
}

function place(sizes: Sizes): ReadonlyArray<PlacedColumn> {
  return [...sizes].map(([column, width]) => ({ column, width }));
}

/** From left to right. */
function inOrder(columns: ReadonlyArray<PaneColumn>): ReadonlyArray<PaneColumn> {
  return PANE_COLUMNS.filter((column) => columns.includes(column));
}
