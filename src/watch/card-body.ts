import { type Card, renderCard } from '../view/card.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';

/** The card of a symbol. It has no rows to select: arrows scroll it by lines. */
export function cardBody(
  card: Card,
  { nowMilliseconds }: Pick<BodyInput, 'nowMilliseconds'>,
  { width, theme, lines: room }: BodyStyle,
): BoardsBody {
  const lines = renderCard(card, { width, theme, nowMilliseconds, lines: room }).map(({ painted }) =>
    painted.trimEnd(),
  );
  return { lines, blockStarts: lines.map((_, index) => index), tiles: [], cutTo: null, zoomableKeys: [] };
}
