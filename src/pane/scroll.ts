import type { Lines } from '../text/lines.ts';
import type { Body, Page as ShownPage } from './view.ts';

type Page = Omit<ShownPage, 'scroll'>;

/**
 * The nearest scroll position at or before `line` at which a page begins: the start of a block, or a line inside of a block
 * that is taller than the page. The last page shows the end of the body.
 */
export function clampScroll(line: number, page: Page): number {
  const wanted = Math.max(0, Math.min(line, lastScroll(page)));
  const start = blockStartAt(wanted, page);
  return isTall(start, page) ? Math.min(wanted, blockEnd(start, page) - page.pageLines) : start;
}

/** The scroll position one step down (`step` 1) or up (-1): to the next block, or by a line in a tall one. */
export function stepScroll(scroll: number, step: 1 | -1, page: Page): number {
  const now = clampScroll(scroll, page);
  if (step === 1) {
    const start = blockStartAt(now, page);
    const isInside = isTall(start, page) && now < blockEnd(start, page) - page.pageLines;
    return clampScroll(isInside ? now + 1 : blockEnd(start, page), page);
  }
  const start = blockStartAt(now, page);
  return now > start ? now - 1 : clampScroll(now - 1, page);
}

/** A page down (`step` 1) or up (-1), which skips no line. At least one step, so that the key always does something. */
export function pageScroll(scroll: number, step: 1 | -1, page: Page): number {
  const { pageLines, blockStarts } = page;
  const now = clampScroll(scroll, page);
  if (step === 1) {
    const next = clampScroll(now + pageLines, page);
    return Math.max(clampScroll(now + pageLines - coveredLines(next, page), page), stepScroll(now, 1, page));
  }
  const top = now + coveredLines(now, page) - pageLines;
  const above = blockStarts.find((line) => line >= top) ?? now;
  return Math.min(above < now ? above : clampScroll(top, page), stepScroll(now, -1, page));
}

/** Scrolls as little as possible so that the line and, where it fits, its whole block are visible. */
export function scrollTo(line: number, scroll: number, page: Page): number {
  const now = clampScroll(scroll, page);
  const start = blockStartAt(line, page);
  const end = blockEnd(start, page);
  if (isTall(start, page)) {
    const first = Math.max(start, line - page.pageLines + 1);
    const last = Math.max(start, line - coveredLines(line, page));
    return clampScroll(Math.max(first, Math.min(now, last)), page);
  }
  if (start < now) return start;
  if (end <= now + page.pageLines) return now;
  return page.blockStarts.find((candidate) => end <= candidate + page.pageLines) ?? start;
}

/** The first page that shows the end of the body. */
function lastScroll(page: Page): number {
  const { pageLines, totalLines, blockStarts } = page;
  const least = Math.max(0, totalLines - pageLines);
  return blockStarts.find((line) => line >= least) ?? least;
}

function blockStartAt(line: number, { blockStarts }: Page): number {
  return blockStarts.findLast((start) => start <= line) ?? 0;
}

function blockEnd(start: number, { blockStarts, totalLines }: Page): number {
  return blockStarts.find((other) => other > start) ?? totalLines;
}

/** Inside of a tall block, its title covers the first line of the page (composePane), unless the page is a single line. */
export function coveredLines(scroll: number, page: Page): number {
  return page.pageLines > 1 && scroll > blockStartAt(scroll, page) ? 1 : 0;
}

function isTall(start: number, page: Page): boolean {
  return blockEnd(start, page) - start > page.pageLines;
}

/**
 * A block that is taller than the page keeps its first line, the title, at the top while its other lines scroll. A page of
 * one line has no room for it.
 */
export function visibleLines(
  { lines, blockStarts }: Pick<Body, 'lines' | 'blockStarts'>,
  scroll: number,
  pageLines: number,
): Lines {
  const visible = lines.slice(scroll, scroll + pageLines);
  if (pageLines === 1) return visible;
  const start = blockStarts.findLast((line) => line <= scroll);
  const title = start === undefined || start === scroll ? undefined : lines[start];
  return title === undefined ? visible : [title, ...visible.slice(1)];
}
