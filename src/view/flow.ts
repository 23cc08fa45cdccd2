import { joinPieces, type Line } from './box.ts';
import { displayWidth } from './safe-text.ts';
import type { Paint } from './theme.ts';

/** A piece of clean text that stays on one line. */
export type Piece = readonly [text: string, paint: Paint];
/** Pieces that stay together where the line is wide enough for them. */
export type Segment = ReadonlyArray<Piece>;

/** Segments one after the other with a gap of blanks, on as many lines as they need. A segment wider than a line is cut. */
export function flow(segments: ReadonlyArray<Segment>, width: number, gap = 2): ReadonlyArray<Line> {
  const lines: Array<Line> = [];
  for (const segment of segments) {
    const line = joinPieces(segment, width);
    const last = lines.at(-1);
    if (line.plain === '') continue;
    if (last === undefined || displayWidth(last.plain) + gap + displayWidth(line.plain) > width) {
      lines.push(line);
      continue;
    }
    const blanks = ' '.repeat(gap);
    lines[lines.length - 1] = {
      plain: last.plain + blanks + line.plain,
      painted: last.painted + blanks + line.painted,
    };
  }
  return lines;
}
