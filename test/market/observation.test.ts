import { describe, expect, test } from 'vitest';
import { observe } from '../../src/market/observation.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

describe('an observation', () => {
  test('has the ranks and the state of each symbol', () => {
    expect(observe(snapshotOf())).toEqual({
      asOf: Date.UTC(2026, 5, 3, 14, 30),
      topPlay: 'AAA',
      ranks: new Map([
        [
          'movers',
          new Map([
            ['AAA', 1],
            ['BBB', 2],
          ]),
        ],
      ]),
      symbols: new Map([
        ['AAA', { boards: 2, price: 12.5 }],
        ['BBB', { boards: 1, price: 12.5 }],
      ]),
    });
  });

  test.each([null, 'yesterday', ''])('does not exist without a time (%s)', (asOf) => {
    expect(observe(snapshotOf({ asOf }))).toBeNull();
  });

  test('takes each field of a symbol from the first row that has it', () => {
    const snapshot = snapshotOf({
      boards: {
        movers: [rowOf({ price: null, boards: null })],
        rvol: [rowOf({ price: 3, boards: 4 })],
      },
      boardNames: ['movers', 'rvol'],
    });
    expect(observe(snapshot)?.symbols.get('AAA')).toEqual({
      boards: 4,
      price: 3,
    });
  });

  test.each([
    [0, 0],
    [-5, 0],
    [65_536, 65_535],
    [Number.MAX_SAFE_INTEGER, 65_535],
    [null, 1],
  ])('has rank %s as %s', (rank, expected) => {
    const snapshot = snapshotOf({ boards: { movers: [rowOf({ rank })] } });
    expect(observe(snapshot)?.ranks.get('movers')?.get('AAA')).toBe(expected);
  });

  test.each([
    // Without a score, it is the number of boards.
    [null, 2],
    [-1, 0],
    [300, 255],
  ])('has confluence %s as %s', (boards, expected) => {
    const snapshot = snapshotOf({ boards: { movers: [rowOf({ boards })], rvol: [rowOf({ boards })] } });
    expect(observe(snapshot)?.symbols.get('AAA')?.boards).toBe(expected);
  });
});
