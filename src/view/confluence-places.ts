import type { Row } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { joinPieces, type Line } from './box.ts';
import { fitText } from './fit.ts';
import { cleanText } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { fixed, type TableColumn } from './table.ts';
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

/** Boards and bias of a symbol in one timeframe. */
export function standingColumn(theme: Theme): Pick<TableColumn, 'field' | 'size' | 'paint'> {
  const text = (row: Row) => renderStanding(row, theme).plain;
  return {
    field: { ...fieldNamed('boards'), align: 'left', text },
    size: fixed(STANDING_WIDTH),
    // Where there is no room for all of it, what is left has no colours.
    paint(row) {
      const { plain, painted } = renderStanding(row, theme);
      return (shown) => (shown === plain ? painted : shown);
    },
  };
}
