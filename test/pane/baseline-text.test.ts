import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/market/baseline.ts';
import { baselineText, baselineWords, describeBaseline } from '../../src/pane/baseline-text.ts';
import type { Shown } from '../../src/pane/view.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/time.ts';
import type { BaselineChoice } from '../../src/watch/source.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);
const READING = { nowMilliseconds: NOW, timeZone: 'UTC' } as const;
const HERE = NOW - 130 * MINUTE_MS;

const named = (baseline: BaselineChoice, comparison: Comparison | null) =>
  ({
    pane: { baseline, visit: { at: HERE } },
    compared: { comparison },
    remembered: { asOf: NOW },
  }) as unknown as Shown;
const comparison = (minutes: number, isMemoryTooShort: boolean): Comparison => ({
  index: 0,
  asOf: NOW - minutes * MINUTE_MS,
  isMemoryTooShort,
});

test.each<readonly [baseline: BaselineChoice, text: string, words: string]>([
  ['last', 'last', ''],
  ['start', 'start', 'since the start'],
  ['here', 'here 12:20', 'since 12:20'],
  [5 * MINUTE_MS, '5m', 'in 5m'],
  [15 * MINUTE_MS, '15m', 'in 15m'],
  [HOUR_MS, '1h', 'in 1h'],
  [90 * MINUTE_MS, '1h30', 'in 1h30'],
  [10 * HOUR_MS, '10h', 'in 10h'],
  [24 * HOUR_MS, '24h', 'in 24h'],
  [45 * SECOND_MS, '45s', 'in 45s'],
  [90 * SECOND_MS, '90s', 'in 90s'],
  [500, '1s', 'in 1s'],
])('%s: %j, and %j', (baseline, text, words) => {
  expect(baselineText(named(baseline, null), READING)).toBe(text);
  expect(baselineWords(named(baseline, null), READING)).toBe(words);
});

describe('where memory does not reach back that far, it is named by what it is', () => {
  test.each<readonly [baseline: BaselineChoice, comparison: Comparison | null, text: string, words: string]>([
    [HOUR_MS, comparison(12, true), '12m', 'in 12m'],
    [HOUR_MS, comparison(0.5, true), '<1m', 'in <1m'],
    [5 * MINUTE_MS, comparison(125, true), '2h05', 'in 2h05'],
    [HOUR_MS, comparison(60, false), '1h', 'in 1h'],
    [HOUR_MS, null, '1h', 'in 1h'],
    ['start', comparison(12, false), 'start', 'since the start'],
    ['start', comparison(959, true), '15h59', 'in 15h59'],
    ['here', comparison(12, true), '12m', 'in 12m'],
    ['here', comparison(130, false), 'here 12:20', 'since 12:20'],
    ['last', comparison(1, false), 'last', ''],
  ])('%s, %j: %s, %j', (baseline, compared, text, words) => {
    expect(baselineText(named(baseline, compared), READING)).toBe(text);
    expect(baselineWords(named(baseline, compared), READING)).toBe(words);
  });

  test.each<readonly [baseline: BaselineChoice, comparison: Comparison | null, text: string]>([
    [HOUR_MS, comparison(12, true), 'compared with 12m ago, not with 1h'],
    [HOUR_MS, comparison(60, false), 'compared with 1h ago'],
    [HOUR_MS, null, 'no older snapshot to compare with'],
    ['start', comparison(12, false), 'compared with the start, 14:18'],
    ['start', comparison(959, true), 'compared with 15h59 ago'],
    ['start', null, 'no older snapshot to compare with'],
    ['here', comparison(130, false), 'since you were here at 12:20'],
    ['here', comparison(12, true), 'compared with 12m ago'],
    ['last', null, 'compared with the snapshot before'],
  ])('and so does the message, %s, %j: %s', (baseline, compared, text) => {
    expect(describeBaseline(named(baseline, compared), READING)).toBe(text);
  });
});
