import { describe, expect, test } from 'vitest';
import { countRows, decodeSnapshot } from '../../src/service/snapshot.ts';
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

  test.each<[asOf: string, time: string | null]>([
    ['2026-06-03T14:30:00.000Z', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03 14:30', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03t14:30:05,25z', '2026-06-03T14:30:05.250Z'],
    ['2026-06-03T14:30:05.123456789', '2026-06-03T14:30:05.123Z'],
    ['2026-06-03T14:30:05.1234567890', null],
    ['2026-06-03T09:30:00-05', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T20:00:00+0530', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T20:00:00+05:30', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T23:59:59Z', '2026-06-03T23:59:59.000Z'],
    ['2026-06-03T24:00:00Z', null],
    ['2026-02-30T14:30:00Z', null],
    ['2026-06-03', null],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59Z', null],
  ])('asOf %s is the time %s', (asOf, time) => {
    expect(snapshotOf({ asOf }).time).toBe(time === null ? null : Date.parse(time));
  });

  test.each<[advancers: unknown, decliners: unknown, share: number | null]>([
    [30, 10, 0.75],
    [0, 5, 0],
    [5, 0, 1],
    [0, 0, null],
    [-1, 5, null],
    [5, -1, null],
    [null, 5, null],
    [5, '5', null],
  ])('breadth of %o up and %o down has a share of %o', (advancers, decliners, share) => {
    expect(snapshotOf({ breadth: { advancers, decliners } }).breadth?.share).toBe(share);
  });

  test('without boards has an unknown top play, because null may be a sign of the same fault', () => {
    const boards = { movers: [] };
    expect(snapshotOf({ boards, topPlay: null }).topPlay).toBeNull();
    expect(snapshotOf({ boards: {}, topPlay: null }).topPlay).toBeUndefined();
  });

  test('names at most 100 boards that it lacks, none with a name of more than 64 characters', () => {
    const named = Array.from({ length: 101 }, (_, index) => `absent${index}`);
    const boardNames = ['x'.repeat(65), ...named];
    expect(snapshotOf({ boards: {}, boardNames }).boardNames).toEqual(named.slice(0, 100));
  });

  test.each(['__proto__', 'constructor', 'toString', 'somethingNew'])(
    'a board named %s is a board',
    (key) => {
      const body: unknown = JSON.parse(`{"boards":{"${key}":[{"rank":1,"symbol":"AAA"}]}}`);
      expect(decodeSnapshot(body, 'day')?.boards).toMatchObject([{ key, rows: [{ symbol: 'AAA' }] }]);
    },
  );

  test('has only the boards that are lists; an empty list is data', () => {
    const boards = { movers: [], rvol: null, search: 'rows', forum: { 0: rowOf() }, alerted: [rowOf()] };
    const snapshot = snapshotOf({ boards, boardNames: ['buzz', 'alerted', 7, null, 'rvol'] });
    expect(snapshot.boards.map(({ key, rows }) => [key, rows.length])).toEqual([
      ['alerted', 1],
      ['movers', 0],
    ]);
    expect(snapshot.boardNames).toEqual(['alerted', 'movers', 'buzz', 'rvol', 'search', 'forum']);
    expect(snapshot.leftOut).toBeNull();
  });

  test.each([undefined, null, 5, 'weekly', 'DAY', 'day'])(
    'of the timeframe %o is of the requested one',
    (timeframe) => {
      expect(decodeSnapshot(bodyOf({ timeframe }), 'day')?.timeframe).toBe('day');
    },
  );

  test('of another one of the five timeframes is a failure', () => {
    expect(() => decodeSnapshot(bodyOf({ timeframe: 'swing' }), 'day')).toThrow(
      'the service returned swing for day',
    );
  });

  test.each([null, 'text', 7, [], {}, { boards: null }, { boards: [] }, { boards: 'x' }])(
    '%j is none',
    (body) => {
      expect(decodeSnapshot(body, 'day')).toBeNull();
    },
  );

  test('keeps unknown fields in raw, and invalid fields as null, or undefined where null is data', () => {
    const snapshot = snapshotOf({
      future: { deep: [1] },
      breadth: 'wide',
      topPlay: [],
      session: 'lunch',
    });
    expect(snapshot.raw.future).toEqual({ deep: [1] });
    expect(snapshot).toMatchObject({ breadth: null, topPlay: undefined, session: null });
  });

  test('keeps only reasons that are strings', () => {
    const topPlay = { ...(bodyOf().topPlay as object), reasons: ['good', 7, null, ''] };
    expect(snapshotOf({ topPlay }).topPlay?.reasons).toEqual(['good']);
  });
});

describe('the tiers of moneyFlow', () => {
  const TIERS = ['blue', 'mid', 'small', 'penny'];
  const rowsWith = (tags: ReadonlyArray<string | null>) =>
    tags.map((tag, index) => rowOf({ rank: index + 1, tag }));
  const tiersOf = (rows: unknown, board = 'moneyFlow') =>
    snapshotOf({ boards: { [board]: rows } }).boards[0]?.rows.map(({ group }) => group);
  const byPosition = TIERS.flatMap((tier) => Array(6).fill(tier));

  test.each([
    ['tags, of some rows too', ['blue', 'Blue', 'penny'], ['blue', 'blue', 'penny']],
    ['tags in any order', ['penny', 'mid', 'small', 'blue'], ['penny', 'mid', 'small', 'blue']],
    ['positions, if a tag is no tier', ['penny', ...Array(22).fill('mid'), 'low float'], byPosition],
    ['positions, without tags', Array(24).fill(null), byPosition],
    ['nothing, if rows are missing', ['penny', null, 'mid'], [undefined, undefined, undefined]],
  ])('follow from %s', (_, tags, tiers) => {
    expect(tiersOf(rowsWith(tags))).toEqual(tiers);
  });

  test('are those of no other board', () => {
    expect(tiersOf(rowsWith(['blue', 'mid']), 'movers')).toEqual([undefined, undefined]);
  });
});

describe('texts are clean', () => {
  const HOSTILE = '\x1b[31mred\u202e\nline \u200b';
  const CLEAN = '?[31mred??line ?';

  test('in each field, with keys and reasons, but not in raw', () => {
    const row = rowOf({ symbol: HOSTILE, name: HOSTILE, metric: HOSTILE, tag: HOSTILE });
    const topPlay = { ...row, reasons: [HOSTILE] };
    const body = bodyOf({ asOf: HOSTILE, boards: { [HOSTILE]: [row] }, boardNames: [HOSTILE], topPlay });
    const snapshot = decodeSnapshot(body, 'day');
    const texts = { symbol: CLEAN, name: CLEAN, metric: CLEAN, tag: CLEAN };
    expect(snapshot).toMatchObject({
      asOf: CLEAN,
      time: null,
      topPlay: { symbol: CLEAN, name: CLEAN, reasons: [CLEAN] },
      boards: [{ key: CLEAN, rows: [texts] }],
      boardNames: [CLEAN],
    });
    expect(snapshot?.raw).toBe(body);
  });

  test('and have at most 400 characters with a mark of the cut', () => {
    const [row] =
      snapshotOf({ boards: { movers: [rowOf({ name: 'N'.repeat(1e6) })] } }).boards[0]?.rows ?? [];
    expect(row?.name).toBe(`${'N'.repeat(400)}…`);
  });
});

describe('a large response is cut', () => {
  const LIMITS =
    'the limits are 100 boards, 100 rows of each and 1000 in all, and 64 characters for keys and symbols';
  const rows = (count: number, prefix = 'S') =>
    Array.from({ length: count }, (_, index) => rowOf({ rank: index + 1, symbol: `${prefix}${index}` }));
  const boards = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}`, rows(length)]));
  const long = 'X'.repeat(65);

  test.each([
    ['100 boards of 10 rows', boards(100, 10), [100, 1000], null],
    ['a board of 100 rows', boards(1, 100), [1, 100], null],
    ['101 rows', boards(1, 101), [1, 100], '100 of 101 rows'],
    ['101 boards', boards(101, 1), [100, 100], '100 of 101 boards and 100 of 101 rows'],
    ['1,000 rows in all', boards(10, 100), [10, 1000], null],
    ['1,001 rows in all', { ...boards(10, 100), movers: rows(1) }, [11, 101], '101 of 1001 rows'],
    ['5,000 boards', boards(5000, 1), [100, 100], '100 of 5000 boards and 100 of 5000 rows'],
    ['20,000 rows', { movers: rows(20_000) }, [1, 100], '100 of 20000 rows'],
    ['100,001 values', { movers: Array(100_001).fill(0) }, [1, 100], '100 of 100001 rows'],
    ['more than 1,000 rows in all', boards(11, 100), [11, 110], '110 of 1100 rows'],
    ['a symbol of 65 characters', { movers: [rowOf({ symbol: long }), rowOf()] }, [1, 1], '1 of 2 rows'],
    ['a key of 65 characters', { [long]: rows(3), movers: rows(2) }, [1, 2], '1 of 2 boards and 2 of 5 rows'],
    [
      'keys that are the same once they are clean',
      { 'a\x07': rows(1), 'a\x1b': rows(1, 'T') },
      [1, 1],
      '1 of 2 boards and 1 of 2 rows',
    ],
    ['names of 64 characters', { [long.slice(1)]: [rowOf({ symbol: long.slice(1) })] }, [1, 1], null],
  ])('%s', (_, body, [boardCount = 0, rowCount = 0], leftOut) => {
    const snapshot = snapshotOf({ boards: body, boardNames: Object.keys(body) });
    expect(snapshot.leftOut).toBe(leftOut === null ? null : `only ${leftOut} are shown; ${LIMITS}`);
    expect([snapshot.boards.length, countRows(snapshot.boards)]).toEqual([boardCount, rowCount]);
    // What is recorded is read again as the same, of which nothing is left out.
    expect(decodeSnapshot(snapshot.raw, 'day')).toEqual({ ...snapshot, leftOut: null });
    expect(Object.keys(snapshot.raw)).toEqual(Object.keys(bodyOf()));
  });

  test('the top play with a longer symbol is unknown, and has 24 reasons', () => {
    expect(snapshotOf({ topPlay: rowOf({ symbol: long }) }).topPlay).toBeUndefined();
    const reasons = Array.from({ length: 30 }, (_, index) => `reason ${index}`);
    expect(snapshotOf({ topPlay: { ...rowOf(), reasons } }).topPlay?.reasons).toEqual(reasons.slice(0, 24));
  });
});
