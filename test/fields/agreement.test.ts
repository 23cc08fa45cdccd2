import { expect, test } from 'vitest';
import { describeAgreement, sharedBias } from '../../src/fields/agreement.ts';
import type { Bias, Timeframe } from '../../src/vocabulary.ts';

type Biases = Partial<Record<Timeframe, Bias | null>>;

test.each<[Biases, string]>([
  [{}, ''],
  [{ day: null }, ''],
  [{ day: 'bullish' }, 'bullish in day'],
  [{ day: 'bullish', swing: 'bullish' }, 'bullish in both'],
  [{ day: 'neutral', swing: 'neutral', position: 'neutral' }, 'neutral in all 3'],
  [{ day: 'bullish', swing: 'bearish' }, 'bullish in day; bearish in swing'],
  [{ day: 'bearish', swing: 'bearish', position: 'bullish' }, 'bullish in position; bearish in day, swing'],
  [
    { scalp: 'bearish', day: 'bullish', swing: 'bullish', position: 'bullish', investing: 'bullish' },
    'bullish in day, swing, position, investing; bearish in scalp',
  ],
  [
    { scalp: 'bearish', day: 'bullish', swing: 'neutral', position: 'bullish', investing: 'bearish' },
    'bullish in day, position; bearish in scalp, investing; neutral in swing',
  ],
  [
    { day: 'bearish', swing: 'neutral', position: 'neutral', investing: 'bullish' },
    'bullish in investing; bearish in day; neutral in swing, position',
  ],
  [{ day: 'bullish', swing: null, position: 'bullish' }, 'bullish in both'],
])('%j: %s', (biases, words) => {
  const list = Object.entries(biases).map(([timeframe, bias]) => ({ timeframe, bias }));
  expect(describeAgreement(list)).toBe(words);
});

test('sharedBias returns the bias that all have in common', () => {
  expect(sharedBias([{ bias: 'bullish' }, { bias: null }, { bias: 'bullish' }])).toBe('bullish');
  expect(sharedBias([{ bias: 'bullish' }, { bias: 'neutral' }])).toBeNull();
  expect(sharedBias([])).toBeNull();
});
