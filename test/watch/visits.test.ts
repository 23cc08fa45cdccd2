import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVisits } from '../../src/watch/visits.ts';

const START = Date.UTC(2026, 5, 3, 14, 0);

/** Presses keys so many seconds after the start, and returns when the reader was here before the last one. */
function earlierAfter(presses: ReadonlyArray<number>): number {
  let seconds = 0;
  const visits = createVisits({
    now: () => START + seconds * 1000,
    monotonic: () => seconds * 1000,
    sleep: async () => {},
  });
  for (const press of presses) {
    seconds = press;
    visits.notice();
  }
  return (visits.earlier() - START) / 1000;
}

test.each<readonly [name: string, presses: ReadonlyArray<number>, earlier: number]>([
  ['no key yet: the start', [], 0],
  ['the first key, soon', [5], 0],
  ['the first key, after a while', [300], 0],
  ['all keys within a minute: the start', [5, 20, 59], 0],
  ['the last key is a minute old', [5, 65], 5],
  ['the last key is almost a minute old', [6, 65], 0],
  ['several keys before, several now', [5, 10, 100, 110, 130], 10],
  ['keys all the time: the one a minute before', [10, 20, 30, 40, 50, 60, 70, 80, 90], 30],
  ['a long pause after many keys', [10, 20, 30, 3600], 30],
  ['keys closer than a second are one', [10, 10.4, 10.9, 100], 10],
  ['a held key is one each second', [10, 10.5, 11, 11.5, 12, 100], 12],
  ['the clock was set back before the start', [10, 100, -500, -490], -500],
  ['the clock was set back: what came before stays', [10, 100, 50, 115], 50],
  ['the clock was set forward: what came before is old', [10, 20, 4000], 20],
])('%s', (_, presses, earlier) => {
  expect(earlierAfter(presses)).toBe(earlier);
});

test('for any keys, it is the last one that is at least a minute old, or the start', () => {
  const presses = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(presses, (gaps) => {
      let now = 0;
      const times = gaps.map((gap) => (now += gap));
      expect(earlierAfter(times)).toBe(times.findLast((time) => time <= now - 60) ?? 0);
    }),
  );
});
