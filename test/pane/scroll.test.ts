import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampScroll, pageOf, pageScroll, scrollTo, stepScroll } from '../../src/pane/scroll.ts';
import type { Page } from '../../src/pane/view.ts';

const startsOf = (heights: ReadonlyArray<number>) =>
  heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0));

/** The numbers of the lines on the screen. */
function linesAt({ scroll, pageLines, totalLines }: Page): ReadonlyArray<number> {
  return Array.from({ length: totalLines }, (_, line) => line).slice(scroll, scroll + pageLines);
}

/** All pages from one to the last, with `move`. */
function walk(page: Page, move: (page: Page) => number): ReadonlyArray<Page> {
  const scroll = move(page);
  return scroll === page.scroll ? [page] : [page, ...walk({ ...page, scroll }, move)];
}

describe('for any blocks and any screen', () => {
  const pages = fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(120),
    )
    .map(([heights, pageLines, scroll]) => ({
      heights,
      page: pageOf(
        heights.reduce((sum, height) => sum + height, 0),
        startsOf(heights),
        pageLines,
        scroll,
      ),
    }));
  const moves = fc.constantFrom(pageScroll, stepScroll);

  test('a page begins with a block, except inside of one that is taller than the page', () => {
    fc.assert(
      fc.property(pages, ({ heights, page }) => {
        const starts = startsOf(heights);
        if (starts.includes(page.scroll) || page.totalLines === 0) return;
        const block = starts.findLastIndex((start) => start <= page.scroll);
        expect(heights[block]).toBeGreaterThan(page.pageLines);
      }),
      { numRuns: 160 },
    );
  });

  test('pages and steps down lead to the end, and up to the beginning, and leave out no line', () => {
    fc.assert(
      fc.property(pages, moves, ({ page }, move) => {
        const first = { ...page, scroll: 0 };
        const down = walk(first, (each) => move(1, each));
        const last = down.at(-1) ?? first;
        expect(last.scroll).toBe(clampScroll(page.totalLines, page));
        const up = walk(last, (each) => move(-1, each));
        expect(up.at(-1)?.scroll).toBe(0);
        for (const walked of [down, up]) expect(new Set(walked.flatMap(linesAt)).size).toBe(page.totalLines);
      }),
      { numRuns: 160 },
    );
  });

  test('a selected line is on the screen, with its whole block where that fits', () => {
    fc.assert(
      fc.property(pages, fc.nat(), ({ heights, page }, chosen) => {
        fc.pre(page.totalLines > 0);
        const line = chosen % page.totalLines;
        const scroll = scrollTo(line, page);
        const shown = linesAt({ ...page, scroll });
        expect(clampScroll(scroll, page)).toBe(scroll);
        const starts = startsOf(heights);
        const block = starts.findLastIndex((start) => start <= line);
        const [start = 0, height = 0] = [starts[block], heights[block]];
        if (height > page.pageLines) expect(shown).toContain(line);
        else expect(shown).toEqual(expect.arrayContaining([start, line, start + height - 1]));
        expect(scrollTo(line, { ...page, scroll })).toBe(scroll);
      }),
      { numRuns: 160 },
    );
  });
});
