import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import type { JsonObject } from '../../src/json-object.ts';
import { createMemory } from '../../src/model/memory.ts';
import type { Age } from '../../src/model/stints.ts';
import { firstReached, NO_PATH, type SymbolPath, symbolPath } from '../../src/model/symbol-path.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { memoryOf } from '../support/memory.ts';
import { ascending } from '../support/naive-ledger.ts';
import { naivePath } from '../support/naive-path.ts';
import { remembered } from '../support/remembered.ts';
import { rowOf } from '../support/snapshots.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', '__proto__', 'never seen'];
const END = Date.UTC(2026, 10, 20, 16);

type Step = readonly [time: string, boards: string, fields?: JsonObject];

/** The path of A. */
function pathOf(steps: ReadonlyArray<Step>, index = steps.length - 1): SymbolPath {
  const memory = memoryOf(steps.map((step) => snapshotAt(...step)));
  return symbolPath(memory.history, memory.ledgerAt(index), 'A', index);
}

const timeOf = (asOf: number) => new Date(asOf).toISOString().slice(11, 16);
const ageOf = ({ milliseconds, isAtLeast }: Age) => `${isAtLeast ? '≥' : ''}${milliseconds / MINUTE_MS}m`;

/** Where the symbol is and was, in short form. */
function summarize({ lastSeen, isListed, places, left }: SymbolPath): ReadonlyArray<string> {
  const seen = lastSeen === null ? 'never seen' : `last seen ${timeOf(lastSeen.asOf)}`;
  return [
    isListed ? 'listed' : seen,
    ...places.map(
      ({ board, rank, best, bestAt, isBack, there }) =>
        `${board} ${rank} for ${ageOf(there)}, best ${best} at ${timeOf(bestAt)}${isBack ? ', back' : ''}`,
    ),
    ...left.map(
      ({ board, rank, leftAt, isLeftInHole }) =>
        `left ${board} ${rank} ${isLeftInHole ? 'after' : 'at'} ${timeOf(leftAt)}`,
    ),
  ];
}

describe('where a symbol is, and what it has left', () => {
  test.each<readonly [string, ReadonlyArray<Step>, ReadonlyArray<string>]>([
    ['an empty memory', [], ['never seen']],
    ['a symbol that was never seen', [['14:30', 'movers: B; rvol: C']], ['never seen']],
    ['the first snapshot', [['14:30', 'movers: B A']], ['listed', 'movers 2 for ≥0m, best 2 at 14:30']],
    [
      'on two boards, in the order of the newest snapshot',
      [
        ['14:30', 'rvol: B; movers: B'],
        ['14:31', 'rvol: A B; movers: B'],
        ['14:33', 'movers: B A; rvol: B C A'],
      ],
      ['listed', 'movers 2 for 0m, best 2 at 14:33', 'rvol 3 for 2m, best 1 at 14:31'],
    ],
    [
      'departed from one of two boards',
      [
        ['14:30', 'movers: A; rvol: B A'],
        ['14:31', 'movers: A; rvol: B'],
      ],
      ['listed', 'movers 1 for ≥1m, best 1 at 14:30', 'left rvol 2 at 14:31'],
    ],
    [
      'departed from all: the board that it left last comes first',
      [
        ['14:30', 'movers: A; rvol: B A'],
        ['14:31', 'movers: A; rvol: B'],
        ['14:32', 'movers: B'],
        ['14:33', 'movers: B'],
      ],
      ['last seen 14:31', 'left movers 1 at 14:32', 'left rvol 2 at 14:31'],
    ],
    [
      'missing from one snapshot only: its time goes on',
      [
        ['14:30', 'movers: B'],
        ['14:31', 'movers: A'],
        ['14:32', 'movers: B'],
        ['14:33', 'movers: B A'],
      ],
      ['listed', 'movers 2 for 2m, best 1 at 14:31'],
    ],
    [
      'back on a board: it is not among those that it has left',
      [
        ['14:30', 'movers: A'],
        ['14:31', ''],
        ['14:32', ''],
        ['14:33', 'movers: B A'],
      ],
      ['listed', 'movers 2 for 0m, best 2 at 14:33, back'],
    ],
    [
      'on from before a hole: at least since the end of the hole',
      [
        ['14:30', 'movers: A'],
        ['14:40', 'movers: B A'],
        ['14:41', 'movers: B A'],
      ],
      ['listed', 'movers 2 for ≥1m, best 2 at 14:40'],
    ],
    [
      'left in a hole: when it was last seen',
      [
        ['14:30', 'movers: A'],
        ['14:31', 'movers: A'],
        ['14:40', 'movers: B'],
      ],
      ['last seen 14:31', 'left movers 1 after 14:31'],
    ],
    [
      'listed yesterday only: last seen, but on this day it has left nothing',
      [
        ['2026-11-19T20:00:00Z', 'movers: A'],
        ['14:30', 'movers: B'],
      ],
      ['last seen 20:00'],
    ],
    [
      'a change of the market day without a hole, at 05:00 in UTC',
      [
        ['2026-11-20T04:58:00Z', 'movers: A; rvol: A'],
        ['2026-11-20T04:59:00Z', 'movers: A'],
        ['05:00', 'movers: B A'],
        ['05:01', 'movers: A'],
      ],
      ['listed', 'movers 1 for ≥1m, best 1 at 05:01'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(summarize(pathOf(steps))).toEqual(expected);
  });

  test('listed twice on a board: the rank of the first row', () => {
    const rows = [4, 2].map((rank) => rowOf({ symbol: 'A', rank }));
    const twice = { boards: { movers: [rowOf({ symbol: 'B', rank: 1 }), ...rows] } };
    const path = pathOf([['14:30', '', twice]]);
    expect(summarize(path)).toEqual(['listed', 'movers 4 for ≥0m, best 4 at 14:30']);
    expect(path.places[0]?.trail.at(-1)).toBe(4);
  });

  test('an older snapshot has the path up to its time', () => {
    const steps: ReadonlyArray<Step> = [
      ['14:30', 'movers: A'],
      ['14:31', 'movers: B A'],
      ['14:32', 'rvol: B'],
      ['14:33', 'movers: A'],
    ];
    expect([0, 1, 2, 3].map((index) => summarize(pathOf(steps, index)))).toEqual([
      ['listed', 'movers 1 for ≥0m, best 1 at 14:30'],
      ['listed', 'movers 2 for ≥1m, best 1 at 14:30'],
      ['last seen 14:31', 'left movers 2 at 14:32'],
      ['listed', 'movers 1 for ≥3m, best 1 at 14:30'],
    ]);
    expect(pathOf(steps, 1).points).toHaveLength(2);
  });

  test.each([-1, 1, Number.NaN])('index %s, of no snapshot, has no path', (index) => {
    expect(pathOf([['14:30', 'movers: A']], index)).toBe(NO_PATH);
  });
});

test('what was last known of a departed symbol', () => {
  const scored = (fields: JsonObject) => ({ boards: { movers: [rowOf({ symbol: 'A', ...fields })] } });
  const path = pathOf([
    ['14:30', '', scored({ boards: 5, bias: 'bullish', price: 12.5, dayPct: 3 })],
    ['14:31', '', scored({ boards: 4, bias: 'bearish', price: 12.25, dayPct: -2 })],
    ['14:32', 'movers: B'],
  ]);
  const state = { boards: 4, bias: 'bearish', price: 12.25, dayPct: -2 };
  expect(path.lastSeen).toEqual({ index: 1, asOf: Date.UTC(2026, 10, 20, 14, 31), state });
  expect(path.record).toMatchObject({ boards: 0, previousBoards: 4 });
});

describe('the points of a market day', () => {
  /** The confluence of A and its change in percent; no row without a confluence. */
  const scored = (time: string, boards?: number, dayPct: number | null = null): Step => {
    const rows = boards === undefined ? [] : [rowOf({ symbol: 'A', boards, dayPct })];
    return [time, '', { boards: { movers: [...rows, rowOf({ symbol: 'B', rank: 2 })] } }];
  };

  test.each<readonly [string, ReadonlyArray<Step>, ReadonlyArray<string>]>([
    [
      'one for each snapshot, the oldest first',
      [scored('14:30', 1, 0.5), scored('14:31', 3, -1.5), scored('14:33', 2, 0)],
      ['14:30 1 0.5', '14:31 3 -1.5', '14:33 2 0'],
    ],
    [
      'no boards and no change where it was not listed',
      [scored('14:30'), scored('14:31', 2, 1), scored('14:32')],
      ['14:30 0 null', '14:31 2 1', '14:32 0 null'],
    ],
    ['an unknown change', [scored('14:30', 2)], ['14:30 2 null']],
    ['on both sides of a hole', [scored('14:30', 2, 1), scored('15:30', 3, 2)], ['14:30 2 1', '15:30 3 2']],
    [
      'none of the market day before',
      [scored('2026-11-20T04:59:59Z', 5, 9), scored('05:00', 1, 0.25), scored('05:01', 2, 1)],
      ['05:00 1 0.25', '05:01 2 1'],
    ],
    [
      'for a symbol that was never seen, too',
      [scored('14:30'), scored('14:31')],
      ['14:30 0 null', '14:31 0 null'],
    ],
  ])('%s', (_, steps, expected) => {
    const { points } = pathOf(steps);
    expect(points.map(({ asOf, boards, dayPct }) => `${timeOf(asOf)} ${boards} ${dayPct}`)).toEqual(expected);
  });
});

describe('the trail of a board', () => {
  type Ranks = ReadonlyArray<readonly [minutesAgo: number, rank: number | null]>;

  /** The trail on `movers` from the rank of A so many minutes ago, from the oldest; null if it was not there. */
  const trailOf = (ranks: Ranks) =>
    pathOf(
      ranks.map(([minutesAgo, rank]) => {
        const rows = rank === null ? [] : [rowOf({ symbol: 'A', rank })];
        const boards = { movers: rows, rvol: [rowOf({ symbol: 'A', rank: 99 })] };
        return [
          new Date(END - minutesAgo * MINUTE_MS).toISOString(),
          '',
          { boards, boardNames: ['movers', 'rvol'] },
        ];
      }),
    ).places.find(({ board }) => board === 'movers')?.trail;
  /** The same rank every minute from `from` minutes ago to `to` minutes ago. */
  const steady = (from: number, to: number, rank: number | null): Ranks =>
    Array.from({ length: from - to + 1 }, (_, index) => [from - index, rank] as const);
  const [off, unknown] = ['off', 'unknown'];

  test.each<readonly [string, Ranks, ReadonlyArray<number | string>]>([
    ['the first snapshot', [[0, 3]], [unknown, unknown, unknown, unknown, unknown, 3]],
    [
      'the last rank in each five minutes',
      [
        ...steady(29, 27, 9),
        [25, 8],
        ...steady(24, 21, 5),
        [20, 7],
        [15, 6],
        [11, 1],
        [10, 5],
        [7, 4],
        [5, 3],
        [0, 2],
      ],
      [8, 7, 6, 5, 3, 2],
    ],
    [
      'what is older than 30 minutes is left out',
      [...steady(60, 30, 9), ...steady(29, 0, 4)],
      [4, 4, 4, 4, 4, 4],
    ],
    [
      'five minutes ago is a step earlier',
      [[5, 9], ...steady(4, 0, 2)],
      [unknown, unknown, unknown, unknown, 9, 2],
    ],
    [
      'off where it was not on the board',
      [...steady(29, 4, null), ...steady(3, 0, 5)],
      [off, off, off, off, off, 5],
    ],
    [
      'the last rank, if it left within the step',
      [...steady(29, 13, 6), ...steady(12, 3, null), ...steady(2, 0, 5)],
      [6, 6, 6, 6, off, 5],
    ],
    [
      'unknown before the first snapshot',
      [...steady(12, 8, null), ...steady(7, 0, 2)],
      [unknown, unknown, unknown, off, 2, 2],
    ],
    [
      'unknown behind a hole',
      [...steady(29, 20, 9), ...steady(12, 0, 2)],
      [unknown, unknown, unknown, 2, 2, 2],
    ],
  ])('%s', (_, ranks, expected) => {
    expect(trailOf(ranks)).toEqual(expected);
  });

  test('only for the boards that it is on', () => {
    expect(trailOf([...steady(5, 1, 3), [0, null]])).toBeUndefined();
  });

  test('does not reach back to the market day before', () => {
    const at = (minute: number): Step => [
      new Date(Date.UTC(2026, 10, 20, 5, minute)).toISOString(),
      'movers: A',
    ];
    const path = pathOf([-9, -8, -4, 0, 4, 8].map(at));
    expect(path.places[0]?.trail).toEqual([unknown, unknown, unknown, unknown, 1, 1]);
  });
});

describe('when a symbol first was on so many boards', () => {
  const at = (...counts: ReadonlyArray<number>) =>
    counts.map((boards, index) => ({ asOf: END + index * MINUTE_MS, boards, dayPct: null }));

  test.each([
    ['the first time', at(0, 1, 3, 2, 3), 3, 2],
    ['more of them at once', at(0, 1, 5), 3, 2],
    ['never', at(0, 1, 2), 3, null],
    ['already at the first point: unknown', at(3, 2, 3), 3, null],
    ['no points', [], 3, null],
    ['one point', at(3), 3, null],
  ])('%s', (_, points, boards, index) => {
    expect(firstReached(points, boards)).toBe(index === null ? null : END + index * MINUTE_MS);
  });
});

/** In an order that does not depend on when they were left. */
const byBoard = (stints: SymbolPath['left']) => stints.toSorted((a, b) => (a.board < b.board ? -1 : 1));

/** Compares the order of the boards that it has left apart: several can have been left at the same time. */
function expectPath(path: SymbolPath, expected: SymbolPath): void {
  expect({ ...path, left: byBoard(path.left) }).toEqual({ ...expected, left: byBoard(expected.left) });
  const times = path.left.map(({ leftAt }) => leftAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
}

describe('the path in any snapshots is that of the definition', () => {
  test('in all of them, the newest and older ones', () => {
    fc.assert(
      fc.property(snapshotSequences(30), fc.nat(29), (snapshots, older) => {
        const memory = memoryOf(snapshots);
        const all = ascending(snapshots.flatMap(remembered));
        const index = Math.min(older, all.length - 1);
        const upTo = all.slice(0, index + 1);
        for (const symbol of SYMBOLS) {
          expectPath(
            symbolPath(memory.history, memory.ledger(), symbol),
            naivePath(all, all, BOARDS, symbol),
          );
          const path = symbolPath(memory.history, memory.ledgerAt(index), symbol, index);
          expectPath(path, naivePath(upTo, upTo, BOARDS, symbol));
        }
      }),
      { numRuns: 80 },
    );
  });

  test('after older ones were prepended, and the oldest dropped', () => {
    const capacities = fc.integer({ min: 1, max: 12 });
    const sequences = snapshotSequences(24);
    fc.assert(
      fc.property(sequences, fc.nat(24), capacities, fc.nat(11), (received, first, capacity, older) => {
        const sent = accepted(received);
        const all = sent.flatMap(remembered);
        const memory = createMemory({ compress: null, capacity });
        let [kept, followed] = [all.slice(0, 0), all.slice(0, 0)];
        const add = (from: number, to: number) => {
          for (const snapshot of sent.slice(from, to)) {
            memory.add(snapshot);
            // Asked for each time, so that it knows what is dropped later.
            memory.ledger();
          }
          followed = [...followed, ...all.slice(from, to)];
          kept = [...kept, ...all.slice(from, to)].slice(-capacity);
        };
        const split = Math.min(first, all.length);
        add(split, split + 3);
        const room = Math.min(split, capacity - kept.length);
        if (room > 0) followed = kept = [...all.slice(split - room, split), ...kept];
        expect(memory.prepend(sent.slice(0, split))).toBe(room);
        memory.ledger();
        add(split + 3, all.length);
        const index = Math.min(older, kept.length - 1);
        const upTo = kept.slice(0, index + 1);
        const known = index === kept.length - 1 ? followed : upTo;
        for (const symbol of SYMBOLS) {
          const newest = symbolPath(memory.history, memory.ledger(), symbol);
          expectPath(newest, naivePath(kept, followed, BOARDS, symbol));
          const path = symbolPath(memory.history, memory.ledgerAt(index), symbol, index);
          expectPath(path, naivePath(upTo, known, BOARDS, symbol));
        }
      }),
      { numRuns: 80 },
    );
  });
});

/** The snapshots that memory accepts: those newer than all before. */
function accepted(snapshots: ReadonlyArray<Snapshot>): ReadonlyArray<Snapshot> {
  const newest = (before: ReadonlyArray<Snapshot>) =>
    Math.max(...before.map(({ asOfMilliseconds }) => asOfMilliseconds ?? Number.NEGATIVE_INFINITY));
  return snapshots.filter(
    ({ asOfMilliseconds: asOf }, index) => asOf !== null && asOf > newest(snapshots.slice(0, index)),
  );
}
