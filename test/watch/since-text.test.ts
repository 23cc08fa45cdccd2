import { describe, expect, test } from 'vitest';
import type { Comparison, Since } from '../../src/model/since.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/time-units.ts';
import { describeSince, sinceText, sinceWords } from '../../src/watch/since-text.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);

test.each<readonly [since: Since, text: string, words: string]>([
  ['last', 'last', ''],
  ['start', 'start', 'since the start'],
  [5 * MINUTE_MS, '5m', 'in 5m'],
  [15 * MINUTE_MS, '15m', 'in 15m'],
  [HOUR_MS, '1h', 'in 1h'],
  [90 * MINUTE_MS, '1h30', 'in 1h30'],
  [10 * HOUR_MS, '10h', 'in 10h'],
  [24 * HOUR_MS, '24h', 'in 24h'],
  [45 * SECOND_MS, '45s', 'in 45s'],
  [90 * SECOND_MS, '90s', 'in 90s'],
  [500, '1s', 'in 1s'],
])('%s: %j, and %j', (since, text, words) => {
  expect(sinceText(since, null, NOW)).toBe(text);
  expect(sinceWords(since)).toBe(words);
});

describe('where memory does not reach back that far, the footer says how far', () => {
  const comparison = (minutes: number, isMemoryTooShort: boolean): Comparison => ({
    index: 0,
    asOf: NOW - minutes * MINUTE_MS,
    isMemoryTooShort,
    hasHole: false,
  });

  test.each<readonly [since: Since, comparison: Comparison | null, text: string]>([
    [HOUR_MS, comparison(12, true), '1h (12m)'],
    [HOUR_MS, comparison(0.5, true), '1h (<1m)'],
    [24 * HOUR_MS, comparison(125, true), '24h (2h05)'],
    [HOUR_MS, comparison(60, false), '1h'],
    [HOUR_MS, null, '1h'],
    ['start', comparison(12, false), 'start'],
    ['last', comparison(1, false), 'last'],
  ])('%s, %j: %s', (since, compared, text) => {
    expect(sinceText(since, compared, NOW)).toBe(text);
  });

  test.each<readonly [since: Since, comparison: Comparison | null, text: string]>([
    [HOUR_MS, comparison(12, true), 'compared with 12m ago, not yet 1h'],
    [HOUR_MS, comparison(0.5, true), 'compared with <1m ago, not yet 1h'],
    [HOUR_MS, comparison(60, false), 'compared with 1h ago'],
    [HOUR_MS, null, 'no older snapshot in memory yet'],
    ['start', comparison(12, false), 'compared with the first snapshot'],
    ['start', null, 'no older snapshot in memory yet'],
    ['last', null, 'compared with the snapshot before'],
  ])('and so does the note, %s, %j: %s', (since, compared, text) => {
    expect(describeSince(since, compared, NOW)).toBe(text);
  });

  test('unless there is no snapshot', () => {
    expect(sinceText(HOUR_MS, comparison(12, true), null)).toBe('1h');
  });
});
