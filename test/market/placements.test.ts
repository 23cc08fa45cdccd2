import { describe, expect, test } from 'vitest';
import { findPlacements, placementsJson } from '../../src/market/standings.ts';
import { rowOf } from '../support/snapshots.ts';
import { ranked, timeframeSnapshot } from '../support/timeframe-snapshots.ts';

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
    const [found] = findPlacements(['aaa'], snapshots);
    expect(found?.standings.map(({ timeframe, boards, bias }) => [timeframe, boards, bias])).toEqual([
      ['scalp', 2, 'bullish'],
      ['day', 3, 'bullish'],
      ['swing', 1, 'bearish'],
      ['position', 0, null],
    ]);
  });

  test('have the price and move of the first timeframe other than scalp', () => {
    expect(findPlacements(['AAA'], snapshots)[0]).toMatchObject({ dayPct: 4.5, window: 'day', price: 12.5 });
    expect(findPlacements(['AAA'], snapshots.slice(0, 1))[0]).toMatchObject({ dayPct: 0.1, window: 'scalp' });
  });

  test('sort boards by the number of timeframes, then by best rank', () => {
    const two = [
      timeframeSnapshot('day', { first: ranked('AAA'), both: ranked('X Y AAA'), second: ranked('X AAA') }),
      timeframeSnapshot('swing', { both: ranked('X Y Z AAA') }),
    ];
    expect(findPlacements(['AAA'], two)[0]?.boards).toEqual(['both', 'first', 'second']);
  });

  test('include only the requested boards', () => {
    expect(findPlacements(['AAA'], snapshots, ['Movers'])[0]?.boards).toEqual(['movers']);
  });

  test('keep the order of the tickers, including unknown ones', () => {
    const found = findPlacements(['ZZZ', 'BBB'], snapshots);
    expect(found.map(({ symbol, boards }) => [symbol, boards])).toEqual([
      ['ZZZ', []],
      ['BBB', ['movers']],
    ]);
  });

  test('have the first known name', () => {
    const [found] = findPlacements(
      ['AAA'],
      [timeframeSnapshot('day', { movers: [rowOf({ name: null })], rvol: [rowOf({ name: 'Alpha' })] })],
    );
    expect(found?.name).toBe('Alpha');
  });
});

test('the JSON has placements by timeframe', () => {
  const [found] = findPlacements(
    ['AAA'],
    [snapshots[1] ?? timeframeSnapshot('day', {}), timeframeSnapshot('swing', {})],
  );
  expect(found === undefined ? null : placementsJson(found)).toEqual({
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
