import type { TopPlay } from '../api/snapshot.ts';
import type { SinceView } from '../fields/field.ts';
import { formatBias, formatConfluence } from '../fields/fields.ts';
import { drawBox, HEAVY, joinPieces, type Line, type Lines } from './box.ts';
import { fitPieces } from './fit.ts';
import { flowTexts, type Segment } from './flow.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { renderSinceLine } from './since-columns.ts';
import { paintOfBias, paintOfSign, type Theme, unpainted } from './theme.ts';

const NO_TOP_PLAY = 'No symbol qualifies right now.';

const MAX_REASON_LINES = 2;

/** More reasons are not shown, however much room there is: the service may send any number. */
export const MAX_REASONS = 24;

export interface TopPlayOptions {
  readonly width: number;
  readonly theme: Theme;
  /** For older data: what became of the symbol. */
  readonly since?: SinceView | null | undefined;
}

/** The top play in a heavy frame of exactly `width` cells. */
export function renderTopPlay(topPlay: TopPlay | null, options: TopPlayOptions): Lines {
  const { width, theme } = options;
  const inner = width - 4;
  const lines =
    topPlay === null ? [joinPieces([[NO_TOP_PLAY, unpainted]], inner)] : describe(topPlay, inner, options);
  const title = { text: 'TOP PLAY', paint: theme.highlight };
  return drawBox(lines, width, title, { pieces: HEAVY, paint: theme.accent });
}

function describe(topPlay: TopPlay, width: number, { theme, since }: TopPlayOptions): Array<Line> {
  const bias = formatBias(topPlay.bias, 9);
  const symbol = topPlay.symbol === null ? ABSENT : clip(cleanText(topPlay.symbol), 12);
  const left = width - displayWidth(symbol) - displayWidth(bias) - 2;
  const name = left >= 6 && topPlay.name !== null ? `  ${clip(cleanText(topPlay.name), left - 2)}` : '';
  const headline = joinPieces(
    [
      [symbol, theme.strong],
      [name, unpainted],
      [' '.repeat(Math.max(2, left + 2 - displayWidth(name))), unpainted],
      [bias, paintOfBias(theme, topPlay.bias)],
    ],
    width,
  );
  const figures: Segment = [
    [topPlay.price === null ? ABSENT : `$${formatPrice(topPlay.price)}`, theme.strong],
    [`  ${formatPercent(topPlay.dayPct)}`, paintOfSign(theme, topPlay.dayPct)],
    [`  ${formatConfluence(topPlay.boards)} ${topPlay.boards === 1 ? 'board' : 'boards'}`, theme.accent],
    [`  vol ${formatCompact(topPlay.volume)}`, theme.muted],
  ];
  return [
    headline,
    fitPieces(width, figures, figures.slice(0, 3), figures.slice(0, 2)),
    ...(since == null ? [] : [renderSinceLine(since, width, theme)]),
    ...wrapReasons(topPlay.reasons, width, theme),
  ];
}

/** Reasons joined by `·` on at most two lines; `…` marks omitted reasons. */
function wrapReasons(reasons: ReadonlyArray<string>, width: number, theme: Theme): ReadonlyArray<Line> {
  const texts = reasons.slice(0, MAX_REASONS).map((reason) => clip(cleanText(reason), width));
  const lines = flowTexts(texts, width, ' · ');
  const shown = lines.slice(0, MAX_REASON_LINES).map((line, index) => {
    const isCut = index === MAX_REASON_LINES - 1 && lines.length > MAX_REASON_LINES;
    return isCut ? `${clip(line, width - 2).replace(/…$/, '')} …` : line;
  });
  return shown.map((text) => joinPieces([[text, theme.muted]], width));
}
