import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedSnapshot, compare } from '../../src/market/diff.ts';
import { MAX_GAP_MS } from '../../src/market/market-day.ts';
import { confluenceBySymbol, ranksByBoard } from '../../src/market/ranks.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { rowOf, snapshotOf, topPlayOf } from '../support/snapshots.ts';

/** A snapshot at a time of 2026-11-20 in UTC; boards in short form: `movers: A/3 B; rvol:`, each symbol with its number of boards. */
function snapshotAt(time: string, boards: string, fields = {}): Snapshot {
  const lists = boards.split(';').flatMap((text) => {
    const [key = '', symbols = ''] = text.split(':').map((part) => part.trim());
    const rows = symbols.split(' ').flatMap((each, index) => {
      const [symbol = '', count = '1'] = each.split('/');
      return symbol === '' ? [] : [rowOf({ symbol, rank: index + 1, boards: Number(count) })];
    });
    return key === '' ? [] : [[key, rows] as const];
  });
  const asOf = time.includes('T') ? time : `2026-11-20T${time}:00Z`;
  return snapshotOf({ asOf, boards: Object.fromEntries(lists), boardNames: [], ...fields });
}

/** The difference to the last of some snapshots, and that one, completed. */
function compareAll(...snapshots: ReadonlyArray<Snapshot>) {
  const last = snapshots.reduce<ComparedSnapshot | null>(
    (before, snapshot) => compare(before, snapshot, MAX_GAP_MS),
    null,
  );
  return { changes: last?.diff?.changes() ?? [], completed: last?.completed ?? null };
}

/** `movers: A/3 B/1; rvol: A/3` */
const summarize = (snapshot: Snapshot | null) =>
  snapshot?.boards
    .map(({ key, rows }) =>
      `${key}: ${rows.map(({ symbol, boards }) => `${symbol}/${boards}`).join(' ')}`.trim(),
    )
    .join('; ');

/** As many boards, each of which lists A. */
const boardsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `b${first + index}: A`).join(';');

describe('a completed snapshot', () => {
  const FULL = snapshotAt('14:30', 'movers: A/3 B/1; rvol: A/3');

  test.each([
    [
      'has the rows and numbers of boards of an absent board',
      [snapshotAt('14:31', 'rvol: A/2 C/1')],
      'rvol: A/3 C/1; movers: A/3 B/1',
    ],
    ['has all of them without any board', [snapshotAt('14:31', '')], 'movers: A/3 B/1; rvol: A/3'],
    [
      'keeps them for longer',
      [snapshotAt('14:31', 'rvol: A/2'), snapshotAt('14:33', 'rvol: A/1')],
      'rvol: A/3; movers: A/3 B/1',
    ],
    [
      'is what was sent where the board is back',
      [snapshotAt('14:31', 'rvol: A/2'), snapshotAt('14:32', 'movers: B/1; rvol: A/2')],
      'movers: B/1; rvol: A/2',
    ],
    ['has nothing of an empty board', [snapshotAt('14:31', 'movers:; rvol: A/2')], 'movers:; rvol: A/2'],
    ['has nothing from before a gap', [snapshotAt('14:36', 'rvol: A/2')], 'rvol: A/2'],
    ['has nothing of another market day', [snapshotAt('2026-11-21T05:00:00Z', 'rvol: A/2')], 'rvol: A/2'],
    [
      'is not cut by a snapshot without a time',
      [snapshotAt('', 'rvol: A/2', { asOf: null }), snapshotAt('14:34', 'rvol: A/2')],
      'rvol: A/3; movers: A/3 B/1',
    ],
    [
      'does not reach over a gap by one without a time',
      [snapshotAt('', 'rvol: A/2', { asOf: null }), snapshotAt('14:36', 'rvol: A/2')],
      'rvol: A/2',
    ],
  ])('%s', (_, later, expected) => {
    expect(summarize(compareAll(FULL, ...later).completed)).toBe(expected);
  });

  test('has a bounded number of boards, if each snapshot has others', () => {
    const { completed } = compareAll(
      ...[0, 60, 120, 180].map((first, minute) => snapshotAt(`14:3${minute}`, boardsFrom(first, 60))),
    );
    expect(completed?.boards).toHaveLength(60);
  });

  test.each([
    [100, 100],
    [101, 60],
  ])('of %i boards in all has %i', (all, expected) => {
    const snapshots = [snapshotAt('14:30', boardsFrom(0, 60)), snapshotAt('14:31', boardsFrom(all - 60, 60))];
    expect(compareAll(...snapshots).completed?.boards).toHaveLength(expected);
  });

  test('prices and bias are those that were sent, where the symbol is on another board', () => {
    const row = (price: number, bias: string) => [rowOf({ symbol: 'A', price, bias })];
    const [first, second] = [
      snapshotAt('14:30', '', { boards: { movers: row(1, 'bullish'), rvol: row(1, 'bullish') } }),
      snapshotAt('14:31', '', { boards: { rvol: row(2, 'bearish') } }),
    ];
    expect(compareAll(first, second).changes).toMatchObject([
      { type: 'bias', from: 'bullish', to: 'bearish' },
    ]);
  });
});

describe('a board that only one of two snapshots has', () => {
  test('in any sequence of snapshots: no move on it, and no change of the numbers of its symbols', () => {
    fc.assert(
      fc.property(snapshotSequences(12), (snapshots) => {
        let before: ComparedSnapshot | null = null;
        for (const received of snapshots) {
          const keys = [...ranksByBoard(received).keys()];
          const absent = (before?.completed.boards ?? []).filter(({ key }) => !keys.includes(key));
          const listed = absent.flatMap(({ rows }) => rows.map(({ symbol }) => symbol));
          const compared: ComparedSnapshot = compare(before, received, MAX_GAP_MS);
          const { diff, completed } = compared;
          for (const { type, board, symbol } of diff?.changes() ?? []) {
            if (board !== null) expect(keys).toContain(board);
            if (type === 'confluence') expect(listed).not.toContain(symbol);
          }
          before = compared;
          for (const key of keys)
            expect(ranksByBoard(completed).get(key)).toEqual(ranksByBoard(received).get(key));
          expect(confluenceBySymbol(completed).size).toBeGreaterThanOrEqual(
            confluenceBySymbol(received).size,
          );
        }
      }),
    );
  });
});

test('the top play keeps its number of boards while a board that lists it is absent', () => {
  const topPlay = (boards: number) => ({ topPlay: topPlayOf({ symbol: 'A', boards }) });
  const full = snapshotAt('14:30', 'movers: A/3; rvol: A/3', topPlay(3));
  const absent = snapshotAt('14:31', 'rvol: A/2', topPlay(2));
  expect(compareAll(full, absent).completed?.topPlay?.boards).toBe(3);
  const other = snapshotAt('14:31', 'rvol: A/2', { topPlay: topPlayOf({ symbol: 'B', boards: 2 }) });
  expect(compareAll(full, other).completed?.topPlay?.boards).toBe(2);
});
