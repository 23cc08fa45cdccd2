import { EMPTY_ROW, ON_SCREEN, type SinceView } from '../fields/field.ts';
import { fieldNamed, formatConfluence, isHighConfluence, paintOf } from '../fields/fields.ts';
import { sharedBias } from '../fields/row.ts';
import type { Standing, SymbolStandings } from '../market/standings.ts';
import { type Cell, joinPieces, type Lines } from '../text/box.ts';
import { fitPieces, widthOf } from '../text/fit.ts';
import type { Segment } from '../text/flow.ts';
import { ABSENT, formatCompact } from '../text/format.ts';
import { renderGrid } from '../text/grid.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { wrapWords } from '../text/wrap.ts';
import { BIASES, BOARD_CATALOGUE, CONFLUENCE_RANKS, type Timeframe } from '../vocabulary.ts';
import { pieceOf, pricePiece } from './figures.ts';
import { timeframeNames } from './timeframes.ts';

export type SymbolReport = SymbolMatrix & Omit<SymbolStandings, 'standings'>;

export interface SymbolViewOptions {
  readonly width: number;
  readonly theme: Theme;
}

/** The card of a small matrix is as wide as this where there is room. */
const MIN_CARD_WIDTH = 60;
/** The title of a small matrix may be longer, up to this number of cells. */
const MAX_TITLE_WIDTH = 100;
/** Fewer cells of a name tell nothing. */
const MIN_NAME_WIDTH = 4;
const GAP = '  ';

/**
 * The card of one ticker: title, figures, a matrix of boards × timeframes, and a sentence. Only the sentence if it is on no
 * board.
 */
export function renderSymbol(report: SymbolReport, { width, theme }: SymbolViewOptions): Lines {
  const symbol = clip(cleanText(report.symbol), 12);
  const sentence = wrapWords(summarize(symbol, report), width).map((line) => theme.strong(line));
  if (report.boards.length === 0) return sentence;
  const matrix = renderSymbolMatrix(report, { min: Math.min(width, MIN_CARD_WIDTH), max: width }, theme);
  const titleWidth = Math.min(width, Math.max(matrix.width, MAX_TITLE_WIDTH));
  return [
    renderTitle(symbol, report, { end: matrix.width, max: titleWidth }, theme),
    fitPieces(width, ...figureLayouts(report, theme)).painted,
    ...matrix.lines,
    ...sentence,
  ];
}

/**
 * `NVDA  NVIDIA Corporation      bullish in all 4`, which ends at cell `end`, or up to `max` for a long name. The bias gives
 * way to the name.
 */
function renderTitle(
  symbol: string,
  report: SymbolReport,
  { end, max }: { readonly end: number; readonly max: number },
  theme: Theme,
): string {
  const room = max - displayWidth(symbol) - GAP.length;
  const whole = report.name === null ? '' : cleanText(report.name).trim();
  const name = room < MIN_NAME_WIDTH ? '' : clip(whole, room);
  const start: Segment = [
    [symbol, theme.title],
    [name === '' ? '' : GAP + name, unpainted],
  ];
  const bias = fitPieces(max - widthOf(start) - GAP.length, ...biasLayouts(report, theme), []);
  const gap = bias.plain === '' ? 0 : Math.max(GAP.length, end - widthOf(start) - displayWidth(bias.plain));
  return joinPieces(start, max).painted + ' '.repeat(gap) + bias.painted;
}

/** The bias that all timeframes share; or that they are mixed, with the bias in the timeframe of the figures. Longest first. */
function biasLayouts({ standings, window }: SymbolReport, theme: Theme): ReadonlyArray<Segment> {
  const shared = sharedBias(standings);
  if (shared !== null) {
    return [[[describeAgreement(standings), unpainted]]];
  }
  if (standings.every(({ bias }) => bias === null)) return [];
  const bias = standings.find(({ timeframe }) => timeframe === window)?.bias ?? null;
  if (bias === null) return [[['mixed', theme.muted]]];
  const one = [`${bias} in ${window}`, unpainted] as const;
  return [[['mixed, ', theme.muted], one], [one]];
}

/**
 * `$182.40  +6.12% day  vol 214.0M  ◆5 boards in day`, then with less and less of it. Unknown figures other than the price are
 * left out.
 */
function figureLayouts(report: SymbolReport, theme: Theme): ReadonlyArray<Segment> {
  const { price, dayPct, window, volume, standings } = report;
  const boards = standings.find(({ timeframe }) => timeframe === window)?.boards ?? 0;
  const gain = gainPieces(report, theme);
  const start: Segment = [pricePiece(price, theme), ...gain];
  const change: Segment = [
    pieceOf('dayPct', { ...EMPTY_ROW, dayPct }, theme, GAP),
    [` ${window}`, theme.muted],
  ];
  const first = dayPct === null ? start : [...start, ...change];
  const volumes: Segment = volume === null ? [] : [[`${GAP}vol ${formatCompact(volume)}`, theme.muted]];
  // As on the boards of the pane, a confluence of 0 stays blank: the symbol is on boards, but not in their top ranks.
  const paint: Paint = isHighConfluence(boards) ? theme.accent : theme.muted;
  const noun = boards === 1 ? 'board' : 'boards';
  const count: Segment = boards === 0 ? [] : [[`${GAP}${formatConfluence(boards)} ${noun}`, paint]];
  return [
    ...(boards === 0 ? [] : [[...first, ...volumes, ...count, [` in ${window}`, theme.muted] as const]]),
    [...first, ...volumes, ...count],
    [...first, ...count],
    first,
    // Older data says less about its own time than about what became of it.
    ...(gain.length === 0 ? [] : [start]),
  ];
}

/** `  gain +1.20%`, of the first timeframe in which it is known. */
function gainPieces({ since }: SymbolReport, theme: Theme): Segment {
  const known = [...(since?.values() ?? [])].find((view) => view !== null && view.changePct !== null);
  if (known === undefined) return [];
  return [[`${GAP}gain `, theme.muted], pieceOf('gain', { ...EMPTY_ROW, since: known }, theme)];
}

/** `NVDA: listed on 4 boards in day, 2 in swing; bullish in both.` Counts the boards in the matrix, not the confluence score. */
function summarize(symbol: string, { standings }: SymbolReport): string {
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

interface SymbolMatrix {
  /** Keys of the boards to show, in this order. */
  readonly boards: ReadonlyArray<string>;
  readonly standings: ReadonlyArray<Standing>;
  /** For older data: what became of the symbol, by timeframe. */
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

const MAX_LABEL_WIDTH = 17;
/** What remains of the name of a board where the ranks need the room. */
const MIN_LABEL_WIDTH = 5;
/** Cells of the shortest rank and of the shortest name of a timeframe. */
const MIN_CELL_WIDTH = 2;

interface Layout {
  /** Of the name of a timeframe. */
  readonly cells: number;
  /** Whether boards have their titles, or their shorter keys. */
  readonly hasTitles?: boolean;
  /** Whether places have their whole metric (`#3 4.2x`), or only the rank (`#3`). */
  readonly hasMetrics?: boolean;
  /** Whether the bias has words, and the move a row. */
  readonly hasMoves?: boolean;
}

/** With fewer cells columns are close together, and the time of leaving gives way. */
const ROOMY = 5;

/**
 * From the widest to the narrowest, in which a rank is only a number. Names are shortened before metrics are left out, and
 * metrics before the moves, so that a wider terminal never shows less.
 */
const LAYOUTS: ReadonlyArray<Layout> = [
  ...[true, false].flatMap(
    (hasMetrics): ReadonlyArray<Layout> => [
      { cells: 9, hasTitles: true, hasMetrics, hasMoves: true },
      { cells: ROOMY, hasTitles: true, hasMetrics, hasMoves: true },
      { cells: ROOMY, hasMetrics, hasMoves: true },
      { cells: 2, hasMetrics, hasMoves: true },
    ],
  ),
  { cells: ROOMY, hasTitles: true },
  { cells: ROOMY },
  { cells: 2 },
  { cells: 1 },
];

/**
 * Boards × timeframes with ranks and, if all of them fit whole, metrics; then a rule, then confluence, bias and move. As
 * wide as its cells, within the limits.
 */
function renderSymbolMatrix(
  matrix: SymbolMatrix,
  { min, max }: { readonly min: number; readonly max: number },
  theme: Theme,
): { readonly lines: Lines; readonly width: number } {
  const tables = LAYOUTS.map((layout) => tableOf(matrix, layout, theme));
  const table = tables.find(({ widths, gap }) => totalWidth(widths, gap) <= max) ?? tables.at(-1);
  const { rows, gap, widths: wanted } = table ?? { rows: [], gap: 0, widths: [] };
  const widths = cutWidths(wanted, gap, max);
  const width = Math.max(min, totalWidth(widths, gap));
  const [names = '', ...lines] = renderGrid(rows, { widths, gap });
  // Each blank that has another one on both sides is a part of the rule.
  const heading = names.padEnd(width).replace(/(?<=^| ) (?= |$)/g, '─');
  const [places, summary] = [lines.slice(0, matrix.boards.length), lines.slice(matrix.boards.length)];
  return {
    lines: [theme.muted(heading.trimEnd()), ...places, theme.muted('─'.repeat(width)), ...summary],
    width,
  };
}

/** The names of the timeframes, then a row for each board, then the summary: in each a label and a cell for each timeframe. */
function tableOf({ boards, standings, since }: SymbolMatrix, layout: Layout, theme: Theme) {
  const { cells, hasTitles = false } = layout;
  const timeframes = standings.map(({ timeframe }) => timeframe);
  const summary: ReadonlyArray<readonly [label: string, id: string, isShown: boolean]> = [
    ['confluence', 'boards', true],
    ['now', 'now', since !== undefined],
    ['bias', 'bias', true],
    ['move', 'dayPct', layout.hasMoves === true],
  ];
  const rows: ReadonlyArray<ReadonlyArray<Cell>> = [
    ['', ...timeframeNames(timeframes, cells)].map((text) => ({ text, paint: unpainted })),
    ...boards.map((key) => [
      { text: boardName(key, hasTitles), paint: unpainted },
      ...standings.map((standing) => placeCell(standing, key, layout, theme)),
    ]),
    ...summary
      .filter(([, , isShown]) => isShown)
      .map(([label, id]) => [
        { text: label, paint: theme.muted },
        ...standings.map((standing) => summaryCell(id, standing, since, layout, theme)),
      ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column]?.text ?? '')), 0),
  );
  return { rows, widths: widths ?? [], gap: cells < ROOMY ? 1 : 2 };
}

function totalWidth(widths: ReadonlyArray<number>, gap: number): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** Numbers too long for any layout are cut, and then the labels. */
function cutWidths(widths: ReadonlyArray<number>, gap: number, max: number): ReadonlyArray<number> {
  if (totalWidth(widths, gap) <= max) return widths;
  const [label = 0, ...cells] = widths;
  const room = Math.floor((max - MIN_LABEL_WIDTH) / cells.length) - gap;
  const cut = cells.map((width) => Math.min(width, Math.max(MIN_CELL_WIDTH, room)));
  return [Math.min(label, max - totalWidth([0, ...cut], gap)), ...cut];
}

function boardName(key: string, hasTitles: boolean): string {
  const title = hasTitles ? BOARD_CATALOGUE.find((entry) => entry.key === key)?.title : undefined;
  return clip(title ?? cleanText(key), MAX_LABEL_WIDTH);
}

function placeCell(
  { placements }: Standing,
  key: string,
  { cells, hasMetrics = false, hasMoves = false }: Layout,
  theme: Theme,
): Cell {
  const row = placements.find(({ board }) => board === key)?.row;
  if (row === undefined) return { text: ABSENT, paint: theme.muted };
  const { rank, group, metric } = row;
  const paint = rank !== null && rank <= CONFLUENCE_RANKS ? theme.strong : unpainted;
  // Unlike `–`, `#–` is on the board.
  const sign = cells === 1 ? '' : group === undefined || !hasMoves ? '#' : `${group.name} #`;
  const place = `${sign}${group?.rank ?? rank ?? ABSENT}`;
  return { text: hasMetrics && metric !== null ? `${place} ${cleanText(metric)}` : place, paint };
}

function summaryCell(
  id: string,
  { timeframe, placements, boards: all, bias, dayPct }: Standing,
  since: SymbolMatrix['since'],
  { cells, hasMoves = false }: Layout,
  theme: Theme,
): Cell {
  const field = fieldNamed(id);
  const boards = placements.length === 0 ? null : all;
  const row = { ...EMPTY_ROW, boards, bias, dayPct, since: since?.get(timeframe) ?? null };
  const text = field.text(row, ON_SCREEN, hasMoves ? Math.max(ROOMY, cells) : 1);
  return {
    text: id === 'now' && cells < ROOMY ? text.replace(/ .*/, '') : text,
    paint: id === 'boards' && boards !== null ? theme.accent : paintOf(field, row, theme, 'screen'),
  };
}
