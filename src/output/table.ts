import type { FieldStyle, Row, TableField } from '../fields/field.ts';
import { paintOf } from '../fields/fields.ts';
import { PLAIN_GAP, plainText } from '../text/format.ts';
import {
  breakWords,
  fitText,
  flowTexts,
  joinPieces,
  type PaintedLines,
  type Piece,
  type Segment,
  selectedLine,
} from '../text/lines.ts';
import { type Align, clip, displayWidth, fitCell } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { plainHeading } from './pieces.ts';

export interface Size {
  /** A column that would have fewer cells is left out. */
  readonly least: number;
  /** Cells that the column gets before further columns are added; by default `least`. */
  readonly usual?: number;
  readonly most: number;
}

export interface TableColumn<R = Row> {
  readonly field: TableField<R>;
  /** Columns of lower order are added and grow first; those of the same order are all shown, or none. */
  readonly order: number;
  readonly size: Size;
  /** Replaces the text, and fills the column's cells and the blank after them. */
  pieces?(row: R, width: number): Segment;
  readonly isWrapped?: boolean;
}

interface PlacedColumn<R> extends TableColumn<R> {
  readonly width: number;
}

/** Texts of a row that wrap in a last column or on lines below the row. */
export interface TableList<R = Row> {
  readonly label: string;
  /** Columns of a higher order are added only if the list is a column. */
  readonly order: number;
  /** Minimum cells beside columns; by default those of the longest list, up to `MIN_LIST_WIDTH`. */
  readonly least?: number;
  /** Cells that columns of a higher order leave to the list; by default those of the longest list. */
  readonly usual?: number;
  /** To stay on one line, a list may return fewer texts than it has. */
  textsOf(row: R, cells: number): ReadonlyArray<string>;
}

export interface Table<R = Row> {
  readonly columns: ReadonlyArray<PlacedColumn<R>>;
  readonly list: (TableList<R> & { readonly width: number; readonly isBelow: boolean }) | null;
  readonly width: number;
  readonly gap: number;
}

/** With fewer cells, a longer list moves below the row. */
const MIN_LIST_WIDTH = 36;
const LIST_INDENT = 6;
const LIST_GAP = '  ';
const TEXT_GAP = ' ';

export function fixed(least: number, most = least): Size {
  return { least, most };
}

/** Measures the label and the widest text, for the fewest and the most cells that the field allows. */
export function measure<R>(
  field: TableField<R>,
  rows: ReadonlyArray<R>,
  style: FieldStyle,
  hasLabel = true,
): Size {
  const { label, column, cells = { min: Infinity, max: Infinity } } = field;
  if (column?.isFixed === true) return fixed(cells.max);
  const widest = (most: number) =>
    rows.reduce(
      (width, row) => Math.max(width, displayWidth(field.text(row, style, most))),
      hasLabel ? displayWidth(label) : 0,
    );
  const max = column?.most ?? Infinity;
  const most = widest(cells.max);
  const least = cells.min === cells.max ? most : widest(cells.min);
  return fixed(Math.min(max, least), Math.min(max, most));
}

/** Puts the list beside the columns if all columns still fit, otherwise below each row. */
export function layOut<R>(
  columns: ReadonlyArray<TableColumn<R>>,
  rows: ReadonlyArray<R>,
  width: number,
  list: TableList<R> | null = null,
  gap = 1,
): Table<R> {
  const before = list === null ? columns : columns.filter(({ order }) => order < list.order);
  const whole = fitColumns(before, width, gap);
  if (list === null) return { columns: whole, list, width, gap };
  const longest = rows.reduce(
    (most, row) => Math.max(most, displayWidth(list.textsOf(row, Infinity).join(TEXT_GAP))),
    0,
  );
  const room = width - LIST_GAP.length - (list.least ?? Math.min(longest, MIN_LIST_WIDTH));
  const beside = fitColumns(before, room, gap);
  if (beside.length < whole.length || cellsOf(beside, gap) > room) {
    const below = { ...list, width: width - LIST_INDENT, isBelow: true };
    return { columns: whole, list: below, width, gap };
  }
  const all = fitColumns(columns, width - LIST_GAP.length - (list.usual ?? longest), gap);
  const shown = all.length > beside.length ? all : beside;
  const listWidth = width - Math.max(0, cellsOf(shown, gap)) - LIST_GAP.length;
  return { columns: shown, list: { ...list, width: listWidth, isBelow: false }, width, gap };
}

/** Returns at least the columns of the first order, even if they do not fit. */
function fitColumns<R>(
  columns: ReadonlyArray<TableColumn<R>>,
  room: number,
  gap: number,
): ReadonlyArray<PlacedColumn<R>> {
  const widths = new Map<TableColumn<R>, number>();
  let left = room + gap;
  const inOrder = columns.toSorted((a, b) => a.order - b.order);
  for (const order of new Set(inOrder.map((column) => column.order))) {
    const group = inOrder.filter((column) => column.order === order);
    const needed = group.reduce((sum, { size }) => sum + size.least + gap, 0);
    if (needed > left && widths.size > 0) break;
    left -= needed;
    for (const column of group) widths.set(column, column.size.least);
    for (const column of group) grow(column, column.size.usual ?? column.size.least);
  }
  for (const column of inOrder) if (widths.has(column)) grow(column, column.size.most);
  return columns.flatMap((column) => {
    const width = widths.get(column);
    return width === undefined ? [] : [{ width, ...column }];
  });

  function grow(column: TableColumn<R>, wanted: number): void {
    const now = widths.get(column) ?? 0;
    const growth = Math.max(0, Math.min(wanted - now, left));
    widths.set(column, now + growth);
    left -= growth;
  }
}

function cellsOf(columns: ReadonlyArray<{ readonly width: number }>, gap: number): number {
  return columns.reduce((sum, { width }) => sum + width + gap, -gap);
}

/** Returns the line of labels, then the lines of each row. */
export function draw<R extends object>(
  table: Table<R>,
  rows: ReadonlyArray<R>,
  style: Style,
): ReadonlyArray<PaintedLines> {
  const drawn = rows.map((row) => {
    const lines = drawRow(table, row, style);
    const isSelected = 'emphasis' in row && row.emphasis === 'selected';
    return isSelected ? lines.map((line) => selectedLine(line, table.width, style.theme)) : lines;
  });
  return [[drawLabels(table, style.theme)], ...drawn];
}

function drawLabels<R>({ columns, list, width, gap }: Table<R>, theme: Theme): string {
  const labels = columns.map(({ field, width: cells }) =>
    fitCell(theme.glyphs(field.label), cells, field.align),
  );
  const listLabel = list?.isBelow === false ? LIST_GAP + list.label : '';
  return theme.muted(clip((labels.join(' '.repeat(gap)) + listLabel).trimEnd(), width));
}

function drawRow<R>(table: Table<R>, row: R, style: Style): PaintedLines {
  const { theme } = style;
  const { columns, list, width, gap } = table;
  const blank: Piece = [' '.repeat(gap), unpainted];
  const pieces: Array<Piece> = [];
  const below: Array<string> = [];
  let start = 0;
  let isSpaced = true;
  for (const column of columns) {
    const { field, width: cells } = column;
    if (!isSpaced) pieces.push(blank);
    isSpaced = column.pieces !== undefined;
    if (column.pieces === undefined) {
      const raw = field.text(row, style, cells);
      // ASCII glyphs can be too long for the column.
      const whole = fitText(cells, theme.glyphs(raw), raw);
      const [text = '', ...others] = column.isWrapped === true ? breakWords(whole, cells) : [whole];
      below.push(...others.map((other) => ' '.repeat(start) + other));
      pieces.push(...cellPieces(text, cells, field.align, paintOf(field, row, theme, style.mode)));
    } else pieces.push(...column.pieces(row, cells));
    start += cells + gap;
  }
  const texts = listLines(list, row, theme);
  const beside = list === null || list.isBelow ? [] : texts.slice(0, 1);
  const indent = ' '.repeat(
    list?.isBelow === true ? LIST_INDENT : Math.max(0, start - gap) + LIST_GAP.length,
  );
  const others = [...below, ...texts.slice(beside.length).map((text) => indent + text)];
  return [
    joinPieces([...pieces, ...beside.map((text): Piece => [LIST_GAP + text, unpainted])], width).trimEnd(),
    ...others.map((text) => clip(text, width).trimEnd()),
  ];
}

function listLines<R>(list: Table<R>['list'], row: R, theme: Theme): PaintedLines {
  return list === null
    ? []
    : flowTexts(list.textsOf(row, list.width).map(theme.glyphs), list.width, TEXT_GAP);
}

/** Returns the number of lines of a row whose columns are not wrapped. */
export function heightOf<R>({ list }: Table<R>, row: R, theme: Theme): number {
  const { length } = listLines(list, row, theme);
  return list?.isBelow === true ? 1 + length : Math.max(1, length);
}

export function renderPlainTable<R extends object>(
  fields: ReadonlyArray<TableField<R>>,
  rows: ReadonlyArray<R>,
  style: Style,
): PaintedLines {
  if (rows.length === 0) return [style.theme.muted('no symbols')];
  const columns = fields.map((field) => {
    const { id, align, role } = field;
    const text = (row: R) => plainText(field.text(row, style, Infinity));
    const whole: TableField<R> = { id, label: id, text, ...(align && { align }), ...(role && { role }) };
    return { field: whole, order: 0, size: measure(whole, rows, style) };
  });
  const table = layOut(columns, rows, Infinity, null, PLAIN_GAP.length);
  return draw(table, rows, style).flat();
}

export function plainSection<R extends object>(
  title: string,
  detail: string,
  fields: ReadonlyArray<TableField<R>>,
  rows: ReadonlyArray<R>,
  style: Style,
): PaintedLines {
  return ['', plainHeading(title, detail, style.theme), ...renderPlainTable(fields, rows, style)];
}

/** Leaves the blanks after the text unpainted. */
export function cellPieces(text: string, cells: number, align: Align | undefined, paint: Paint): Segment {
  const padded = fitCell(text, cells, align);
  const shown = padded.trimEnd();
  return [
    [shown, paint],
    [padded.slice(shown.length), unpainted],
  ];
}
