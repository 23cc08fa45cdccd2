import type { Row } from '../fields/field.ts';
import { shownColumns } from '../fields/fields.ts';
import { splitMetrics, tileMetrics } from '../fields/metric-words.ts';
import { type Origin, originOf, rowsOf } from '../fields/row.ts';
import type { Board, BoardPart, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { formatTimeWithZone } from '../text/format.ts';
import { labelLines } from '../text/label.ts';
import { flowTexts, joinBlocks, joinTexts, type PaintedLines, wrapWords } from '../text/lines.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import {
  boardColumns,
  EMPTY_WIDTH,
  emptyLine,
  LAST_BASIC_ORDER,
  MAX_WIDE_WIDTH,
  partsOf,
  ranksText,
  renderBoardTitle,
  titleOf,
} from './board.ts';
import { type HeaderOptions, renderHeader, renderTopLine, renderTopPlay } from './header.ts';
import { plainHeading } from './pieces.ts';
import { draw, layOut, renderPlainTable, type TableColumn } from './table.ts';

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
  /** All columns, one board per row. A single board always has them. */
  readonly wide?: boolean | undefined;
}

/** Header, top play and the selected boards; only the header if the selection removed all boards. */
export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): PaintedLines {
  const hasNone = boards.length === 0 && snapshot.boards.length > 0;
  const top = hasNone ? renderHeader([snapshot], options) : renderTop(snapshot, options);
  return [
    ...top,
    ...renderBoards(boards, { ...options, origin: originOf({ snapshot, ...options }, options) }),
  ];
}

/** The header and the top play. */
export function renderTop(snapshot: Snapshot, options: Omit<SnapshotViewOptions, 'columns'>): PaintedLines {
  const top = { ...options, width: Math.min(MAX_WIDE_WIDTH, options.width) };
  return [...renderHeader([snapshot], top), ...renderTopPlay(snapshot.topPlay, top)];
}

interface BoardsOptions extends Ctx, Pick<SnapshotViewOptions, 'columns' | 'wide' | 'outcomes'> {
  /** That of the snapshot; its timeframe decides what some boards rank on. */
  readonly origin: Origin;
}

/** Blank cells between two tiles. */
const GRID_GAP = 2;
/** A title has room for the shared words of metrics up to this width; longer ones stay with their metrics. */
const MAX_TITLE_WIDTH = 40;
/** Cells of a rule beside a title, with the blanks around it. */
const RULE = 4;

/** The boards in the given order with all their rows: as tiles side by side, with all columns one below the other, or plain. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardsOptions): PaintedLines {
  if (options.style === 'plain') return boards.flatMap((board) => ['', ...renderPlainBoard(board, options)]);
  const parts = boards.flatMap(partsOf);
  return options.wide === true || boards.length === 1
    ? renderWide(parts, options)
    : renderTiles(parts, options);
}

/** `movers: move over the window`, then its rows. */
function renderPlainBoard({ key, rows }: Board, options: BoardsOptions): PaintedLines {
  const { theme, columns, outcomes, origin } = options;
  const detail = ranksOn(key, origin.timeframe ?? null);
  const heading = plainHeading(key, detail, theme);
  if (rows.length === 0) return [heading, theme.muted('no symbols')];
  const fields = shownColumns('row', columns, outcomes != null);
  return [heading, ...renderPlainTable(fields, rowsOf({ key, rows }, origin, outcomes), options)];
}

function renderWide(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): PaintedLines {
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  return boards.flatMap((board) => {
    const rows = rowsOf(board, options.origin, options.outcomes);
    const detail = ranksOn(board.key, options.origin.timeframe ?? null);
    const title = renderBoardTitle(titleOf(board), detail, ranksText(board), width, options.theme);
    return [title, ...drawBoardRows(rows, tileColumnsOf(rows, options, true), true, { ...options, width })];
  });
}

/** A board of one snapshot, or one of its groups. */
interface Tile {
  readonly title: string;
  /** The words that all metrics share, at the right end of the title. */
  readonly label: string;
  readonly rows: ReadonlyArray<Row>;
  readonly columns: ReadonlyArray<TableColumn>;
  /** Cells of the title with its label, or of the columns with their widest texts. */
  readonly width: number;
}

/**
 * As many tiles side by side as fit with their metrics whole, each column of tiles as wide as its widest one. If not even one tile
 * fits, its columns give way to the metric.
 */
function renderTiles(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): PaintedLines {
  // The cells of usual tiles explain themselves.
  const hasLabels = options.columns !== null || options.outcomes != null;
  const tiles = boards.map((board) => tileOf(board, hasLabels, options));
  // Each takes a cell at least: a response may have thousands.
  const counts = Array.from({ length: Math.min(tiles.length, options.width) }, (_, index) => index + 1);
  const fits = (each: ReadonlyArray<number>) =>
    each.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP) <= options.width;
  const widths = counts.map((count) => widthsOf(tiles, count)).findLast(fits) ?? [options.width];
  const blocks = tiles.map(({ title, label, rows, columns }, index) => {
    const width = widths[index % widths.length] ?? options.width;
    const head = renderBoardTitle(title, '', label, width, options.theme);
    return [head, ...drawBoardRows(rows, columns, hasLabels, { ...options, width })];
  });
  return blocks.flatMap((_, start) =>
    start % widths.length === 0
      ? joinBlocks(blocks.slice(start, start + widths.length), { widths, gap: GRID_GAP })
      : [],
  );
}

/** The words that all metrics share are in the title, where it has room for them. */
function tileOf(board: BoardPart, hasLabels: boolean, options: BoardsOptions): Tile {
  const title = titleOf(board);
  const isChosen = options.columns !== null;
  const metrics = isChosen ? splitMetrics(board.rows) : tileMetrics(board.rows, false);
  const room = Math.min(options.width, MAX_TITLE_WIDTH) - displayWidth(title) - RULE;
  const hasRoom = displayWidth(metrics.label) <= room;
  const label = hasRoom ? metrics.label : '';
  const all = rowsOf(board, options.origin, options.outcomes);
  const rows = hasRoom ? all.map((row) => ({ ...row, shownMetric: metrics.text(row) })) : all;
  const columns = tileColumnsOf(rows, options, hasLabels).filter(
    ({ order }) => isChosen || order <= LAST_BASIC_ORDER,
  );
  const cells = columns.reduce((sum, { size }) => sum + (size.usual ?? size.most) + 1, -1);
  const titleWidth = Math.min(displayWidth(title) + RULE + displayWidth(label), MAX_TITLE_WIDTH);
  return {
    title,
    label,
    rows,
    columns,
    width: Math.max(titleWidth, rows.length === 0 ? EMPTY_WIDTH : cells),
  };
}

/** Cells of each of `count` columns of tiles. */
function widthsOf(tiles: ReadonlyArray<Tile>, count: number): ReadonlyArray<number> {
  const widths = Array<number>(count).fill(0);
  for (const [index, { width }] of tiles.entries())
    widths[index % count] = Math.max(widths[index % count] ?? 0, width);
  return widths;
}

function tileColumnsOf(
  rows: ReadonlyArray<Row>,
  { columns: chosen, ...ctx }: BoardsOptions,
  hasLabels: boolean,
): ReadonlyArray<TableColumn> {
  return boardColumns(rows, { ctx, chosen, metric: 'metric', wrapsMetric: true }, hasLabels);
}

/** The labels of the columns if any, and the rows. */
function drawBoardRows(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<TableColumn>,
  hasLabels: boolean,
  ctx: Ctx,
): PaintedLines {
  if (rows.length === 0) return [emptyLine(ctx.theme)];
  const [labels = [], ...lines] = draw(layOut(columns, rows, ctx.width), rows, ctx);
  return [...(hasLabels ? labels : []), ...lines.flat()];
}

interface ShownSnapshot {
  readonly loaded: TimeframeSnapshot;
  readonly boards: ReadonlyArray<Board>;
}

/** What follows boards that a terminal does not show from the first on: the top play again, and the next steps. */
export function renderLastLines(
  snapshots: ReadonlyArray<ShownSnapshot>,
  steps: ReadonlyArray<string>,
  ctx: Ctx,
): PaintedLines {
  const lines = flowTexts(steps, ctx.width, ' · ').flatMap((line) => wrapWords(line, ctx.width));
  return [...snapshots.flatMap((each) => renderShort(each, ctx)), ...lines];
}

/** `TOP  EMLO $28.50 +9.37% ◆3+  ·  13 boards of day, 14:32:00 EST`: what a long output began with. */
function renderShort({ loaded, boards }: ShownSnapshot, ctx: Ctx): PaintedLines {
  const { topPlay, timeframe, asOfMilliseconds } = loaded.snapshot;
  const { width, theme } = ctx;
  // As many as there are titles, so that each tier of money flow is one.
  const titles = boards.flatMap(partsOf).length;
  const count = `${titles} ${titles === 1 ? 'board' : 'boards'} of ${cleanText(timeframe ?? 'an unknown timeframe')}`;
  // The label of recorded data has the time.
  const time = loaded.isRecorded ? '' : formatTimeWithZone(asOfMilliseconds, ctx);
  const labels = labelLines(loaded, { ...ctx, asOf: asOfMilliseconds }, width);
  const parts = [
    renderTopLine(topPlay, width, theme),
    ...wrapWords(joinTexts(', ', count, time), width),
    ...labels.map((text) => theme.badge(text)),
  ];
  return flowTexts(parts, width, '  ·  ', theme.muted);
}
