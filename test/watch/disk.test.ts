import { expect, test } from 'vitest';
import { closeRecorder } from '../../src/watch/disk.ts';
import { createWorld } from '../support/world.ts';

/** The milliseconds that the end of a watch waits for a disk that hangs, and its note. */
async function endOf(stop: 'SIGTERM' | 'closed-pipe' | null, signalAfter?: number, waiting = 2) {
  const world = createWorld();
  const { context, clock } = world;
  if (stop !== null) world.stop(stop);
  if (signalAfter !== undefined) void clock.sleep(signalAfter).then(() => world.stop('SIGINT'));
  const recorder = { close: () => new Promise<void>(() => undefined), waiting: () => waiting };
  const note = await closeRecorder(recorder, stop === null ? null : { stop }, context);
  return { milliseconds: clock.monotonic(), note };
}

const NOTE = '2 snapshots were not recorded: the disk was too slow';

test.each([
  ['q', null, undefined, { milliseconds: 1000, note: NOTE }],
  ['a reader that closes the pipe', 'closed-pipe', undefined, { milliseconds: 1000, note: NOTE }],
  ['a signal', 'SIGTERM', undefined, { milliseconds: 50, note: null }],
  ['q and a signal 200 ms later', null, 200, { milliseconds: 250, note: NOTE }],
] as const)(
  'after %s, the end waits for a disk that hangs for a limited time',
  async (_, stop, after, expected) => {
    expect(await endOf(stop, after)).toEqual(expected);
  },
);

test.each([
  [0, null],
  [1, '1 snapshot was not recorded: the disk was too slow'],
])('a disk that hangs at the end while %i snapshots wait: %s', async (waiting, note) => {
  expect(await endOf(null, undefined, waiting)).toEqual({ milliseconds: 1000, note });
});
