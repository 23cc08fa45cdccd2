import { joinPieces, type Line } from './box.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

/** Cells before boards that have lines of their own. */
export const PLACES_INDENT = 6;
/** Between two boards. */
const GAP = '  ';

/** `CONFLUENCE  12 symbols by number of boards`. */
export function confluenceTitle(symbols: string, width: number, theme: Theme): Line {
  return joinPieces(
    [
      ['CONFLUENCE', (title) => theme.strong(theme.accent(title))],
      [`  ${symbols} by number of boards`, theme.muted],
    ],
    width,
  );
}

/** `rvol 1`. */
export function placeText(board: string, rank: number | null): string {
  return `${cleanText(board)}${rank === null ? '' : ` ${rank}`}`;
}

/** `alerted 1  rvol 1  moneyFlow 3`, broken between boards. */
export function wrapPlaces(places: ReadonlyArray<string>, width: number): ReadonlyArray<string> {
  const lines: Array<string> = [];
  for (const place of places) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + GAP.length + displayWidth(place) <= width)
      lines[lines.length - 1] = last + GAP + place;
    else lines.push(place);
  }
  return lines;
}
