import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flow, type Segment } from '../../src/text/lines.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { unpainted } from '../../src/text/theme.ts';
import { ROLES } from '../support/view-fixtures.ts';

/** Segments as `a|b c`: two pieces, the second with a blank. */
const segmentsOf = (...texts: ReadonlyArray<string>): ReadonlyArray<Segment> =>
  texts.map((text) => text.split('|').map((piece) => [piece, unpainted] as const));
const textOf = (segment: Segment) => segment.map(([text]) => text).join('');
const plainOf = (...all: Parameters<typeof flow>) => flow(...all).map(({ plain }) => plain);

describe('segments', () => {
  test.each([
    ['all fit on one line', ['one', 'two', 'three'], 15, ['one  two  three']],
    ['the last one does not fit', ['one', 'two', 'three'], 14, ['one  two', 'three']],
    ['each needs a line', ['one', 'two', 'three'], 5, ['one', 'two', 'three']],
    ['none', [], 10, []],
    ['empty ones have no gap', ['', 'one', '|', 'two', ''], 20, ['one  two']],
    ['pieces stay together', ['first', 'a |b |c'], 9, ['first', 'a b c']],
    ['a wide one is cut', ['one', 'much too long', 'two'], 8, ['one', 'much to…', 'two']],
    ['the rest of one that is cut is left out', ['abcdef|ghi|jkl'], 8, ['abcdefg…']],
    ['a piece that is cut at a blank is the last one', ['ab cd|ef'], 4, ['ab…']],
    ['wide characters count twice', ['漢字', '漢字'], 10, ['漢字  漢字']],
    ['wide characters that do not fit', ['漢字', '漢字'], 9, ['漢字', '漢字']],
    ['wide characters that are cut', ['漢字漢|x'], 4, ['漢…']],
    ['one cell', ['one', 'x'], 1, ['…', 'x']],
    ['no cells', ['one', 'x'], 0, []],
    ['less than no cells', ['one', 'x'], -5, []],
  ])('%s', (_, texts, width, lines) => {
    expect(plainOf(segmentsOf(...texts), width)).toEqual(lines);
  });

  test('have the gap that is asked for', () => {
    expect(plainOf(segmentsOf('a', 'b'), 5, 3)).toEqual(['a   b']);
    expect(plainOf(segmentsOf('a', 'b'), 4, 3)).toEqual(['a', 'b']);
    expect(plainOf(segmentsOf('a', 'b'), 2, 0)).toEqual(['ab']);
  });

  test('are painted piece by piece, also where they are cut', () => {
    const segment: Segment = [
      ['bias ', ROLES.muted],
      ['bullish', ROLES.up],
    ];
    expect(flow([segment, segment], 26).map(({ painted }) => painted)).toEqual([
      '<muted>bias </muted><up>bullish</up>  <muted>bias </muted><up>bullish</up>',
    ]);
    expect(flow([segment], 8).map(({ painted }) => painted)).toEqual(['<muted>bias </muted><up>bu…</up>']);
  });
});

describe('any segments', () => {
  const piece = fc
    .string({ unit: fc.constantFrom(...'ab1+. ', '漢', '字', 'é', '★'), maxLength: 9 })
    .map((text) => [text, unpainted] as const);
  const segments = fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 8 });
  const widths = fc.integer({ min: 0, max: 40 });
  const gaps = fc.integer({ min: 0, max: 3 });

  test('make no line wider than the width', () => {
    fc.assert(
      fc.property(segments, widths, gaps, (all, width, gap) => {
        for (const { plain, painted } of flow(all, width, gap)) {
          expect(displayWidth(plain)).toBeLessThanOrEqual(width);
          expect(painted).toBe(plain);
        }
      }),
    );
  });

  test('lose nothing if each of them fits, and begin a line only where the one before is full', () => {
    fc.assert(
      fc.property(segments, fc.nat(20), gaps, (all, spare, gap) => {
        const texts = all.map(textOf).filter((text) => text !== '');
        const width = Math.max(0, ...texts.map(displayWidth)) + spare;
        const lines: Array<Array<string>> = [];
        for (const text of texts) {
          const line = lines.at(-1);
          const isFull = line === undefined || displayWidth([...line, text].join(' '.repeat(gap))) > width;
          if (isFull) lines.push([text]);
          else line.push(text);
        }
        expect(plainOf(all, width, gap)).toEqual(lines.map((line) => line.join(' '.repeat(gap))));
      }),
    );
  });
});
