import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { ChangeEvent } from '../../src/model/changes.ts';
import { parseConditions } from '../../src/model/conditions.ts';

const event = (fields: Partial<ChangeEvent>): ChangeEvent => ({
  type: 'moved',
  asOf: null,
  timeframe: 'day',
  board: 'movers',
  symbol: 'AAA',
  from: 1,
  to: 2,
  ...fields,
});
const boardsOf = (symbol: string) => (symbol === 'NVDA' ? 5 : 2);

describe('--on', () => {
  test.each<[string, Partial<ChangeEvent>, boolean]>([
    ['entered', { type: 'entered' }, true],
    ['entered', { type: 'left' }, false],
    ['left,topPlay', { type: 'topPlay' }, true],
    ['TOPPLAY', { type: 'topPlay' }, true],
    ['boards>=4', { symbol: 'NVDA' }, true],
    ['boards>=4', { symbol: 'AAA' }, false],
    ['boards >= 2', { symbol: 'AAA' }, true],
    ['boards>=1', { symbol: null }, false],
    ['NVDA', { symbol: 'NVDA' }, true],
    ['NVDA', { symbol: 'nvda' }, true],
    ['NVDA', { symbol: 'AMD' }, false],
    ['BRK.B,entered', { symbol: 'BRK.B' }, true],
  ])('%s with %o: %s', (text, fields, counts) => {
    expect(parseConditions(text)(event(fields), boardsOf)).toBe(counts);
  });

  test.each(['', ' , ', 'enterd', 'boards>4', 'boards>=x', 'nvda!'])('"%s" is rejected', (text) => {
    expect(() => parseConditions(text)).toThrow(UsageError);
  });

  test('suggests the nearest condition', () => {
    expect(() => parseConditions('enterd')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Did you mean entered?') }),
    );
  });
});
