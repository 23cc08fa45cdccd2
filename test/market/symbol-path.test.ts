import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Age, MINUTE_MS } from '../../src/lib/time.ts';
import type { AsOf } from '../../src/market/timeline/as-of.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { naivePath, observationsOf } from '../support/naive-timeline.ts';
import { rowOf } from '../support/snapshots.ts';
import { type Steps, snapshotAt, stepsOf, timelineOf } from '../support/timeline.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', '__proto__', 'never seen'];

type SymbolPath = ReturnType<AsOf['pathOf']>;

/** The path of A. */
function pathOf(steps: Steps, index = -1): SymbolPath {
  const snapshots = stepsOf(steps).map((step) => snapshotAt(...step));
  return timelineOf(snapshots)
    .at(snapshots.at(index)?.time ?? 'newest')
    .pathOf('A');
}

const timeOf = (asOf: number) => new Date(asOf).toISOString().slice(11, 16);
const ageOf = ({ milliseconds, isAtLeast }: Age) => `${isAtLeast ? '≥' : ''}${milliseconds / MINUTE_MS}m`;

/** Where the symbol is and was, in short form. */
function summarize({ lastSeenAt, places, left }: SymbolPath): ReadonlyArray<string> {
  const seen = lastSeenAt === null ? 'never seen' : `last seen ${timeOf(lastSeenAt)}`;
  return [
    places.length > 0 ? 'listed' : seen,
    ...places.map(({ board, rank, ...age }) => `${board} ${rank} for ${ageOf(age)}`),
    ...left.map(({ board, rank, leftAt }) => `left ${board} ${rank} at ${timeOf(leftAt)}`),
  ];
}

describe('where a symbol is, and what it has left', () => {
  test.each<readonly [string, Steps, ReadonlyArray<string>]>([
    ['an empty memory', [], ['never seen']],
    ['a symbol that was never seen', '14:30 movers: B; rvol: C', ['never seen']],
    ['the first snapshot', '14:30 movers: B A', ['listed', 'movers 2 for ≥0m']],
    [
      'on two boards, in the order of the newest snapshot',
      '14:30 rvol: B; movers: B | 14:31 rvol: A B; movers: B | 14:33 movers: B A; rvol: B C A',
      ['listed', 'movers 2 for 0m', 'rvol 3 for 2m'],
    ],
    [
      'departed from one of two boards',
      '14:30 movers: A; rvol: B A | 14:31 movers: A; rvol: B',
      ['listed', 'movers 1 for ≥1m', 'left rvol 2 at 14:31'],
    ],
    [
      'departed from all: the board that it left last comes first',
      '14:30 movers: A; rvol: B A | 14:31 movers: A; rvol: B | 14:32 movers: B; rvol: B | 14:33 movers: B; rvol: B',
      ['last seen 14:31', 'left movers 1 at 14:32', 'left rvol 2 at 14:31'],
    ],
    [
      'missing from one snapshot only: its time goes on',
      '14:30 movers: B | 14:31 movers: A | 14:32 movers: B | 14:33 movers: B A',
      ['listed', 'movers 2 for 2m'],
    ],
    [
      'back on a board: it is not among those that it has left',
      '14:30 movers: A | 14:31 movers: | 14:32 movers: | 14:33 movers: B A',
      ['listed', 'movers 2 for 0m'],
    ],
    [
      'on from before a hole: at least since the end of the hole',
      '14:30 movers: A | 14:40 movers: B A | 14:41 movers: B A',
      ['listed', 'movers 2 for ≥1m'],
    ],
    [
      'left in a hole: when it was last seen',
      '14:30 movers: A | 14:31 movers: A | 14:40 movers: B',
      ['last seen 14:31', 'left movers 1 at 14:31'],
    ],
    [
      'listed yesterday only: last seen, but on this day it has left nothing',
      '2026-11-19T20:00:00Z movers: A | 14:30 movers: B',
      ['last seen 20:00'],
    ],
    [
      'a change of the market day without a hole, at 05:00 in UTC',
      '2026-11-20T04:58:00Z movers: A; rvol: A | 2026-11-20T04:59:00Z movers: A | 05:00 movers: B A | 05:01 movers: A',
      ['listed', 'movers 1 for ≥1m'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(summarize(pathOf(steps))).toEqual(expected);
  });

  test('listed twice on a board: the rank of the first row', () => {
    const rows = [4, 2].map((rank) => rowOf({ symbol: 'A', rank }));
    const twice = { boards: { movers: [rowOf({ symbol: 'B', rank: 1 }), ...rows] } };
    const path = pathOf([['14:30', '', twice]]);
    expect(summarize(path)).toEqual(['listed', 'movers 4 for ≥0m']);
    expect(path.places[0]?.trail.at(-1)?.value).toBe(4);
  });

  test('an older snapshot has the path up to its time', () => {
    const steps = '14:30 movers: A | 14:31 movers: B A | 14:32 movers: B | 14:33 movers: A';
    expect([0, 1, 2, 3].map((index) => summarize(pathOf(steps, index)))).toEqual([
      ['listed', 'movers 1 for ≥0m'],
      ['listed', 'movers 2 for ≥1m'],
      ['last seen 14:31', 'left movers 2 at 14:32'],
      ['listed', 'movers 1 for ≥3m'],
    ]);
    expect(pathOf(steps, 1).points).toHaveLength(2);
  });
});

/** In an order that does not depend on when they were left. */
const byBoard = (stints: ReadonlyArray<SymbolPath['left'][number]>) =>
  stints.toSorted((a, b) => (a.board < b.board ? -1 : 1));

/** Compares the order of the boards that it has left apart: several can have been left at the same time. */
function expectPath(path: SymbolPath, expected: ReturnType<typeof naivePath>): void {
  if (expected === null) {
    expect(path).toMatchObject({ places: [], left: [], record: null, points: [] });
    return;
  }
  expect({ ...path, left: byBoard(path.left) }).toEqual({ ...expected, left: byBoard(expected.left) });
  const times = path.left.map(({ leftAt }) => leftAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
}

test('the path in any snapshots is that of the definition, also behind those that were dropped', () => {
  fc.assert(
    fc.property(
      snapshotSequences(24),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(11),
      (snapshots, most, older) => {
        const timeline = timelineOf(snapshots, most);
        const all = observationsOf(snapshots);
        const kept = all.slice(-most);
        const index = Math.min(older, kept.length - 1);
        for (const shown of [index, kept.length - 1]) {
          const { pathOf, position, count } = timeline.at(kept[shown]?.time ?? 'newest');
          expect([position, count]).toEqual([shown + 1, kept.length]);
          for (const symbol of SYMBOLS)
            expectPath(pathOf(symbol), naivePath(kept.slice(0, shown + 1), BOARDS, symbol));
        }
      },
    ),
    { numRuns: 120 },
  );
});
