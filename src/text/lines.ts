import { clip, displayWidth, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

/** Painted lines, ready for the terminal. */
export type PaintedLines = ReadonlyArray<string>;

/** A line of clean text and its painted form. Widths are measured on `plain`. */
export interface Line {
  readonly plain: string;
  readonly painted: string;
}

export const BLANK: Line = { plain: '', painted: '' };

/** Top left, top right, bottom left, bottom right, horizontal, vertical. */
export const LIGHT = '╭╮╰╯─│';
export const HEAVY = '┏┓┗┛━┃';

/** A frame of exactly `width` cells (at least 8) with a title, around lines of at most `width - 4` cells. */
export function drawBox(
  lines: ReadonlyArray<Line>,
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
    ...lines.map(
      ({ plain, painted }) =>
        `${bar} ${painted}${' '.repeat(Math.max(0, width - 4 - displayWidth(plain)))} ${bar}`,
    ),
    paint(bottomLeft + horizontal.repeat(width - 2) + bottomRight),
  ];
}

/** Joins pieces of clean text into one line of at most `width` cells, each with its own paint. Nothing follows one that is cut. */
export function joinPieces(
  pieces: ReadonlyArray<readonly [text: string, paint: Paint]>,
  width: number,
): Line {
  let left = width;
  let plain = '';
  let painted = '';
  for (const [text, paint] of pieces) {
    if (text === '') continue;
    const cells = displayWidth(text);
    const piece = cells <= left ? text : clip(text, left);
    plain += piece;
    painted += piece === '' ? '' : paint(piece);
    // One that is cut can be narrower than the room it had.
    left = cells <= left ? left - cells : 0;
  }
  return { plain, painted };
}

/** The selected row: inverse from edge to edge. */
export function selectedLine({ plain }: Line, width: number, theme: Theme): Line {
  const text = fitCell(plain, width);
  return { plain: text, painted: theme.selected(text) };
}

/** Blocks side by side, each but the last padded to its width, by default as high as the highest. No line ends with blanks. */
export function joinBlocks(
  blocks: ReadonlyArray<ReadonlyArray<Line>>,
  { widths, gap }: { readonly widths: ReadonlyArray<number>; readonly gap: number },
  height = Math.max(...blocks.map((block) => block.length)),
): PaintedLines {
  return Array.from({ length: height }, (_, y) => {
    let text = '';
    let blanks = 0;
    for (const [index, block] of blocks.entries()) {
      const { plain, painted } = block[y] ?? BLANK;
      if (plain !== '') {
        text += ' '.repeat(blanks) + painted;
        blanks = 0;
      }
      blanks += (widths[index] ?? 0) - displayWidth(plain) + gap;
    }
    return text.trimEnd();
  });
}

/** A piece of clean text that stays on one line. */
export type Piece = readonly [text: string, paint: Paint];
/** Pieces that stay together where the line is wide enough for them. */
export type Segment = ReadonlyArray<Piece>;

/** Segments one after the other with a gap of blanks, on as many lines as they need. A segment wider than a line is cut. */
export function flow(segments: ReadonlyArray<Segment>, width: number, gap = 2): ReadonlyArray<Line> {
  const lines = segments.map((segment) => joinPieces(segment, width)).filter(({ plain }) => plain !== '');
  return flowLines(lines, width, ' '.repeat(gap));
}

/** Clean texts one after the other with a gap, on as many lines as they need. A text wider than a line is not cut. */
export function flowTexts(texts: ReadonlyArray<string>, width: number, gap = ' '): ReadonlyArray<string> {
  const lines = texts.map((text) => ({ plain: text, painted: text }));
  return flowLines(lines, width, gap).map(({ plain }) => plain);
}

/** Lines one after the other with a gap, as many in a line as fit. */
export function flowLines(
  parts: ReadonlyArray<Line>,
  width: number,
  gap: string,
  paint: Paint = (text) => text,
): ReadonlyArray<Line> {
  const lines: Array<Line> = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last.plain + gap + part.plain) <= width)
      lines[lines.length - 1] = {
        plain: last.plain + gap + part.plain,
        painted: last.painted + paint(gap) + part.painted,
      };
    else lines.push(part);
  }
  return lines;
}

/** The first text that fits the width, or the last one, which is then to be cut. */
export function fitText(width: number, ...texts: ReadonlyArray<string>): string {
  return texts.find((text) => displayWidth(text) <= width) ?? texts.at(-1) ?? '';
}

/** The first segment that fits the width, or the last one, which is cut. */
export function fitPieces(width: number, ...segments: ReadonlyArray<Segment>): Line {
  return joinPieces(segments.find((segment) => widthOf(segment) <= width) ?? segments.at(-1) ?? [], width);
}

/** Cells of a segment. */
export function widthOf(segment: Segment): number {
  return segment.reduce((sum, [text]) => sum + displayWidth(text), 0);
}

/** The painted lines, without the blanks at their ends. */
export function paintedLines(lines: ReadonlyArray<Line>): PaintedLines {
  return lines.map(({ painted }) => painted.trimEnd());
}

/** The texts that are not empty, with a gap between them. */
export function joinTexts(gap: string, ...texts: ReadonlyArray<string>): string {
  return texts.filter((text) => text !== '').join(gap);
}

/** Blanks between the two ends of a line. */
const MIN_GAP = 2;

/** A segment, and at the right end of the line the first of others that fits beside it, if one does. */
export function ends(width: number, left: Segment, ...rights: ReadonlyArray<Segment>): Line {
  const room = width - widthOf(left);
  const right = rights.find((each) => widthOf(each) > 0 && widthOf(each) + MIN_GAP <= room) ?? [];
  const blanks = right.length === 0 ? 0 : room - widthOf(right);
  return joinPieces([...left, [' '.repeat(blanks), (text) => text], ...right], width);
}

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
