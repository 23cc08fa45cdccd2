import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { movementBetween } from '../../src/market/diff.ts';
import { ranksByBoard } from '../../src/market/ranks.ts';
import type { Baseline } from '../../src/market/timeline/as-of.ts';
import { snapshotAt, timelineOf } from '../support/timeline.ts';

/** The comparison in short form: `14:30`, with `≥` if it is not that long ago. */
function summarize(
  baseline: Baseline,
  times: ReadonlyArray<string>,
  newest = times.length - 1,
): string | null {
  const snapshots = times.map((time) => snapshotAt(time, 'movers: A'));
  const time = snapshots[newest]?.time ?? 'newest';
  const { comparison } = timelineOf(snapshots).at(time).since(baseline);
  if (comparison === null) return null;
  const { time: then, isMemoryTooShort } = comparison;
  return `${isMemoryTooShort ? '≥' : ''}${new Date(then).toISOString().slice(11, 16)}`;
}

describe('a snapshot is compared with', () => {
  const minutes = ['14:30', '14:31', '14:32', '14:34', '14:35', '14:36'];
  const ago = (count: number) => ({ ago: count * MINUTE_MS });
  const at = (time: string) => ({ at: Date.parse(`2026-11-20T${time}:00Z`) });
  test.each<readonly [string, Baseline, ReadonlyArray<string>, string | null]>([
    ['the one before', 'last', minutes, '14:35'],
    ['that so long ago', ago(5), minutes, '14:31'],
    ['the one before that, if there was none then', ago(3), minutes, '14:32'],
    ['the oldest, if memory is exactly that long', ago(6), minutes, '14:30'],
    ['the oldest, if memory is too short', { ago: 6 * MINUTE_MS + 1 }, minutes, '≥14:30'],
    ['the one before, if it is no younger', { ago: 1 }, minutes, '14:35'],
    ['the one before, and never itself', ago(0), minutes, '14:35'],
    ['the last one before a hole', ago(15), ['14:00', '14:01', '14:30', '14:31'], '≥14:01'],
    ['the last one before a hole, if it is the first behind it', ago(15), ['14:01', '14:30'], '≥14:01'],
    ['one on this side of a hole', ago(1), ['14:00', '14:30', '14:31'], '14:30'],
    ['the first of today', ago(15), ['2026-11-19T20:00:00Z', '14:30', '14:31'], '≥14:30'],
    ['nothing, if it is the first of today', ago(15), ['2026-11-19T20:00:00Z', '14:31'], null],
    ['one of yesterday', 'last', ['2026-11-19T20:00:00Z', '14:31'], '20:00'],
    ['that of a time', at('14:33'), minutes, '14:32'],
    ['the oldest, if the time is before it', at('12:00'), minutes, '≥14:30'],
    ['the oldest, if it is of that time', at('14:30'), minutes, '14:30'],
    ['itself, if it was there at that time', at('14:36'), minutes, '14:36'],
    ['nothing, if it is the only one', at('14:30'), ['14:30'], null],
    ['nothing, if there is none', 'last', [], null],
  ])('%s', (_, baseline, times, expected) => {
    expect(summarize(baseline, times)).toBe(expected);
  });

  test('what was before it, if it is an older one', () => {
    expect(summarize('last', minutes, 2)).toBe('14:31');
    expect(summarize(ago(2), minutes, 4)).toBe('14:32');
    expect(summarize(at('14:30'), minutes, 0)).toBeNull();
  });

  test('nothing, if that time is after it', () => {
    expect(summarize(at('14:35'), minutes, 5)).toBe('14:35');
    expect(summarize(at('14:35'), minutes, 4)).toBe('14:35');
    expect(summarize(at('14:35'), minutes, 3)).toBeNull();
    expect(summarize(at('14:33'), minutes, 2)).toBe('14:32');
  });
});

test('the movement since then is that between the two snapshots', () => {
  const snapshots = [
    snapshotAt('14:30', 'movers: A B C; rvol: X'),
    snapshotAt('14:31', 'movers: B A C; rvol:'),
    snapshotAt('14:32', 'movers: C A N; rvol:'),
  ];
  const [first, , last] = snapshots;
  if (first === undefined || last === undefined) throw new Error('a snapshot is missing');
  expect(timelineOf(snapshots).at('newest').since({ at: 0 }).movement).toEqual(
    movementBetween(ranksByBoard(first), ranksByBoard(last)),
  );
});
