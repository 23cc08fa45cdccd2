import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resample } from '../../src/text/sparkline.ts';
import { MINUTE_MS } from '../../src/time.ts';

type Value = readonly [minute: number, value: number | null];

const MAX_GAP = 5 * MINUTE_MS;
const START = Date.UTC(2026, 10, 20, 14, 30);

/** Values at minutes in so many cells, `·` for a gap. */
function sampled(values: ReadonlyArray<Value>, cells: number): string {
  const timed = values.map(([minute, value]) => ({ asOf: START + minute * MINUTE_MS, value }));
  return resample(timed, cells, MAX_GAP)
    .map((value) => value ?? '·')
    .join(' ');
}

/** The same value every minute. */
const steady = (from: number, to: number, value: number | null) =>
  Array.from({ length: to - from + 1 }, (_, index): Value => [from + index, value]);
/** The minute as the value. */
const counted = (minutes: ReadonlyArray<number>) => minutes.map((minute): Value => [minute, minute]);

describe('values over equal spans of time', () => {
  test.each<readonly [name: string, values: ReadonlyArray<Value>, cells: number, text: string]>([
    ['no values', [], 5, ''],
    ['no cells', counted([0, 1]), 0, ''],
    ['less than no cells', counted([0, 1]), -3, ''],
    ['one value', counted([0]), 5, '0'],
    ['one unknown value', [[0, null]], 5, '·'],
    ['one cell has the last value', counted([0, 1, 2]), 1, '2'],
    ['one cell has the last known value', [...counted([0, 1]), [2, null]], 1, '1'],
    ['as many values as cells', counted([0, 1, 2, 3]), 4, '0 1 2 3'],
    ['fewer values than cells: one cell for each', counted([0, 1, 2]), 10, '0 1 2'],
    ['more values than cells: the last of each span', counted([0, 1, 2, 3, 4, 5, 6]), 3, '1 3 6'],
    ['a span without values has the one before', counted([0, 1, 2, 8]), 4, '1 2 2 8'],
    ['times that are not regular', counted([0, 1, 1.5, 4, 6, 6.5, 8]), 4, '1.5 1.5 4 8'],
    ['a value at the edge of a span is in the later one', counted([0, 2, 4]), 2, '0 4'],
  ])('%s', (_, values, cells, text) => {
    expect(sampled(values, cells)).toBe(text);
  });
});

describe('a gap', () => {
  test.each<readonly [name: string, values: ReadonlyArray<Value>, cells: number, text: string]>([
    ['begins when a value is more than five minutes old', [...steady(0, 4, 1), [20, 2]], 5, '1 1 1 · 2'],
    ['does not begin at five minutes', [...steady(0, 0, 1), ...steady(12, 15, 2)], 3, '1 1 2'],
    ['begins where values are unknown', [...steady(0, 3, 1), ...steady(4, 7, null)], 8, '1 1 1 1 · · · ·'],
    ['ends with the first known value', [...steady(0, 3, null), ...steady(4, 7, 2)], 8, '· · · · 2 2 2 2'],
    ['is not shown within a span that has a known value', [...steady(0, 2, 1), [3, null]], 2, '1 1'],
    [
      'goes on until something is known: a span without values has no older one',
      [
        [0, 1],
        [1, 1],
        [2, null],
        [8, 3],
      ],
      4,
      '1 · · 3',
    ],
  ])('%s', (_, values, cells, text) => {
    expect(sampled(values, cells)).toBe(text);
  });
});

describe('any values at ascending times', () => {
  const steps = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: MAX_GAP - 1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5 * MINUTE_MS, max: 90 * MINUTE_MS }) },
  );
  const timed = (step: fc.Arbitrary<number>, value: fc.Arbitrary<number | null>) =>
    fc.array(fc.record({ step, value }), { maxLength: 60 }).map((all) => {
      let asOf = START;
      return all.map(({ step: milliseconds, value: each }) => {
        asOf += milliseconds;
        return { asOf, value: each };
      });
    });
  const cellCounts = fc.integer({ min: 1, max: 40 });
  const numbers = fc.integer({ min: -9, max: 9 });

  test('are what the definition says', () => {
    fc.assert(
      fc.property(timed(steps, fc.option(numbers)), cellCounts, (values, cells) => {
        const count = Math.min(cells, values.length);
        const start = values[0]?.asOf ?? 0;
        const span = ((values.at(-1)?.asOf ?? 0) - start) / count;
        const expected = Array.from({ length: count }, (_, cell) => {
          const [from, to] = [start + cell * span, cell === count - 1 ? Infinity : start + (cell + 1) * span];
          const inside = values.filter(({ asOf, value }) => asOf >= from && asOf < to && value !== null);
          const before = values.findLast(({ asOf }) => asOf < from);
          const isEmpty = !values.some(({ asOf }) => asOf >= from && asOf < to);
          const isRecent = before !== undefined && from - before.asOf <= MAX_GAP;
          return inside.at(-1)?.value ?? (isEmpty && isRecent ? before.value : null);
        });
        expect(resample(values, cells, MAX_GAP)).toEqual(expected);
      }),
    );
  });
});
