import type { TopPlay } from '../api/snapshot.ts';
import { joinPieces, type Line } from './box.ts';
import { fitPieces } from './fit.ts';
import type { Piece, Segment } from './flow.ts';
import { ABSENT, formatPercent, formatPrice } from './format.ts';
import { cleanText, clip } from './safe-text.ts';
import { renderStanding } from './standing.ts';
import { paintOfSign, type Theme, unpainted } from './theme.ts';

/** `TOP  TLLT $91.53 -1.39% ◆5▼`. Boards and bias give way first. */
export function renderTopLine(topPlay: TopPlay | null, width: number, theme: Theme): Line {
  const title: Piece = [width < 40 ? 'TOP ' : 'TOP  ', theme.highlight];
  if (topPlay === null) return joinPieces([title, ['No symbol qualifies right now.', theme.muted]], width);
  const { symbol, price, dayPct } = topPlay;
  const start: Segment = [
    title,
    [symbol === null ? ABSENT : clip(cleanText(symbol), 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
  ];
  const standing = renderStanding(topPlay, theme);
  return fitPieces(width, [...start, [` ${standing.plain}`, () => ` ${standing.painted}`]], start);
}
