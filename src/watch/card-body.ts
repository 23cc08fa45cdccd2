import { type Card, renderCard } from '../view/card.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { linesBody } from './body-parts.ts';

/** The card of a symbol. */
export function cardBody(
  card: Card,
  { nowMilliseconds }: Pick<BodyInput, 'nowMilliseconds'>,
  { width, theme, lines: room }: BodyStyle,
): BoardsBody {
  const lines = renderCard(card, { width, theme, nowMilliseconds, lines: room });
  return linesBody(lines.map(({ painted }) => painted.trimEnd()));
}
