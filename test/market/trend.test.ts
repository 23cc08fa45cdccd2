import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trend } from '../../src/market/timeline/trend.ts';
import { MINUTE_MS } from '../../src/time.ts';
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

describe('the word of a trend', () => {
  test.each([
    ['back: it returned 4 minutes ago', '20-10:5 9-5:- 4-0:5', 'back'],
    ['not back: it returned 5 minutes ago', '20-10:5 9-6:- 5-0:5', 'hold'],
    ['back, although it was there longer ago than the window', '60-50:5 49-1:- 0:5', 'back'],
    ['new: first seen 4 minutes ago', '10-5:- 4-0:5', 'new'],
    ['not new: first seen 5 minutes ago', '10-6:- 5-0:5', 'hold'],
    ['none: there at the first snapshot, less than 5 minutes ago', '4-0:5', null],
    ['not new: it was missing from one snapshot only', '20-4:5 3:- 2-0:5', 'hold'],
    ['rise: better by 2', '29-10:5 9-0:3', 'rise'],
    ['rise: there for 8 minutes, and better by 2 in the later half', '20-9:- 8-4:9 3-0:7', 'rise'],
    ['fade: there for 14 minutes, and worse by 2 in the later half', '14-7:7 6-0:9', 'fade'],
    ['hold: there for 14 minutes, and better in less than the later half', '14-3:9 2-0:1', 'hold'],
    ['hold: where it was before it came back says nothing', '29-20:1 19-10:- 9-0:7', 'hold'],
    ['hold: better by 1', '29-10:5 9-0:4', 'hold'],
    ['fade: worse by 2', '29-10:3 9-0:5', 'fade'],
    ['hold: better by 1.5, as 20 minutes have two middle ranks', '29-20:3 19-10:4 9-0:2', 'hold'],
    ['hold: what is older than 30 minutes does not count', '60-30:9 29-0:3', 'hold'],
    ['hold: a short peak is not the median', '29-5:9 4-1:1 0:9', 'hold'],
    ['rise: nothing before the last 10 minutes', '29-10:- 9-5:9 4-0:1', 'rise'],
    ['hold: the ranks before a hole do not count', '29-20:9 9-0:1', 'hold'],
  ] as const)('%s', (_, ranks, word) => {
    expect(trendOf(ranks)?.word).toBe(word);
  });
});

test('only what is listed in the newest snapshot has a trend', () => {
  expect(trendOf('5-1:3 0:-')).toBeNull();
  expect(confluenceTrendOf('5-1:3 0:-')).toBeNull();
});

describe('the word of a trend of confluence', () => {
  test.each<readonly [name: string, counts: string, word: Trend['word']]>([
    ['rise: a board more', '29-10:2 9-0:3', 'rise'],
    ['rise: half a board more', '29-10:2 9-5:2 4-0:3', 'rise'],
    ['hold: more for less than half of the last 10 minutes', '29-10:2 9-4:2 3-0:3', 'hold'],
    ['hold: another number for a while, 5 minutes ago', '29-10:2 9-8:3 7-0:2', 'hold'],
    ['fade: a board less', '29-10:4 9-0:3', 'fade'],
    ['fade: half a board less', '29-10:3 9-5:3 4-0:2', 'fade'],
    ['hold: always the same', '29-0:3', 'hold'],
    ['hold: known for 5 minutes', '5-0:3', 'hold'],
    ['none: known for 4 minutes', '4-0:3', null],
    ['rise: 10 minutes ago is before the last 10', '15-10:2 9-0:3', 'rise'],
    ['rise: more in the later half of the last 10 minutes', '9-5:1 4-0:6', 'rise'],
    ['hold: it was on no board before', '29-10:- 9-0:3', 'hold'],
    ['hold: what is 30 minutes old does not count', '60-30:9 29-0:3', 'hold'],
    ['hold: what lies behind a hole does not count', '29-16:9 9-0:3', 'hold'],
    ['none: a single snapshot', '0:3', null],
  ])('%s', (_, counts, word) => {
    expect(confluenceTrendOf(counts)?.word).toBe(word);
  });
});

describe('its counts', () => {
  const _ = null;
  test.each<readonly [name: string, counts: string, expected: Trend['values']]>([
    [
      'are the last in each eighth',
      '29:1 27:2 26:3 23:4 19:5 15:6 12:7 8:8 5:9 4:10 0:11',
      [2, 4, 5, 6, 7, 8, 10, 11],
    ],
    ['have gaps where it was on no board', '29-20:2 19-4:- 3-0:3', [2, 2, 2, _, _, _, _, 3]],
    ['end at a hole', '29-16:9 9-0:3', [_, _, _, _, _, 3, 3, 3]],
    ['of a single snapshot', '0:3', [_, _, _, _, _, _, _, 3]],
  ])('%s', (_name, counts, expected) => {
    expect(confluenceTrendOf(counts)?.values).toEqual(expected);
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
