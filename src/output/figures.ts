import { ON_SCREEN, type Row } from '../fields/field.ts';
import { fieldNamed, paintOf } from '../fields/fields.ts';
import { joinPieces, type Line } from '../text/box.ts';
import { fitText } from '../text/fit.ts';
import type { Piece } from '../text/flow.ts';
import { ABSENT, formatPrice } from '../text/format.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';

interface Title {
  readonly symbol: Piece;
  readonly name: string | null;
  /** The bias. */
  readonly end: Piece;
}

const GAP = '  ';
/** With fewer cells, a name tells nothing. */
const MIN_NAME_WIDTH = 6;

/** A field as tables show it, whole, behind some blanks. */
export function pieceOf(id: string, row: Row, theme: Theme, blanks = ''): Piece {
  const field = fieldNamed(id);
  const text = field.text(row, ON_SCREEN, Number.POSITIVE_INFINITY);
  return [blanks + text, paintOf(field, row, theme, 'screen')];
}

/** `$182.40`. */
export function pricePiece(price: number | null, theme: Theme): Piece {
  return [price === null ? ABSENT : `$${formatPrice(price)}`, theme.strong];
}

/** `NVDA  NVIDIA Corporation      bullish`, the end of which may be empty. */
export function titleLine({ symbol, name, end }: Title, width: number): Line {
  const room = width - displayWidth(symbol[0]) - (end[0] === '' ? 0 : displayWidth(end[0]) + GAP.length);
  const words = name === null || room < MIN_NAME_WIDTH ? '' : clip(GAP + cleanText(name), room);
  const left = width - displayWidth(symbol[0] + words);
  const last = fitText(left - GAP.length, end[0], '');
  const blanks = last === '' ? '' : ' '.repeat(left - displayWidth(last));
  return joinPieces([symbol, [words, unpainted], [blanks, unpainted], [last, end[1]]], width);
}
