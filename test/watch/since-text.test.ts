import { describe, expect, test } from 'vitest';
import type { Comparison, Since } from '../../src/model/since.ts';
import { sinceText, sinceWords } from '../../src/watch/since-text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 5, 3, 14, 30);

test.each<readonly [since: Since, text: string, words: string]>([
  ['last', 'last', ''],
  ['start', 'start', 'since the start'],
  [5 * MINUTE, '5m', 'in 5m'],
  [15 * MINUTE, '15m', 'in 15m'],
  [HOUR, '1h', 'in 1h'],
  [90 * MINUTE, '1h30', 'in 1h30'],
  [10 * HOUR, '10h', 'in 10h'],
  [24 * HOUR, '24h', 'in 24h'],
  [45 * SECOND, '45s', 'in 45s'],
  [90 * SECOND, '90s', 'in 90s'],
  [500, '1s', 'in 1s'],
])('%s: %j, and %j', (since, text, words) => {
  expect(sinceText(since, null, NOW)).toBe(text);
  expect(sinceWords(since)).toBe(words);
});

describe('where memory does not reach back that far, the footer says how far', () => {
  const comparison = (minutes: number, isMemoryTooShort: boolean): Comparison => ({
    index: 0,
    asOf: NOW - minutes * MINUTE,
    isMemoryTooShort,
    hasHole: false,
  });

  test.each<readonly [since: Since, comparison: Comparison | null, text: string]>([
    [HOUR, comparison(12, true), '1h (12m)'],
    [HOUR, comparison(0.5, true), '1h (0m)'],
    [24 * HOUR, comparison(125, true), '24h (2h05)'],
    [HOUR, comparison(60, false), '1h'],
    [HOUR, null, '1h'],
    ['start', comparison(12, false), 'start'],
    ['last', comparison(1, false), 'last'],
  ])('%s, %j: %s', (since, compared, text) => {
    expect(sinceText(since, compared, NOW)).toBe(text);
  });

  test('unless there is no snapshot', () => {
    expect(sinceText(HOUR, comparison(12, true), null)).toBe('1h');
  });
});
