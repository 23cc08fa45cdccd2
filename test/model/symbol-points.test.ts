import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSymbolPoints } from '../../src/model/symbol-points.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const CAPACITY = 1500;

const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0));
const ranks = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('movers', '7', '__proto__'), fc.string()), fc.maxSafeInteger()))
  .map((entries) => new Map(entries.map(([board, rank]) => [board, rank + 0])));
/** As the service sends times, and as other programs may have written them. */
const form = fc.constantFrom(
  (time: number) => new Date(time).toISOString(),
  (time: number) => new Date(time).toISOString().replace('Z', '+00:00'),
);
const point = fc
  .record({ form, boards: fc.nat(), price: number, dayPct: number, ranks })
  .map(({ form: write, ...fields }) => ({ write, ...fields }));

test('the newest points are given as they were added', () => {
  const some = fc.array(point, { minLength: 1, maxLength: 20 });
  const count = fc.constantFrom(1, 20, 1024, 1025, CAPACITY, CAPACITY + 1, 3 * CAPACITY + 7);
  fc.assert(
    fc.property(some, count, fc.nat({ max: 1600 }), (templates, total, since) => {
      const points = createSymbolPoints(CAPACITY);
      const added = Array.from({ length: total }, (_, index) => {
        const template = templates[index % templates.length];
        if (template === undefined) throw new Error('the test has no template');
        const { write, ...fields } = template;
        const asOfMilliseconds = START + index * 1000;
        return { asOf: write(asOfMilliseconds), asOfMilliseconds, ...fields };
      });
      for (const each of added) points.add(each);
      const kept = added.slice(-CAPACITY);
      const found = points.all();
      expect([...found]).toEqual(kept);
      expect([
        found.length,
        found.at(0),
        found.at(-1),
        found.at(kept.length),
        found.at(-kept.length - 1),
      ]).toEqual([kept.length, kept[0], kept.at(-1), undefined, undefined]);
      const start = START + since * 1000;
      expect([...found.since(start)]).toEqual(
        kept.filter(({ asOfMilliseconds }) => asOfMilliseconds >= start),
      );
    }),
    { numRuns: 30 },
  );
});

test('without points there are none', () => {
  const found = createSymbolPoints(CAPACITY).all();
  expect([...found, found.at(0), found.at(-1), found.length]).toEqual([undefined, undefined, 0]);
});
