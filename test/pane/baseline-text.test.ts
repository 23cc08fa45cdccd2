import { expect, test } from 'vitest';
import type { Comparison } from '../../src/market/timeline/as-of.ts';
import { baselineText, sinceWords } from '../../src/pane/baseline-text.ts';
import type { Shown } from '../../src/pane/view.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/time.ts';
import type { BaselineChoice } from '../../src/watch/source.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);
const READING = { nowMilliseconds: NOW, timeZone: 'UTC' } as const;
const HERE = NOW - 130 * MINUTE_MS;

const named = (baseline: BaselineChoice, comparison: Comparison | null) =>
  ({
    pane: { baseline, visit: { at: HERE } },
    compared: { comparison, movement: new Map() },
    remembered: { asOf: NOW },
  }) as unknown as Shown;
const comparison = (minutes: number, isMemoryTooShort: boolean): Comparison => ({
  index: 0,
  asOf: NOW - minutes * MINUTE_MS,
  isMemoryTooShort,
});

const NOTHING = 'no older snapshot';

test.each<readonly [BaselineChoice, Comparison | null, text: string, words: string]>([
  ['last', null, 'last', NOTHING],
  ['last', comparison(1, false), 'last', 'since the snapshot before (1 min)'],
  ['start', null, 'start', NOTHING],
  ['start', comparison(12, false), 'start', 'since the start 14:18 (12 min)'],
  ['start', comparison(959, true), '15h59', 'since 2026-06-02 22:31 (15 h)'],
  ['here', null, 'here 12:20', NOTHING],
  ['here', comparison(130, false), 'here 12:20', 'since you were here 12:20 (2 h)'],
  ['here', comparison(12, true), '12m', 'since 14:18 (12 min)'],
  [HOUR_MS, null, '1h', NOTHING],
  [HOUR_MS, comparison(60, false), '1h', 'since 13:30 (1 h)'],
  [HOUR_MS, comparison(12, true), '12m', 'since 14:18 (12 min)'],
  [HOUR_MS, comparison(0.5, true), '<1m', 'since 14:29 (30 s)'],
  [5 * MINUTE_MS, comparison(125, true), '2h05', 'since 12:25 (2 h)'],
  [5 * MINUTE_MS, null, '5m', NOTHING],
  [90 * MINUTE_MS, null, '1h30', NOTHING],
  [10 * HOUR_MS, null, '10h', NOTHING],
  [24 * HOUR_MS, null, '24h', NOTHING],
  [90 * SECOND_MS, null, '90s', NOTHING],
  [500, null, '1s', NOTHING],
])('%s, %j: %s; %s', (baseline, compared, text, words) => {
  expect(baselineText(named(baseline, compared), READING)).toBe(text);
  expect(sinceWords(named(baseline, compared), READING)[0]).toBe(words);
});
