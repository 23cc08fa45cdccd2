import { joinPieces, type Line } from './box.ts';
import { displayWidth } from './safe-text.ts';
import type { Paint } from './theme.ts';

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

/** Lines one after the other with a gap, as many in a line as fit. One wider than a line becomes the lines into which `broken` breaks it. */
export function flowLines(
  parts: ReadonlyArray<Line>,
  width: number,
  gap: string,
  paint: Paint = (text) => text,
  broken: (part: Line) => ReadonlyArray<Line> = (part) => [part],
): ReadonlyArray<Line> {
  const lines: Array<Line> = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last.plain + gap + part.plain) <= width)
      lines[lines.length - 1] = {
        plain: last.plain + gap + part.plain,
        painted: last.painted + paint(gap) + part.painted,
      };
    else lines.push(...(displayWidth(part.plain) <= width ? [part] : broken(part)));
  }
  return lines;
}
