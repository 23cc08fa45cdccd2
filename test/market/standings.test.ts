import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import type { Selection } from '../../src/market/selection.ts';
import { boardKeys, standingsIn } from '../../src/market/standings.ts';
import { rankByConfluence } from '../../src/market/symbol-confluence.ts';
import { ranked, rowOf, timeframeSnapshot } from '../support/snapshots.ts';

const day = timeframeSnapshot('day', {
  movers: [
    rowOf({ symbol: 'LOW', rank: 1, boards: 1, price: 30 }),
    rowOf({ symbol: 'TOP', rank: 2, boards: 3, price: 10 }),
    rowOf({ symbol: 'NEAR', rank: 3, boards: 3, price: 20, bias: 'bearish' }),
  ],
  rvol: [
    rowOf({ symbol: 'TOP', rank: 1, boards: 3 }),
    rowOf({ symbol: 'NEAR', rank: 4, boards: 3, bias: 'bearish' }),
  ],
});
const swing = timeframeSnapshot('swing', {
  steady: [rowOf({ symbol: 'LOW', rank: 2, boards: 4, bias: 'bearish' })],
});

const symbols = (selection: Partial<Selection> & { boards?: ReadonlyArray<string> }, snapshots = [day]) =>
  rankByConfluence(snapshots, selection).map(({ symbol }) => symbol);

describe('the order of symbols', () => {
  test.each([
    ['price', ['LOW', 'NEAR', 'TOP']],
    ['symbol', ['LOW', 'NEAR', 'TOP']],
    ['rank', ['TOP', 'LOW', 'NEAR']],
    ['boards', ['TOP', 'NEAR', 'LOW']],
    ['bias', ['NEAR', 'TOP', 'LOW']],
  ] as const)('can be sorted by %s', (sort, expected) => {
    expect(symbols({ sort: orderBy(sort) })).toEqual(expected);
  });
});

test('symbols are in the order of total, top play, best rank and symbol, those without a rank last', () => {
  const row = (symbol: string, rank: number | null, boards = 2) => rowOf({ symbol, rank, boards });
  const boards = {
    movers: [row('ZED', 1), row('BOB', 2), row('PLAY', 3), row('NONE', null), row('BIG', 5, 3)],
    rvol: [row('ANN', 1), row('BOB', 4)],
  };
  const snapshot = timeframeSnapshot('day', boards, { topPlay: { symbol: 'PLAY', reasons: [] } });
  expect(symbols({}, [snapshot])).toEqual(['BIG', 'PLAY', 'ANN', 'ZED', 'BOB', 'NONE']);
});

describe('the score', () => {
  test('is the number of distinct boards if the service returned none', () => {
    const rows = ranked('AAA AAA', { boards: null });
    const [entry] = rankByConfluence([timeframeSnapshot('day', { movers: rows, rvol: rows })], {});
    expect(entry?.standings[0]?.boards).toBe(2);
  });
});

describe('the selection', () => {
  test.each([
    [{ minBoards: 3 }, ['TOP', 'NEAR']],
    [{ bias: 'bearish' }, ['NEAR']],
    [{ symbols: ['top', 'low'] }, ['TOP', 'LOW']],
    [{ boards: ['RVOL'] }, ['TOP', 'NEAR']],
    [{ boards: ['none'] }, []],
  ] as const)('%j keeps %j', (selection, expected) => {
    expect(symbols(selection)).toEqual(expected);
  });

  test('keeps all timeframes of a symbol when one of them matches', () => {
    const [low] = rankByConfluence([day, swing], { minBoards: 4 });
    expect(low?.standings.map(({ timeframe }) => timeframe)).toEqual(['day', 'swing']);
  });

  test('judges the total, and the bias in any timeframe', () => {
    expect(symbols({ minBoards: 5, bias: 'bullish' }, [day, swing])).toEqual(['LOW']);
    expect(symbols({ minBoards: 6 }, [day, swing])).toEqual([]);
  });
});

test('rows without a symbol are ignored, and symbols are compared ignoring case', () => {
  const boards = { movers: [rowOf({ symbol: null }), rowOf({ symbol: 'aaa' })], rvol: ranked('AAA') };
  expect(symbols({}, [timeframeSnapshot('day', boards)])).toEqual(['aaa']);
});

const snapshots = [
  timeframeSnapshot('scalp', { forum: ranked('AAA', { dayPct: 0.1 }) }),
  timeframeSnapshot('day', {
    movers: ranked('BBB AAA', { boards: 3, dayPct: 4.5 }),
    forum: ranked('AAA', { boards: 3, metric: '12 mentions' }),
  }),
  timeframeSnapshot('swing', { movers: ranked('AAA', { boards: 1, bias: 'bearish' }) }),
  timeframeSnapshot('position', {}),
];

describe('the placements of a ticker', () => {
  test('include only the requested boards', () => {
    const [found] = standingsIn(snapshots, { tickers: ['AAA'], boards: ['Movers'] });
    expect(found?.standings.map(boardKeys)).toEqual([[], ['movers'], ['movers'], []]);
  });

  test('have the number of all boards, also where no requested one lists the ticker', () => {
    const [found] = standingsIn(snapshots.slice(1, 2), { tickers: ['AAA'], boards: ['search'] });
    expect(found?.standings).toEqual([expect.objectContaining({ boards: 3, placements: [] })]);
  });

  test('keep the order of the tickers, including unknown ones', () => {
    const found = standingsIn(snapshots.slice(1, 2), { tickers: ['ZZZ', 'BBB'] });
    expect(found.map(({ symbol, standings }) => [symbol, ...standings.map(boardKeys)])).toEqual([
      ['ZZZ', []],
      ['BBB', ['movers']],
    ]);
  });

  test('have the first known name', () => {
    const [found] = standingsIn(
      [timeframeSnapshot('day', { movers: [rowOf({ name: null })], rvol: [rowOf({ name: 'Alpha' })] })],
      { tickers: ['AAA'] },
    );
    expect(found?.name).toBe('Alpha');
  });
});
