import type { Timeframe } from '../vocabulary.ts';
import { describeAgreement } from './agreement.ts';
import { type BoxTitle, drawBox, LIGHT, type Lines } from './box.ts';
import { ABSENT, formatPercent, formatPrice } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { renderSymbolMatrix, type SymbolMatrix } from './symbol-matrix.ts';
import { paintOfSign, type Theme } from './theme.ts';
import { wrapWords } from './wrap.ts';

export interface SymbolReport extends SymbolMatrix {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  /** The timeframe over whose window `dayPct` is. */
  readonly window: Timeframe | null;
}

export interface SymbolViewOptions {
  readonly width: number;
  readonly theme: Theme;
}

/** Cells of frame and padding around the matrix. */
const FRAME = 4;
/** Room for the title where the matrix is small. */
const LEAST_WIDTH = 60;

/** One ticker: a framed matrix of boards × timeframes, and a sentence that sums it up. */
export function renderSymbol(report: SymbolReport, { width, theme }: SymbolViewOptions): Lines {
  const symbol = clip(cleanText(report.symbol), 12);
  const sentence = wrapWords(sumUp(symbol, report), width).map((line) => theme.strong(line));
  if (report.boards.length === 0) return sentence;
  const room = { least: Math.min(width, LEAST_WIDTH) - FRAME, most: width - FRAME };
  const matrix = renderSymbolMatrix(report, room, theme);
  const boxWidth = Math.max(...matrix.map(({ plain }) => displayWidth(plain))) + FRAME;
  const style = { pieces: LIGHT, paint: theme.muted };
  return [...drawBox(matrix, boxWidth, titleOf(symbol, report, theme), style), ...sentence];
}

function titleOf(symbol: string, { name, price, dayPct, window }: SymbolReport, theme: Theme): BoxTitle {
  const move = dayPct === null ? '' : ` ${formatPercent(dayPct)} ${window ?? ''}`;
  const figures = `${price === null ? ABSENT : `$${formatPrice(price)}`}${move}`;
  return {
    text: symbol,
    paint: (text) => theme.strong(theme.accent(text)),
    detail: name === null ? figures : `${figures} · ${cleanText(name)}`,
    paintDetail: paintOfSign(theme, dayPct),
  };
}

/** `NVDA: on 4 boards in day, 2 in swing; bullish in both.` Boards are counted as the matrix shows them. */
function sumUp(symbol: string, { standings }: SymbolReport): string {
  const there = standings.filter(({ placements }) => placements.length > 0);
  if (there.length === 0) {
    return `${symbol} is on no board in ${standings.map(({ timeframe }) => timeframe).join(', ')}.`;
  }
  const counts = there.map(({ timeframe, placements }, index) => {
    const boards = new Set(placements.map(({ board }) => board)).size;
    const noun = index > 0 ? '' : boards === 1 ? ' board' : ' boards';
    return `${boards}${noun} in ${timeframe}`;
  });
  const agreement = there.length === 1 ? there[0]?.bias : describeAgreement(there);
  return `${symbol}: on ${counts.join(', ')}${agreement ? `; ${agreement}` : ''}.`;
}
