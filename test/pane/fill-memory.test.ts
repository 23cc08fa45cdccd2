import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { fillMemory } from '../../src/pane/live.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { MINUTE_MS } from '../../src/time.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import type { Watch, WatchSource } from '../../src/watch/source.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);

/** Snapshots before a time, one a minute, the oldest first. */
async function* minutesBefore(time: number, count: number): AsyncGenerator<Snapshot> {
  for (let minutes = count; minutes > 0; minutes--)
    yield snapshotResponseOf(time - minutes * MINUTE_MS).snapshot;
}

const threeMinutes: WatchSource['past'] = (_, { time }) => minutesBefore(time, 3);

function scene(past: WatchSource['past'], time: number | null = NOW, isSimulated = true) {
  const clock = createFakeClock(NOW);
  const added: Array<readonly [Timeframe, ReadonlyArray<number>]> = [];
  const notices: Array<string> = [];
  const controller = new AbortController();
  const { snapshot } = snapshotResponseOf(NOW);
  const fill = () =>
    fillMemory(
      {
        type: 'snapshot',
        isFirst: true,
        isSimulated,
        isRecorded: false,
        timeframe: 'swing',
        snapshot: { ...snapshot, time },
      },
      {
        source: { past, intervalSeconds: 60 },
        request: { selection: {} },
        context: { clock },
      } as unknown as Watch,
      {
        extend: (timeframe, past) =>
          added.push([timeframe, [...past.snapshots()].map(({ time }) => time ?? 0)]),
        showNotice: (text) => notices.push(text),
      },
      controller.signal,
    );
  return { fill, added, notices, clock, controller };
}

test.each([true, false])('it is told whether the first snapshot is simulated: %s', async (isSimulated) => {
  const asked: Array<boolean> = [];
  const { fill } = scene(
    (_, first) => {
      asked.push(first.isSimulated);
      return minutesBefore(NOW, 0);
    },
    NOW,
    isSimulated,
  );
  await fill();
  expect(asked).toEqual([isSimulated]);
});

test('nothing is loaded before the first frame is written, and each snapshot is followed by a pause', async () => {
  const times: Array<string> = [];
  const { fill, clock } = scene(async function* (_, { time }) {
    times.push(`load ${clock.monotonic()}`);
    for await (const snapshot of minutesBefore(time, 3)) {
      times.push(`compute ${clock.monotonic()}`);
      yield snapshot;
    }
  });
  await fill();
  expect(times).toEqual(['load 1', 'compute 1', 'compute 2', 'compute 3']);
});

test.each([
  ['nothing can be loaded', null, NOW],
  ['the first snapshot has no time', threeMinutes, null],
])('nothing is added where %s', async (_, past, time) => {
  const { fill, added } = scene(past, time);
  await fill();
  expect(added).toEqual([]);
});

test('it ends when the watch does', async () => {
  let computed = 0;
  const { fill, added, notices, controller } = scene(async function* (_, { time }) {
    for await (const snapshot of minutesBefore(time, 3)) {
      if (++computed === 2) controller.abort();
      yield snapshot;
    }
  });
  await fill();
  expect(computed).toBe(2);
  expect(notices).toEqual([]);
  expect(added).toEqual([]);
});

const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code, syscall: 'read' });

test.each([
  ['recordings that cannot be read', systemError('EACCES'), 'EACCES'],
  [
    'a stale file handle, for which Node has no name',
    systemError(`Unknown system error -${constants.errno.ESTALE}`),
    'stale file handle (ESTALE)',
  ],
  ['a bug in reading them', new TypeError('not iterable'), 'TypeError: not iterable'],
])('%s is a notice, and the watch continues', async (_, error, cause) => {
  const { fill, added, notices } = scene(async function* () {
    yield await Promise.reject(error);
  });
  await fill();
  expect(notices).toEqual([`recordings cannot be read: ${cause}`]);
  expect(added).toEqual([]);
});
