import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resample } from '../../src/text/sparkline.ts';
import { MINUTE_MS } from '../../src/time.ts';

const MAX_GAP = 5 * MINUTE_MS;
const START = Date.UTC(2026, 10, 20, 14, 30);

test.each<readonly [name: string, minutes: ReadonlyArray<number>, cells: number, text: string]>([
  ['no cells', [0, 1], 0, ''],
  ['one value', [0], 5, '0'],
  ['fewer values than cells: one cell for each', [0, 1, 2], 10, '0 1 2'],
  ['more values than cells: the last of each span', [0, 1, 2, 3, 4, 5, 6], 3, '1 3 6'],
  ['a span without values has the one before', [0, 1, 2, 8], 4, '1 2 2 8'],
  ['unless that is more than five minutes old', [0, 1, 2, 20], 4, '2 2 · 20'],
])('%s', (_, minutes, cells, text) => {
  const values = minutes.map((minute) => ({ time: START + minute * MINUTE_MS, value: minute }));
  expect(
    resample(values, cells, MAX_GAP)
      .map((value) => value ?? '·')
      .join(' '),
  ).toBe(text);
});

describe('any values at ascending times', () => {
  const steps = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: MAX_GAP - 1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5 * MINUTE_MS, max: 90 * MINUTE_MS }) },
  );
  const timed = (step: fc.Arbitrary<number>, value: fc.Arbitrary<number | null>) =>
    fc.array(fc.record({ step, value }), { maxLength: 60 }).map((all) => {
      let time = START;
      return all.map(({ step: milliseconds, value: each }) => {
        time += milliseconds;
        return { time, value: each };
      });
    });
  const cellCounts = fc.integer({ min: 1, max: 40 });
  const numbers = fc.integer({ min: -9, max: 9 });

  test('are what the definition says', () => {
    fc.assert(
      fc.property(timed(steps, fc.option(numbers)), cellCounts, (values, cells) => {
        const count = Math.min(cells, values.length);
        const start = values[0]?.time ?? 0;
        const span = ((values.at(-1)?.time ?? 0) - start) / count;
        const expected = Array.from({ length: count }, (_, cell) => {
          const [from, to] = [start + cell * span, cell === count - 1 ? Infinity : start + (cell + 1) * span];
          const inside = values.filter(({ time, value }) => time >= from && time < to && value !== null);
          const before = values.findLast(({ time }) => time < from);
          const isEmpty = !values.some(({ time }) => time >= from && time < to);
          const isRecent = before !== undefined && from - before.time <= MAX_GAP;
          if (isEmpty) return isRecent ? before.value : undefined;
          return inside.at(-1)?.value ?? null;
        });
        expect(resample(values, cells, MAX_GAP)).toEqual(expected);
      }),
    );
  });
});
