// Loaded here, because simulated time passes while a command loads what it needs.
import '../../src/recording/recent.ts';
import '../../src/recording/recorder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { minuteService, swapping } from '../support/minute-service.ts';
import { play, press } from '../support/play.ts';
import type { WorldOptions } from '../support/world.ts';

/** What is on stderr after a pane of so many minutes was closed by a key. */
async function stderrAfter(minutes: number, args = 'watch', options: WorldOptions & { key?: string } = {}) {
  const { key = 'q', ...world } = options;
  const played = await play(args, [[60 * minutes + 30, press(key)]], {
    env: { BOARDS_DATA_DIR: join(temporaryDirectory(), 'data') },
    ...minuteService(swapping),
    ...world,
  });
  return played.world.stderr();
}

const HINT = 'note: 31m of snapshots were in memory only; `boards watch --record` keeps them\n';

test('q after more than half an hour says how to keep the snapshots', async () => {
  expect(await stderrAfter(31)).toBe(HINT);
  expect(await stderrAfter(31, 'watch', { config: { record: 'off' } })).toBe(HINT);
});

test.each<readonly [string, number, string, Parameters<typeof stderrAfter>[2]]>([
  ['the watch was short', 30, 'watch', {}],
  ['it records', 31, 'watch --record', {}],
  ['it records by preference', 31, 'watch', { config: { record: 7 } }],
  ['recording was refused', 31, 'watch --no-record', {}],
  ['the data is simulated', 31, 'watch --sandbox -n 60', {}],
  ['notes are off', 31, 'watch -q', {}],
  ['Ctrl-C ended it', 31, 'watch', { key: '\x03' }],
])('q says nothing where %s', async (_, minutes, args, options) => {
  expect(await stderrAfter(minutes, args, options)).toBe('');
});

test('a recording that failed is named again after the pane is left', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const stderr = await stderrAfter(2, 'watch -q --record', { env: { BOARDS_DATA_DIR: file } });
  // The terminal is 80 cells wide, and wraps the note at words.
  expect(stderr.replaceAll('\n      ', ' ')).toBe(
    `note: not recording: ENOTDIR in ${join(file, 'boards.example_443')}; each new snapshot tries again\n`,
  );
});
