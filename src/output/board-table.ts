import type { Field, Row } from '../fields/field.ts';
import { boardFields, boardsNow, fieldNamed, paintOf, paintOfSymbol } from '../fields/fields.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Board, BoardPart } from '../service/snapshot.ts';
import type { PaintedLines, Piece } from '../text/lines.ts';
import { clip, displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { symbolPieces } from './pieces.ts';
import { cellPieces, draw, fixed, measure, type Size, type Table, type TableColumn } from './table.ts';

/** Every tile has the columns up to this order, if its rows know them. */
export const LAST_BASIC_ORDER = 80;
/** A longer metric is cut in the pane, and wrapped elsewhere. */
const USUAL_METRIC_WIDTH = 24;
/** Tiles of the pane have further columns where a metric of so many cells stays whole beside them. */
const TILE_METRIC_WIDTH = 17;

/** How the columns of a board are chosen and written. */
export interface ColumnOptions {
  readonly style: Style;
  /** They replace those after rank and mark; null if the user has not chosen any. */
  readonly chosen: ReadonlyArray<string> | null;
  /** What stands in the cell of the metric: in the past, the outcome of the row. */
  readonly metric: 'metric' | 'rankNow';
  /** Whether a long metric is wrapped, instead of being cut. */
  readonly wrapsMetric?: boolean;
}

/** Of a tile of a width, with so many cells for ranks. */
export function tileColumns(
  { width, rankWidth }: { readonly width: number; readonly rankWidth: number },
  options: ColumnOptions,
): ReadonlyArray<TableColumn> {
  const { chosen } = options;
  const columns = columnsWith(options, (field) => {
    const { id, column } = field;
    const isShown = chosen === null ? column?.isInTiles : ['rank', 'mark', ...chosen].includes(id);
    if (isShown !== true) return null;
    if (id === 'rank') return fixed(rankWidth);
    const size = stillSize(field);
    return id === 'metric' ? { ...size, usual: TILE_METRIC_WIDTH, most: USUAL_METRIC_WIDTH } : size;
  });
  const basic = columns.filter(({ order }) => order <= LAST_BASIC_ORDER);
  const cells = basic.reduce((sum, { size }) => sum + (size.usual ?? size.least) + 1, -1);
  // A whole metric comes before further columns, but after all basic ones.
  return cells <= width
    ? columns
    : basic.map((each) => ({ ...each, size: fixed(each.size.least, each.size.most) }));
}

/** A size that does not depend on the rows: columns of the pane stand still. Figures stand close to each other. */
export function stillSize({ align, cells: { min, max } = { min: 0, max: 0 } }: Field): Size {
  return align === 'right' ? fixed(min) : { least: min, usual: max, most: max };
}

const MIN_METRIC_WIDTH = 8;

/** All columns that these rows have, each as wide as the widest of its texts, with the label of the column or without. */
export function boardColumns(
  rows: ReadonlyArray<Row>,
  options: ColumnOptions,
  hasLabels = true,
): ReadonlyArray<TableColumn> {
  return columnsWith(options, ({ id, isKnown = () => true, column }, { field, isWrapped = false }) => {
    // What was chosen is shown also where nothing is known of it.
    if (options.chosen?.includes(id) !== true && !rows.some(isKnown)) return null;
    const widest = Math.max(id === 'rank' ? 2 : 0, measure(field, rows, options.style, hasLabels).most);
    if (widest === 0) return null;
    const usual = isWrapped ? Math.min(widest, USUAL_METRIC_WIDTH) : widest;
    const least = Math.min(usual, isWrapped ? MIN_METRIC_WIDTH : (column?.least ?? usual));
    return { least, usual, most: widest };
  });
}

/** Of columns that were chosen. The metric is what a board ranks on: it has its cells before the others. */
const FIRST = ['rank', 'mark', 'symbol', 'now', 'gain', 'metric'];

/** The columns of a board, but those without a size. */
function columnsWith(
  { chosen, metric, wrapsMetric = false, style }: ColumnOptions,
  sizeOf: (field: Field, column: Omit<TableColumn, 'order' | 'size'>) => Size | null,
): ReadonlyArray<TableColumn> {
  const ids = chosen === null ? boardFields().map(({ id }) => id) : columnsChosen(chosen);
  return ids.flatMap((id): ReadonlyArray<TableColumn> => {
    const field = fieldNamed(id);
    const column =
      id === 'metric' ? { field: fieldNamed(metric), isWrapped: wrapsMetric } : columnOf(field, style);
    const size = sizeOf(field, column);
    const order = chosen === null ? (field.column?.order ?? 0) : [...FIRST, ...ids].indexOf(id);
    return size === null ? [] : [{ order, size, ...column }];
  });
}

/** From left to right: the outcome of a symbol follows it. */
function columnsChosen(chosen: ReadonlyArray<string>): ReadonlyArray<string> {
  const columns = [...new Set(chosen)].filter((id) => id !== 'rank');
  const outcomes = ['now', 'gain'].filter((id) => !columns.includes(id));
  return ['rank', 'mark', ...columns.toSpliced(columns.indexOf('symbol') + 1, 0, ...outcomes)];
}

/** Before the symbol: says which row is selected where colours are missing. */
function selectedPiece({ emphasis }: Row, theme: Theme): Piece {
  return emphasis === 'selected' ? ['▸', theme.accent] : [' ', unpainted];
}

/** A column as boards and confluence have it: the one before the symbol shows which row is selected, and the symbol whether it is pinned. */
export function columnOf(field: Field, style: Style): Pick<TableColumn, 'field' | 'pieces'> {
  const { id } = field;
  const { theme } = style;
  // As the number of boards beside it.
  if (id === 'now')
    return {
      field: { ...field, text: (row, ...rest) => (boardsNow(row) === 0 ? '' : field.text(row, ...rest)) },
    };
  if (id === 'mark' || id === 'place')
    return {
      field,
      pieces: (row, width) => [
        ...cellPieces(field.text(row, style, width), width, field.align, paintOf(field, row, theme)),
        selectedPiece(row, theme),
      ],
    };
  if (id !== 'symbol') return { field };
  return {
    field,
    pieces: (row, width) =>
      symbolPieces(field.text(row, style, width), width, {
        isPinned: row.isPinned === true,
        paint: paintOfSymbol(row, theme),
        theme,
      }),
  };
}

/** A wider terminal has no use for more. */
export const MAX_WIDE_WIDTH = 140;

/** Cells of rule that a title keeps beside its label. */
const MIN_RULE = 2;

/** The groups of a board, without those that a filter left empty; the board itself if it has none. */
export function partsOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  if (rows.length === 0) return [{ key, group: null, rows }];
  const groups = groupBy(rows, ({ group }) => group ?? null);
  return [...groups].map(([group, some]) => ({ key, group, rows: some }));
}

/** `Movers ─ move over the window ─────── 10 ranks`: exactly `width` cells. Detail and label give way to the title. */
export function renderBoardTitle(
  title: string,
  detail: string,
  label: string,
  width: number,
  theme: Theme,
): string {
  const text = clip(title, width);
  let room = width - displayWidth(text);
  const end = label !== '' && displayWidth(label) + 2 + MIN_RULE <= room ? ` ${label}` : '';
  room -= displayWidth(end);
  const middle = detail !== '' && displayWidth(detail) + 4 + MIN_RULE <= room ? ` ─ ${detail}` : '';
  room -= displayWidth(middle);
  const rule = room > 1 ? ` ${'─'.repeat(room - 1)}` : '';
  return theme.title(text) + theme.muted(middle + rule + end);
}

/** More cells than these are between a title and a label that gives way to it. */
const MIN_LABEL_GAP = 2;
/** Labels that every tile has: its title is cut before them. */
const LASTING = ['standing', 'metric'];
/** Columns whose cells explain themselves. */
const UNLABELLED = ['rank', 'symbol', 'dayPct', 'name'];

/**
 * `Alerted ──────── bds alerts`: each label ends where its column ends, or begins where that begins. Those before the number of boards
 * give way to the title. Rules fill what is left.
 */
export function renderLabelledTitle(
  title: string,
  { columns, width, gap }: Table,
  metric: string,
  theme: Theme,
): string {
  let start = 0;
  const labels = columns.flatMap((column) => {
    const { field, width: cells } = column;
    const from = start;
    start += cells + gap;
    const label = field.id === 'metric' ? metric : field.label.toLowerCase();
    const text = clip(label, cells);
    if (text === '' || UNLABELLED.includes(field.id)) return [];
    return [{ id: field.id, text, at: field.align === 'right' ? from + cells - displayWidth(text) : from }];
  });
  const end = labels.find(({ id }) => LASTING.includes(id))?.at ?? width + 1;
  const name = clip(title, Math.min(width, Math.max(1, end - 1)));
  const nameWidth = displayWidth(name);
  const first = labels.findIndex(({ id, at }) => at > nameWidth + (LASTING.includes(id) ? 0 : MIN_LABEL_GAP));
  const ruleTo = (text: string, end: number) => {
    const cells = end - nameWidth - displayWidth(text) - 1;
    return cells > 0 ? `${text} ${'─'.repeat(cells)}` : text;
  };
  let line = '';
  for (const [index, { text, at }] of (first < 0 ? [] : labels.slice(first)).entries()) {
    if (index === 0) line = ruleTo(line, at - 1);
    line += ' '.repeat(at - nameWidth - displayWidth(line)) + text;
  }
  return theme.title(name) + theme.muted(ruleTo(line, width));
}

const EMPTY = ' no symbols';
/** Cells of a board without symbols. */
export const EMPTY_WIDTH = EMPTY.length;

/** The labels of the columns, if they are wanted, then the lines of each row; or a line that says that there are no rows. */
export function drawRows(
  table: Table,
  rows: ReadonlyArray<Row>,
  style: Style,
  hasLabels = true,
): ReadonlyArray<PaintedLines> {
  if (rows.length === 0) return [[style.theme.muted(EMPTY)]];
  return draw(table, rows, style).slice(hasLabels ? 0 : 1);
}
