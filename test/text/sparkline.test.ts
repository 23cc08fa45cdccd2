import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/text/safe-text.ts';
import { renderSparkline } from '../../src/text/sparkline.ts';

const _ = null;

test.each<
  readonly [name: string, values: ReadonlyArray<number | null>, low: number, high: number, text: string]
>([
  ['all levels', [0, 1, 2, 3, 4, 5, 6, 7], 0, 7, '▁▂▃▄▅▆▇█'],
  ['the nearest level', [0, 0.49, 0.51, 6.49, 6.51], 0, 7, '▁▁▂▇█'],
  ['gaps', [_, 0, _, 7, _], 0, 7, '·▁·█·'],
  ['nothing but gaps', [_, _], 0, 7, '··'],
  ['beyond the range', [-1, 9, -1e308, 1e308], 0, 7, '▁█▁█'],
  ['ranks, of which the lowest is the best', [-10, -5, -1], -10, -1, '▁▅█'],
  ['no range: in the middle', [3, 3], 3, 3, '▅▅'],
  ['no values', [], 0, 7, ''],
])('%s', (_name, values, low, high, text) => {
  expect(renderSparkline(values, low, high)).toBe(text);
});

test('has one cell for each value, and a higher one is never lower', () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(values, fc.integer(), fc.integer(), (list, low, high) => {
      const ascending = [...list].sort((a, b) => a - b);
      const text = renderSparkline(ascending, low, high);
      expect(displayWidth(text)).toBe(list.length);
      expect([...text].sort().join('')).toBe(text);
    }),
  );
});
