import { expect, test } from 'vitest';
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
