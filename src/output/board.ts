import type { Row } from '../fields/field.ts';
import { boardFields, fieldNamed, isHighConfluence, paintOf } from '../fields/fields.ts';
import { groupBy } from '../group-by.ts';
import type { Board, BoardPart } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import type { Piece } from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { BOARD_CATALOGUE } from '../vocabulary.ts';
import { symbolPieces } from './pieces.ts';
import { cellPieces, fixed, measure, type TableColumn } from './table.ts';

/** Every tile has the columns up to this order, if its rows know them. */
export const LAST_BASIC_ORDER = 80;
/** A longer metric is cut in the pane, and wrapped elsewhere. */
const USUAL_METRIC_WIDTH = 24;

/** How the columns of a board are chosen and written. */
export interface ColumnStyle {
  readonly ctx: Ctx;
  /** They replace those after rank and mark; null if the user has not chosen any. */
  readonly chosen: ReadonlyArray<string> | null;
  /** What stands in the cell of the metric: in the past, what became of the row. */
  readonly metric: 'metric' | 'rankNow';
  /** Whether a long metric is wrapped, instead of being cut. */
  readonly wrapsMetric?: boolean;
}

/** Of a tile of a width with ranks up to the last one. */
export function tileColumns(
  { width, lastRank }: { readonly width: number; readonly lastRank: number },
  style: ColumnStyle,
): ReadonlyArray<TableColumn> {
  const { chosen } = style;
  const ids =
    chosen === null
      ? boardFields().flatMap(({ id, column }) => (column.isInTiles === true ? [id] : []))
      : ['rank', 'mark', ...new Set(chosen.filter((id) => id !== 'rank'))];
  const chosenOrder = orderOfChosen(ids);
  const columns = ids.map((id): TableColumn => {
    const { align, column, cells: { min, max } = { min: 0, max: 0 } } = fieldNamed(id);
    const ranks = lastRank > 9 ? 2 : 1;
    const most = id === 'metric' ? USUAL_METRIC_WIDTH : max;
    // Figures stand close to each other.
    const size = align === 'right' ? fixed(id === 'rank' ? ranks : min) : { least: min, usual: max, most };
    const order = chosen === null ? (column?.order ?? 0) : chosenOrder.indexOf(id);
    return { ...columnOf(id, style), order, size };
  });
  const basic = columns.filter(({ order }) => order <= LAST_BASIC_ORDER);
  const cells = basic.reduce((sum, { size }) => sum + (size.usual ?? size.least) + 1, -1);
  // A whole metric comes before further columns, but after all basic ones.
  return cells <= width
    ? columns
    : columns.map((each) => ({ ...each, size: fixed(each.size.least, each.size.most) }));
}

const MIN_METRIC_WIDTH = 8;

/** All columns that these rows have, each as wide as the widest of its texts, with the label of the column or without. */
export function boardColumns(
  rows: ReadonlyArray<Row>,
  style: ColumnStyle,
  hasLabels = true,
): ReadonlyArray<TableColumn> {
  const { chosen, ctx, wrapsMetric = false } = style;
  const ids = chosen === null ? boardFields().map(({ id }) => id) : columnsChosen(chosen);
  const order = chosen === null ? null : orderOfChosen(ids);
  return ids.flatMap((id): ReadonlyArray<TableColumn> => {
    const column = columnOf(id, style);
    const { isKnown = () => true, column: limits } = fieldNamed(id);
    // What was chosen is shown also where nothing is known of it.
    if (chosen?.includes(id) !== true && !rows.some(isKnown)) return [];
    const widest = Math.max(id === 'rank' ? 2 : 0, measure(column.field, rows, ctx, hasLabels).most);
    if (widest === 0) return [];
    const isWrapped = id === 'metric' && wrapsMetric;
    const usual = isWrapped ? Math.min(widest, USUAL_METRIC_WIDTH) : widest;
    const least = Math.min(usual, isWrapped ? MIN_METRIC_WIDTH : (limits?.least ?? usual));
    const size = { least, usual, most: widest };
    return [{ ...column, order: order === null ? (limits?.order ?? 0) : order.indexOf(id), size, isWrapped }];
  });
}

/** From left to right: what became of a symbol follows it, and a trend is a picture and a word. */
function columnsChosen(chosen: ReadonlyArray<string>): ReadonlyArray<string> {
  const columns = [...new Set(chosen)]
    .filter((id) => id !== 'rank')
    .flatMap((id) => (id === 'trend' ? ['spark', id] : [id]));
  const became = ['now', 'gain'].filter((id) => !columns.includes(id));
  return ['rank', 'mark', ...columns.toSpliced(columns.indexOf('symbol') + 1, 0, ...became)];
}

/** The metric is what a board ranks on: it has its cells before the others. */
function orderOfChosen(columns: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = ['rank', 'mark', 'symbol', 'now', 'gain', 'metric'].filter((id) => columns.includes(id));
  return [...new Set([...first, ...columns])];
}

/** Before the symbol: says which row is selected where colours are missing. */
export function selectedPiece({ emphasis }: Row, theme: Theme): Piece {
  return emphasis === 'selected' ? ['▸', theme.accent] : [' ', unpainted];
}

/** A column as the boards have it: the mark shows which row is selected, and the symbol whether it is pinned. */
export function columnOf(
  id: string,
  { metric, ctx }: Omit<ColumnStyle, 'chosen'>,
): Pick<TableColumn, 'field' | 'pieces'> {
  const field = fieldNamed(id === 'metric' ? metric : id);
  const { theme } = ctx;
  if (id === 'mark')
    return {
      field,
      pieces: (row, width) => [
        ...cellPieces(field.text(row, ctx, width), width, field.align, paintOf(field, row, theme)),
        selectedPiece(row, theme),
      ],
    };
  if (id !== 'symbol') return { field };
  return {
    field,
    pieces: (row, width) =>
      symbolPieces(field.text(row, ctx, width), width, {
        isPinned: row.isPinned === true,
        paint: paintOfSymbol(row, theme),
        theme,
      }),
  };
}

function paintOfSymbol({ emphasis, isPinned, boards }: Row, theme: Theme): Paint {
  const usual = isPinned === true || isHighConfluence(boards) ? theme.strong : unpainted;
  if (emphasis !== 'related') return usual;
  return isPinned === true ? (text) => theme.related(theme.strong(text)) : theme.related;
}

/** A wider terminal has no use for more. */
export const MAX_WIDE_WIDTH = 140;

/** Cells of rule that a title keeps beside its label. */
const MIN_RULE = 2;

/** The groups of a board, without those that a filter left empty; the board itself if it has none. */
export function partsOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  if (rows.length === 0) return [{ key, group: null, rows }];
  const groups = groupBy(rows, ({ group }) => group?.name ?? null);
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

/** `Money flow · blue`, `Movers`, or the key of a board that is not in the catalogue. */
export function titleOf({ key, group }: Pick<BoardPart, 'key' | 'group'>): string {
  const title = BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? cleanText(key);
  return group === null ? title : `${title} · ${group}`;
}

/** `Movers`: a board as a whole, where people read. */
export function boardTitle(key: string): string {
  return titleOf({ key, group: null });
}

export function ranksText({ rows }: BoardPart): string {
  return `${rows.length} ${rows.length === 1 ? 'rank' : 'ranks'}`;
}

const EMPTY = ' no symbols';
/** Cells of a board without symbols. */
export const EMPTY_WIDTH = EMPTY.length;

export function emptyLine(theme: Theme): string {
  return theme.muted(EMPTY);
}
