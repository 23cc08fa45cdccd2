import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoardMovement, crossesTopRanks, diffOf, movementBetween } from '../../src/market/diff.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

type Symbols = ReadonlyArray<string>;

/** A snapshot with one board that lists the symbols in order of rank. */
function ranking(symbols: Symbols, key = 'movers') {
  const rows = symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1 }));
  return snapshotOf({ boards: { [key]: rows } });
}

function movementOf(before: Symbols, after: Symbols): BoardMovement {
  const movement = movementBetween(ranking(before), ranking(after)).get('movers');
  if (movement === undefined) throw new Error('the board is missing');
  return movement;
}

/** The movement in short form: `D 4>1, E ->5, left C 3`. */
function summarize({ marks, left }: BoardMovement): string {
  const marked = [...marks].map(([symbol, { from, to }]) => `${symbol} ${from ?? '-'}>${to}`);
  return [...marked, ...left.map(({ symbol, was }) => `left ${symbol} ${was}`)].join(', ');
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
    expect(summarize(movementOf(before.split(' '), after.split(' ')))).toBe(expected);
  });

  test('include all symbols of a board that appears, and list those of one that disappears', () => {
    const movement = movementBetween(ranking(['A'], 'old'), ranking(['A', 'B'], 'new'));
    expect([...movement].map(([key, moved]) => [key, summarize(moved)])).toEqual([
      ['new', 'A ->1, B ->2'],
      ['old', 'left A 1'],
    ]);
  });

  test('treat the tiers of moneyFlow as one order of 24 ranks', () => {
    const names = Array.from({ length: 24 }, (_, index) => `S${index + 1}`);
    const after = ['S24', ...names.slice(0, 23)];
    const movement = movementBetween(ranking(names, 'moneyFlow'), ranking(after, 'moneyFlow'));
    expect([...movement.values()].map(summarize)).toEqual(['S24 24>1']);
  });
});

test('what comes to ranks 1 to 5 and what leaves them is what the events say', () => {
  const symbols = fc.shuffledSubarray([...'ABCDEFGHIJKL'], { maxLength: 10 });
  fc.assert(
    fc.property(symbols, symbols, (before, after) => {
      const { marks, left, risen, fallen } = movementOf(before, after);
      const crossings = (diffOf(ranking(before), ranking(after))?.changes() ?? []).map(
        (change) => [change.symbol, crossesTopRanks(change)] as const,
      );
      const those = (way: 'in' | 'out') =>
        crossings.flatMap(([symbol, crossed]) => (crossed === way ? [symbol] : []));
      const entered = [...marks].flatMap(([symbol, { from, to }]) =>
        from === null && to <= 5 ? symbol : [],
      );
      const gone = left.flatMap(({ symbol, was }) => (was <= 5 ? symbol : []));
      expect([...entered, ...risen.map(({ symbol }) => symbol)].sort()).toEqual(those('in').sort());
      expect([...gone, ...fallen.map(({ symbol }) => symbol)].sort()).toEqual(those('out').sort());
    }),
  );
});

describe('hostile boards', () => {
  test('rows without a symbol, and the later ones of a duplicate, have no mark', () => {
    const rows = [null, 'A', 'B', 'A', '__proto__', null].map((symbol) => rowOf({ symbol, rank: null }));
    const movement = movementBetween(ranking(['A', 'B']), snapshotOf({ boards: { movers: rows } }));
    expect([...movement.values()].map(summarize)).toEqual(['__proto__ ->5']);
  });

  test('a board and symbols may have the names of object properties', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const boards = (symbols: Symbols) =>
      Object.fromEntries([['__proto__', symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1 }))]]);
    const movement = movementBetween(
      snapshotOf({ boards: boards(names) }),
      snapshotOf({ boards: boards(names.toReversed()) }),
    );
    expect([...movement].map(([key, moved]) => [key, summarize(moved)])).toEqual([
      ['__proto__', 'toString 3>1, __proto__ 1>3'],
    ]);
  });

  test('equal ranks and ranks of any size', () => {
    const rows = (symbols: Symbols, rank: number) => symbols.map((symbol) => rowOf({ symbol, rank }));
    const low = snapshotOf({ boards: { movers: rows(['A', 'B', 'C'], Number.MIN_SAFE_INTEGER) } });
    const high = snapshotOf({ boards: { movers: rows(['C', 'B', 'A'], Number.MAX_SAFE_INTEGER) } });
    expect([...movementBetween(low, low).values()].map(summarize)).toEqual(['']);
    expect(movementBetween(low, high).get('movers')?.marks.size).toBe(2);
  });

  test('only the first 100 common symbols are compared', () => {
    const names = Array.from({ length: 300 }, (_, index) => `S${index}`);
    const before = [...names, 'gone'];
    const { marks, left } = movementOf(before, ['new', ...names.toReversed()]);
    expect(marks.size).toBe(1 + 99);
    expect([...marks.keys()].slice(0, 3)).toEqual(['new', 'S299', 'S298']);
    expect(left).toEqual([{ symbol: 'gone', was: 301 }]);
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

describe('for any two snapshots', () => {
  const board = fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F', 'G', '__proto__']);

  test('the marked rows are those outside one of the best common orders', () => {
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
        const { marks } = movementOf(before, after);
        const marked = [...marks].filter(([, { from }]) => from !== null).map(([symbol]) => symbol);
        expect(expected).toContainEqual(marked);
      }),
      { numRuns: 200 },
    );
  });

  test('rows without a mark whose rank changed are in the same order in both', () => {
    fc.assert(
      fc.property(board, board, (before, after) => {
        const { marks } = movementOf(before, after);
        const calm = (symbol: string) =>
          !marks.has(symbol) && before.includes(symbol) && before.indexOf(symbol) !== after.indexOf(symbol);
        expect(before.filter((symbol) => after.includes(symbol) && calm(symbol))).toEqual(after.filter(calm));
      }),
      { numRuns: 200 },
    );
  });

  test('entered and left symbols are complete, and each mark has the ranks of its row', () => {
    fc.assert(
      fc.property(board, board, (before, after) => {
        const { marks, left } = movementOf(before, after);
        const rankIn = (symbols: Symbols, symbol: string) => symbols.indexOf(symbol) + 1 || null;
        for (const [symbol, { from, to }] of marks)
          expect([from, to]).toEqual([rankIn(before, symbol), rankIn(after, symbol)]);
        const entered = [...marks].filter(([, { from }]) => from === null).map(([symbol]) => symbol);
        expect(entered).toEqual(after.filter((symbol) => !before.includes(symbol)));
        expect(left).toEqual(
          before
            .filter((symbol) => !after.includes(symbol))
            .map((symbol) => ({ symbol, was: before.indexOf(symbol) + 1 })),
        );
      }),
    );
  });

  test('equal ones have no marks', () => {
    fc.assert(
      fc.property(board, (same) => {
        expect(summarize(movementOf(same, same))).toBe('');
      }),
    );
  });
});
