import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  inCapitals,
  isOneOf,
  separatedOtherwise,
  splitTickers,
  tickerFault,
  tickerKey,
} from '../../src/market/ticker.ts';
import { hostileText } from '../fuzz/hostile.ts';

describe('tickers are the same', () => {
  test.each([
    ['nvda', 'NVDA'],
    ['οδος', 'ΟΔΟΣ'],
    ['οδοσ', 'ΟΔΟς'],
    ['ό', '\u039f\u0301'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İI', 'iı'],
    ['i\u0307', 'I'],
    ['Å', 'a\u030a'],
    ['a\u00a0b', ' A B '],
    ['ﬁ', 'FI'],
  ])('%j and %j', (one, other) => {
    expect(tickerKey(one)).toBe(tickerKey(other));
    expect(isOneOf(['X', one], other)).toBe(true);
  });

  test.each([
    ['M&M', 'MM'],
    ['A B', 'AB'],
    ['Ο', 'O'],
    ['Å', 'A'],
    ['ό', 'ο'],
    ['', 'A'],
  ])('but not %j and %j', (one, other) => {
    expect(isOneOf([one], other)).toBe(false);
  });

  test('in any case of any text, whose key has itself for a key', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const key = tickerKey(text);
        expect(tickerKey(key)).toBe(key);
        expect(tickerKey(text.toUpperCase())).toBe(key);
        expect(tickerKey(inCapitals(text))).toBe(key);
      }),
    );
  });
});

test.each([
  ['nvda', 'NVDA'],
  ['m&m', 'M&M'],
  ['οτε', 'ΟΤΕ'],
  ['straße', 'straße'],
])('%s in capitals is %s', (ticker, capitals) => {
  expect(inCapitals(ticker)).toBe(capitals);
});

test('a list is split at commas only', () => {
  expect(splitTickers(' A B , M&M,,A+B , ')).toEqual(['A B', 'M&M', 'A+B']);
  expect(splitTickers(' , ')).toEqual([]);
});

test.each([
  ['X'.repeat(64), null],
  ['𝒜'.repeat(64), null],
  ['X'.repeat(65), 'a ticker has at most 64 characters'],
  ['A\tB', 'a ticker cannot contain control characters'],
  ['A\x9bB', 'a ticker cannot contain control characters'],
])('%j: %s', (text, fault) => {
  expect(tickerFault(text)).toBe(fault);
});

test.each([
  ['BRK-B', ['BRK.B', 'AMD', 'BRK B', 'BRK.B'], ['BRK.B', 'BRK B']],
  ['BRKB', ['BRK.B'], ['BRK.B']],
  ['brk.b', ['BRK.B', 'BRK-B'], []],
  ['BRK-A', ['BRK.B'], []],
  ['--', ['++'], []],
])('%s among %j: %j are separated otherwise', (ticker, symbols, found) => {
  expect(separatedOtherwise(ticker, symbols)).toEqual(found);
});
