import { stripVTControlCharacters } from 'node:util';
import { clip, displayWidth, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

export type PaintedLines = ReadonlyArray<string>;

export const LIGHT = '╭╮╰╯─│';
export const HEAVY = '┏┓┗┛━┃';

/** Draws a frame of `width` cells (at least 8) around lines of at most `width - 4` cells. */
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

export function joinPieces(pieces: Segment, width: number): string {
  let left = width;
  let line = '';
  for (const [text, paint] of pieces) {
    if (text === '') continue;
    const cells = displayWidth(text);
    const piece = cells <= left ? text : clip(text, left);
    line += piece === '' ? '' : paint(piece);
    // Nothing may follow a cut text, even if it is narrower than the room it had.
    left = cells <= left ? left - cells : 0;
  }
  return line;
}

export function selectedLine(line: string, width: number, theme: Theme): string {
  return theme.selected(fitCell(stripVTControlCharacters(line), width));
}

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

/** `fitParts` replaces a piece that has a priority by `shorter`, or drops it, if the line is too narrow. */
export type Piece = readonly [
  text: string,
  paint: Paint,
  priority?: number | undefined,
  shorter?: Piece | undefined,
];
/** Pieces that `flow` keeps on one line. */
export type Segment = ReadonlyArray<Piece>;

/** Begins a new line before a segment that does not fit, and cuts a segment wider than a line. */
export function flow(segments: ReadonlyArray<Segment>, width: number, gap = 2): PaintedLines {
  const texts = segments.map((segment) => joinPieces(segment, width)).filter((text) => text !== '');
  return flowTexts(texts, width, ' '.repeat(gap));
}

/** Begins a new line before a text that does not fit, but does not cut a text wider than a line. */
export function flowTexts(
  texts: ReadonlyArray<string>,
  width: number,
  gap = ' ',
  paint: Paint = (text) => text,
): PaintedLines {
  const lines: Array<string> = [];
  const gapCells = displayWidth(gap);
  let lastLineCells = 0;
  for (const text of texts) {
    const own = displayWidth(text);
    const joined = lastLineCells + gapCells + own;
    const isJoined = lines.length > 0 && joined <= width;
    if (isJoined) lines.push(`${lines.pop()}${paint(gap)}${text}`);
    else lines.push(text);
    lastLineCells = isJoined ? joined : own;
  }
  return lines;
}

/** Returns the first text that fits, or else the last one, which the caller must clip. */
export function fitText(width: number, ...texts: ReadonlyArray<string>): string {
  return texts.find((text) => displayWidth(text) <= width) ?? texts.at(-1) ?? '';
}

export function widthOf(segment: Segment): number {
  return segment.reduce((sum, [text]) => sum + displayWidth(text), 0);
}

export function joinTexts(gap: string, ...texts: ReadonlyArray<string>): string {
  return texts.filter((text) => text !== '').join(gap);
}

export const MIN_GAP = 2;

/** Breaks clean text between words, and clips a word that is longer than a line. */
export function wrapWords(text: string, width: number): ReadonlyArray<string> {
  return flowTexts(text.split(' '), width).map((line) => clip(line, width));
}

/** Breaks clean text between words, and within a word that is longer than a line. */
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
