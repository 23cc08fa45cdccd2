import { describe, expect, test } from 'vitest';
import type { ChangeEvent } from '../../src/market/diff.ts';
import { notificationText } from '../../src/watch/alerts.ts';

const LIVE = { timeframe: 'day', isSimulated: false } as const;

function event(fields: Partial<ChangeEvent>): ChangeEvent {
  return {
    type: 'entered',
    asOf: '2026-06-03T14:31:00Z',
    timeframe: 'day',
    board: 'movers',
    symbol: 'EMLO',
    from: null,
    to: 3,
    ...fields,
  };
}

describe('the text of a notification', () => {
  test.each<readonly [string, Partial<ChangeEvent>]>([
    ['EMLO in Movers 3', {}],
    ['EMLO out of Movers (was 4)', { type: 'left', from: 4, to: null }],
    ['EMLO Movers 2 (was 5)', { type: 'moved', from: 5, to: 2 }],
    ['EMLO top play (was RXY)', { type: 'topPlay', board: null, from: 'RXY', to: 'EMLO' }],
    ['EMLO top play (none before)', { type: 'topPlay', board: null, to: 'EMLO' }],
    ['no top play (was RXY)', { type: 'topPlay', board: null, symbol: null, from: 'RXY', to: null }],
    ['EMLO bearish (was neutral)', { type: 'bias', board: null, from: 'neutral', to: 'bearish' }],
    ['market open (was premarket)', { type: 'session', symbol: null, from: 'premarket', to: 'open' }],
    ['EMLO on 4 boards (was 2)', { type: 'confluence', board: null, from: 2, to: 4 }],
    ['EMLO on 1 board (was 0)', { type: 'confluence', board: null, from: 0, to: 1 }],
    ['EMLO +8.25% (was +7.90%)', { type: 'dayPct', from: 7.9, to: 8.254 }],
    ['breadth 0.38 (was 0.41)', { type: 'breadth', board: null, symbol: null, from: 0.41, to: 0.38 }],
    ['EMLO Movers 3', { type: 'listed' }],
  ])('%s', (text, fields) => {
    expect(notificationText([event(fields)], LIVE)).toBe(`boards day: ${text}`);
  });

  test('joins the changes of a symbol, and counts the symbols beyond three', () => {
    const events = [
      event({}),
      event({ symbol: 'RXY', board: 'rvol', to: 1 }),
      event({ board: 'search', to: 5 }),
      ...['A', 'B', 'C'].map((symbol) => event({ symbol })),
    ];
    expect(notificationText(events, LIVE)).toBe(
      'boards day: EMLO in Movers 3, in Search 5; RXY in Relative volume 1; A in Movers 3; and 2 more',
    );
  });

  test('labels simulated data', () => {
    expect(notificationText([event({})], { timeframe: 'swing', isSimulated: true })).toBe(
      'boards SANDBOX swing: EMLO in Movers 3',
    );
  });

  test.each([
    ["M&M ΟΤΕ $SPX A'B A+B A_B BRK.B ~X", 'M?M ΟΤΕ ?SPX A?B A+B A_B BRK.B ?X'],
    ['A;B', 'A?B'],
    ['`id`', '?id?'],
    ['$(id)', '??id?'],
    ['"A\\|<B>', '?A???B?'],
    ['A\n\x1b\x9b\u202e\ud800B', 'A?????B'],
  ])('names %j as %j', (symbol, named) => {
    expect(notificationText([event({ symbol })], LIVE)).toBe(`boards day: ${named} in Movers 3`);
  });

  test('has no text of the service but tickers', () => {
    const events = [
      event({ symbol: '\x1b]9;rm\x07', board: 'evil; board' }),
      event({ symbol: '漢', board: 'BUY NOW', to: 2 }),
      event({ type: 'topPlay', symbol: null, from: '\x1b]9;rm', to: null }),
    ];
    expect(notificationText(events, LIVE)).toBe(
      'boards day: ??9?rm? in a board 3; 漢 in a board 2; no top play (was ??9?rm)',
    );
  });
});
