import { describe, expect, test } from 'vitest';
import { describeOutcome } from '../../src/fields/fields.ts';
import { DAY_MS } from '../../src/lib/time.ts';

const LEFT_AT = Date.UTC(2026, 10, 20, 14, 24);
const NOW = Date.UTC(2026, 10, 20, 15);
const UTC = { now: NOW, timeZone: 'UTC' };

describe('what followed a row', () => {
  test.each([
    [4, 2, 3.14, '2 ▲2 +3.1%'],
    [3, 3, 0.2, '= +0.2%'],
    [3, 4, -0.04, '4 ▼1 0.0%'],
    [1, 10, -12.3, '10 ▼9 -12.3%'],
    [13, 14, 1, '14 ▼1 +1.0%'],
    [3, 3, null, '='],
    [null, 2, null, '2'],
  ])('from rank %s to %s, with a change of %s: %s', (rank, now, changePct, expected) => {
    expect(describeOutcome({ leftAt: null, rank: now, changePct }, { rank }, UTC)).toBe(expected);
  });

  test.each([
    ['its time', LEFT_AT, UTC, 'out 14:24 -4.0%'],
    ['its time of day, also of another day', LEFT_AT, { ...UTC, now: NOW + DAY_MS }, 'out 14:24 -4.0%'],
    ['the time of the zone', LEFT_AT, { ...UTC, timeZone: 'America/New_York' }, 'out 09:24 -4.0%'],
    ['no time if memory knows none', null, UTC, 'out -4.0%'],
  ])('that left has %s', (_, leftAt, reading, expected) => {
    expect(describeOutcome({ rank: null, leftAt, changePct: -4 }, { rank: 3 }, reading)).toBe(expected);
  });

  test.each([
    [15, 'out 14:24 -4.2%'],
    [14, 'out -4.2%'],
    [9, 'out -4.2%'],
    [8, 'out -4%'],
    [6, 'out'],
  ])('keeps the change and its decimals in %i cells before the time', (cells, expected) => {
    const left = { rank: null, leftAt: LEFT_AT, changePct: -4.2 };
    expect(describeOutcome(left, { rank: 3 }, UTC, cells)).toBe(expected);
  });
});
