import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { resample } from '../../src/text/sparkline.ts';

const MAX_GAP = 5 * MINUTE_MS;
const START = Date.UTC(2026, 10, 20, 14, 30);

test.each<readonly [name: string, minutes: ReadonlyArray<number>, cells: number, text: string]>([
  ['no cells', [0, 1], 0, ''],
  ['one value', [0], 5, '0'],
  ['fewer values than cells: one cell for each', [0, 1, 2], 10, '0 1 2'],
  ['more values than cells: the last of each span', [0, 1, 2, 3, 4, 5, 6], 3, '1 3 6'],
  ['the last known value of a span', [0, -1, 2, 3], 2, '0 3'],
  ['none in a span of absent values', [0, 1, -2, -3], 2, '1 ·'],
  ['a span without values has the one before', [0, 1, 2, 7], 4, '1 2 2 7'],
  ['also where that is absent', [0, 1, -2, 7], 4, '1 · · 7'],
  ['not in a gap of seven minutes, however near it is', [0, 1, 2, 9], 4, '2 ? ? 9'],
  ['nor in a long gap', [0, 1, 2, 20], 4, '2 ? ? 20'],
])('%s', (_, minutes, cells, text) => {
  // The value is absent in a negative minute.
  const values = minutes.map((minute) => ({
    time: START + Math.abs(minute) * MINUTE_MS,
    value: minute < 0 ? null : minute,
  }));
  const words = resample(values, cells, MAX_GAP).map((value) => (value === undefined ? '?' : (value ?? '·')));
  expect(words.join(' ')).toBe(text);
});
