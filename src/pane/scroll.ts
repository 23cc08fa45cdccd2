import type { Page } from './view.ts';

/** Lines that stay together at the top of a block taller than a page: a title, labels, the first row. */
const HEAD_LINES = 3;

/** Lets pages begin with one of `starts`, or inside a block that is taller than a page. */
export function firstPage(totalLines: number, starts: ReadonlyArray<number>, pageLines: number): Page {
  const all = starts.flatMap((start, index) => {
    const height = (starts[index + 1] ?? totalLines) - start;
    const inside = Array.from({ length: height > pageLines ? height : 0 }, (_, line) => start + line);
    return [start, ...inside.slice(Math.min(HEAD_LINES, pageLines, height - pageLines))];
  });
  return { scroll: 0, pageLines, totalLines, starts: all };
}

/** Returns the nearest scroll position at or before a line, but not after the last page. */
export function clampScroll(line: number, { pageLines, totalLines, starts }: Page): number {
  const last = starts.find((start) => start >= totalLines - pageLines) ?? 0;
  return starts.findLast((start) => start <= Math.min(line, last)) ?? 0;
}

export function stepScroll(step: 1 | -1, page: Page): number {
  const { scroll, starts } = page;
  if (step === 1) return clampScroll(starts.find((start) => start > scroll) ?? scroll, page);
  return starts.findLast((start) => start < scroll) ?? 0;
}

/** Skips no line, and moves at least one step, so that the key always does something. */
export function pageScroll(step: 1 | -1, page: Page): number {
  const { scroll, pageLines, starts } = page;
  if (step === 1) return Math.max(clampScroll(scroll + pageLines, page), stepScroll(1, page));
  return Math.min(starts.find((start) => start >= scroll - pageLines) ?? 0, stepScroll(-1, page));
}

export function scrollTo(line: number, { scroll, pageLines, totalLines, starts }: Page): number {
  const start = starts.findLast((each) => each <= line) ?? 0;
  const end = starts.find((each) => each > line) ?? totalLines;
  if (start < scroll) return start;
  if (end <= scroll + pageLines) return scroll;
  return starts.find((each) => end <= each + pageLines) ?? start;
}
