import {
  flowTexts,
  joinPieces,
  MIN_GAP,
  type PaintedLines,
  type Piece,
  type Segment,
  widthOf,
} from './lines.ts';
import { clip, displayWidth } from './safe-text.ts';
import { type Paint, unpainted } from './theme.ts';

/**
 * Shortens or drops all parts of the lowest priority together, until the line fits or only parts without a
 * priority are left. Aligns `end` to the right.
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

/** As `fitParts`, but cuts a line that is still too wide. */
export function fitLine(parts: Segment, width: number, end?: Segment, gap?: number): string {
  return joinPieces(fitParts(parts, width, end, gap), width);
}

/** `fitParts` replaces the first text by the next one, and so on, but never drops the last. */
export function shortening(texts: ReadonlyArray<string>, paint: Paint, priority: number): Piece {
  const [text = '', ...shorter] = texts;
  return shorter.length === 0 ? [text, paint] : [text, paint, priority, shortening(shorter, paint, priority)];
}

export function withPriority(pieces: Segment, priority: number): Segment {
  return pieces.map(([text, paint, own = Infinity]) => [text, paint, Math.min(own, priority)]);
}

/** Returns a priority between `priority` and `priority + 1`, lower for a higher index. */
export function lastFirst(priority: number, index: number): number {
  return priority + 1 / (index + 2);
}

/**
 * Returns items that are dropped from the last to the second, then a count of the missing ones. `hidden`
 * counts missing items that are not in `items`.
 */
export function listParts(
  items: ReadonlyArray<Segment>,
  priority: number,
  { hidden, paint, more = moreText }: { hidden: number; paint: Paint; more?: (count: number) => string },
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

const moreText = (count: number) => (count === 0 ? '' : ` (${count} more)`);

interface ListLayout {
  readonly width: number;
  readonly height: number;
  readonly gap: string;
  /** Paints gaps and the count. */
  readonly paint: Paint;
  /** The number of further items, which the count includes. */
  readonly hidden: number;
}

/** Shows as many whole items as fit, then `(2 more)`. If not even the first one fits, `cutFirst` shortens it. */
export function fitList(
  items: ReadonlyArray<PaintedLines>,
  { width, height, gap, paint, hidden }: ListLayout,
  cutFirst: (cells: number) => string,
): PaintedLines {
  const moreThan = (count: number) => moreText(items.length - count + hidden);
  for (let count = items.length; count > 0; count--) {
    const texts = items.slice(0, count).flat();
    const more = moreThan(count);
    const last = `${texts.pop() ?? ''}${paint(more)}`;
    const lines = flowTexts([...texts, last], width, gap, paint);
    if (lines.length <= height && lines.every((line) => displayWidth(line) <= width)) return lines;
  }
  const more = moreThan(1);
  return items.length === 0 ? [] : [cutFirst(Math.max(0, width - more.length)) + paint(more)];
}

export function fitTexts(texts: ReadonlyArray<string>, width: number): string {
  const items = texts.map((text) => [text]);
  const layout = { width, height: 1, gap: ' · ', paint: unpainted, hidden: 0 };
  const [line = ''] = fitList(items, layout, (cells) => clip(texts[0] ?? '', cells));
  return line;
}
