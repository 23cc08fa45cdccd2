import { describeAgreement, sharedBias } from '../fields/agreement.ts';
import { EMPTY_ROW } from '../fields/field.ts';
import { formatConfluence, isHighConfluence } from '../fields/fields.ts';
import type { SymbolStandings } from '../market/standings.ts';
import { joinPieces, type Lines } from '../text/box.ts';
import { fitPieces, widthOf } from '../text/fit.ts';
import type { Segment } from '../text/flow.ts';
import { formatCompact } from '../text/format.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { wrapWords } from '../text/wrap.ts';
import { pieceOf, pricePiece } from './figures.ts';
import { renderSymbolMatrix, type SymbolMatrix } from './symbol-matrix.ts';

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
