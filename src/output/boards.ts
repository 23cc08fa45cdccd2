import type { Row } from '../fields/field.ts';
import { shownColumns } from '../fields/fields.ts';
import { splitMetrics, tileMetrics } from '../fields/metric-words.ts';
import { type Origin, originOf, rowsOf } from '../fields/row.ts';
import type { Board, BoardPart, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { counted, formatTimeWithZone } from '../text/format.ts';
import { labelLines } from '../text/label.ts';
import { flowTexts, joinBlocks, joinTexts, type PaintedLines, wrapWords } from '../text/lines.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import {
  boardColumns,
  drawRows,
  EMPTY_WIDTH,
  LAST_BASIC_ORDER,
  MAX_WIDE_WIDTH,
  partsOf,
  renderBoardTitle,
  titleOf,
} from './board.ts';
import { type HeaderOptions, renderHeader, renderTopLine, renderTopPlay } from './header.ts';
import { plainHeading } from './pieces.ts';
import { layOut, renderPlainTable, type TableColumn } from './table.ts';

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
  return [...top, ...renderBoards(boards, originOf({ snapshot, ...options }, options), options)];
}

/**
 * The boards in the given order with all their rows: as tiles side by side, with all columns one below the other, or plain. The
 * timeframe of their origin decides what some of them rank on.
 */
export function renderBoards(
  boards: ReadonlyArray<Board>,
  origin: Origin,
  options: SnapshotViewOptions,
): PaintedLines {
  const { style, columns, outcomes, wide, theme } = options;
  const detailOf = ({ key }: Board) => ranksOn(key, origin.timeframe ?? null);
  if (style === 'plain') {
    const fields = shownColumns('row', columns, outcomes != null);
    return boards.flatMap((board) => {
      const heading = plainHeading(board.key, detailOf(board), theme);
      return ['', heading, ...renderPlainTable(fields, rowsOf(board, origin, outcomes), options)];
    });
  }
  const parts = boards
    .flatMap(partsOf)
    .map((part): Part => ({ ...part, rows: rowsOf(part, origin, outcomes) }));
  return wide === true || boards.length === 1
    ? parts.flatMap((part) => renderWide(part, detailOf(part), options))
    : renderTiles(parts, options);
}

/** The header and the top play. */
export function renderTop(snapshot: Snapshot, options: HeaderOptions): PaintedLines {
  const top = { ...options, width: Math.min(MAX_WIDE_WIDTH, options.width) };
  return [...renderHeader([snapshot], top), ...renderTopPlay(snapshot.topPlay, top)];
}

/** A board or one of its groups, with all that is known of its rows. */
interface Part extends BoardPart {
  readonly rows: ReadonlyArray<Row>;
}

function renderWide(part: Part, detail: string, options: SnapshotViewOptions): PaintedLines {
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const { rows } = part;
  const title = renderBoardTitle(titleOf(part), detail, counted(rows.length, 'rank'), width, options.theme);
  return [title, ...drawRows(layOut(columnsOf(rows, options), rows, width), rows, options)];
}

interface Tile extends Part {
  /** The words that all metrics share, at the right end of the title. */
  readonly label: string;
  readonly columns: ReadonlyArray<TableColumn>;
  /** Cells of the title with its label, or of the columns with their widest texts. */
  readonly width: number;
}

/** Blank cells between two tiles. */
const GRID_GAP = 2;
/** A title has room for the shared words of metrics up to this width; longer ones stay with their metrics. */
const MAX_TITLE_WIDTH = 40;
/** Cells of a rule beside a title, with the blanks around it. */
const RULE = 4;

/**
 * As many tiles side by side as fit with their metrics whole, each column of tiles as wide as its widest one. If not even one tile
 * fits, its columns give way to the metric.
 */
function renderTiles(parts: ReadonlyArray<Part>, options: SnapshotViewOptions): PaintedLines {
  // The cells of usual tiles explain themselves.
  const hasLabels = options.columns !== null || options.outcomes != null;
  const tiles = parts.map((part) => tileOf(part, hasLabels, options));
  // Each takes a cell at least: a response may have thousands.
  const counts = Array.from({ length: Math.min(tiles.length, options.width) }, (_, index) => index + 1);
  const fits = (each: ReadonlyArray<number>) =>
    each.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP) <= options.width;
  const widths = counts.map((count) => widthsOf(tiles, count)).findLast(fits) ?? [options.width];
  const blocks = tiles.map((tile, index) => {
    const { label, rows, columns } = tile;
    const width = widths[index % widths.length] ?? options.width;
    const head = renderBoardTitle(titleOf(tile), '', label, width, options.theme);
    return [head, ...drawRows(layOut(columns, rows, width), rows, options, hasLabels)];
  });
  return blocks.flatMap((_, start) =>
    start % widths.length === 0
      ? joinBlocks(blocks.slice(start, start + widths.length), { widths, gap: GRID_GAP })
      : [],
  );
}

/** The words that all metrics share are in the title, where it has room for them. */
function tileOf(part: Part, hasLabels: boolean, options: SnapshotViewOptions): Tile {
  const isChosen = options.columns !== null;
  const metrics = isChosen ? splitMetrics(part.rows) : tileMetrics(part.rows, false);
  const titleCells = displayWidth(titleOf(part)) + RULE;
  const hasRoom = displayWidth(metrics.label) <= Math.min(options.width, MAX_TITLE_WIDTH) - titleCells;
  const label = hasRoom ? metrics.label : '';
  const rows = hasRoom ? part.rows.map((row) => ({ ...row, shownMetric: metrics.text(row) })) : part.rows;
  const columns = columnsOf(rows, options, hasLabels).filter(
    ({ order }) => isChosen || order <= LAST_BASIC_ORDER,
  );
  const cells = columns.reduce((sum, { size }) => sum + (size.usual ?? size.most) + 1, -1);
  const titleWidth = Math.min(titleCells + displayWidth(label), MAX_TITLE_WIDTH);
  const width = Math.max(titleWidth, rows.length === 0 ? EMPTY_WIDTH : cells);
  return { ...part, label, rows, columns, width };
}

/** Cells of each of `count` columns of tiles. */
function widthsOf(tiles: ReadonlyArray<Tile>, count: number): ReadonlyArray<number> {
  const widths = Array<number>(count).fill(0);
  for (const [index, { width }] of tiles.entries())
    widths[index % count] = Math.max(widths[index % count] ?? 0, width);
  return widths;
}

function columnsOf(rows: ReadonlyArray<Row>, ctx: SnapshotViewOptions, hasLabels = true) {
  return boardColumns(rows, { ctx, chosen: ctx.columns, metric: 'metric', wrapsMetric: true }, hasLabels);
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
  const { topPlay, timeframe, time } = loaded.snapshot;
  const { width, theme } = ctx;
  const count = `${counted(boards.length, 'board')} of ${cleanText(timeframe ?? 'an unknown timeframe')}`;
  // The label of recorded data has the time.
  const asOf = loaded.isRecorded ? '' : formatTimeWithZone(time, ctx);
  const labels = labelLines(loaded, time, ctx);
  const parts = [
    renderTopLine(topPlay, { width, theme, isRecorded: loaded.isRecorded }),
    ...wrapWords(joinTexts(', ', count, asOf), width),
    ...labels.map((text) => theme.badge(text)),
  ];
  return flowTexts(parts, width, '  ·  ', theme.muted);
}
