import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { dateOf, gapBetween, isBeforeOpen, maxGapOf } from '../../src/market/market-day.ts';

describe('the date of a snapshot is that in New York', () => {
  test.each([
    // Eastern daylight time is 4 hours behind UTC, standard time 5.
    ['2026-11-20T04:59:59Z', '2026-11-19'],
    ['2026-11-20T05:00:00Z', '2026-11-20'],
    ['2026-07-20T03:59:59Z', '2026-07-19'],
    ['2026-07-20T04:00:00Z', '2026-07-20'],
    // Clocks go forward on March 8 and back on November 1.
    ['2026-03-08T04:59:59Z', '2026-03-07'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-01T04:00:00Z', '2026-11-01'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['1970-01-01T00:00:00Z', '1969-12-31'],
    ['9999-12-31T23:59:59Z', '9999-12-31'],
  ])('at %s it is %s', (time, date) => {
    expect(dateOf(Date.parse(time))).toBe(date);
  });

  test('at any time since 1970, in any order of calls', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });
    const time = fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(time, (date) => {
        expect(dateOf(date.getTime())).toBe(format.format(date));
      }),
      { numRuns: 800 },
    );
  });
});

test.each([
  ['2026-11-20T05:00:00Z', true],
  ['2026-11-20T14:29:59Z', true],
  ['2026-11-20T14:30:00Z', false],
  ['2026-07-20T13:29:59Z', true],
  ['2026-07-20T13:30:00Z', false],
  ['2026-11-21T04:59:59Z', false],
])('at %s, before the open is %s', (time, expected) => {
  expect(isBeforeOpen(Date.parse(time))).toBe(expected);
});

test.each([
  ['2026-11-20T15:00:00Z', '2026-11-20T15:05:00Z', 'none'],
  ['2026-11-20T15:00:00Z', '2026-11-20T15:05:00.001Z', 'time'],
  ['2026-11-20T04:59:30Z', '2026-11-20T05:00:00Z', 'day'],
  ['2026-11-20T15:00:00Z', '2026-11-27T15:00:00Z', 'day'],
])('between %s and %s: %s', (before, after, expected) => {
  expect(gapBetween(Date.parse(before), Date.parse(after), 5 * MINUTE_MS)).toBe(expected);
});

test.each([
  [60, 5],
  [100, 5],
  [101, 5.05],
  [600, 30],
  [Number.POSITIVE_INFINITY, 5],
])('snapshots every %d s have a hole between them beyond %d min', (seconds, minutes) => {
  expect(maxGapOf(seconds)).toBe(minutes * MINUTE_MS);
});
