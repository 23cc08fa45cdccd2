import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import type { Selection } from '../../src/market/selection.ts';
import {
  boardKeys,
  confluenceJson,
  rankByConfluence,
  standingsIn,
  symbolJson,
} from '../../src/market/standings.ts';
import { ranked, rowOf, timeframeSnapshot, topPlayOf } from '../support/snapshots.ts';

const AS_OF = '2026-06-03T14:30:00.000Z';

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
  test('is by the score of the service, then by best rank', () => {
    expect(symbols({})).toEqual(['TOP', 'NEAR', 'LOW']);
  });

  test('is by the total when there are several timeframes', () => {
    expect(symbols({}, [day, swing])).toEqual(['LOW', 'TOP', 'NEAR']);
    expect(rankByConfluence([day, swing], {})[0]).toMatchObject({
      symbol: 'LOW',
      total: 5,
      place: 1,
      bestRank: 1,
    });
  });

  test('has the top play first among those with the same score', () => {
    const boards = { movers: ranked('AA BB CC', { boards: 2 }), rvol: ranked('DD', { boards: 3 }) };
    const named = timeframeSnapshot('day', boards, { topPlay: topPlayOf({ symbol: 'CC' }) });
    expect(symbols({}, [named])).toEqual(['DD', 'CC', 'AA', 'BB']);
  });

  test('is alphabetical if score and rank are equal', () => {
    expect(symbols({}, [timeframeSnapshot('day', { movers: ranked('ZZ'), rvol: ranked('AA') })])).toEqual([
      'AA',
      'ZZ',
    ]);
  });

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

describe('the score', () => {
  test('is the number of distinct boards if the service returned none', () => {
    const rows = ranked('AAA AAA', { boards: null });
    const [entry] = rankByConfluence([timeframeSnapshot('day', { movers: rows, rvol: rows })], {});
    expect(entry?.standings[0]?.boards).toBe(2);
  });

  test('can be lower than the number of boards, even zero', () => {
    const low = { movers: [rowOf({ rank: 7, boards: 0 })] };
    expect(rankByConfluence([timeframeSnapshot('day', low)], {})).toMatchObject([{ total: 0, bestRank: 7 }]);
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

test('the JSON has what differs by timeframe, without timeframes in which a symbol is on no board', () => {
  expect(rankByConfluence([day, swing], { symbols: ['LOW', 'TOP'] }).map(confluenceJson)).toEqual([
    {
      symbol: 'LOW',
      name: 'Alpha Works',
      total: 5,
      timeframes: { day: 1, swing: 4 },
      boards: { day: ['movers'], swing: ['steady'] },
      price: 30,
      volume: 82_100_000,
      asOf: { day: AS_OF, swing: AS_OF },
      dayPct: { day: 4.56, swing: 4.56 },
      bias: { day: 'bullish', swing: 'bearish' },
      ranks: { day: { movers: 1 }, swing: { steady: 2 } },
    },
    {
      symbol: 'TOP',
      name: 'Alpha Works',
      total: 3,
      timeframes: { day: 3 },
      boards: { day: ['movers', 'rvol'] },
      price: 10,
      volume: 82_100_000,
      asOf: { day: AS_OF },
      dayPct: { day: 4.56 },
      bias: { day: 'bullish' },
      ranks: { day: { movers: 2, rvol: 1 } },
    },
  ]);
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
  test('have an entry for each timeframe, including those without it', () => {
    const [found] = standingsIn(snapshots, { tickers: ['aaa'] });
    expect(found?.standings.map(({ timeframe, boards, bias }) => [timeframe, boards, bias])).toEqual([
      ['scalp', 2, 'bullish'],
      ['day', 3, 'bullish'],
      ['swing', 1, 'bearish'],
      ['position', 0, null],
    ]);
  });

  test('have the price and move of the first timeframe other than scalp', () => {
    expect(standingsIn(snapshots, { tickers: ['AAA'] })[0]).toMatchObject({
      dayPct: 4.5,
      window: 'day',
      price: 12.5,
    });
    expect(standingsIn(snapshots.slice(0, 1), { tickers: ['AAA'] })[0]).toMatchObject({
      dayPct: 0.1,
      window: 'scalp',
    });
  });

  test('include only the requested boards', () => {
    const [found] = standingsIn(snapshots, { tickers: ['AAA'], boards: ['Movers'] });
    expect(found?.standings.map(boardKeys)).toEqual([[], ['movers'], ['movers'], []]);
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

test('the JSON has placements by timeframe', () => {
  const [found] = standingsIn(
    [snapshots[1] ?? timeframeSnapshot('day', {}), timeframeSnapshot('swing', {})],
    { tickers: ['AAA'] },
  );
  expect(found === undefined ? null : symbolJson(found)).toEqual({
    symbol: 'AAA',
    name: 'Alpha Works',
    timeframes: {
      day: {
        asOf: '2026-06-03T14:30:00.000Z',
        boards: 3,
        bias: 'bullish',
        placements: [
          { board: 'movers', rank: 2, metric: '4.2x', tag: null },
          { board: 'forum', rank: 1, metric: '12 mentions', tag: null },
        ],
      },
      swing: { asOf: '2026-06-03T14:30:00.000Z', boards: 0, bias: null, placements: [] },
    },
  });
});
