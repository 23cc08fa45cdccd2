import { clip, displayWidth, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

/** Painted lines, ready for the terminal. */
export type Lines = ReadonlyArray<string>;

/** A line of clean text and its painted form. Widths are measured on `plain`. */
export interface Line {
  readonly plain: string;
  readonly painted: string;
}

/** A cell of a table, which fits it to the width of its column. */
export interface Cell {
  /** Clean text. */
  readonly text: string;
  readonly paint: Paint;
}

export interface BoxStyle {
  /** Top left, top right, bottom left, bottom right, horizontal, vertical. */
  readonly pieces: string;
  readonly paint: Paint;
}

export const LIGHT = '╭╮╰╯─│';
export const HEAVY = '┏┓┗┛━┃';

export interface BoxTitle {
  readonly text: string;
  readonly paint: Paint;
  readonly detail?: string | undefined;
  readonly paintDetail?: Paint | undefined;
}

/**
 * A frame of exactly `width` cells (at least 8) around lines of at most `width - 4` cells.
 */
export function drawBox(lines: ReadonlyArray<Line>, width: number, title: BoxTitle, style: BoxStyle): Lines {
  const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = '', horizontal = '', vertical = ''] =
    style.pieces;
  const inner = width - 4;
  const bar = style.paint(vertical);
  return [
    titleLine(width - 2, title, style.paint, topLeft, topRight, horizontal),
    ...lines.map(
      ({ plain, painted }) =>
        `${bar} ${painted}${' '.repeat(Math.max(0, inner - displayWidth(plain)))} ${bar}`,
    ),
    style.paint(bottomLeft + horizontal.repeat(width - 2) + bottomRight),
  ];
}

function titleLine(
  width: number,
  title: BoxTitle,
  paint: Paint,
  left: string,
  right: string,
  rule: string,
): string {
  const text = clip(title.text, width - 4);
  const room = width - displayWidth(text) - 7;
  const detail = title.detail !== undefined && room >= 8 ? clip(title.detail, room) : '';
  const subtitle = detail === '' ? '' : `${paint(rule)} ${(title.paintDetail ?? paint)(detail)} `;
  const used = displayWidth(text) + 3 + (detail === '' ? 0 : displayWidth(detail) + 3);
  return `${paint(left + rule)} ${title.paint(text)} ${subtitle}${paint(rule.repeat(Math.max(0, width - used)) + right)}`;
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
): Lines {
  return Array.from({ length: height }, (_, y) => {
    let text = '';
    let blanks = 0;
    for (const [index, block] of blocks.entries()) {
      const { plain, painted } = block[y] ?? { plain: '', painted: '' };
      if (plain !== '') {
        text += ' '.repeat(blanks) + painted;
        blanks = 0;
      }
      blanks += (widths[index] ?? 0) - displayWidth(plain) + gap;
    }
    return text.trimEnd();
  });
}
