import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampScroll, pageScroll, scrollTo, stepScroll, visibleLines } from '../../src/pane/scroll.ts';

/** A body of blocks with these numbers of lines, on a screen that shows `pageLines` of them. */
function pageOf(heights: ReadonlyArray<number>, pageLines: number) {
  const blockStarts = heights.map((_, index) =>
    heights.slice(0, index).reduce((sum, height) => sum + height, 0),
  );
  return { pageLines, blockStarts, totalLines: heights.reduce((sum, height) => sum + height, 0) };
}

type Page = ReturnType<typeof pageOf>;

/** The numbers of the lines on the screen at a scroll position. */
function linesAt(scroll: number, { pageLines, totalLines, blockStarts }: Page): ReadonlyArray<number> {
  const lines = Array.from({ length: totalLines }, (_, line) => String(line));
  return visibleLines({ lines, blockStarts }, scroll, pageLines).map(Number);
}

/** The first lines of all pages from the beginning to the end, with `move`. */
function walk(move: (scroll: number) => number, from = 0): ReadonlyArray<number> {
  const positions = [from];
  for (let last = from, next = move(last); next !== last; next = move(last)) {
    positions.push(next);
    last = next;
  }
  return positions;
}

const titleOf = (line: number, { blockStarts }: Page) => blockStarts.findLast((start) => start <= line) ?? 0;

describe('for any blocks and any screen', () => {
  const pages = fc
    .tuple(fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 12 }), fc.integer({ min: 1, max: 12 }))
    .map(([heights, pageLines]) => pageOf(heights, pageLines));
  const scrolls = fc.nat(120);

  test('the title of every line on the screen is on it too, above the line', () => {
    fc.assert(
      fc.property(pages, scrolls, (page, scroll) => {
        fc.pre(page.pageLines > 1);
        const shown = linesAt(clampScroll(scroll, page), page);
        for (const [index, line] of shown.entries())
          expect(shown.slice(0, index + 1)).toContain(titleOf(line, page));
      }),
      { numRuns: 160 },
    );
  });

  test('PgDn moves until the last page, PgUp until the first, and both show every line', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const lastPage = clampScroll(page.totalLines, page);
        const down = walk((scroll) => pageScroll(scroll, 1, page));
        const up = walk((scroll) => pageScroll(scroll, -1, page), lastPage);
        expect([down.at(-1), up.at(-1)]).toEqual([lastPage, 0]);
        for (const positions of [down, up]) {
          const seen = new Set(positions.flatMap((scroll) => linesAt(scroll, page)));
          expect(seen.size).toBe(page.totalLines);
        }
      }),
      { numRuns: 160 },
    );
  });

  test('PgDn and PgUp from anywhere leave out no line between two screens', () => {
    fc.assert(
      fc.property(pages, scrolls, fc.constantFrom(1, -1), (page, from, step) => {
        const before = clampScroll(from, page);
        const after = pageScroll(before, step, page);
        const seen = [...linesAt(before, page), ...linesAt(after, page)];
        for (let line = Math.min(before, after) + 1; line <= Math.max(before, after); line++)
          expect(seen).toContain(line);
      }),
      { numRuns: 160 },
    );
  });

  test('a step moves until the end and back, and shows every line', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const down = walk((scroll) => stepScroll(scroll, 1, page));
        const up = walk((scroll) => stepScroll(scroll, -1, page), down.at(-1));
        expect(up).toEqual(down.toReversed());
        expect(new Set(down.flatMap((scroll) => linesAt(scroll, page))).size).toBe(page.totalLines);
      }),
      { numRuns: 160 },
    );
  });

  test('a selected line is on the screen, with its whole block where that fits', () => {
    fc.assert(
      fc.property(pages, scrolls, fc.nat(), (page, from, chosen) => {
        fc.pre(page.totalLines > 0);
        const line = chosen % page.totalLines;
        const scroll = scrollTo(line, from, page);
        const shown = linesAt(scroll, page);
        expect(shown).toContain(line);
        expect(clampScroll(scroll, page)).toBe(scroll);
        const start = titleOf(line, page);
        const end = page.blockStarts.find((other) => other > start) ?? page.totalLines;
        if (end - start > page.pageLines) return;
        for (let inside = start; inside < end; inside++) expect(shown).toContain(inside);
      }),
      { numRuns: 160 },
    );
  });

  test('the screen stays where the selected line and as much of its block as fits are on it', () => {
    fc.assert(
      fc.property(pages, scrolls, fc.nat(), (page, from, chosen) => {
        const scroll = clampScroll(from, page);
        const shown = linesAt(scroll, page);
        fc.pre(shown.length > 0);
        const line = shown[chosen % shown.length] ?? 0;
        const start = titleOf(line, page);
        const end = page.blockStarts.find((other) => other > line) ?? page.totalLines;
        // A title is never selected.
        fc.pre(line > start && (start <= scroll || end <= scroll + page.pageLines));
        expect(scrollTo(line, scroll, page)).toBe(scroll);
      }),
      { numRuns: 160 },
    );
  });
});
