import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/api/snapshot.ts';
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
    expect(snapshotOf({ asOf }).asOfMilliseconds).toBeNull();
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

  test('splits moneyFlow into its four tiers of six rows, unless rows are missing', () => {
    const rows = Array.from({ length: 24 }, (_, index) => rowOf({ rank: index + 1 }));
    const tiers = snapshotOf({ boards: { moneyFlow: rows } }).boards;
    expect(tiers.map(({ tier, rows: { length } }) => `${tier} ${length}`)).toEqual([
      'blue 6',
      'mid 6',
      'small 6',
      'penny 6',
    ]);
    expect(snapshotOf({ boards: { moneyFlow: rows.slice(1) } }).boards).toMatchObject([{ tier: null }]);
  });

  test('keeps unknown fields in raw, and invalid fields as null', () => {
    const snapshot = snapshotOf({
      future: { deep: [1] },
      breadth: 'wide',
      topPlay: [],
      session: 'lunch',
      timeframe: 5,
    });
    expect(snapshot.raw.future).toEqual({ deep: [1] });
    expect(snapshot).toMatchObject({ breadth: null, topPlay: null, session: null, timeframe: null });
  });

  test('keeps only reasons that are strings', () => {
    const topPlay = { ...(bodyOf().topPlay as object), reasons: ['good', 7, null, ''] };
    expect(snapshotOf({ topPlay }).topPlay?.reasons).toEqual(['good']);
  });
});
