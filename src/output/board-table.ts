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

/** Every tile has the columns up to this order. */
export const LAST_BASIC_ORDER = 80;
/** A longer metric is cut in the pane, and wrapped elsewhere. */
const USUAL_METRIC_WIDTH = 24;
/** A tile of the pane has further columns only if its metric keeps this width. */
const TILE_METRIC_WIDTH = 17;

export interface ColumnOptions {
  readonly style: Style;
  /** The user's columns, which replace those after rank and mark; null for the usual columns. */
  readonly chosen: ReadonlyArray<string> | null;
  /** In the past, the pane shows the outcome of a row (`rankNow`) in place of the metric. */
  readonly metric: 'metric' | 'rankNow';
  readonly wrapsMetric?: boolean;
}

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
  // The metric gets its full width before further columns, but after all basic ones.
  return cells <= width
    ? columns
    : basic.map((each) => ({ ...each, size: fixed(each.size.least, each.size.most) }));
}

/** Returns a size that does not depend on the rows, so that the columns of the pane do not move. */
export function stillSize({ align, cells: { min, max } = { min: 0, max: 0 } }: Field): Size {
  return align === 'right' ? fixed(min) : { least: min, usual: max, most: max };
}

const MIN_METRIC_WIDTH = 8;

export function boardColumns(
  rows: ReadonlyArray<Row>,
  options: ColumnOptions,
  hasLabels = true,
): ReadonlyArray<TableColumn> {
  return columnsWith(options, ({ id, isKnown = () => true, column }, { field, isWrapped = false }) => {
    // A chosen column is shown even if no row fills it.
    if (options.chosen?.includes(id) !== true && !rows.some(isKnown)) return null;
    const widest = Math.max(id === 'rank' ? 2 : 0, measure(field, rows, options.style, hasLabels).most);
    if (widest === 0) return null;
    const usual = isWrapped ? Math.min(widest, USUAL_METRIC_WIDTH) : widest;
    const least = Math.min(usual, isWrapped ? MIN_METRIC_WIDTH : (column?.least ?? usual));
    return { least, usual, most: widest };
  });
}

/** A board ranks on its metric, so the metric gets its cells before the other chosen columns. */
const FIRST = ['rank', 'mark', 'symbol', 'now', 'gain', 'metric'];

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

function columnsChosen(chosen: ReadonlyArray<string>): ReadonlyArray<string> {
  const columns = [...new Set(chosen)].filter((id) => id !== 'rank');
  const outcomes = ['now', 'gain'].filter((id) => !columns.includes(id));
  return ['rank', 'mark', ...columns.toSpliced(columns.indexOf('symbol') + 1, 0, ...outcomes)];
}

/** Marks the selected row for terminals without colours. */
function selectedPiece({ emphasis }: Row, theme: Theme): Piece {
  return emphasis === 'selected' ? ['▸', theme.accent] : [' ', unpainted];
}

/** The column before the symbol marks the selected row; the symbol column marks a pinned symbol. */
export function columnOf(field: Field, style: Style): Pick<TableColumn, 'field' | 'pieces'> {
  const { id } = field;
  const { theme } = style;
  // Blank for 0 boards, like the number of boards beside it.
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

export const MAX_WIDE_WIDTH = 140;

const MIN_RULE = 2;

/** Splits a board into its groups that have rows. A board without groups or rows stays whole. */
export function partsOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  if (rows.length === 0) return [{ key, group: null, rows }];
  const groups = groupBy(rows, ({ group }) => group ?? null);
  return [...groups].map(([group, some]) => ({ key, group, rows: some }));
}

/** `Movers ─ move over the window ─────── 10 ranks`, without detail or label if they do not fit. */
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

/** A label this close to the title is left out. */
const MIN_LABEL_GAP = 2;
/** A long title is cut before these labels. */
const LASTING = ['standing', 'metric'];
/** These columns need no label. */
const UNLABELLED = ['rank', 'symbol', 'dayPct', 'name'];

/** `Alerted ──────── bds alerts`, with each label above its column. */
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
export const EMPTY_WIDTH = EMPTY.length;

/** Returns the labels, if wanted, then the lines of each row. Without rows, a notice replaces the labels. */
export function drawRows(
  table: Table,
  rows: ReadonlyArray<Row>,
  style: Style,
  hasLabels = true,
): ReadonlyArray<PaintedLines> {
  if (rows.length === 0) return [[style.theme.muted(EMPTY)]];
  return draw(table, rows, style).slice(hasLabels ? 0 : 1);
}
