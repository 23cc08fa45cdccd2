import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import type { Trend } from '../../src/market/timeline/trend.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { naiveTrend, observationsOf } from '../support/naive-timeline.ts';
import { rowOf } from '../support/snapshots.ts';
import { snapshotAt, timelineOf } from '../support/timeline.ts';

const END = Date.UTC(2026, 10, 20, 16);

/** Snapshots from values of A: `29-10:5 9-1:- 0:3` is 5 from 29 to 10 minutes ago, then nothing, and 3 now. */
function snapshotsOf(values: string, rowsOf: (value: number | null) => ReadonlyArray<object>) {
  return values.split(' ').flatMap((text) => {
    const [, from = 0, to = from, value] = /^(\d+)(?:-(\d+))?:(.+)$/.exec(text) ?? [];
    return Array.from({ length: Number(from) - Number(to) + 1 }, (_, index) => {
      const time = new Date(END - (Number(from) - index) * MINUTE_MS).toISOString();
      return snapshotAt(time, '', { boards: { movers: rowsOf(value === '-' ? null : Number(value)) } });
    });
  });
}

/** The trend of A from its ranks; null if it is not there now. */
function trendOf(ranks: string): Trend | null {
  const snapshots = snapshotsOf(ranks, (rank) => [
    rowOf({ symbol: 'Z', rank: 99 }),
    ...(rank === null ? [] : [rowOf({ symbol: 'A', rank })]),
  ]);
  return timelineOf(snapshots).at('newest').memoryOf('movers', 'A').trend;
}

/** The trend of A from its confluence; null if it is on no board now. */
function confluenceTrendOf(counts: string): Trend | null {
  const snapshots = snapshotsOf(counts, (boards) => [
    rowOf({ symbol: 'Z' }),
    ...(boards === null ? [] : [rowOf({ symbol: 'A', boards, rank: 2 })]),
  ]);
  return timelineOf(snapshots).at('newest').confluenceOf('A').trend;
}

test('only what is listed in the newest snapshot has a trend', () => {
  expect(trendOf('5-1:3 0:-')).toBeNull();
  expect(confluenceTrendOf('5-1:3 0:-')).toBeNull();
});

describe('the counts of a trend', () => {
  const [_, u] = [null, undefined];
  test.each<readonly [name: string, counts: string, expected: Trend]>([
    [
      'are the last in each eighth',
      '29:1 27:2 26:3 23:4 19:5 15:6 12:7 8:8 5:9 4:10 0:11',
      [2, 4, 5, 6, 7, 8, 10, 11],
    ],
    ['have gaps where it was on no board', '29-20:2 19-4:- 3-0:3', [2, 2, 2, _, _, _, _, 3]],
    ['are unknown before a gap, without a value of it', '29-16:9 9-0:3', [u, u, u, u, u, 3, 3, 3]],
    ['go on where snapshots are five minutes apart', '25:1 20:2 15:3 10:4 5:5 0:6', [u, 1, 2, 3, 3, 4, 5, 6]],
    ['of a single snapshot', '0:3', [u, u, u, u, u, u, u, 3]],
  ])('%s', (_name, counts, expected) => {
    expect(confluenceTrendOf(counts)).toEqual(expected);
  });
});

test('the trends of ranks in any snapshots are those of the definition', () => {
  fc.assert(
    fc.property(snapshotSequences(50), (snapshots) => {
      const all = observationsOf(snapshots);
      const { memoryOf } = timelineOf(snapshots).at('newest');
      for (const [board, ranks] of all.at(-1)?.ranks ?? [])
        for (const symbol of ranks.keys())
          expect(memoryOf(board, symbol).trend).toEqual(naiveTrend(all, board, symbol));
    }),
    { numRuns: 80 },
  );
});
