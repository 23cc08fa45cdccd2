import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import {
  boardsToShow,
  limitSnapshot,
  missingBoards,
  type Selection,
  selectBoards,
  selectRaw,
} from '../../src/market/selection.ts';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { COLUMNS } from '../support/view-fixtures.ts';

const ROWS: ReadonlyArray<JsonObject> = [
  { symbol: 'CCC', name: 'carbon', price: 3, dayPct: -2, boards: 4, bias: 'bearish', tag: 'x', unknown: [1] },
  { symbol: 'AAA', name: 'Argon', price: null, dayPct: 9, boards: 1, volume: null, metric: null },
  { symbol: 'BBB', name: 'Boron', price: 10, dayPct: null, boards: null, bias: null },
  { symbol: null, name: null, price: 2, dayPct: 0, boards: 3, bias: 'neutral' },
].map((fields, index) => rowOf({ rank: index + 1, ...fields }));

const SNAPSHOT = snapshotOf({
  boards: { movers: ROWS, Alerted: [rowOf({ symbol: 'ZZZ', boards: 7 })], rvol: [] },
  boardNames: ['movers', 'Alerted', 'rvol'],
  added: { later: true },
});

/** Boards with their symbols: `movers: CCC AAA`. */
const shown = (selection: Selection) =>
  selectBoards(SNAPSHOT, selection).map(
    ({ key, rows }) => `${key}: ${rows.map(({ symbol }) => symbol ?? '–').join(' ')}`,
  );

const ALL = ['movers: CCC AAA BBB –', 'Alerted: ZZZ', 'rvol: '];

const TABLE: ReadonlyArray<readonly [selection: Selection, boards: ReadonlyArray<string>]> = [
  [{}, ALL],
  [{ boards: undefined, symbols: undefined, bias: undefined, minBoards: undefined, sort: undefined }, ALL],
  [{ boards: [], symbols: [] }, ALL],
  [{ boards: ['rvol', 'movers'] }, ['rvol: ', 'movers: CCC AAA BBB –']],
  [{ boards: ['ALERTED'] }, ['Alerted: ZZZ']],
  [{ boards: ['alerted', 'movers', 'Alerted'] }, ['Alerted: ZZZ', 'movers: CCC AAA BBB –']],
  [{ boards: ['nothing'] }, []],
  [{ boards: ['toString', '__proto__'] }, []],
  [{ symbols: ['bbb', 'zzz'] }, ['movers: BBB', 'Alerted: ZZZ', 'rvol: ']],
  [{ symbols: ['null'] }, ['movers: ', 'Alerted: ', 'rvol: ']],
  [{ bias: 'bearish' }, ['movers: CCC', 'Alerted: ', 'rvol: ']],
  [{ bias: 'neutral' }, ['movers: –', 'Alerted: ', 'rvol: ']],
  [{ minBoards: 3 }, ['movers: CCC –', 'Alerted: ZZZ', 'rvol: ']],
  [{ minBoards: 0 }, ALL],
  [{ minBoards: 1, bias: 'bullish', symbols: ['AAA', 'BBB'] }, ['movers: AAA', 'Alerted: ', 'rvol: ']],
  ...Object.entries({
    rank: 'CCC AAA BBB –',
    symbol: 'AAA BBB CCC –',
    name: 'AAA BBB CCC –',
    price: 'BBB CCC – AAA',
    dayPct: 'AAA – CCC BBB',
    volume: 'CCC BBB – AAA',
    boards: 'CCC – AAA BBB',
    bias: 'CCC AAA – BBB',
    metric: 'CCC BBB – AAA',
    tag: 'CCC AAA BBB –',
  }).map(([id, symbols]) => [{ sort: orderBy(id), boards: ['movers'] }, [`movers: ${symbols}`]] as const),
  [{ limit: 2 }, ['movers: CCC AAA', 'Alerted: ZZZ', 'rvol: ']],
  [{ limit: undefined }, ALL],
  [{ limit: 2, sort: orderBy('symbol'), boards: ['movers'] }, ['movers: AAA BBB']],
  [{ limit: 3, minBoards: 3 }, ['movers: CCC', 'Alerted: ZZZ', 'rvol: ']],
  [{ limit: 1, symbols: ['BBB'], boards: ['movers'] }, ['movers: ']],
  [{ sort: orderBy('price'), minBoards: 1 }, ['movers: CCC – AAA', 'Alerted: ZZZ', 'rvol: ']],
];

test.each(TABLE)('the selection %j keeps %j, of the decoded and of the raw snapshot', (selection, boards) => {
  expect(shown(selection)).toEqual(boards);
  const again = decodeSnapshot(selectRaw(SNAPSHOT, selection), 'day');
  expect(again?.boards).toEqual(selectBoards(SNAPSHOT, selection));
});

test('selecting does not modify the snapshot', () => {
  const before = JSON.stringify(SNAPSHOT);
  for (const sort of COLUMNS) {
    selectBoards(SNAPSHOT, { sort: orderBy(sort), minBoards: 1 });
    selectRaw(SNAPSHOT, { sort: orderBy(sort), minBoards: 1 });
  }
  expect(JSON.stringify(SNAPSHOT)).toBe(before);
});

describe('selectRaw', () => {
  test('returns the raw snapshot without a selection', () => {
    expect(selectRaw(SNAPSHOT, { boards: [] })).toBe(SNAPSHOT.raw);
  });

  test('keeps unknown fields of the snapshot and of its rows', () => {
    const raw = selectRaw(SNAPSHOT, { boards: ['movers'], symbols: ['ccc'] });
    expect(raw).toEqual({ ...SNAPSHOT.raw, boards: { movers: [ROWS[0]] }, boardNames: ['movers'] });
    expect(raw).toMatchObject({ added: { later: true }, boards: { movers: [{ unknown: [1] }] } });
  });

  test('lists the boards in the requested order', () => {
    const raw = selectRaw(SNAPSHOT, { boards: ['RVOL', 'movers'] });
    expect(raw.boardNames).toEqual(['rvol', 'movers']);
    expect(Object.keys(raw.boards as JsonObject)).toEqual(['rvol', 'movers']);
  });

  test('keeps a board named __proto__', () => {
    const body: unknown = JSON.parse(
      `{"boards":{"__proto__":[{"symbol":"AAA"}],"constructor":[{"symbol":"BBB"}]}}`,
    );
    const snapshot = decodeSnapshot(body, 'day');
    if (snapshot === null) throw new Error('no snapshot');
    expect(JSON.stringify(selectRaw(snapshot, { sort: orderBy('symbol') }).boards)).toBe(
      JSON.stringify(snapshot.raw.boards),
    );
    expect(JSON.stringify(selectRaw(snapshot, { boards: ['__proto__'] }).boards)).toBe(
      '{"__proto__":[{"symbol":"AAA"}]}',
    );
    expect(selectBoards(snapshot, { boards: ['__PROTO__'] }).map(({ key }) => key)).toEqual(['__proto__']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('keeps values that are not lists of rows, and invalid rows', () => {
    const snapshot = snapshotOf({
      boards: { odd: 'text', rows: [null, 7, { symbol: 'AAA' }] },
      boardNames: 3,
    });
    expect(selectRaw(snapshot, { sort: orderBy('symbol') })).toMatchObject({
      boards: { odd: 'text', rows: [{ symbol: 'AAA' }, null, 7] },
      boardNames: [],
    });
  });

  test.each([
    ['each tier of moneyFlow', 24, ['S0', 'S1', 'S6', 'S7', 'S12', 'S13', 'S18', 'S19']],
    ['moneyFlow as a whole if its tiers cannot be told apart', 23, ['S0', 'S1']],
  ])('limits %s', (_, count, expected) => {
    const moneyFlow = Array.from({ length: count }, (_row, index) => rowOf({ symbol: `S${index}` }));
    const snapshot = snapshotOf({ boards: { moneyFlow, movers: ROWS } });
    const { boards, raw } = limitSnapshot(snapshot, { limit: 2 });
    expect(boards.map(({ rows }) => rows.map(({ symbol }) => symbol))).toEqual([['CCC', 'AAA'], expected]);
    expect(raw).toEqual({
      ...snapshot.raw,
      boards: {
        moneyFlow: moneyFlow.filter(({ symbol }) => expected.some((each) => each === symbol)),
        movers: ROWS.slice(0, 2),
      },
    });
  });

  test('sorts moneyFlow within its tiers', () => {
    const moneyFlow = Array.from({ length: 24 }, (_, index) => rowOf({ symbol: `S${index}`, price: index }));
    const snapshot = snapshotOf({ boards: { moneyFlow } });
    const rows = selectBoards(snapshot, { sort: orderBy('price') }).flatMap((board) => board.rows);
    expect(selectRaw(snapshot, { sort: orderBy('price') })).toMatchObject({
      boards: { moneyFlow: rows.map(({ symbol }) => ({ symbol })) },
    });
    expect(rows.filter((_, index) => index % 6 === 0).map(({ symbol }) => symbol)).toEqual([
      'S5',
      'S11',
      'S17',
      'S23',
    ]);
  });
});

test.each([
  [undefined, []],
  [['movers'], []],
  [
    ['MOVERS', 'mvoers', 'forum'],
    ['mvoers', 'forum'],
  ],
  [['__proto__'], ['__proto__']],
])('of the requested boards %j, %j are missing', (boards, missing) => {
  expect(missingBoards(SNAPSHOT, { boards })).toEqual(missing);
});

describe('boardsToShow', () => {
  const snapshot = snapshotOf({
    boards: { one: [rowOf({ symbol: 'AAA' })], two: [rowOf({ symbol: 'BBB' })], none: [] },
  });
  const keysOf = (selection: Selection) => boardsToShow(snapshot, selection).map(({ key }) => key);

  test('omits only the boards that a filter left empty', () => {
    expect(keysOf({ symbols: ['BBB'] })).toEqual(['two']);
    expect(keysOf({ symbols: ['ZZZ'] })).toEqual([]);
    expect(keysOf({ sort: orderBy('price') })).toEqual(['one', 'two', 'none']);
    expect(keysOf({ limit: 1 })).toEqual(['one', 'two', 'none']);
  });
});
