import { joinPieces, type Line } from './box.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

/** Cells before boards that have lines of their own. */
export const PLACES_INDENT = 6;
const TITLE = 'CONFLUENCE';
/** Between two boards. */
const GAP = '  ';

/** `CONFLUENCE  12 symbols by number of boards`; without its last words where there is no room. */
export function confluenceTitle(symbols: string, width: number, theme: Theme): Line {
  const texts = [' by number of boards', ' by boards', ''].map((order) => `  ${symbols}${order}`);
  const text = texts.find((each) => TITLE.length + displayWidth(each) <= width) ?? `  ${symbols}`;
  return joinPieces(
    [
      [TITLE, theme.highlight],
      [text, theme.muted],
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
