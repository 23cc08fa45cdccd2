import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Observation, observe } from '../../src/market/ranks.ts';
import type { ConfluenceTrend } from '../../src/market/timeline/trend.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { ascending, naiveRecord, sinceLastHole } from '../support/naive-ledger.ts';
import { rowOf } from '../support/snapshots.ts';
import { timelineOf } from '../support/timeline.ts';

const END = Date.UTC(2026, 10, 20, 16);

function trends(snapshots: ReadonlyArray<Snapshot>) {
  const { snapshot, confluenceOf } = timelineOf(snapshots).at('newest');
  const symbols = [...(snapshot === null ? [] : (observe(snapshot)?.symbols.keys() ?? []))];
  return new Map(symbols.flatMap((symbol) => [[symbol, confluenceOf(symbol).trend] as const]));
}

type Counts = ReadonlyArray<readonly [minutesAgo: number, boards: number | null]>;

/** The trend of A from its confluence so many minutes ago, from the oldest; null if it was on no board. */
function trendOf(counts: Counts): ConfluenceTrend | null | undefined {
  const snapshots = counts.map(([minutesAgo, boards]) => {
    const time = new Date(END - minutesAgo * MINUTE_MS).toISOString();
    const rows = [
      rowOf({ symbol: 'Z' }),
      ...(boards === null ? [] : [rowOf({ symbol: 'A', boards, rank: 2 })]),
    ];
    return snapshotAt(time, '', { boards: { movers: rows }, boardNames: ['movers'] });
  });
  return trends(snapshots).get('A');
}

/** The same confluence every minute from `from` minutes ago to `to` minutes ago. */
const steady = (from: number, to: number, boards: number | null) =>
  Array.from({ length: from - to + 1 }, (_, index) => [from - index, boards] as const);

describe('the word', () => {
  test.each<readonly [name: string, counts: Counts, word: ConfluenceTrend['word']]>([
    ['rise: a board more', [...steady(29, 10, 2), ...steady(9, 0, 3)], 'rise'],
    ['rise: half a board more', [...steady(29, 10, 2), ...steady(9, 5, 2), ...steady(4, 0, 3)], 'rise'],
    [
      'none: less than half a board more, less than 5 minutes ago',
      [...steady(29, 10, 2), ...steady(9, 4, 2), ...steady(3, 0, 3)],
      null,
    ],
    [
      'hold: another number for a while, 5 minutes ago',
      [...steady(29, 10, 2), ...steady(9, 8, 3), ...steady(7, 0, 2)],
      'hold',
    ],
    ['fade: a board less', [...steady(29, 10, 4), ...steady(9, 0, 3)], 'fade'],
    ['fade: half a board less', [...steady(29, 10, 3), ...steady(9, 5, 3), ...steady(4, 0, 2)], 'fade'],
    ['hold: always the same', steady(29, 0, 3), 'hold'],
    ['hold: known for 15 minutes', steady(15, 0, 3), 'hold'],
    ['none: known for 14 minutes', steady(14, 0, 3), null],
    ['rise: 10 minutes ago is before the last 10', [...steady(15, 10, 2), ...steady(9, 0, 3)], 'rise'],
    [
      'none: nothing is known from before the last 10 minutes',
      [...steady(9, 5, 1), ...steady(4, 0, 6)],
      null,
    ],
    ['none: it was on no board before', [...steady(29, 10, null), ...steady(9, 0, 3)], null],
    ['hold: what is 30 minutes old does not count', [...steady(60, 30, 9), ...steady(29, 0, 3)], 'hold'],
    ['none: what lies behind a hole does not count', [...steady(29, 16, 9), ...steady(9, 0, 3)], null],
    ['none: a single snapshot', [[0, 3]], null],
  ])('%s', (_, counts, word) => {
    expect(trendOf(counts)?.word).toBe(word);
  });
});

describe('the counts', () => {
  const _ = null;

  test.each<readonly [name: string, counts: Counts, expected: ConfluenceTrend['counts']]>([
    [
      'are the last in each eighth',
      [
        [29, 1],
        [27, 2],
        [26, 3],
        [23, 4],
        [19, 5],
        [15, 6],
        [12, 7],
        [8, 8],
        [5, 9],
        [4, 10],
        [0, 11],
      ],
      [2, 4, 5, 6, 7, 8, 10, 11],
    ],
    [
      'have gaps where it was on no board',
      [...steady(29, 20, 2), ...steady(19, 4, null), ...steady(3, 0, 3)],
      [2, 2, 2, _, _, _, _, 3],
    ],
    ['end at a hole', [...steady(29, 16, 9), ...steady(9, 0, 3)], [_, _, _, _, _, 3, 3, 3]],
    ['of a single snapshot', [[0, 3]], [_, _, _, _, _, _, _, 3]],
  ])('%s', (_name, counts, expected) => {
    expect(trendOf(counts)?.counts).toEqual(expected);
  });
});

test('only the symbols of the newest snapshot have one', () => {
  expect(trendOf([...steady(5, 1, 3), [0, null]])).toBeUndefined();
  expect(trends([])).toEqual(new Map());
});

/** The trends by their definition. */
function naiveTrends(all: ReadonlyArray<Observation>): ReadonlyMap<string, ConfluenceTrend> {
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
      return [symbol, { counts, word: isNew ? 'new' : isYoung ? null : direction }];
    }),
  );
}

test('they are what their definition says, for any snapshots', () => {
  fc.assert(
    fc.property(snapshotSequences(40), (snapshots) => {
      const observations = snapshots.flatMap((snapshot) => observe(snapshot) ?? []);
      expect(trends(snapshots)).toEqual(naiveTrends(ascending(observations)));
    }),
    { numRuns: 120, seed: 15 },
  );
});
