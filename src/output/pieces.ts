import type { Row } from '../fields/field.ts';
import { fieldNamed, paintOf } from '../fields/fields.ts';
import type { Ctx } from '../text/ctx.ts';
import { ABSENT, formatCompact, formatPrice } from '../text/format.ts';
import { ends, type Line, type Piece, type Segment } from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import type { Timeframe } from '../vocabulary.ts';

const GAP = '  ';
/** With fewer cells, a name tells nothing. */
export const MIN_NAME_WIDTH = 6;

/** A field as tables show it, whole. */
export function pieceOf(id: string, row: Row, ctx: Ctx): Piece {
  const field = fieldNamed(id);
  const text = field.text(row, ctx, Number.POSITIVE_INFINITY);
  return [text, paintOf(field, row, ctx.theme)];
}

/** `$182.40`, `+6.12%`, `vol 214.0M`. */
export function figurePieces(row: Row, ctx: Ctx): readonly [price: Piece, change: Piece, volume: Piece] {
  const { price, volume } = row;
  return [
    [price === null ? ABSENT : `$${formatPrice(price)}`, ctx.theme.strong],
    pieceOf('dayPct', row, ctx),
    [`vol ${formatCompact(volume)}`, ctx.theme.muted],
  ];
}

/** `NVDA  NVIDIA Corporation      bullish`, the end of which may be empty. */
export function titleLine(symbol: Piece, name: string | null, end: Piece, width: number): Line {
  const room = width - displayWidth(symbol[0]) - (end[0] === '' ? 0 : displayWidth(end[0]) + GAP.length);
  const words = name === null || room < MIN_NAME_WIDTH ? '' : clip(GAP + cleanText(name), room);
  return ends(width, [symbol, [words, unpainted]], [end]);
}

/** Directly behind a pinned symbol, in place of a blank. */
const PINNED = '*';

/** A clean symbol in `cells` cells, and the cell behind them: a pinned one that fills its cells has its sign there. */
export function symbolPieces(
  symbol: string,
  cells: number,
  { isPinned, paint, theme }: { readonly isPinned: boolean; readonly paint: Paint; readonly theme: Theme },
): Segment {
  const text = clip(symbol, cells);
  return [
    [text, paint],
    isPinned ? [PINNED, theme.strong] : [' ', unpainted],
    [' '.repeat(Math.max(0, cells - displayWidth(text))), unpainted],
  ];
}

const SHORT_NAMES: Readonly<Partial<Record<Timeframe, string>>> = { position: 'posn', investing: 'inv' };

/** Column labels of at most `width` cells where possible: all full names, all short names, or all names of two letters. */
export function timeframeNames(timeframes: ReadonlyArray<Timeframe>, width: number): ReadonlyArray<string> {
  const styles = [timeframes, timeframes.map((name) => SHORT_NAMES[name] ?? name)];
  const fitting = styles.find((names) => names.every((name) => name.length <= width));
  return fitting ?? timeframes.map((name) => name.slice(0, 2));
}
