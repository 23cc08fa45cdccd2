import type { Piece } from '../text/flow.ts';
import { clip, displayWidth, fitCell } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';

/** Directly behind a pinned symbol, in place of a blank. */
const PINNED = '*';

export interface SymbolStyle {
  readonly isPinned: boolean;
  readonly paint: Paint;
  readonly theme: Theme;
}

/** A clean symbol in `cells` cells, and the cell behind them: a pinned one that fills its cells has its sign there. */
export function symbolPieces(
  symbol: string,
  cells: number,
  { isPinned, paint, theme }: SymbolStyle,
): ReadonlyArray<Piece> {
  if (!isPinned)
    return [
      [fitCell(symbol, cells), paint],
      [' ', unpainted],
    ];
  const text = clip(symbol, cells);
  return [
    [text, paint],
    [PINNED, theme.strong],
    [' '.repeat(Math.max(0, cells - displayWidth(text))), unpainted],
  ];
}
