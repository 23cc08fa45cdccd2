import { stripVTControlCharacters } from 'node:util';
import { clip, displayWidth, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

/** Painted lines, ready for the terminal. */
export type PaintedLines = ReadonlyArray<string>;

/** Top left, top right, bottom left, bottom right, horizontal, vertical. */
export const LIGHT = '╭╮╰╯─│';
export const HEAVY = '┏┓┗┛━┃';

/** A frame of exactly `width` cells (at least 8) with a title, around lines of at most `width - 4` cells. */
export function drawBox(
  lines: PaintedLines,
  width: number,
  [title, paintTitle]: readonly [text: string, paint: Paint],
  [pieces, paint]: readonly [pieces: string, paint: Paint],
): PaintedLines {
  const [topLeft, topRight, bottomLeft, bottomRight, horizontal = '', vertical = ''] = pieces;
  const bar = paint(vertical);
  const text = clip(title, width - 6);
  const rule = horizontal.repeat(width - 5 - displayWidth(text));
  return [
    `${paint(topLeft + horizontal)} ${paintTitle(text)} ${paint(rule + topRight)}`,
    ...lines.map((line) => `${bar} ${line}${' '.repeat(Math.max(0, width - 4 - displayWidth(line)))} ${bar}`),
    paint(bottomLeft + horizontal.repeat(width - 2) + bottomRight),
  ];
}

/** Joins pieces of clean text into one line of at most `width` cells, each with its own paint. Nothing follows one that is cut. */
export function joinPieces(pieces: Segment, width: number): string {
  let left = width;
  let line = '';
  for (const [text, paint] of pieces) {
    if (text === '') continue;
    const cells = displayWidth(text);
    const piece = cells <= left ? text : clip(text, left);
    line += piece === '' ? '' : paint(piece);
    // One that is cut can be narrower than the room it had.
    left = cells <= left ? left - cells : 0;
  }
  return line;
}

/** The selected row: inverse from edge to edge. */
export function selectedLine(line: string, width: number, theme: Theme): string {
  return theme.selected(fitCell(stripVTControlCharacters(line), width));
}

/** Blocks side by side, each but the last padded to its width, by default as high as the highest. No line ends with blanks. */
export function joinBlocks(
  blocks: ReadonlyArray<PaintedLines>,
  { widths, gap }: { readonly widths: ReadonlyArray<number>; readonly gap: number },
  height = Math.max(...blocks.map((block) => block.length)),
): PaintedLines {
  return Array.from({ length: height }, (_, y) => {
    let text = '';
    let blanks = 0;
    for (const [index, block] of blocks.entries()) {
      const line = block[y] ?? '';
      if (line !== '') {
        text += ' '.repeat(blanks) + line;
        blanks = 0;
      }
      blanks += (widths[index] ?? 0) - displayWidth(line) + gap;
    }
    return text.trimEnd();
  });
}

/**
 * A piece of clean text that stays on one line. One with a priority gives way where `fitParts` has no room for it, to a shorter one if it
 * has one.
 */
export type Piece = readonly [
  text: string,
  paint: Paint,
  priority?: number | undefined,
  shorter?: Piece | undefined,
];
/** Pieces that stay together where the line is wide enough for them. */
export type Segment = ReadonlyArray<Piece>;

/** Segments one after the other with a gap of blanks, on as many lines as they need. A segment wider than a line is cut. */
export function flow(segments: ReadonlyArray<Segment>, width: number, gap = 2): PaintedLines {
  const texts = segments.map((segment) => joinPieces(segment, width)).filter((text) => text !== '');
  return flowTexts(texts, width, ' '.repeat(gap));
}

/** Texts, painted or not, one after the other with a gap, on as many lines as they need. A text wider than a line is not cut. */
export function flowTexts(
  texts: ReadonlyArray<string>,
  width: number,
  gap = ' ',
  paint: Paint = (text) => text,
): PaintedLines {
  const lines: Array<string> = [];
  const gapCells = displayWidth(gap);
  /** Of the last line. */
  let cells = 0;
  for (const text of texts) {
    const own = displayWidth(text);
    const joined = cells + gapCells + own;
    const isJoined = lines.length > 0 && joined <= width;
    if (isJoined) lines.push(`${lines.pop()}${paint(gap)}${text}`);
    else lines.push(text);
    cells = isJoined ? joined : own;
  }
  return lines;
}

/** The first text that fits the width, or the last one, which is then to be cut. */
export function fitText(width: number, ...texts: ReadonlyArray<string>): string {
  return texts.find((text) => displayWidth(text) <= width) ?? texts.at(-1) ?? '';
}

/** As many of the texts as fit whole, then `(2 more)` for the others. The first is cut if it does not fit. */
export function fitTexts(texts: ReadonlyArray<string>, width: number): string {
  for (let count = texts.length; count > 0; count--) {
    const others = count < texts.length ? ` (${texts.length - count} more)` : '';
    const text = texts.slice(0, count).join(' · ');
    if (displayWidth(text) + others.length <= width) return text + others;
    if (count === 1) return clip(text, width - others.length) + others;
  }
  return '';
}

export function widthOf(segment: Segment): number {
  return segment.reduce((sum, [text]) => sum + displayWidth(text), 0);
}

/** The texts that are not empty, with a gap between them. */
export function joinTexts(gap: string, ...texts: ReadonlyArray<string>): string {
  return texts.filter((text) => text !== '').join(gap);
}

/** Blanks between the two ends of a line. */
export const MIN_GAP = 2;

/** Clean text as lines of at most `width` cells, broken between words. */
export function wrapWords(text: string, width: number): ReadonlyArray<string> {
  return flowTexts(text.split(' '), width).map((line) => clip(line, width));
}

/** As `wrapWords`, but nothing is cut: a word of more than `width` cells is broken. */
export function breakWords(text: string, width: number): ReadonlyArray<string> {
  const words = text.split(' ').flatMap((word) => breakWord(word, width));
  return wrapWords(words.join(' '), width);
}

function breakWord(word: string, width: number): ReadonlyArray<string> {
  const parts = [''];
  for (const character of word) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && displayWidth(last) + displayWidth(character) > width) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts;
}
