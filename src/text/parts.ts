import { joinPieces, MIN_GAP, type Piece, type Segment, widthOf } from './lines.ts';
import { type Paint, unpainted } from './theme.ts';

/**
 * Parts give way until the line fits: those with the lowest priority first, all of them together. Those without a priority stay, so
 * the line can be too wide. The parts of `end` stand at its right end, with a gap before them.
 */
export function fitParts(parts: Segment, width: number, end: Segment = [], gap = MIN_GAP): Segment {
  const least = widthOf(end) === 0 ? 0 : gap;
  const blanks = width - widthOf(parts) - widthOf(end);
  const lowest = Math.min(...[...parts, ...end].map(([, , priority = Infinity]) => priority));
  if (blanks < least && lowest < Infinity)
    return fitParts(withoutLowest(parts, lowest), width, withoutLowest(end, lowest), gap);
  if (widthOf(end) === 0) return parts;
  return [...parts, [' '.repeat(Math.max(gap, blanks)), unpainted], ...end];
}

function withoutLowest(parts: Segment, lowest: number): Segment {
  return parts.flatMap((part) => {
    const [, , priority, shorter] = part;
    return priority !== lowest ? [part] : shorter === undefined ? [] : [shorter];
  });
}

/** The parts that fit, as a line. If those that stay are too wide, the line is cut. */
export function fitLine(parts: Segment, width: number, end?: Segment, gap?: number): string {
  return joinPieces(fitParts(parts, width, end, gap), width);
}

/** A part that gives way to the next text, and so on; the last one stays. */
export function shortening(texts: ReadonlyArray<string>, paint: Paint, priority: number): Piece {
  const [text = '', ...shorter] = texts;
  return shorter.length === 0 ? [text, paint] : [text, paint, priority, shortening(shorter, paint, priority)];
}

export function withPriority(pieces: Segment, priority: number): Segment {
  return pieces.map(([text, paint, own = Infinity]) => [text, paint, Math.min(own, priority)]);
}

/** Priorities from `priority` to less than the next whole number: of several parts, the last one gives way first. */
export function lastFirst(priority: number, index: number): number {
  return priority + 1 / (index + 2);
}

/**
 * Items, of which the last gives way first and the first stays, and behind them how many are missing, with the `hidden` ones, which the
 * list lacks. This count gives way after all others.
 */
export function listParts(
  items: ReadonlyArray<Segment>,
  priority: number,
  { hidden, paint, more }: { hidden: number; paint: Paint; more: (count: number) => string },
): Segment {
  const priorityOf = (index: number) => (index === 0 ? Infinity : lastFirst(priority, index));
  const countOf = (missing: number): Piece => {
    const text = missing === 0 ? '' : more(missing);
    const next = items.length - 1 - (missing - hidden);
    if (next <= 0) return [text, paint, Number.MAX_VALUE];
    return [text, paint, priorityOf(next), countOf(missing + 1)];
  };
  return [...items.flatMap((item, index) => withPriority(item, priorityOf(index))), countOf(hidden)];
}
