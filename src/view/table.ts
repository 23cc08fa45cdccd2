import { type Field, ON_SCREEN, paintOf, type Row } from '../fields/field.ts';
import { joinPieces, type Line } from './box.ts';
import { flowTexts, type Piece, type Segment } from './flow.ts';
import { displayWidth, fitCell } from './safe-text.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

/** Cells of a column. */
interface Size {
  /** With fewer, it is not shown. */
  readonly least: number;
  /** It has so many before others are added, where there is room; by default the least. */
  readonly usual?: number;
  /** It grows up to so many once no other column can be added. */
  readonly most: number;
}

export interface TableColumn {
  readonly field: Field;
  /** The column with the lowest is added first, and grows first. Columns of the same order are all shown, or none. */
  readonly order: number;
  readonly size: Size;
  /** Whether its texts have no lengths between the least and the most: it grows in one step, once all columns are added. */
  readonly isStepped?: boolean;
  /** In place of the role of the field. */
  paint?(row: Row): Paint;
  /** In place of its text: its cells and the blank behind them. The last column has none. */
  pieces?(row: Row): Segment;
}

interface PlacedColumn extends TableColumn {
  readonly width: number;
}

/** Texts of a row that are never cut: a last column, which wraps, or lines of their own below the row. */
interface TableList {
  readonly label: string;
  /** Columns of a higher order are added only where the list stands beside the others, and each on one line. */
  readonly order: number;
  /** It has at least so many cells beside columns; by default, as many as its longest line where that is short. */
  readonly least?: number;
  textsOf(row: Row): ReadonlyArray<string>;
}

interface Table {
  readonly columns: ReadonlyArray<PlacedColumn>;
  /** Whether no column is missing but those after the list. */
  readonly isComplete: boolean;
  readonly list: (TableList & { readonly width: number; readonly isBelow: boolean }) | null;
  readonly width: number;
}

/** With fewer cells, a list that is longer has lines of its own. */
const MIN_LIST_WIDTH = 36;
/** Cells before a list that has lines of its own. */
const LIST_INDENT = 6;
/** Before a list and between its texts. */
const LIST_GAP = '  ';

/** A size that does not depend on the rows. */
export function fixed(least: number, most = least): Size {
  return { least, most };
}

/** The widest text of a column, its label included. */
export function measure(field: Field, rows: ReadonlyArray<Row>, max = Number.POSITIVE_INFINITY): Size {
  const widest = (cells: number) =>
    rows.reduce(
      (most, row) => Math.max(most, displayWidth(field.text(row, ON_SCREEN, cells))),
      displayWidth(field.label),
    );
  const { cells } = field;
  const [least, most] = [widest(cells?.min ?? max), widest(cells?.max ?? max)];
  return { least: Math.min(least, max), most: Math.min(most, max) };
}

/** The columns that fit, from left to right. A list stands beside them if none is lost by that, else below. */
export function layOut(
  columns: ReadonlyArray<TableColumn>,
  rows: ReadonlyArray<Row>,
  width: number,
  list: TableList | null = null,
): Table {
  const before = list === null ? columns : columns.filter(({ order }) => order < list.order);
  const whole = fitColumns(before, width);
  const isComplete = whole.length === before.length;
  if (list === null) return { columns: whole, isComplete, list, width };
  const longest = rows.reduce(
    (most, row) => Math.max(most, displayWidth(list.textsOf(row).join(LIST_GAP))),
    0,
  );
  const room = width - LIST_GAP.length - (list.least ?? Math.min(longest, MIN_LIST_WIDTH));
  const beside = fitColumns(before, room);
  if (beside.length < whole.length || cellsOf(beside) > room) {
    const below = { ...list, width: width - LIST_INDENT, isBelow: true };
    return { columns: whole, isComplete, list: below, width };
  }
  const all = fitColumns(columns, width - LIST_GAP.length - longest);
  const shown = all.length > beside.length ? all : beside;
  const listWidth = width - Math.max(0, cellsOf(shown)) - LIST_GAP.length;
  return { columns: shown, isComplete, list: { ...list, width: listWidth, isBelow: false }, width };
}

/** As many columns as fit, at least those of the first order. */
function fitColumns(columns: ReadonlyArray<TableColumn>, room: number): ReadonlyArray<PlacedColumn> {
  const widths = new Map<TableColumn, number>();
  let left = room + 1;
  const inOrder = columns.toSorted((a, b) => a.order - b.order);
  for (const order of new Set(inOrder.map((column) => column.order))) {
    const group = inOrder.filter((column) => column.order === order);
    const needed = group.reduce((sum, { size }) => sum + size.least + 1, 0);
    if (needed > left && widths.size > 0) break;
    left -= needed;
    for (const column of group) widths.set(column, column.size.least);
    for (const column of group) if (!column.isStepped) grow(column, column.size.usual ?? column.size.least);
  }
  for (const column of inOrder) if (widths.has(column)) grow(column, column.size.most);
  return columns.flatMap((column) => {
    const width = widths.get(column);
    return width === undefined ? [] : [{ ...column, width }];
  });

  function grow(column: TableColumn, wanted: number): void {
    const now = widths.get(column) ?? 0;
    const missing = Math.max(0, wanted - now);
    const growth = missing <= left ? missing : column.isStepped ? 0 : Math.max(0, left);
    widths.set(column, now + growth);
    left -= growth;
  }
}

/** With a blank between two of them. */
function cellsOf(columns: ReadonlyArray<PlacedColumn>): number {
  return columns.reduce((sum, { width }) => sum + width + 1, -1);
}

/** The line of labels, then the lines of each row. */
export function draw(
  table: Table,
  rows: ReadonlyArray<Row>,
  theme: Theme,
): ReadonlyArray<ReadonlyArray<Line>> {
  const { columns, list } = table;
  const labels = columns.map(({ field, width, pieces }) =>
    cellOf(field.label, pieces === undefined ? width : width + 1, field, theme.muted),
  );
  const listLabels = list?.isBelow === false ? [[list.label, theme.muted] as const] : [];
  const lines = rows.map((row) => {
    const cells = columns.map(
      ({ field, width, paint, pieces }) =>
        pieces?.(row) ??
        cellOf(
          field.text(row, ON_SCREEN, width),
          width,
          field,
          paint?.(row) ?? paintOf(field, row, theme, 'screen'),
        ),
    );
    const listed = list === null ? [] : flowTexts(list.textsOf(row), list.width, LIST_GAP);
    const pieces = listed.map((text) => [text, unpainted] as const);
    return drawLines(table, cells, pieces);
  });
  return [drawLines(table, labels, listLabels), ...lines];
}

function cellOf(text: string, width: number, { align }: Field, paint: Paint): Segment {
  return [[fitCell(text, width, align), paint]];
}

/** The cells, and the lines of the list beside or below them. */
function drawLines(
  { columns, list, width }: Table,
  cells: ReadonlyArray<Segment>,
  listed: ReadonlyArray<Piece>,
): ReadonlyArray<Line> {
  const blank: Piece = [' ', unpainted];
  const pieces = cells.flatMap((cell, index) =>
    index === 0 || columns[index - 1]?.pieces !== undefined ? cell : [blank, ...cell],
  );
  const isBelow = list?.isBelow === true;
  const beside = isBelow ? [] : listed.slice(0, 1).flatMap((text): Segment => [[LIST_GAP, unpainted], text]);
  const indent = ' '.repeat(isBelow ? LIST_INDENT : Math.max(0, cellsOf(columns)) + LIST_GAP.length);
  const others = listed.slice(isBelow ? 0 : 1);
  return [
    joinPieces([...pieces, ...beside], width),
    ...others.map(([text, paint]) => joinPieces([[indent + text, paint]], width)),
  ];
}
