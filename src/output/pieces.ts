import { type DataOrigin, labelWords } from '../fields/data-origin.ts';
import type { Row } from '../fields/field.ts';
import { fieldNamed, paintOf } from '../fields/fields.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { ABSENT, formatCompact, formatPrice, plainText } from '../text/format.ts';
import { fitText, type Piece, type Segment } from '../text/lines.ts';
import { fitLine, withPriority } from '../text/parts.ts';
import { clip, displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';

const GAP = '  ';
/** A name that is cut shorter than this is useless. */
export const MIN_NAME_WIDTH = 6;

export function pieceOf(id: string, row: Row, style: Style): Piece {
  const field = fieldNamed(id);
  const text = field.text(row, style, Infinity);
  const paint = paintOf(field, row, style.theme, style.mode);
  return [style.mode === 'plain' ? plainText(text) : text, paint];
}

export function namedPiece(id: string, row: Row, style: Style): Piece {
  const [text, paint] = pieceOf(id, row, style);
  return [`${id} ${text}`, paint];
}

/** `movers: move over the window` */
export function plainHeading(title: string, detail: string, { title: paint, muted }: Theme): string {
  return paint(plainText(title)) + (detail === '' ? '' : muted(`: ${detail}`));
}

/** Returns labels such as SANDBOX for data that is not live. */
export function labelPieces(options: DataOrigin & Pick<Style, 'theme'>): ReadonlyArray<Piece> {
  return labelWords(options).map((word) => [word, options.theme.badge]);
}

export function topPlayPieces(row: Row, ids: ReadonlyArray<string>, style: Style): ReadonlyArray<Piece> {
  const boards = inBoards(pieceOf('boards', row, style), row.boards);
  return [...ids.map((id) => pieceOf(id, row, style)), boards, pieceOf('bias', row, style)];
}

/** `5 boards`; unchanged if the number is unknown. */
export function inBoards([text, paint]: Piece, boards: number | null): Piece {
  return [boards === null ? text : `${text} ${boards === 1 ? 'board' : 'boards'}`, paint];
}

export function figurePieces(row: Row, style: Style): readonly [price: Piece, change: Piece, volume: Piece] {
  const { price, volume } = row;
  return [
    [price === null ? ABSENT : `$${formatPrice(price)}`, style.theme.strong],
    pieceOf('dayPct', row, style),
    [`vol ${formatCompact(volume)}`, style.theme.muted],
  ];
}

/** `NVDA  NVIDIA Corporation      bullish` */
export function titleLine(symbol: Piece, name: string | null, end: Piece, width: number): string {
  const room = width - displayWidth(symbol[0]) - (end[0] === '' ? 0 : displayWidth(end[0]) + GAP.length);
  const words = name === null || room < MIN_NAME_WIDTH ? '' : clip(GAP + name, room);
  return fitLine([symbol, [words, unpainted]], width, withPriority([end], 0)).trimEnd();
}

/** `CONFLUENCE  14 symbols`: the first text that fits, or the last one, cut. */
export function titleWith(title: string, texts: ReadonlyArray<string>, width: number, theme: Theme): string {
  const room = width - displayWidth(title) - GAP.length;
  return theme.title(title) + theme.muted(GAP + clip(fitText(room, ...texts.map(theme.glyphs)), room));
}

const PINNED = '*';

/** Fills `cells` cells and one more, for the sign directly after a pinned symbol. */
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

/** Returns full names, short names, or two letters each: the longest that fit `width`. */
export function timeframeNames(timeframes: ReadonlyArray<Timeframe>, width: number): ReadonlyArray<string> {
  const styles = [timeframes, timeframes.map((name) => SHORT_NAMES[name] ?? name)];
  const fitting = styles.find((names) => names.every((name) => name.length <= width));
  return fitting ?? timeframes.map((name) => name.slice(0, 2));
}
