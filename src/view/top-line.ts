import type { TopPlay } from '../api/snapshot.ts';
import { joinPieces, type Line } from './box.ts';
import { ABSENT, formatPercent, formatPrice } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { type Paint, paintOfSign, type Theme, unpainted } from './theme.ts';

/** `TOP  TLLT $91.53 -1.39% ◆5▼`. Boards and bias give way first. */
export function renderTopLine(topPlay: TopPlay | null, width: number, theme: Theme): Line {
  const title: readonly [string, Paint] = [width < 40 ? 'TOP ' : 'TOP  ', theme.highlight];
  if (topPlay === null) return joinPieces([title, ['No symbol qualifies right now.', theme.muted]], width);
  const { symbol, price, dayPct } = topPlay;
  const start = joinPieces(
    [
      title,
      [symbol === null ? ABSENT : clip(cleanText(symbol), 12), theme.strong],
      [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
      [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
    ],
    width,
  );
  const standing = renderStanding(topPlay, theme);
  if (displayWidth(start.plain) + 1 + STANDING_WIDTH > width) return start;
  return { plain: `${start.plain} ${standing.plain}`, painted: `${start.painted} ${standing.painted}` };
}
