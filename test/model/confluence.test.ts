import { describe, expect, it } from 'vitest';
import { confluenceJson, rankByConfluence, rowsByConfluence } from '../../src/model/confluence.ts';
import type { Selection } from '../../src/model/select.ts';
import { ranked, scanOf } from '../support/scans.ts';
import { rowOf } from '../support/snapshots.ts';

const day = scanOf('day', {
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
const swing = scanOf('swing', { steady: [rowOf({ symbol: 'LOW', rank: 2, boards: 4, bias: 'bearish' })] });

const symbols = (selection: Partial<Selection> & { boards?: ReadonlyArray<string> }, scans = [day]) =>
  rankByConfluence(scans, selection).map(({ symbol }) => symbol);

describe('the order of symbols', () => {
  it('is by the score of the service, then by best rank', () => {
    expect(symbols({})).toEqual(['TOP', 'NEAR', 'LOW']);
  });

  it('is by the total when there are several timeframes', () => {
    expect(symbols({}, [day, swing])).toEqual(['LOW', 'TOP', 'NEAR']);
    expect(rankByConfluence([day, swing], {})[0]).toMatchObject({ symbol: 'LOW', total: 5, bestRank: 1 });
  });

  it('is by name where score and rank are the same', () => {
    expect(symbols({}, [scanOf('day', { movers: ranked('ZZ'), rvol: ranked('AA') })])).toEqual(['AA', 'ZZ']);
  });

  it.each([
    ['price', ['LOW', 'NEAR', 'TOP']],
    ['symbol', ['LOW', 'NEAR', 'TOP']],
    ['rank', ['TOP', 'LOW', 'NEAR']],
    ['boards', ['TOP', 'NEAR', 'LOW']],
    ['bias', ['NEAR', 'TOP', 'LOW']],
  ] as const)('can be by %s first', (sort, expected) => {
    expect(symbols({ sort })).toEqual(expected);
  });
});

describe('a score', () => {
  it('that the service left out is the number of boards, each counted once', () => {
    const rows = ranked('AAA AAA', { boards: null });
    const [entry] = rankByConfluence([scanOf('day', { movers: rows, rvol: rows })], {});
    expect(entry?.standings[0]?.boards).toBe(2);
  });

  it('can be lower than the number of boards, and even zero', () => {
    const low = { movers: [rowOf({ rank: 7, boards: 0 })] };
    expect(rankByConfluence([scanOf('day', low)], {})).toMatchObject([{ total: 0, bestRank: 7 }]);
  });
});

describe('the selection', () => {
  it.each([
    [{ minBoards: 3 }, ['TOP', 'NEAR']],
    [{ bias: 'bearish' }, ['NEAR']],
    [{ symbols: ['top', 'low'] }, ['TOP', 'LOW']],
    [{ boards: ['RVOL'] }, ['TOP', 'NEAR']],
    [{ boards: ['none'] }, []],
  ] as const)('%j keeps %j', (selection, expected) => {
    expect(symbols(selection)).toEqual(expected);
  });

  it('keeps a symbol whole when one timeframe matches: its others tell whether it is agreed', () => {
    const [low] = rankByConfluence([day, swing], { minBoards: 4 });
    expect(low?.standings.map(({ timeframe }) => timeframe)).toEqual(['day', 'swing']);
  });

  it('wants score and bias in the same timeframe', () => {
    expect(symbols({ minBoards: 4, bias: 'bullish' }, [day, swing])).toEqual([]);
  });
});

it('gives JSON with scores and board keys by timeframe, without timeframes in which a symbol is on no board', () => {
  expect(rankByConfluence([day, swing], { symbols: ['LOW', 'TOP'] }).map(confluenceJson)).toEqual([
    {
      symbol: 'LOW',
      name: 'Alpha Works',
      total: 5,
      timeframes: { day: 1, swing: 4 },
      boards: { day: ['movers'], swing: ['steady'] },
    },
    {
      symbol: 'TOP',
      name: 'Alpha Works',
      total: 3,
      timeframes: { day: 3 },
      boards: { day: ['movers', 'rvol'] },
    },
  ]);
});

it('lists the rows behind the ranking symbol by symbol', () => {
  const rows = rowsByConfluence(rankByConfluence([day, swing], {}));
  expect(rows.map(({ timeframe, board, row }) => `${row.symbol} ${timeframe} ${board} ${row.rank}`)).toEqual([
    'LOW day movers 1',
    'LOW swing steady 2',
    'TOP day movers 2',
    'TOP day rvol 1',
    'NEAR day movers 3',
    'NEAR day rvol 4',
  ]);
});

it('leaves out rows without a symbol, and counts a symbol in any spelling as one', () => {
  const boards = { movers: [rowOf({ symbol: null }), rowOf({ symbol: 'aaa' })], rvol: ranked('AAA') };
  expect(symbols({}, [scanOf('day', boards)])).toEqual(['aaa']);
});
