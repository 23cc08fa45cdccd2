import { type Field, ON_SCREEN, paintOf, type Row } from '../fields/field.ts';
import { joinPieces, type Line } from './box.ts';
import { flowTexts, type Piece } from './flow.ts';
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
}

interface PlacedColumn extends TableColumn {
  readonly width: number;
}

/** Texts of a row that are never cut: a last column, which wraps, or lines of their own below the row. */
interface TableList {
  readonly label: string;
  /** Columns of a higher order are added only where the list stands beside the others, and each on one line. */
  readonly order: number;
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
export const LIST_INDENT = 6;
/** Before a list and between its texts. */
export const LIST_GAP = '  ';

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
  const room = width - LIST_GAP.length - Math.min(longest, MIN_LIST_WIDTH);
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

/** A line of labels, then the lines of each row. */
export function draw(table: Table, rows: ReadonlyArray<Row>, theme: Theme): ReadonlyArray<Line> {
  const { columns, list } = table;
  const labels = columns.map(({ field }) => [field.label, theme.muted] as const);
  const listLabels = list?.isBelow === false ? [[list.label, theme.muted] as const] : [];
  return [
    ...drawLines(table, labels, listLabels),
    ...rows.flatMap((row) => {
      const cells = columns.map(
        ({ field, width, paint }): Piece => [
          field.text(row, ON_SCREEN, width),
          paint?.(row) ?? paintOf(field, row, theme, 'screen'),
        ],
      );
      const listed = list === null ? [] : flowTexts(list.textsOf(row), list.width, LIST_GAP);
      return drawLines(
        table,
        cells,
        listed.map((text) => [text, unpainted]),
      );
    }),
  ];
}

/** The cells, and the lines of the list beside or below them. */
function drawLines(
  { columns, list, width }: Table,
  cells: ReadonlyArray<Piece>,
  listed: ReadonlyArray<Piece>,
): ReadonlyArray<Line> {
  const pieces = columns.flatMap(({ field, width: cellWidth }, index): ReadonlyArray<Piece> => {
    const [text, paint] = cells[index] ?? ['', unpainted];
    return [
      [index === 0 ? '' : ' ', unpainted],
      [fitCell(text, cellWidth, field.align), paint],
    ];
  });
  const isBelow = list?.isBelow === true;
  const beside = isBelow
    ? []
    : listed.slice(0, 1).flatMap((text): ReadonlyArray<Piece> => [[LIST_GAP, unpainted], text]);
  const indent = ' '.repeat(isBelow ? LIST_INDENT : Math.max(0, cellsOf(columns)) + LIST_GAP.length);
  const others = listed.slice(isBelow ? 0 : 1);
  return [
    joinPieces([...pieces, ...beside], width),
    ...others.map(([text, paint]) => joinPieces([[indent + text, paint]], width)),
  ];
}
