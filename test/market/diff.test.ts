import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChangeEvent,
  diffOf,
  type Move,
  movementBetween,
  selectedChanges,
} from '../../src/market/diff.ts';
import { ranksByBoard } from '../../src/market/ranks.ts';
import type { Selection } from '../../src/market/selection.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { snapshotAt } from '../support/timeline.ts';

/** A snapshot with the given symbols on each board, in order. */
function snapshotWith(boards: Readonly<Record<string, ReadonlyArray<string>>>, fields = {}) {
  const rows = Object.entries(boards).map(([key, symbols]) => [
    key,
    symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1 })),
  ]);
  return snapshotOf({ boards: Object.fromEntries(rows), ...fields });
}

function withoutScores({ raw }: Snapshot): Snapshot {
  const boards = Object.entries(Object(raw.boards)).map(([key, rows]) => [
    key,
    Array.from(Object(rows), (row) => ({ ...Object(row), boards: null })),
  ]);
  return snapshotOf({ ...raw, boards: Object.fromEntries(boards) });
}

const changesOf = (before: Snapshot, after: Snapshot, selection: Selection): ReadonlyArray<ChangeEvent> => {
  return selectedChanges(diffOf(before, after), selection);
};

/** The changes in short form: `moved movers AAA 1>2`. */
function summarize(before: Snapshot, after: Snapshot): ReadonlyArray<string> {
  return shorten(changesOf(before, after, {}));
}

function shorten(events: ReadonlyArray<ChangeEvent>): ReadonlyArray<string> {
  return events.map(
    ({ type, board, symbol, from, to }) =>
      `${type} ${board ?? '-'} ${symbol ?? '-'} ${from ?? '-'}>${to ?? '-'}`,
  );
}

describe('changes between snapshots', () => {
  test('include the confluence once per symbol, with 0 for one that is not listed', () => {
    const board = (scores: Readonly<Record<string, number | null>>) =>
      Object.entries(scores).map(([symbol, boards], index) => rowOf({ symbol, boards, rank: index + 1 }));
    const [AAA, BBB, CCC, DDD] = [3, 2, 0, null];
    const before = snapshotOf({ boards: { movers: board({ AAA, BBB, CCC, DDD }), rvol: board({ AAA }) } });
    const after = snapshotOf({
      boards: { movers: board({ AAA: 5, DDD: 0, NEW: 1, ZERO: 0 }), rvol: board({ AAA: 5 }) },
    });
    expect(summarize(before, after).filter((line) => line.startsWith('confluence'))).toEqual([
      'confluence - AAA 3>5',
      'confluence - DDD 1>0',
      'confluence - NEW 0>1',
      'confluence - BBB 2>0',
    ]);
    const changed = (selection: Selection) =>
      changesOf(before, after, selection).flatMap(({ type, symbol }) =>
        type === 'confluence' ? symbol : [],
      );
    expect(changed({ boards: ['rvol'] })).toEqual(['AAA']);
    expect(changed({ symbols: ['new', 'bbb'] })).toEqual(['NEW', 'BBB']);
    expect(changed({ minBoards: 2 })).toEqual(['AAA', 'BBB']);
    expect(changed({ bias: 'bearish' })).toEqual([]);
  });

  test.each<readonly [string, before: string, after: string, ReadonlyArray<string>]>([
    ['enters a board', 'movers: A; rvol: A; search:', 'movers: A; rvol: A; search: A', ['2>3']],
    ['leaves a board', 'movers: A; rvol: A', 'movers: A; rvol: B', ['2>1', '0>1']],
    ['is listed twice by a board', 'movers: A', 'movers: A A', []],
    ['leaves the last board', 'movers: A', 'movers: B', ['0>1', '1>0']],
  ])('count the boards of a symbol without a score that %s', (_, before, after, expected) => {
    const unscored = (boards: string) => withoutScores(snapshotAt('14:31', boards));
    const lines = summarize(unscored(before), unscored(after)).filter((line) =>
      line.startsWith('confluence'),
    );
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(expected);
  });

  test('include the top play, the session, and a bias once per symbol', () => {
    const board = (bias: string) => ({ a: [rowOf({ bias })], b: [rowOf({ bias })] });
    const before = snapshotOf({ boards: board('bullish'), session: 'open' });
    const topPlay = { symbol: 'ZZZ', boards: 3, bias: 'bullish', reasons: [] };
    const after = snapshotOf({ boards: board('bearish'), session: 'afterhours', topPlay });
    expect(summarize(before, after)).toEqual([
      'session - - open>afterhours',
      'topPlay - ZZZ AAA>ZZZ',
      'bias - AAA bullish>bearish',
    ]);
    expect(summarize(after, snapshotOf({ boards: board('bearish'), session: null, topPlay: null }))).toEqual([
      'topPlay - - ZZZ>-',
    ]);
  });

  test('include all symbols of a board that comes to have rows, or has none any more', () => {
    expect(summarize(snapshotWith({ new: [] }), snapshotWith({ new: ['AAA'] }))).toEqual([
      'entered new AAA ->1',
      'confluence - AAA 0>2',
    ]);
    expect(summarize(snapshotWith({ old: ['AAA'] }), snapshotWith({ old: [] }))).toEqual([
      'left old AAA 1>-',
      'confluence - AAA 2>0',
    ]);
  });

  test('treat the tiers of moneyFlow as one board', () => {
    const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
    const swapped = names.with(5, 'S6').with(6, 'S5');
    expect(summarize(snapshotWith({ moneyFlow: names }), snapshotWith({ moneyFlow: swapped }))).toEqual([
      'moved moneyFlow S6 7>6',
      'moved moneyFlow S5 6>7',
    ]);
  });

  test('have the time and timeframe of the newer snapshot', () => {
    const after = snapshotWith({ movers: ['AAA'] }, { asOf: '2026-06-03T15:00:00Z', timeframe: 'swing' });
    expect(changesOf(snapshotWith({ movers: [] }), after, {})[0]).toMatchObject({
      asOf: '2026-06-03T15:00:00Z',
      timeframe: 'swing',
    });
  });
});

describe('the changes within a limit', () => {
  const before = snapshotWith({ movers: ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'] });
  const after = snapshotWith({ movers: ['CCC', 'AAA', 'BBB', 'NEW', 'EEE'] });

  test.each<[number | null, ReadonlyArray<string>]>([
    [1, ['moved movers CCC 3>1', 'moved movers AAA 1>2']],
    [2, ['moved movers CCC 3>1', 'moved movers AAA 1>2', 'moved movers BBB 2>3']],
    [3, ['moved movers CCC 3>1', 'moved movers AAA 1>2', 'moved movers BBB 2>3']],
    [
      4,
      [
        ...['moved movers CCC 3>1', 'moved movers AAA 1>2', 'moved movers BBB 2>3'],
        ...['entered movers NEW ->4', 'left movers DDD 4>-'],
        ...['confluence - NEW 0>2', 'confluence - DDD 2>0'],
      ],
    ],
    [null, summarize(before, after)],
  ])('of %s rows are those of rows within it in either snapshot', (limit, expected) => {
    expect(shorten(changesOf(before, after, { limit: limit ?? undefined }))).toEqual(expected);
  });

  test('include as many ranks of each tier of moneyFlow, the top play and the session', () => {
    const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
    const money = snapshotWith({ moneyFlow: names });
    const swapped = names.with(6, 'S7').with(7, 'S6').with(10, 'S11').with(11, 'S10');
    const later = snapshotWith({ moneyFlow: swapped }, { session: 'closed', topPlay: null });
    expect(shorten(changesOf(money, later, { limit: 1 }))).toEqual([
      ...['session - - open>closed', 'topPlay - - AAA>-'],
      ...['moved moneyFlow S7 8>7', 'moved moneyFlow S6 7>8'],
    ]);
  });
});

describe('for any two snapshots', () => {
  const symbols = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', '__proto__'), {
    maxLength: 6,
  });
  const boards = fc.dictionary(fc.constantFrom('movers', 'rvol', 'search', 'toString'), symbols);

  test('the events transform the old ranks of boards that both have into the new ones', () => {
    fc.assert(
      fc.property(boards, boards, (old, current) => {
        const before = snapshotWith(old);
        const after = snapshotWith(current);
        const ranks = new Map([...ranksByBoard(before)].map(([key, map]) => [key, new Map(map)]));
        for (const { type, board, symbol, from, to } of changesOf(before, after, {})) {
          if (board === null || symbol === null) continue;
          expect(Object.keys(old)).toContain(board);
          const map = ranks.get(board) ?? new Map<string, number>();
          ranks.set(board, map);
          expect(map.get(symbol) ?? null).toBe(from);
          if (type === 'left') map.delete(symbol);
          else map.set(symbol, Number(to));
        }
        const filled = (all: ReadonlyMap<string, ReadonlyMap<string, number>>) =>
          [...all]
            .filter(([, map]) => map.size > 0)
            .map(([key, map]) => [key, [...map].sort()])
            .sort();
        const unchanged = Object.keys(old).filter((key) => !Object.hasOwn(current, key));
        const expected = new Map([...ranksByBoard(after)].filter(([key]) => Object.hasOwn(old, key)));
        for (const key of unchanged) expected.set(key, ranksByBoard(before).get(key) ?? new Map());
        expect(filled(ranks)).toEqual(filled(expected));
      }),
    );
  });

  test('equal ones have neither changes nor marks', () => {
    fc.assert(
      fc.property(boards, (same) => {
        expect(changesOf(snapshotWith(same), snapshotWith(same), {})).toEqual([]);
        const movement = moves(snapshotWith(same), snapshotWith(same));
        for (const moved of movement.values()) expect(summarizeMarks(moved)).toBe('');
      }),
    );
  });
});

const moves = (before: Snapshot, after: Snapshot) =>
  movementBetween(ranksByBoard(before), ranksByBoard(after));

function movementOf(before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Move> {
  const movement = moves(snapshotWith({ movers: before }), snapshotWith({ movers: after }));
  return movement.get('movers') ?? expect.unreachable('the board is missing');
}

/** The movement in short form: `D 4>1, E ->5, left C 3`. */
function summarizeMarks(moves: ReadonlyArray<Move>): string {
  return moves
    .filter(({ to, isMarked }) => isMarked || to === null)
    .map(({ symbol, from, to }) =>
      to === null ? `left ${symbol} ${from}` : `${symbol} ${from ?? '-'}>${to}`,
    )
    .join(', ');
}

describe('the marks of a board', () => {
  test.each([
    ['nothing moves', 'A B C', 'A B C', ''],
    ['one row leaps over three', 'A B C D', 'D A B C', 'D 4>1'],
    ['one row falls behind three', 'A B C D', 'B C D A', 'A 1>4'],
    ['two neighbours change places', 'A B C', 'B A C', 'B 2>1'],
    ['two pairs of neighbours change places', 'A B C D', 'B A D C', 'B 2>1, D 4>3'],
    ['a climber and a faller cross over a row that stays', 'A B C', 'C B A', 'C 3>1, A 1>3'],
    ['the order is reversed', 'A B C D', 'D C B A', 'D 4>1, C 3>2, A 1>4'],
    ['a symbol enters at the top', 'A B C', 'N A B C', 'N ->1'],
    ['the symbol at the top leaves', 'A B C', 'B C', 'left A 1'],
    ['one enters, one leaves, and a row climbs', 'A B C D', 'C A N B', 'C 3>1, N ->3, left D 4'],
    ['a row climbs as far as an entry pushes it back', 'A B C', 'N B A C', 'N ->1, A 1>3'],
    ['a group leaps over one row, which moved most', 'A B C D', 'B C D A', 'A 1>4'],
    ['two groups of equal size change places', 'A B C D', 'C D A B', 'C 3>1, D 4>2'],
    ['a row outside the order keeps its rank', 'A B X C D', 'C D X A B', 'C 4>1, D 5>2'],
  ])('%s', (_, before, after, expected) => {
    expect(summarizeMarks(movementOf(before.split(' '), after.split(' ')))).toBe(expected);
  });

  test('rows without a symbol, and the later ones of a duplicate, have no mark', () => {
    const rows = [null, 'A', 'B', 'A', '__proto__', null].map((symbol) => rowOf({ symbol, rank: null }));
    const movement = moves(snapshotWith({ movers: ['A', 'B'] }), snapshotOf({ boards: { movers: rows } }));
    expect([...movement.values()].map(summarizeMarks)).toEqual(['__proto__ ->5']);
  });

  test('equal ranks and ranks of any size', () => {
    const rows = (symbols: ReadonlyArray<string>, rank: number) =>
      symbols.map((symbol) => rowOf({ symbol, rank }));
    const low = snapshotOf({ boards: { movers: rows(['A', 'B', 'C'], Number.MIN_SAFE_INTEGER) } });
    const high = snapshotOf({ boards: { movers: rows(['C', 'B', 'A'], Number.MAX_SAFE_INTEGER) } });
    expect([...moves(low, low).values()].map(summarizeMarks)).toEqual(['']);
    expect(
      moves(low, high)
        .get('movers')
        ?.filter(({ isMarked }) => isMarked).length,
    ).toBe(2);
  });
});

interface Row {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** All sets of rows that are in the same order in both snapshots, by trying every set. */
function commonOrders(rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> {
  const sets = Array.from({ length: 2 ** rows.length }, (_, bits) =>
    rows.filter((_, index) => bits & (1 << index)),
  );
  return sets.filter((set) =>
    set.every(({ from }, index) => index === 0 || from > (set[index - 1]?.from ?? 0)),
  );
}

/** The measures of a choice in order of importance; less is better. */
function costOf(kept: ReadonlyArray<Row>): ReadonlyArray<number> {
  const distance = kept.reduce((sum, { from, to }) => sum + Math.abs(to - from), 0);
  return [-kept.length, distance, kept.filter(({ from, to }) => to < from).length];
}

function byCost(a: ReadonlyArray<Row>, b: ReadonlyArray<Row>): number {
  const costs = costOf(b);
  return costOf(a).reduce((order, cost, index) => order || cost - (costs[index] ?? 0), 0);
}

test('the marked rows are those outside one of the best common orders', () => {
  const board = fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F', 'G', '__proto__']);

  fc.assert(
    fc.property(board, board, (before, after) => {
      const rows = after.flatMap((symbol, index) =>
        before.includes(symbol) ? [{ symbol, from: before.indexOf(symbol) + 1, to: index + 1 }] : [],
      );
      const orders = commonOrders(rows).toSorted(byCost);
      const best = orders.filter((order) => byCost(order, orders[0] ?? []) === 0);
      const expected = best.map((kept) =>
        rows.filter((row) => !kept.includes(row) && row.from !== row.to).map(({ symbol }) => symbol),
      );
      const marked = movementOf(before, after)
        .filter(({ from, isMarked }) => from !== null && isMarked)
        .map(({ symbol }) => symbol);
      expect(expected).toContainEqual(marked);
    }),
    { numRuns: 200 },
  );
});
