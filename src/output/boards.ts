import type { Row } from '../fields/field.ts';
import { splitMetrics } from '../fields/metric-words.ts';
import { type Origin, originOf, rowsOf } from '../fields/row.ts';
import { groupBy } from '../group-by.ts';
import type { Board, BoardPart, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { timeTexts } from '../text/format.ts';
import { badgeLines } from '../text/label.ts';
import {
  fitText,
  flow,
  flowLines,
  joinBlocks,
  type Line,
  type Lines,
  paintedLines,
  type Segment,
  wrapWords,
} from '../text/lines.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import {
  boardColumns,
  EMPTY_WIDTH,
  emptyLine,
  MAX_WIDE_WIDTH,
  partsOf,
  ranksText,
  renderBoardTitle,
  titleOf,
} from './board.ts';
import { type HeaderOptions, renderHeader, renderTopLine, renderTopPlay } from './header.ts';
import { draw, fixed, layOut, type TableColumn } from './table.ts';

/** Header and top play are at least this wide, where there is room. */
const MIN_WIDTH = 80;

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
): Lines {
  const origin = originOf({ snapshot, ...options }, options);
  const [lines, boardsWidth] = renderBoards(boards, { ...options, origin });
  const width = Math.min(options.width, Math.max(MIN_WIDTH, boardsWidth));
  if (boards.length === 0 && snapshot.boards.length > 0)
    return renderHeader([snapshot], { ...options, width });
  return [...renderTop(snapshot, { ...options, width }), ...lines];
}

/** The header and the top play. */
export function renderTop(snapshot: Snapshot, options: Omit<SnapshotViewOptions, 'columns'>): Lines {
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  return [
    ...renderHeader([snapshot], { ...options, width }),
    ...renderTopPlay(snapshot.topPlay, { ...options, width }),
  ];
}

interface BoardsOptions extends Ctx, Pick<SnapshotViewOptions, 'columns' | 'wide' | 'outcomes'> {
  /** That of the snapshot; its timeframe decides what some boards rank on. */
  readonly origin: Origin;
}

/** Lines, and the cells of a full row of boards. */
type Rendered = readonly [lines: Lines, width: number];

/** Blank cells between two tiles. */
const GRID_GAP = 2;
/** A title has room for the shared words of metrics up to this width; longer ones stay with their metrics. */
const MAX_TITLE_WIDTH = 40;
/** Cells of a rule beside a title, with the blanks around it. */
const RULE = 4;
/** Every tile has the columns up to this order, if its rows know them. */
const LAST_BASIC_ORDER = 80;

/** A board of one snapshot, or one of its groups. */
interface Tile {
  readonly board: BoardPart;
  readonly rows: ReadonlyArray<Row>;
  /** The words that all metrics share, at the right end of the title. */
  readonly label: string;
  /** Cells of the title with its label. */
  readonly titleWidth: number;
}

/** The boards in the given order, as tiles side by side or with all columns one below the other, with all their rows. */
export function renderBoards(boards: ReadonlyArray<Board>, options: BoardsOptions): Rendered {
  if (boards.length === 0) return [[], 0];
  const parts = boards.flatMap(partsOf);
  return options.wide === true || boards.length === 1
    ? renderWide(parts, options)
    : renderTiles(parts, options);
}

function renderWide(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): Rendered {
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const lines = boards.flatMap((board) => {
    const rows = rowsOf(board, options.origin, options.outcomes);
    const columns = columnsOf(rows, options, true);
    const detail = ranksOn(board.key, options.origin.timeframe ?? null);
    const title = renderBoardTitle(titleOf(board), detail, ranksText(board), width, options.theme);
    return [title, ...drawRows(rows, columns, true, { ...options, width })];
  });
  return [paintedLines(lines), width];
}

function renderTiles(boards: ReadonlyArray<BoardPart>, options: BoardsOptions): Rendered {
  const { theme } = options;
  const tiles = boards.map((board) => tileOf(board, options));
  const { widths, columns, hasLabels } = layOutTiles(tiles, options);
  const blocks = tiles.map(({ board, rows, label }, index) => {
    const width = widths[index % widths.length] ?? options.width;
    const title = renderBoardTitle(titleOf(board), '', label, width, theme);
    return [title, ...drawRows(rows, columns[index] ?? [], hasLabels, { ...options, width })];
  });
  const lines: Array<string> = [];
  for (let start = 0; start < blocks.length; start += widths.length)
    lines.push(...joinBlocks(blocks.slice(start, start + widths.length), { widths, gap: GRID_GAP }));
  return [lines, totalWidth(widths)];
}

/** The words that all metrics share are in the title, where it has room for them. */
function tileOf(board: BoardPart, options: BoardsOptions): Tile {
  const metrics = splitMetrics(board.rows);
  const title = displayWidth(titleOf(board)) + RULE;
  const whole = title + displayWidth(metrics.words);
  const rows = rowsOf(board, options.origin, options.outcomes);
  if (whole > Math.min(options.width, MAX_TITLE_WIDTH))
    return { board, rows, label: '', titleWidth: Math.min(title, MAX_TITLE_WIDTH) };
  const shown = rows.map((row) => ({ ...row, shownMetric: metrics.text(row) }));
  return { board, rows: shown, label: metrics.words, titleWidth: whole };
}

function columnsOf(
  rows: ReadonlyArray<Row>,
  { columns: chosen, ...ctx }: BoardsOptions,
  hasLabels: boolean,
): ReadonlyArray<TableColumn> {
  return boardColumns(rows, { ctx, chosen, metric: 'metric', wrapsMetric: true }, hasLabels);
}

/** The labels of the columns if any, and the rows. */
function drawRows(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<TableColumn>,
  hasLabels: boolean,
  ctx: Ctx,
): ReadonlyArray<Line> {
  if (rows.length === 0) return [emptyLine(ctx.theme)];
  const [labels = [], ...lines] = draw(layOut(columns, rows, ctx.width), rows, ctx);
  return [...(hasLabels ? labels : []), ...lines.flat()];
}

interface TileGrid {
  /** Cells of each column of tiles. */
  readonly widths: ReadonlyArray<number>;
  /** The columns of each tile. */
  readonly columns: ReadonlyArray<ReadonlyArray<TableColumn>>;
  readonly hasLabels: boolean;
}

/**
 * As many tiles side by side as fit with their metrics whole, each column of tiles as wide as its widest one, and then the same
 * further columns in every tile, as many as fit in all of them, of which the last one may be cut. If not even one tile fits, its
 * columns give way to the metric.
 */
function layOutTiles(tiles: ReadonlyArray<Tile>, options: BoardsOptions): TileGrid {
  const { width, columns: chosen } = options;
  const isOlder = tiles.some(({ rows }) => rows.some(({ outcome }) => outcome !== undefined));
  const hasLabels = chosen !== null || isOlder;
  const lastBasic = chosen === null ? LAST_BASIC_ORDER : Number.POSITIVE_INFINITY;
  const basic = tiles.map(({ rows }) =>
    columnsOf(rows, options, hasLabels).filter(({ order }) => order <= lastBasic),
  );
  const gridOf = (columns: TileGrid['columns'], count: number) => ({
    widths: widthsOf(tiles, columns, count),
    columns,
  });
  const fits = ({ widths }: Pick<TileGrid, 'widths'>) => totalWidth(widths) <= width;
  const whole = columnsUpTo(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, basic);
  // Each takes a cell at least: a response may have thousands.
  const counts = Array.from({ length: Math.min(tiles.length, width) }, (_, index) => index + 1);
  const count = counts.findLast((each) => fits(gridOf(whole, each)));
  if (count === undefined) return { widths: [width], columns: basic, hasLabels };
  // Further columns need labels.
  const all = tiles.map(({ rows }) => columnsOf(rows, options, true));
  const step = furtherSteps(lastBasic, all).findLast((each) =>
    fits(gridOf(columnsUpTo(...each, all), count)),
  );
  return step === undefined
    ? { ...gridOf(whole, count), hasLabels }
    : { ...gridOf(columnsUpTo(...step, all), count), hasLabels: true };
}

/** The order of each column after the basic ones with its cells, from the fewest to those of its widest text. */
function furtherSteps(
  lastBasic: number,
  all: TileGrid['columns'],
): ReadonlyArray<readonly [order: number, cells: number]> {
  const further = all.flat().filter(({ order }) => order > lastBasic);
  const byOrder = [...groupBy(further, ({ order }) => order)].sort(([a], [b]) => a - b);
  return byOrder.flatMap(([order, columns]) => {
    const least = Math.max(...columns.map(({ size }) => size.least));
    const most = Math.max(...columns.map(({ size }) => size.most));
    return Array.from({ length: most - least + 1 }, (_, index) => [order, least + index] as const);
  });
}

/** The columns up to an order, as wide as they usually are, but those of that order with at most so many cells. */
function columnsUpTo(last: number, cells: number, all: TileGrid['columns']): TileGrid['columns'] {
  return all.map((some) =>
    some
      .filter(({ order }) => order <= last)
      .map((column) => {
        const { usual = column.size.most } = column.size;
        return { ...column, size: fixed(column.order === last ? Math.min(cells, usual) : usual) };
      }),
  );
}

/** Cells of each of `count` columns of tiles. */
function widthsOf(
  tiles: ReadonlyArray<Tile>,
  columns: TileGrid['columns'],
  count: number,
): ReadonlyArray<number> {
  const widths = Array<number>(count).fill(0);
  for (const [index, { titleWidth, rows }] of tiles.entries()) {
    const cells = (columns[index] ?? []).reduce((sum, { size }) => sum + size.most + 1, -1);
    const column = index % count;
    widths[column] = Math.max(widths[column] ?? 0, titleWidth, rows.length === 0 ? EMPTY_WIDTH : cells);
  }
  return widths;
}

function totalWidth(widths: ReadonlyArray<number>): number {
  return widths.reduce((sum, width) => sum + width + GRID_GAP, -GRID_GAP);
}

/** A command that the user may want next: `one board`, `boards -b movers`. */
export interface NextStep {
  readonly label: string;
  readonly command: string;
}

const SEPARATOR = ' · ';
const BESIDE = '  ·  ';

interface ShownSnapshot {
  readonly loaded: TimeframeSnapshot;
  readonly boards: ReadonlyArray<Board>;
}

/** What follows boards that a terminal does not show from the first on: the top play again, and the next steps. */
export function renderLastLines(
  snapshots: ReadonlyArray<ShownSnapshot>,
  steps: ReadonlyArray<NextStep>,
  ctx: Ctx,
): Lines {
  return [...snapshots.flatMap((each) => renderShort(each, ctx)), ...renderSteps(steps, ctx)];
}

/** `TOP  EMLO $28.50 +9.37% ◆3+  ·  13 boards of day, 14:32:00 EST`: what a long output began with. */
function renderShort({ loaded: origin, boards }: ShownSnapshot, ctx: Ctx): Lines {
  const { topPlay, timeframe, asOfMilliseconds } = origin.snapshot;
  // As many as there are titles, so that each tier of money flow is one.
  const titles = boards.flatMap(partsOf).length;
  const count = `${titles} ${titles === 1 ? 'board' : 'boards'}`;
  const { width, theme } = ctx;
  const top = renderTopLine(topPlay, width, theme);
  const of = `${count} of ${cleanText(timeframe ?? 'an unknown timeframe')}`;
  // The badge of recorded data has the time.
  const times = origin.isRecorded ? [] : timeTexts(asOfMilliseconds, ctx).slice(0, 2);
  const badges = badgeLines(origin, { ...ctx, asOf: asOfMilliseconds }, width);
  const text = fitText(width, ...times.map((time) => `${of}, ${time}`), of);
  const parts = [top, { plain: text, painted: text }];
  const lines = flowLines(parts, width, BESIDE, theme.muted).flatMap((line) => wordLines(line, width));
  const segments = [
    ...lines.map(({ plain, painted }): Segment => [[plain, () => painted]]),
    ...badges.map((badge): Segment => [[badge, theme.badge]]),
  ];
  return flow(segments, width).map(({ painted }) => painted);
}

/** `Shorter: boards -l 5 · live: boards watch`, broken between steps, or between words where a line has no room for one. */
function renderSteps(steps: ReadonlyArray<NextStep>, { width, theme }: Ctx): Lines {
  const segments = steps.map(({ label, command }) => ({
    plain: `${label}: ${command}`,
    painted: theme.muted(`${label}: `) + command,
  }));
  return flowLines(segments, width, SEPARATOR, theme.muted)
    .flatMap((line) => wordLines(line, width))
    .map(({ painted }) => painted);
}

/** A line that is too wide, broken between its words, which are then unpainted. */
function wordLines(line: Line, width: number): ReadonlyArray<Line> {
  const words = wrapWords(line.plain, width);
  return words.length < 2 ? [line] : words.map((plain) => ({ plain, painted: plain }));
}
