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
  /** The timeframe whose window `dayPct` covers. */
  readonly window: Timeframe | null;
}

export interface SymbolViewOptions {
  readonly width: number;
  readonly theme: Theme;
}

/** Cells taken by the frame and padding around the matrix. */
const FRAME_WIDTH = 4;
/** Leaves space for the title when the matrix is small. */
const MIN_BOX_WIDTH = 60;

/** One ticker: a framed matrix of boards × timeframes, and a one-sentence summary. */
export function renderSymbol(report: SymbolReport, { width, theme }: SymbolViewOptions): Lines {
  const symbol = clip(cleanText(report.symbol), 12);
  const sentence = wrapWords(summarize(symbol, report), width).map((line) => theme.strong(line));
  if (report.boards.length === 0) return sentence;
  const limits = { min: Math.min(width, MIN_BOX_WIDTH) - FRAME_WIDTH, max: width - FRAME_WIDTH };
  const matrix = renderSymbolMatrix(report, limits, theme);
  const boxWidth = Math.max(...matrix.map(({ plain }) => displayWidth(plain))) + FRAME_WIDTH;
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

/** `NVDA: on 4 boards in day, 2 in swing; bullish in both.` Counts the boards in the matrix, not the confluence score. */
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
  return `${symbol}: on ${counts.join(', ')}${agreement ? `; ${agreement}` : ''}.`;
}
