import { joinPieces, type Line } from './box.ts';
import { fitText } from './fit.ts';
import { cleanText } from './safe-text.ts';
import type { Theme } from './theme.ts';

const TITLE = 'CONFLUENCE';

/** `CONFLUENCE  12 symbols by number of boards`; without its last words where there is no room. */
export function confluenceTitle(symbols: string, width: number, theme: Theme): Line {
  const texts = [' by number of boards', ' by boards', ''].map((order) => `  ${symbols}${order}`);
  const text = fitText(width - TITLE.length, ...texts);
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
