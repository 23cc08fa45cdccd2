import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { bodyOf, rowOf, snapshotOf } from '../support/snapshots.ts';

describe('a row with an invalid field is kept', () => {
  const invalidValues = [null, undefined, '', 0, -0, Number.POSITIVE_INFINITY, '12', [], {}, true];
  const fields = [
    'rank',
    'symbol',
    'name',
    'price',
    'dayPct',
    'volume',
    'boards',
    'bias',
    'metric',
    'tag',
  ] as const;
  const cases = fields.flatMap((field) => invalidValues.map((value) => [field, value] as const));
  test.each(cases)('%s: %o', (field, value) => {
    const snapshot = snapshotOf({ boards: { movers: [rowOf({ [field]: value })] } });
    const cell = snapshot.boards[0]?.rows[0]?.[field];
    const numeric = ['rank', 'price', 'dayPct', 'volume', 'boards'].includes(field);
    const kept = (numeric && value === 0) || (!numeric && field !== 'bias' && value === '12');
    expect(cell).toBe(kept ? (value === 0 ? 0 : value) : null);
  });

  test('even if it is not an object', () => {
    const rows = snapshotOf({ boards: { movers: [null, 7, 'x', []] } }).boards[0]?.rows;
    expect(rows).toHaveLength(4);
    expect(rows?.[0]).toEqual({
      rank: null,
      symbol: null,
      name: null,
      price: null,
      dayPct: null,
      volume: null,
      boards: null,
      bias: null,
      metric: null,
      tag: null,
    });
  });
});

describe('the snapshot', () => {
  test.each(['yesterday', 12, null])('asOf %o is an unknown time', (asOf) => {
    expect(snapshotOf({ asOf }).time).toBeNull();
  });

  test.each(['__proto__', 'constructor', 'toString', 'somethingNew'])(
    'a board named %s is a board',
    (key) => {
      const body: unknown = JSON.parse(`{"boards":{"${key}":[{"rank":1,"symbol":"AAA"}]}}`);
      expect(decodeSnapshot(body)?.boards).toMatchObject([{ key, rows: [{ symbol: 'AAA' }] }]);
    },
  );

  test('can have 0 or 5,000 boards', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`b${index}`, [rowOf()]]));
    expect(snapshotOf({ boards: {} }).boards).toHaveLength(0);
    expect(snapshotOf({ boards: many }).boards).toHaveLength(5000);
  });

  test('tells the four tiers of moneyFlow apart, unless rows are missing', () => {
    const rows = Array.from({ length: 24 }, (_, index) => rowOf({ rank: index + 1 }));
    const ranks = (some: typeof rows) =>
      snapshotOf({ boards: { moneyFlow: some } }).boards.flatMap((board) =>
        board.rows.map(({ rank, group }) => [rank, group].join(' ').trim()),
      );
    expect(ranks(rows)).toEqual([
      ...['1 blue', '2 blue', '3 blue', '4 blue', '5 blue', '6 blue'],
      ...['7 mid', '8 mid', '9 mid', '10 mid', '11 mid', '12 mid'],
      ...['13 small', '14 small', '15 small', '16 small', '17 small', '18 small'],
      ...['19 penny', '20 penny', '21 penny', '22 penny', '23 penny', '24 penny'],
    ]);
    expect(ranks(rows.slice(21))).toEqual(['22', '23', '24']);
    expect(snapshotOf({ boards: { movers: rows } }).boards[0]?.rows[0]?.group).toBeUndefined();
  });

  test('keeps unknown fields in raw, and invalid fields as null, or undefined where null is data', () => {
    const snapshot = snapshotOf({
      future: { deep: [1] },
      breadth: 'wide',
      topPlay: [],
      session: 'lunch',
      timeframe: 5,
    });
    expect(snapshot.raw.future).toEqual({ deep: [1] });
    expect(snapshot).toMatchObject({ breadth: null, topPlay: undefined, session: null, timeframe: null });
  });

  test('keeps only reasons that are strings', () => {
    const topPlay = { ...(bodyOf().topPlay as object), reasons: ['good', 7, null, ''] };
    expect(snapshotOf({ topPlay }).topPlay?.reasons).toEqual(['good']);
  });
});
