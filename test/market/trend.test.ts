import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Observation, observe, ranksByBoard } from '../../src/market/ranks.ts';
import type { Timeline } from '../../src/market/timeline/timeline.ts';
import type { Trend } from '../../src/market/timeline/trend.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { MINUTE_MS } from '../../src/time.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { ascending, naiveRecord, naiveTrend, sinceLastHole } from '../support/naive-timeline.ts';
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
  return trends(snapshots).get('movers')?.get('A') ?? null;
}

/** The trend of A from its confluence; undefined if it is on no board now. */
function confluenceTrendOf(counts: string): Trend | null | undefined {
  const snapshots = snapshotsOf(counts, (boards) => [
    rowOf({ symbol: 'Z' }),
    ...(boards === null ? [] : [rowOf({ symbol: 'A', boards, rank: 2 })]),
  ]);
  return confluenceTrends(snapshots).get('A');
}

function trends(snapshots: ReadonlyArray<Snapshot>) {
  return trendsAt(timelineOf(snapshots));
}

/** By board and symbol. */
function trendsAt(timeline: Timeline, time: number | 'newest' = 'newest') {
  const { snapshot, pastOf } = timeline.at(time);
  const ranks = snapshot === null ? [] : [...ranksByBoard(snapshot)];
  return new Map(
    ranks.map(([board, rows]) => [
      board,
      new Map([...rows.keys()].map((symbol) => [symbol, pastOf(board, symbol)?.trend ?? null])),
    ]),
  );
}

function confluenceTrends(snapshots: ReadonlyArray<Snapshot>) {
  const { snapshot, confluenceOf } = timelineOf(snapshots).at('newest');
  const symbols = [...(snapshot === null ? [] : (observe(snapshot)?.symbols.keys() ?? []))];
  return new Map(symbols.flatMap((symbol) => [[symbol, confluenceOf(symbol).trend] as const]));
}

describe('the word of a trend', () => {
  test.each([
    ['back: it returned 4 minutes ago', '20-10:5 9-5:- 4-0:5', 'back'],
    ['not back: it returned 5 minutes ago', '20-10:5 9-6:- 5-0:5', null],
    ['back, although it was there longer ago than the window', '60-50:5 49-1:- 0:5', 'back'],
    ['new: first seen 4 minutes ago', '10-5:- 4-0:5', 'new'],
    ['not new: first seen 5 minutes ago', '10-6:- 5-0:5', null],
    ['not new: there at the first snapshot', '2-0:5', null],
    ['not new: it was missing from one snapshot only', '20-4:5 3:- 2-0:5', 'hold'],
    ['rise: better by 2', '29-10:5 9-0:3', 'rise'],
    ['rise: there for 15 minutes', '15-10:9 9-0:7', 'rise'],
    ['none: there for 14 minutes', '14-10:9 9-0:7', null],
    ['none: where it was before it came back says nothing', '29-20:1 19-10:- 9-0:7', null],
    ['hold: better by 1', '29-10:5 9-0:4', 'hold'],
    ['fade: worse by 2', '29-10:3 9-0:5', 'fade'],
    ['hold: better by 1.5, as 20 minutes have two middle ranks', '29-20:3 19-10:4 9-0:2', 'hold'],
    ['hold: what is older than 30 minutes does not count', '60-30:9 29-0:3', 'hold'],
    ['hold: a short peak is not the median', '29-5:9 4-1:1 0:9', 'hold'],
    ['none: nothing before the last 10 minutes', '29-10:- 9-5:9 4-0:1', null],
    ['none: the ranks before a hole do not count', '29-20:9 9-0:1', null],
  ] as const)('%s', (_, ranks, word) => {
    expect(trendOf(ranks)?.word).toBe(word);
  });
});

describe('the ranks of a trend', () => {
  test('are the last one in each eighth of 30 minutes', () => {
    // Eighths begin 30, 26.25, 22.5, 18.75, 15, 11.25, 7.5 and 3.75 minutes ago, and the first time is not part of them.
    const ranks = '31-30:9 29-27:8 26:7 23:6 19:5 15:5 12:4 8:3 4:2 0:1';
    expect(trendOf(ranks)?.values).toEqual([8, 6, 5, 5, 4, 3, 2, 1]);
  });

  test('are null where it was absent, and behind a hole', () => {
    expect(trendOf('29-14:5 7-0:2')?.values).toEqual([null, null, null, null, null, null, 2, 2]);
    expect(trendOf('29-20:5 19-4:- 3-0:2')?.values).toEqual([5, 5, 5, null, null, null, null, 2]);
  });

  test('are those of the last time it was there, if it left within an eighth', () => {
    expect(trendOf('4:3 3:5 2:- 1:- 0:2')?.values.at(-1)).toBe(2);
    expect(trendOf('7:3 6:4 5:- 3:2 0:2')?.values.at(-2)).toBe(4);
  });
});

test('only the rows of the newest snapshot have a trend', () => {
  expect(trendOf('3-1:5')?.values.at(-1)).toBe(5);
  expect(trendOf('3-1:5 0:-')).toBeNull();
  expect(trends([])).toEqual(new Map());
});

test('an older snapshot has the trends of its own time', () => {
  const snapshots = Array.from({ length: 40 }, (_, index) =>
    snapshotAt(new Date(END + index * MINUTE_MS).toISOString(), index % 7 < 3 ? 'movers: A B' : 'movers: B'),
  );
  const timeline = timelineOf(snapshots);
  for (const index of [37, 36, 20, 2, 0, 39]) {
    const expected = trends(snapshots.slice(0, index + 1));
    expect(trendsAt(timeline, END + index * MINUTE_MS)).toEqual(expected);
  }
});

test('the trends of any snapshots are those of the definition', () => {
  fc.assert(
    fc.property(snapshotSequences(50), (snapshots) => {
      const followed = ascending(snapshots.flatMap((snapshot) => observe(snapshot) ?? []));
      const found = trends(snapshots);
      const { ranks } = followed.at(-1) ?? { ranks: new Map() };
      expect([...found.keys()]).toEqual([...ranks.keys()]);
      for (const [board, rows] of found) {
        expect([...rows.keys()]).toEqual([...(ranks.get(board)?.keys() ?? [])]);
        for (const [symbol, trend] of rows) expect(trend).toEqual(naiveTrend(followed, board, symbol));
      }
    }),
    { numRuns: 80 },
  );
});

describe('the word of a trend of confluence', () => {
  test.each<readonly [name: string, counts: string, word: Trend['word']]>([
    ['rise: a board more', '29-10:2 9-0:3', 'rise'],
    ['rise: half a board more', '29-10:2 9-5:2 4-0:3', 'rise'],
    ['none: less than half a board more, less than 5 minutes ago', '29-10:2 9-4:2 3-0:3', null],
    ['hold: another number for a while, 5 minutes ago', '29-10:2 9-8:3 7-0:2', 'hold'],
    ['fade: a board less', '29-10:4 9-0:3', 'fade'],
    ['fade: half a board less', '29-10:3 9-5:3 4-0:2', 'fade'],
    ['hold: always the same', '29-0:3', 'hold'],
    ['hold: known for 15 minutes', '15-0:3', 'hold'],
    ['none: known for 14 minutes', '14-0:3', null],
    ['rise: 10 minutes ago is before the last 10', '15-10:2 9-0:3', 'rise'],
    ['none: nothing is known from before the last 10 minutes', '9-5:1 4-0:6', null],
    ['none: it was on no board before', '29-10:- 9-0:3', null],
    ['hold: what is 30 minutes old does not count', '60-30:9 29-0:3', 'hold'],
    ['none: what lies behind a hole does not count', '29-16:9 9-0:3', null],
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

test('only the symbols of the newest snapshot have one of confluence', () => {
  expect(confluenceTrendOf('5-1:3 0:-')).toBeUndefined();
  expect(confluenceTrends([])).toEqual(new Map());
});

/** The trends by their definition. */
function naiveTrends(all: ReadonlyArray<Observation>): ReadonlyMap<string, Trend> {
  const newest = all.at(-1);
  if (newest === undefined) return new Map();
  const known = sinceLastHole(all)
    .map(({ asOf, symbols }) => ({ minutes: (newest.asOf - asOf) / MINUTE_MS, symbols }))
    .filter(({ minutes }) => minutes < 30);
  const countsOf = (symbol: string, from: number, to: number) =>
    known.flatMap(({ minutes, symbols }) => {
      const state = symbols.get(symbol);
      return state !== undefined && minutes >= from && minutes < to ? [state.boards] : [];
    });
  const mean = (values: ReadonlyArray<number>) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return new Map(
    [...newest.symbols.keys()].map((symbol) => {
      const change = mean(countsOf(symbol, 0, 10)) - mean(countsOf(symbol, 10, 30));
      // Eight times 3.75 minutes, the oldest first. The limits are exact in binary.
      const counts = [7, 6, 5, 4, 3, 2, 1, 0].map(
        (n) => countsOf(symbol, n * 3.75, (n + 1) * 3.75).at(-1) ?? null,
      );
      const record = naiveRecord(all, symbol);
      const isNew = record?.isAtLeast === false && newest.asOf - record.firstSeen < 5 * MINUTE_MS;
      const isYoung = countsOf(symbol, 15, 30).length === 0;
      const isChanged = record?.isAtLeast === false && newest.asOf - record.boardsSince < 5 * MINUTE_MS;
      const direction = change >= 0.5 ? 'rise' : change <= -0.5 ? 'fade' : isChanged ? null : 'hold';
      return [symbol, { values: counts, word: isNew ? 'new' : isYoung ? null : direction }];
    }),
  );
}

test('the trends of confluence of any snapshots are those of the definition', () => {
  fc.assert(
    fc.property(snapshotSequences(40), (snapshots) => {
      const observations = snapshots.flatMap((snapshot) => observe(snapshot) ?? []);
      expect(confluenceTrends(snapshots)).toEqual(naiveTrends(ascending(observations)));
    }),
    { numRuns: 120, seed: 15 },
  );
});
