import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { fillMemory } from '../../src/watch/fill-memory.ts';
import type { PastSnapshots } from '../../src/watch/source.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);
const MINUTE = 60_000;

/** Three snapshots before a time, one a minute, the newest first. */
const past: PastSnapshots = function* (_, before) {
  for (const minutes of [1, 2, 3]) yield snapshotResponseOf(before - minutes * MINUTE).snapshot;
};

function scene(loadPast: (() => Promise<PastSnapshots>) | null, asOfMilliseconds: number | null = NOW) {
  const clock = createFakeClock(NOW);
  const added: Array<readonly [Timeframe, ReadonlyArray<Snapshot>]> = [];
  const controller = new AbortController();
  const { snapshot } = snapshotResponseOf(NOW);
  const fill = () =>
    fillMemory(
      {
        type: 'snapshot',
        previous: null,
        isSimulated: true,
        timeframe: 'swing',
        snapshot: { ...snapshot, asOfMilliseconds },
      },
      { source: { loadPast }, context: { clock } },
      { addPast: (timeframe, snapshots) => added.push([timeframe, snapshots]) },
      controller.signal,
    );
  return { fill, added, clock, controller };
}

test('what lies before the first snapshot is added at once, to its timeframe', async () => {
  const { fill, added } = scene(async () => past);
  await fill();
  const times = added.map(([timeframe, snapshots]) => [
    timeframe,
    ...snapshots.map(({ asOfMilliseconds }) => (NOW - (asOfMilliseconds ?? 0)) / MINUTE),
  ]);
  expect(times).toEqual([['swing', 1, 2, 3]]);
});

test('nothing is loaded before the first frame is written, and each snapshot is followed by a pause', async () => {
  const times: Array<string> = [];
  const { fill, clock } = scene(async () => {
    times.push(`load ${clock.monotonic()}`);
    return function* (timeframe, before) {
      for (const snapshot of past(timeframe, before)) {
        times.push(`compute ${clock.monotonic()}`);
        yield snapshot;
      }
    };
  });
  await fill();
  expect(times).toEqual(['load 5', 'compute 5', 'compute 10', 'compute 15']);
});

test.each([
  ['nothing can be loaded', null, NOW],
  ['the first snapshot has no time', async () => past, null],
])('nothing is added where %s', async (_, loadPast, asOf) => {
  const { fill, added } = scene(loadPast, asOf);
  await fill();
  expect(added).toEqual([]);
});

test('it ends when the watch does', async () => {
  let computed = 0;
  const reason = new Error('the watch has ended');
  const { fill, added, controller } = scene(async () => {
    return function* (timeframe, before) {
      for (const snapshot of past(timeframe, before)) {
        if (++computed === 2) controller.abort(reason);
        yield snapshot;
      }
    };
  });
  await expect(fill()).rejects.toBe(reason);
  expect(computed).toBe(2);
  expect(added).toEqual([]);
});
