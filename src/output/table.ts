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

/** Cells of a column. */
export interface Size {
  /** With fewer, it is not shown. */
  readonly least: number;
  /** It has so many before others are added, where there is room; by default the least. */
  readonly usual?: number;
  /** It grows up to so many once no other column can be added. */
  readonly most: number;
}

export interface TableColumn<R = Row> {
  readonly field: TableField<R>;
  /** The column with the lowest is added first, and grows first. Columns of the same order are all shown, or none. */
  readonly order: number;
  readonly size: Size;
  /** In place of its text: its cells and the blank behind them, where columns have one between them. */
  pieces?(row: R, width: number): Segment;
  /** Whether a longer text goes on below, instead of being cut. */
  readonly isWrapped?: boolean;
}

interface PlacedColumn<R> extends TableColumn<R> {
  readonly width: number;
}

/** Texts of a row: a last column, which wraps, or lines of their own below the row. */
export interface TableList<R = Row> {
  readonly label: string;
  /** Columns of a higher order are added only where the list stands beside the others. */
  readonly order: number;
  /** It has at least so many cells beside columns; by default, as many as its longest line where that is short. */
  readonly least?: number;
  /** Columns of a higher order leave it so many cells; by default, as many as its longest line. */
  readonly usual?: number;
  /** With fewer than all of its texts in so many cells, a list stays on one line. */
  textsOf(row: R, cells: number): ReadonlyArray<string>;
}

export interface Table<R = Row> {
  readonly columns: ReadonlyArray<PlacedColumn<R>>;
  readonly list: (TableList<R> & { readonly width: number; readonly isBelow: boolean }) | null;
  readonly width: number;
  /** Blanks between two columns. */
  readonly gap: number;
}

/** With fewer cells, a list that is longer has lines of its own. */
const MIN_LIST_WIDTH = 36;
/** Cells before a list that has lines of its own. */
const LIST_INDENT = 6;
/** Blanks between the columns and a list beside them. */
const LIST_GAP = '  ';
/** Between two texts of a list. */
const TEXT_GAP = ' ';

/** A size that does not depend on the rows. */
export function fixed(least: number, most = least): Size {
  return { least, most };
}

/** Cells of the widest text of a column with as few and as many cells as it can have, and of its label; 0 for one without texts. */
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

/** The columns that fit, from left to right. A list stands beside them if none is lost by that, else below. */
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

/** As many columns as fit, at least those of the first order. */
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

/** The line of labels, then the lines of each row. That of the pane which is selected is inverse. */
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

/** A line, and further lines for a text or a list that is longer than its column. */
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
      // In the glyphs of the terminal, unless they need more cells than there are.
      const whole = fitText(cells, theme.glyphs(raw), raw);
      const [text = '', ...others] = column.isWrapped === true ? breakWords(whole, cells) : [whole];
      below.push(...others.map((other) => ' '.repeat(start) + other));
      pieces.push(...cellPieces(text, cells, field.align, paintOf(field, row, theme, style.mode)));
    } else pieces.push(...column.pieces(row, cells));
    start += cells + gap;
  }
  const texts =
    list === null ? [] : flowTexts(list.textsOf(row, list.width).map(theme.glyphs), list.width, TEXT_GAP);
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

/** Plain: a line with the ids of the fields, then a line for each row. Columns are as wide as their widest text; nothing is cut. */
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

/** Plain: a blank line, `movers: move over the window` (the detail of which may be empty), and the table below it. */
export function plainSection<R extends object>(
  title: string,
  detail: string,
  fields: ReadonlyArray<TableField<R>>,
  rows: ReadonlyArray<R>,
  style: Style,
): PaintedLines {
  return ['', plainHeading(title, detail, style.theme), ...renderPlainTable(fields, rows, style)];
}

/** The text in so many cells. Blanks behind it are not painted. */
export function cellPieces(text: string, cells: number, align: Align | undefined, paint: Paint): Segment {
  const padded = fitCell(text, cells, align);
  const shown = padded.trimEnd();
  return [
    [shown, paint],
    [padded.slice(shown.length), unpainted],
  ];
}
