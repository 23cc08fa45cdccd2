import { describe, expect, test } from 'vitest';
import { createHistory } from '../../src/model/history.ts';
import { movementBetween } from '../../src/model/movement.ts';
import { comparedWith, movementSince, type Since } from '../../src/model/since.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { snapshotAt } from '../support/generated-snapshots.ts';

function historyOf(...times: ReadonlyArray<string>) {
  const history = createHistory({ compress: null });
  for (const time of times) history.add(snapshotAt(time, 'movers: A'));
  return history;
}

/** The comparison in short form: `14:30`, with `≥` if memory is too short, and `hole` if there is one. */
function summarize(since: Since, times: ReadonlyArray<string>, newest?: number): string | null {
  const history = historyOf(...times);
  const comparison = comparedWith(history, since, newest);
  if (comparison === null) return null;
  const { index, asOf, isMemoryTooShort, hasHole } = comparison;
  expect(history.timeAt(index)).toBe(asOf);
  return `${isMemoryTooShort ? '≥' : ''}${new Date(asOf).toISOString().slice(11, 16)}${hasHole ? ' hole' : ''}`;
}

describe('a snapshot is compared with', () => {
  const minutes = ['14:30', '14:31', '14:32', '14:34', '14:35', '14:36'];
  test.each<readonly [string, Since, ReadonlyArray<string>, string | null]>([
    ['the one before', 'last', minutes, '14:35'],
    ['the oldest', 'start', minutes, '14:30'],
    ['that so long ago', 5 * MINUTE_MS, minutes, '14:31'],
    ['the one before that, if there was none then', 3 * MINUTE_MS, minutes, '14:32'],
    ['the oldest, if memory is exactly that long', 6 * MINUTE_MS, minutes, '14:30'],
    ['the oldest, if memory is too short', 6 * MINUTE_MS + 1, minutes, '≥14:30'],
    ['the one before, if it is no younger', 1, minutes, '14:35'],
    ['the one before, and never itself', 0, minutes, '14:35'],
    ['the first one on this side of a hole', 15 * MINUTE_MS, ['14:00', '14:01', '14:30', '14:31'], '≥14:30'],
    ['one on this side of a hole', 1 * MINUTE_MS, ['14:00', '14:30', '14:31'], '14:30'],
    ['one of yesterday', 'last', ['2026-11-19T20:00:00Z', '14:31'], '20:00 hole'],
    ['nothing, if it is the only one', 'start', ['14:30'], null],
    ['nothing, if there is none', 'last', [], null],
  ])('%s', (_, since, times, expected) => {
    expect(summarize(since, times)).toBe(expected);
  });

  test('what was before it, if it is an older one', () => {
    expect(summarize('last', minutes, 2)).toBe('14:31');
    expect(summarize(2 * MINUTE_MS, minutes, 4)).toBe('14:32');
    expect(summarize('start', minutes, 0)).toBeNull();
    expect(summarize('last', minutes, 6)).toBeNull();
  });
});

test('the movement since then is that between the two snapshots', () => {
  const snapshots = [
    snapshotAt('14:30', 'movers: A B C; rvol: X'),
    snapshotAt('14:31', 'movers: B A C'),
    snapshotAt('14:32', 'movers: C A N'),
  ];
  const history = createHistory({ compress: null });
  for (const snapshot of snapshots) history.add(snapshot);
  const [first, , last] = snapshots;
  const comparison = comparedWith(history, 'start');
  if (first === undefined || last === undefined || comparison === null)
    throw new Error('a snapshot is missing');
  expect(movementSince(history, comparison)).toEqual(movementBetween(first, last));
});
