import { describe, expect, test } from 'vitest';
import { describeOutcome } from '../../src/fields/fields.ts';
import { DAY_MS } from '../../src/time.ts';

const LEFT_AT = Date.UTC(2026, 10, 20, 14, 24);
const NOW = Date.UTC(2026, 10, 20, 15);
const NOT_LEFT = { leftAt: null, isLeftInHole: false };
const UTC = { now: NOW, timeZone: 'UTC' };

describe('what became of a row', () => {
  test.each([
    [4, 2, '2 ▲2'],
    [3, 2, '2 ▲1'],
    [3, 3, ''],
    [3, 4, '4 ▼1'],
    [1, 10, '10 ▼9'],
    [null, 2, '2'],
  ])('from rank %s to %s: %s', (before, rank, expected) => {
    expect(describeOutcome({ ...NOT_LEFT, rank }, 'movers', { rank: before }, UTC)).toBe(expected);
  });

  test.each([
    ['another rank in its tier', 8, '2 ▲1'],
    ['the same rank', 9, ''],
    ['another tier', 6, 'blue 6'],
  ])('of moneyFlow has the rank in its tier: %s', (_, rank, expected) => {
    const row = { rank: 9, group: { name: 'mid', rank: 3 } };
    expect(describeOutcome({ ...NOT_LEFT, rank }, 'moneyFlow', row, UTC)).toBe(expected);
  });

  test.each([
    ['its time', LEFT_AT, NOW, false, 'left 14:24'],
    ['its time of day, also of another day', LEFT_AT, NOW + DAY_MS, false, 'left 14:24'],
    ['when it was last seen if it left in a hole', LEFT_AT, NOW, true, 'left >14:24'],
    ['no time if memory knows none', null, NOW, false, 'left'],
  ])('that left has %s', (_, leftAt, now, isLeftInHole, expected) => {
    expect(
      describeOutcome({ rank: null, leftAt, isLeftInHole }, 'movers', { rank: 3 }, { ...UTC, now: now }),
    ).toBe(expected);
  });

  test('that left has the time of the zone', () => {
    const left = { rank: null, leftAt: LEFT_AT, isLeftInHole: false };
    expect(describeOutcome(left, 'movers', { rank: 3 }, { ...UTC, timeZone: 'America/New_York' })).toBe(
      'left 09:24',
    );
  });
});
