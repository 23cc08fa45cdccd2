import { describe, expect, test } from 'vitest';
import type { Piece, Segment } from '../../src/text/lines.ts';
import { fitLine, fitParts, lastFirst, listParts, shortening, withPriority } from '../../src/text/parts.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { unpainted } from '../../src/text/theme.ts';

const part = (text: string, priority?: number, shorter?: Piece): Piece => [
  text,
  unpainted,
  priority,
  shorter,
];

describe('fitParts', () => {
  const clock = part(' 12:34:00', 2, part(' 12:34', 4));
  const line = [part('live'), clock, part(' EST', 1), part(' rec', 3)];

  test.each<[string, Segment, number, string]>([
    ['all that fits', line, 21, 'live 12:34:00 EST rec'],
    ['the lowest priority gives way first', line, 20, 'live 12:34:00 rec'],
    ['a part gives way to a shorter one', line, 16, 'live 12:34 rec'],
    ['the next one', line, 13, 'live 12:34'],
    ['the shorter one has a priority of its own', line, 9, 'live'],
    ['what stays is cut', line, 3, 'li…'],
    ['those of one priority together', [part('a', 1), part('b'), part('c', 1)], 2, 'b'],
    ['negative and broken priorities', [part('a', -1), part('b', 0.5), part('c', 0.2)], 1, 'b'],
    ['wide characters', [part('株', 1), part('b')], 2, 'b'],
    ['an empty text takes no room', [part('', 1), part('ab')], 2, 'ab'],
    ['nothing', [], 5, ''],
  ])('%s', (_, parts, width, expected) => {
    expect(fitLine(parts, width)).toBe(expected);
  });

  test.each<[string, Segment, Segment, number, string]>([
    ['an end at the right edge', [part('ab')], [part('cd')], 8, 'ab    cd'],
    ['with a gap at least', [part('ab')], [part('cd')], 6, 'ab  cd'],
    ['an end that gives way', [part('ab')], [part('cd', 1)], 5, 'ab'],
    [
      'parts of both give way by priority',
      [part('a'), part('b', 2)],
      [part('c', 1), part('d', 3)],
      5,
      'ab  d',
    ],
    ['an end that becomes shorter', [part('ab')], [part('cde', 1, part('c'))], 5, 'ab  c'],
    ['an end without text leaves no blanks', [part('ab')], [part('', 1)], 8, 'ab'],
    ['an end alone', [], [part('cd')], 5, '   cd'],
  ])('%s', (_, parts, end, width, expected) => {
    expect(fitLine(parts, width, end)).toBe(expected);
  });

  test('without a gap, the ends may touch', () => {
    expect(fitLine([part('ab')], 4, [part('cd', 1)], 0)).toBe('abcd');
    expect(fitLine([part('ab')], 3, [part('cd', 1)], 0)).toBe('ab');
  });

  test('says how wide a line is that cannot become narrower', () => {
    const fitted = fitParts([part('abc'), part('d', 1)], 2);
    expect(fitted.map(([text]) => text).join('')).toBe('abc');
    const withGap = fitParts([part('ab')], 5, [part('cd')]);
    expect(withGap.map(([text]) => text).join('')).toBe('ab  cd');
  });

  test('keeps the paint of each part', () => {
    const loud = (text: string) => text.toUpperCase();
    expect(fitLine([['a', loud], part('b')], 9, [['c', loud, 1]])).toBe('Ab      C');
  });
});

test('shortening goes from text to text, of which the last stays', () => {
  const parts = [shortening(['abcd', 'abc', 'a'], unpainted, 1)];
  expect([5, 4, 3, 2, 1].map((width) => fitLine(parts, width))).toEqual(['abcd', 'abcd', 'abc', 'a', 'a']);
});

describe('listParts', () => {
  const items = ['AAA', ' BBB', ' CCC'].map((text): Segment => [part(text)]);
  const listed = (hidden: number, width: number, segments: ReadonlyArray<Segment> = items) =>
    fitLine(listParts(segments, 0, { hidden, paint: unpainted, more: (count) => ` (${count} more)` }), width);

  test.each<[hidden: number, width: number, string]>([
    [0, 11, 'AAA BBB CCC'],
    [0, 10, 'AAA'],
    [0, 16, 'AAA BBB CCC'],
    [2, 20, 'AAA BBB CCC (2 more)'],
    [2, 19, 'AAA BBB (3 more)'],
    [2, 15, 'AAA (4 more)'],
    [2, 11, 'AAA'],
    [2, 2, 'A…'],
  ])('with %d hidden items in %d cells: %s', (hidden, width, expected) => {
    expect(listed(hidden, width)).toBe(expected);
  });

  test('of no items or one', () => {
    expect(listed(0, 9, [])).toBe('');
    expect(listed(3, 9, [])).toBe(' (3 more)');
    expect(listed(0, 9, items.slice(0, 1))).toBe('AAA');
  });

  test('a part of an item that gives way before its item', () => {
    const detailed = items.map((item): Segment => [...item, part('!', -1)]);
    expect(listed(0, 13, detailed)).toBe('AAA BBB CCC');
    expect(listed(0, 14, detailed)).toBe('AAA! BBB! CCC!');
  });

  test('a wider line never shows less', () => {
    const many = Array.from({ length: 30 }, (_, index): Segment => [part(` item ${index}`)]);
    let before = 0;
    for (let width = 1; width < 300; width++) {
      const line = listed(7, width, many);
      const shown = line.match(/item \d/g)?.length ?? 0;
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(shown).toBeGreaterThanOrEqual(before);
      before = shown;
    }
    expect(before).toBe(30);
  });
});

test('priorities of several parts are below the next whole number, those of the last ones lowest', () => {
  const priorities = [0, 1, 2, 40].map((index) => lastFirst(3, index));
  expect(priorities).toEqual(priorities.toSorted((one, other) => other - one));
  for (const priority of priorities) expect(Math.floor(priority)).toBe(3);
  expect(withPriority([part('a'), part('b', 1), part('c', 9)], 5).map(([, , priority]) => priority)).toEqual([
    5, 1, 5,
  ]);
});
