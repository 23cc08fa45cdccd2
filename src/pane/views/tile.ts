import type { Row, RowPast } from '../../fields/field.ts';
import { type Metrics, splitMetrics } from '../../fields/metric-words.ts';
import type { BoardMovement } from '../../market/movement.ts';
import type { Outcome } from '../../market/symbol-outcomes.ts';
import {
  boardColumns,
  type ColumnStyle,
  emptyLine,
  MAX_WIDE_WIDTH,
  ranksText,
  renderBoardTitle,
  tileColumns,
  titleOf,
} from '../../output/board.ts';
import { draw, layOut, type Table } from '../../output/table.ts';
import type { BoardPart, BoardRow } from '../../service/snapshot.ts';
import { type Line, selectedLine } from '../../text/box.ts';
import { formatPrice } from '../../text/format.ts';
import { cleanText, clip, displayWidth } from '../../text/safe-text.ts';
import type { Theme } from '../../text/theme.ts';
import { ranksOn } from '../../vocabulary.ts';
import type { TileLayout } from './tile-layout.ts';

/** What the pane knows of a board beside its rows. */
export interface BoardKnowledge {
  readonly movement: BoardMovement | undefined;
  /** Index of the selected row; null if it is in another board. */
  readonly selectedIndex: number | null;
  /** The selected symbol, which stands out on every board. */
  readonly selectedSymbol: string | null;
  readonly pins: ReadonlyArray<string>;
  /** What memory knows of a symbol on this board. */
  readonly pastOf: (symbol: string) => RowPast | null;
  /** What became of a symbol of an older snapshot on this board; null for the newest snapshot. */
  readonly becameOf: ((symbol: string) => Outcome) | null;
}

/** What all tiles of a frame have in common. */
export interface TileStyle {
  readonly layout: TileLayout;
  readonly style: ColumnStyle;
  readonly table: Table;
}

export function tileStyle(
  layout: TileLayout,
  boards: ReadonlyArray<BoardPart>,
  style: ColumnStyle,
): TileStyle {
  // Also of few rows, where a filter or an order leaves rank 10 among them.
  const listed = boards.flatMap(({ rows }) => rows.slice(0, layout.rows));
  const lastRank = Math.max(layout.rows, ...listed.map(({ rank, group }) => group?.rank ?? rank ?? 0));
  return { layout, style, table: layOut(tileColumns({ ...layout, lastRank }, style), [], layout.width) };
}

/** The labels of the columns of a tile whose cells do not explain themselves. */
const LABELS: Readonly<Record<string, string>> = {
  ...{ dayPct: 'chg', standing: 'bds', price: 'price', volume: 'vol', name: 'name', tag: 'tag' },
  ...{ boards: 'bds', bias: 'bias', age: 'age', trend: 'trend', now: 'now', gain: 'gain' },
};
/** Cells of rule between a title and the first label. */
const MIN_RULE = 2;

/**
 * `Alerted ──────── chg bds alerts`: each label ends where its column ends, or begins where that begins. The first of them give way
 * to the title.
 */
function renderLabelledTitle(
  title: string,
  { columns, width, gap }: Table,
  metric: string,
  theme: Theme,
): Line {
  let start = 0;
  const labels = columns.flatMap((column) => {
    const { field, width: cells } = column;
    const from = start;
    start += cells + gap;
    const isMetric = field.id === 'metric' || field.id === 'rankNow';
    const text = clip(isMetric ? metric : (LABELS[field.id] ?? ''), cells);
    if (text === '') return [];
    return [{ text, at: field.align === 'right' ? from + cells - displayWidth(text) : from }];
  });
  const name = clip(title, width);
  const first = labels.findIndex(({ at }) => at - 1 >= displayWidth(name) + 1 + MIN_RULE);
  const shown = first < 0 ? [] : labels.slice(first);
  const end = shown[0] === undefined ? width : shown[0].at - 1;
  const rule = end > displayWidth(name) + 1 ? ` ${'─'.repeat(end - displayWidth(name) - 1)}` : '';
  let line = rule;
  for (const { text, at } of shown) line += ' '.repeat(Math.max(0, at - displayWidth(name + line))) + text;
  return { plain: name + line, painted: theme.title(name) + (line === '' ? '' : theme.muted(line)) };
}

/** A title and the rows of one board, or of one of its groups, without a frame. `metrics` is for all of its rows. */
export function renderTile(
  board: BoardPart,
  { layout, style, table }: TileStyle,
  metrics: Metrics,
  known: BoardKnowledge,
): ReadonlyArray<Line> {
  const { theme } = style.ctx;
  const hasPrices = table.columns.some(({ field }) => field.id === 'price');
  const metricOf = (row: BoardRow) => {
    if (!metrics.repeatsChange) return metrics.text(row);
    // Beside a column of prices, that would be said twice too.
    return hasPrices ? '' : formatPrice(row.price);
  };
  const rows = board.rows
    .slice(0, layout.rows)
    .map((row, index) => rowOf(board, row, index, known, metricOf(row)));
  const [, ...lines] = drawRows(table, rows, style, known);
  const words = metrics.repeatsChange ? (hasPrices ? '' : 'price') : metrics.words;
  const label = style.metric === 'rankNow' ? 'rank now' : words;
  return [
    renderLabelledTitle(titleOf(board), table, label, theme),
    ...(rows.length === 0 ? [emptyLine(theme)] : []),
    ...lines.flat(),
  ];
}

export interface ZoomOptions {
  readonly width: number;
  /** The number of rows for which there is room, so that the boards below keep their places. */
  readonly rows: number;
  readonly timeframe: string | null;
  /** The symbols that left; empty for none. */
  readonly left: string;
}

/** Blanks and rule between a title and its label. */
const CELLS_BESIDE_LABEL = 4;
/** Lines of a zoomed board beside its rows: title, column headers, `left:`. */
export const ZOOM_EXTRA_LINES = 3;

/** One board with all columns that fit, and its symbols that left: always `rows` + 3 lines. */
export function renderZoom(
  board: BoardPart,
  { width: most, rows: count, timeframe, left }: ZoomOptions,
  style: ColumnStyle,
  known: BoardKnowledge,
): ReadonlyArray<Line> {
  const { theme } = style.ctx;
  const width = Math.min(MAX_WIDE_WIDTH, most);
  const [title, ranks] = [titleOf(board), ranksText(board)];
  const { text, words } = splitMetrics(board.rows);
  // Words that all metrics share stand in the title, where it has room for them.
  const hasMetric = style.metric === 'metric' && style.chosen?.includes('metric') !== false;
  const room = width - displayWidth(title) - CELLS_BESIDE_LABEL;
  const label = [`${words} · ${ranks}`, words].find(
    (each) => hasMetric && words !== '' && displayWidth(each) <= room,
  );
  const rows = board.rows
    .slice(0, count)
    .map((row, index) => rowOf(board, row, index, known, label === undefined ? undefined : text(row)));
  const table = layOut(boardColumns(rows, style), rows, width);
  const [labels = [], ...lines] = drawRows(table, rows, style, known);
  const lastLine = clip(left, width);
  return [
    renderBoardTitle(title, detailOf(board, timeframe), label ?? ranks, width, theme),
    ...(rows.length === 0 ? [emptyLine(theme)] : labels),
    ...lines.flat(),
    ...Array.from({ length: count - rows.length }, () => ({ plain: '', painted: '' })),
    { plain: lastLine, painted: lastLine === '' ? '' : theme.muted(lastLine) },
  ];
}

/** `movers · move over the window`: its key, as options name it, and what it ranks on. */
function detailOf({ key }: BoardPart, timeframe: string | null): string {
  const ranked = ranksOn(key, timeframe);
  return ranked === '' ? cleanText(key) : `${cleanText(key)} · ${ranked}`;
}

function drawRows(
  table: Table,
  rows: ReadonlyArray<Row>,
  { ctx }: ColumnStyle,
  { selectedIndex }: BoardKnowledge,
): ReadonlyArray<ReadonlyArray<Line>> {
  return draw(table, rows, ctx).map((lines, index) =>
    // The first one has the labels.
    index - 1 === selectedIndex ? lines.map((line) => selectedLine(line, table.width, ctx.theme)) : lines,
  );
}

function rowOf(
  { key: board }: BoardPart,
  row: BoardRow,
  index: number,
  { movement, selectedIndex, selectedSymbol, pins, pastOf, becameOf }: BoardKnowledge,
  shownMetric?: string,
): Row {
  const { symbol } = row;
  const isRelated = symbol !== null && symbol === selectedSymbol;
  return {
    ...row,
    board,
    shownMetric,
    emphasis: index === selectedIndex ? 'selected' : isRelated ? 'related' : null,
    isPinned: symbol !== null && pins.includes(symbol),
    mark: symbol === null ? undefined : movement?.marks.get(symbol),
    past: symbol === null ? null : pastOf(symbol),
    became: symbol === null ? null : (becameOf?.(symbol) ?? null),
  };
}
