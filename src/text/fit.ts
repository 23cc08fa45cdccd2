import { joinPieces, type Line } from './box.ts';
import type { Segment } from './flow.ts';
import { displayWidth } from './safe-text.ts';

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

/** Those that are not empty, with a gap between them. */
export function joinTexts(gap: string, ...texts: ReadonlyArray<string>): string {
  return texts.filter((text) => text !== '').join(gap);
}
