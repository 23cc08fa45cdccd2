import { EMPTY_ROW, type Row } from '../fields/field.ts';
import { formatStanding, isHighConfluence, paintOfSign } from '../fields/fields.ts';
import type { CardTimeframe } from '../market/card.ts';
import type { Standing, TickerPlacements } from '../market/standings.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { ABSENT, formatPercent } from '../text/format.ts';
import {
  BLANK,
  flow,
  joinPieces,
  type Line,
  type Lines,
  type Piece,
  paintedLines,
  type Segment,
  wrapWords,
} from '../text/lines.ts';
import { cleanText, clip, displayWidth, fitCell } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { isCounted, placeRank } from './confluence.ts';
import { renderHeader, type TimeframesOptions } from './header.ts';
import { figurePieces, pieceOf, timeframeNames, titleLine } from './pieces.ts';
import { cellPieces } from './table.ts';

/** One header, then each ticker. */
export function renderSymbols(
  snapshots: ReadonlyArray<Snapshot>,
  tickers: ReadonlyArray<TickerPlacements>,
  options: TimeframesOptions,
): Lines {
  return [
    ...renderHeader(snapshots, options),
    ...tickers.flatMap((ticker) => ['', ...renderSymbol(ticker, options)]),
  ];
}

/** Title, figures, boards × timeframes, and a sentence. Only the sentence if the ticker is on no board. */
function renderSymbol(ticker: TickerPlacements, options: TimeframesOptions): Lines {
  const { name, boards, standings } = ticker;
  const { width, theme, outcomesIn } = options;
  const symbol = clip(cleanText(ticker.symbol), 12);
  const sentence = wrapWords(summarize(symbol, ticker), width).map((line) => theme.strong(line));
  if (boards.length === 0) return sentence;
  const columns = standings.map((standing): MatrixColumn => {
    const { timeframe } = standing;
    const outcome = outcomesIn?.get(timeframe)?.find(ticker.symbol);
    return { timeframe, standing, isAsked: false, oldTime: '', outcome };
  });
  const lines = [
    titleLine([symbol, theme.title], name, ['', unpainted], width),
    ...flow(figures(ticker, columns, options), width),
    ...metricMatrix(columns, boards, options),
  ];
  return [...paintedLines(lines), ...sentence];
}

/** `$182.40  gain +1.20%  +6.12% day  vol 214.0M`. Unknown figures other than the price are left out. */
function figures(
  { price, dayPct, window, volume }: TickerPlacements,
  columns: ReadonlyArray<MatrixColumn>,
  ctx: Ctx,
): ReadonlyArray<Segment> {
  const { theme } = ctx;
  // That of the first timeframe in which it is known.
  const outcome = columns.find((column) => column.outcome?.changePct != null)?.outcome;
  const row = { ...EMPTY_ROW, price, dayPct, volume, outcome };
  const [priceText, change, volumeText] = figurePieces(row, ctx);
  return [
    [priceText],
    outcome == null ? [] : [['gain ', theme.muted], pieceOf('gain', row, ctx)],
    dayPct === null ? [] : [change, [` ${window}`, theme.muted]],
    volume === null ? [] : [volumeText],
  ];
}

/** `NVDA: listed on 4 boards in day, 2 in swing; bullish in both.` Counts the boards in the matrix, not the confluence score. */
function summarize(symbol: string, { standings }: TickerPlacements): string {
  const listed = standings.filter(({ placements }) => placements.length > 0);
  if (listed.length === 0) {
    return `${symbol} is on no board in ${standings.map(({ timeframe }) => timeframe).join(', ')}.`;
  }
  const counts = listed.map(({ timeframe, placements }, index) => {
    const boards = new Set(placements.map(({ board }) => board)).size;
    const noun = index > 0 ? '' : boards === 1 ? ' board' : ' boards';
    return `${boards}${noun} in ${timeframe}`;
  });
  const agreement = listed.length === 1 ? listed[0]?.bias : describeAgreement(listed);
  return `${symbol}: listed on ${counts.join(', ')}${agreement ? `; ${agreement}` : ''}.`;
}

/**
 * The timeframes of each bias, in the order of `BIASES`: `bullish in both`, `bullish in day, swing; bearish in scalp`. Empty if
 * no bias is known.
 */
function describeAgreement(biases: ReadonlyArray<Pick<Standing, 'timeframe' | 'bias'>>): string {
  const known = biases.filter(({ bias }) => bias !== null);
  const groups = BIASES.map((bias) => ({
    bias,
    timeframes: known.filter((one) => one.bias === bias).map(({ timeframe }) => timeframe),
  })).filter(({ timeframes }) => timeframes.length > 0);
  return groups
    .map(
      ({ bias, timeframes }) =>
        `${bias} in ${groups.length === 1 ? inAll(timeframes) : timeframes.join(', ')}`,
    )
    .join('; ');
}

function inAll(timeframes: ReadonlyArray<string>): string {
  if (timeframes.length === 1) return timeframes[0] ?? '';
  return timeframes.length === 2 ? 'both' : `all ${timeframes.length}`;
}

/** Cells of the names of boards. */
export const MIN_BOARD_WIDTH = 12;
/** What remains of them where a metric needs the room. */
const MIN_LABEL_WIDTH = 8;
/** A longer metric is cut. */
const MAX_METRIC_WIDTH = 30;
const GAP = 2;

/** The timeframes with the metrics of the boards, each as wide as its texts. */
function metricMatrix(
  columns: ReadonlyArray<MatrixColumn>,
  boards: ReadonlyArray<string>,
  ctx: Ctx,
): ReadonlyArray<Line> {
  const rows = rowsOf(boards, true, ctx);
  const widest = columns
    .flatMap((column) => rows.map(([, of]) => displayWidth(of(column)[0])))
    .reduce((most, cells) => Math.max(most, cells), 0);
  const label = Math.min(widestLabel(boards), Math.max(MIN_LABEL_WIDTH, ctx.width - widest - 1)) + 1;
  return matrixLines(columns, boards, { own: null, label, cells: null, hasMetrics: true }, ctx);
}

export function widestLabel(boards: ReadonlyArray<string>): number {
  return boards.reduce((most, board) => Math.max(most, displayWidth(boardTitle(board))), MIN_BOARD_WIDTH);
}

export interface MatrixColumn extends Pick<CardTimeframe, 'timeframe' | 'isAsked'> {
  /** Null without a snapshot. */
  readonly standing: Standing | null;
  /** The time of a snapshot that is older than that of the others; else empty. */
  readonly oldTime: string;
  /** For older data: what became of the symbol. */
  readonly outcome?: Row['outcome'];
}

interface MatrixStyle {
  /** The timeframe that stands out. */
  readonly own: Timeframe | null;
  /** Cells of the names of boards with a blank, and of a timeframe; null: as wide as its texts. */
  readonly label: number;
  readonly cells: number | null;
  readonly hasMetrics: boolean;
}

type MatrixRow = readonly [label: string, pieceOf: (column: MatrixColumn) => Piece];

/** Boards × timeframes: `?` without a snapshot, `–` on no board, `…` on its way. In narrow blocks, one below the other. */
export function matrixLines(
  columns: ReadonlyArray<MatrixColumn>,
  boards: ReadonlyArray<string>,
  { own, label, cells, hasMetrics }: MatrixStyle,
  ctx: Ctx,
): ReadonlyArray<Line> {
  const { theme, width } = ctx;
  const names = timeframeNames(
    columns.map(({ timeframe }) => timeframe),
    (cells ?? Number.POSITIVE_INFINITY) - 1,
  );
  const nameRow: MatrixRow = [
    '',
    (column) => [names[columns.indexOf(column)] ?? '', column.timeframe === own ? theme.strong : theme.muted],
  ];
  const rows = [nameRow, ...rowsOf(boards, hasMetrics, ctx)];
  const widths = new Map(
    columns.map((column) => [
      column,
      cells ?? rows.reduce((most, [, of]) => Math.max(most, displayWidth(of(column)[0])), 0) + GAP,
    ]),
  );
  const widthIn = (column: MatrixColumn) => widths.get(column) ?? 0;
  const blocks: Array<Array<MatrixColumn>> = [];
  let room = 0;
  for (const column of columns) {
    if (widthIn(column) - GAP > room) blocks.push([]);
    if (blocks.at(-1)?.length === 0) room = width - label;
    blocks.at(-1)?.push(column);
    room -= widthIn(column);
  }
  return blocks.flatMap((block, index) => {
    const lines = rows.flatMap(([name, of]) => {
      const pieces = block.map(of);
      if (pieces.every(([text]) => text === '')) return [];
      const title: Piece = [`${fitCell(name, label - 1)} `, unpainted];
      let left = width - label;
      const texts = block.flatMap((column, place) => {
        const [text, paint] = pieces[place] ?? ['', unpainted];
        const room = Math.min(left, widthIn(column));
        left -= room;
        return cellPieces(text, room, 'left', paint);
      });
      return [joinPieces([title, ...texts], width)];
    });
    return index === 0 ? lines : [BLANK, ...lines];
  });
}

/** Boards and change, then the ranks on each board. */
function rowsOf(boards: ReadonlyArray<string>, hasMetrics: boolean, ctx: Ctx): ReadonlyArray<MatrixRow> {
  const { theme } = ctx;
  return [
    ['boards', (column) => standingPiece(column, theme)],
    [
      'change',
      ({ standing }) => {
        const change = standing?.dayPct ?? null;
        return [change === null ? '' : formatPercent(change), paintOfSign(theme, change)];
      },
    ],
    [
      'now',
      ({ outcome }) =>
        outcome === undefined ? ['', unpainted] : pieceOf('now', { ...EMPTY_ROW, outcome }, ctx),
    ],
    ['as of', ({ oldTime }) => [oldTime, theme.muted]],
    ...boards.map(
      (board): MatrixRow => [boardTitle(board), (column) => rankPiece(column, board, hasMetrics, theme)],
    ),
  ];
}

function standingPiece({ standing, isAsked }: MatrixColumn, theme: Theme): Piece {
  if (standing === null) return [isAsked ? '…' : '?', theme.muted];
  if (standing.placements.length === 0) return [ABSENT, theme.muted];
  return [formatStanding(standing), isHighConfluence(standing.boards) ? theme.accent : unpainted];
}

/** `1`, `penny 2`; with the metric `#1 255 alerts`. */
function rankPiece({ standing }: MatrixColumn, board: string, hasMetrics: boolean, theme: Theme): Piece {
  const placement = standing?.placements.find((each) => each.board === board);
  if (placement === undefined) return ['', unpainted];
  const { row } = placement;
  const paint = row.rank !== null && isCounted(placement) ? theme.strong : unpainted;
  const sign = hasMetrics && row.group === undefined ? '#' : '';
  const metric = hasMetrics && row.metric !== null ? ` ${clip(cleanText(row.metric), MAX_METRIC_WIDTH)}` : '';
  return [sign + placeRank(row) + metric, paint];
}
