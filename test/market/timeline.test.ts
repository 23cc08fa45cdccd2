import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/lib/time.ts';
import { createTimeline, type Timeline } from '../../src/market/timeline/timeline.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { snapshotAt, timelineOf } from '../support/timeline.ts';

/** Midnight in New York. */
const START = Date.UTC(2026, 10, 20, 5);
const timeText = (asOf: number | null) => (asOf === null ? null : new Date(asOf).toISOString().slice(11, 16));
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);

/** At 14:30, 14:31, 14:32 and, behind a hole, 14:50. */
const FOUR = ['14:30', '14:31', '14:32', '14:50'].map((time, index) =>
  snapshotAt(time, `movers: A${index} B; rvol: B`, {
    topPlay: { symbol: index === 0 ? 'B' : 'C', reasons: [] },
  }),
);

describe('at a time is shown', () => {
  const shownAt = (time: string, timeline: Timeline) => {
    const { time: shownAt, position, count } = timeline.at(at(time));
    return `${timeText(shownAt)}, ${position} of ${count}${position === count ? ', the newest' : ''}`;
  };

  test.each([
    ['the snapshot of that time', '14:31', '14:31, 2 of 4'],
    ['the last one before a time in a hole', '14:49', '14:32, 3 of 4'],
    ['the oldest, before it', '14:00', '14:30, 1 of 4'],
    ['the newest, after it', '15:00', '14:50, 4 of 4, the newest'],
  ])('%s', (_, time, expected) => {
    expect(shownAt(time, timelineOf(FOUR))).toBe(expected);
  });

  test('the oldest that is left, where it was dropped', () => {
    expect(shownAt('14:30', timelineOf(FOUR, 2))).toBe('14:32, 1 of 2');
  });

  test('each snapshot, and what is beside it', () => {
    const timeline = timelineOf(FOUR);
    for (const [index, snapshot] of FOUR.entries()) {
      const found = timeline.at(snapshot.time ?? 0);
      expect(found.snapshot).toEqual({ ...snapshot, raw: expect.anything() });
      const [back, forward] = [FOUR[index - 1], index < 2 ? FOUR[index + 1] : undefined];
      expect(found.timesBeside).toEqual({
        back: back?.time ?? null,
        forward: forward?.time ?? null,
      });
    }
  });

  test('the top play before, unless it changed in a hole', () => {
    const topPlayAt = (time: string) => timelineOf(FOUR).at(at(time)).topPlay;
    expect(topPlayAt('14:30')).toMatchObject({ since: at('14:30'), isAtLeast: true, former: null });
    expect(topPlayAt('14:32')).toMatchObject({ since: at('14:31'), isAtLeast: false, former: 'B' });
    expect(topPlayAt('14:50')).toMatchObject({ since: at('14:50'), isAtLeast: true, former: null });
  });

  test('nothing without snapshots', () => {
    const empty = createTimeline().at('newest');
    expect(empty).toMatchObject({ snapshot: null, startsAt: null, count: 0, topPlay: { isAtLeast: true } });
    expect(empty.memoryOf('movers', 'A')).toEqual({ age: null, trend: null });
    expect(empty.since('last')).toMatchObject({ comparison: null });
    expect(empty.log()).toEqual([]);
  });
});

test.each([null, '14:32', '14:31'])('a snapshot of %s is not newer, and is not remembered', (time) => {
  const timeline = timelineOf(FOUR.slice(0, 3));
  const before = timeline.at('newest');
  const snapshot = time === null ? snapshotOf({ asOf: null }) : snapshotAt(time, 'movers: X');
  timeline.add(snapshot);
  expect(timeline.at('newest')).toBe(before);
});

test('the snapshots of one make the same timeline again', () => {
  const [one, other] = [timelineOf(FOUR), createTimeline()];
  for (const snapshot of one.snapshots()) other.add(snapshot);
  for (const { time } of FOUR) {
    const [first, second] = [one, other].map((timeline) => timeline.at(time ?? 0));
    expect(second?.log()).toEqual(first?.log());
    for (const symbol of ['A0', 'A1', 'B']) expect(second?.pathOf(symbol)).toEqual(first?.pathOf(symbol));
  }
});

/** A snapshot of so many rows, each with a symbol that was never seen, or with ranks and figures that differ from the last. */
function restless(index: number, areNew: boolean): Snapshot {
  const rows = Array.from({ length: 100 }, (_, row) => {
    const symbol = areNew ? `N${index}-${row}` : `S${(row * 7 + index) % 100}`;
    return rowOf({ symbol, rank: row + 1, boards: index % 5, dayPct: index + row / 8, bias: null });
  });
  const keys = Array.from({ length: 10 }, (_, board) => `board${board}`);
  const asOf = new Date(START + index * 10 * SECOND_MS).toISOString();
  return snapshotOf({ asOf, boardNames: keys, boards: Object.fromEntries(keys.map((key) => [key, rows])) });
}

describe('memory is bounded', () => {
  test('to 960 snapshots; what was before them is unknown, as behind a hole', () => {
    const minutes = Array.from({ length: 1000 }, (_, minute) =>
      snapshotAt(
        new Date(START + minute * MINUTE_MS).toISOString(),
        minute === 0 ? 'movers: A' : 'movers: B A',
      ),
    );
    const newest = timelineOf(minutes).at('newest');
    expect([newest.position, newest.count]).toEqual([960, 960]);
    expect(newest.startsAt).toBe(START + 40 * MINUTE_MS);
    expect(newest.memoryOf('movers', 'B').age).toMatchObject({
      milliseconds: 959 * MINUTE_MS,
      isAtLeast: true,
    });
    expect(newest.pathOf('A').points).toHaveLength(960);
  });

  test.each([
    ['every row changes', false, 650, 100, 580],
    ['every symbol is new', true, 80, 5, 60],
  ])('where %s in every snapshot: fewer are kept', (_, areNew, length, least, most) => {
    const timeline = createTimeline({ isKept: false });
    const counts = new Set<number>();
    for (let index = 0; index < length; index++) {
      timeline.add(restless(index, areNew));
      if (index > length / 2) counts.add(timeline.at('newest').count);
    }
    expect(Math.max(...counts)).toBeLessThan(most);
    expect(Math.min(...counts)).toBeGreaterThan(least);
    const { time, pathOf, memoryOf } = timeline.at('newest');
    expect(pathOf(areNew ? `N${length - 1}-0` : 'S0').lastSeenAt).toBe(time);
    // The age of a symbol that was there before the oldest snapshot may be longer.
    if (!areNew) expect(memoryOf('board0', 'S0').age?.isAtLeast).toBe(true);
  });

  test('to a few decoded snapshots, however many are looked at', () => {
    const timeline = timelineOf(
      Array.from({ length: 20 }, (_, second) => snapshotAt(`14:30:${10 + second}`, 'movers: A')),
    );
    const shown = () => timeline.at(at('14:30') + 10 * SECOND_MS);
    const first = shown();
    expect(shown()).toBe(first);
    for (let second = 11; second < 30; second++) timeline.at(at('14:30') + second * SECOND_MS);
    expect(shown()).not.toBe(first);
  });
});
