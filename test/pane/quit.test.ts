import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { minuteService, swapping } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { BELOW_A_FILE } from '../support/system.ts';
import type { WorldOptions } from '../support/world.ts';

/** Returns the path of a file as the data directory, so that recording fails. */
function blocked(): string {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  return file;
}

async function watch(args: string, script: Script, options: WorldOptions = {}) {
  return play(args, script, { ...minuteService(swapping), ...options, columns: 80 });
}

/** Returns the minutes after which `q` closed the pane without a question; null if it asked. */
async function quits(minutes: number, args: string, options: WorldOptions = {}) {
  const script: Script = [
    [60 * minutes + 30, press('q')],
    [60 * minutes + 31, press('\x03')],
  ];
  return (await watch(args, script, options)).exitCode === 0;
}

const ASKS = /q again quits; 38 min are not recorded/;

test('q asks once if a requested recording fails; any other key cancels the question and does nothing else', async () => {
  const at = 38 * 60 + 30;
  const env = { BOARDS_DATA_DIR: blocked() };
  const played = await watch(
    'watch --record',
    [
      [at, press('q')],
      [at + 1, shoot('asked')],
      [at + 2, press('e')],
      [at + 3, shoot('cancelled')],
      [at + 4, press('q')],
      [at + 5, shoot('asked again')],
      [at + 6, press('\x0c')],
      [at + 7, shoot('written again')],
      [at + 10, press('q')],
      [at + 11, press('\x03')],
    ],
    { env },
  );
  expect(await played.screen('asked')).toMatch(ASKS);
  expect(await played.screen('cancelled')).not.toMatch(/q again|^LOG/m);
  expect(await played.screen('asked again')).toMatch(ASKS);
  expect(await played.screen('written again')).toMatch(ASKS);
  expect(played.exitCode).toBe(0);
});

test('Ctrl-C ends the pane while it asks', async () => {
  const script: Script = [
    [630, press('q')],
    [631, press('\x03')],
  ];
  const played = await watch('watch --record', script, { env: { BOARDS_DATA_DIR: blocked() } });
  expect(played.exitCode).toBe(130);
});

test.each<readonly [string, number, string, WorldOptions]>([
  ['it records', 10, 'watch --record', {}],
  ['five minutes would be lost', 5, 'watch --record', { env: { BOARDS_DATA_DIR: blocked() } }],
  ['nobody asked for a recording', 10, 'watch', { env: { BOARDS_DATA_DIR: blocked() } }],
  ['it is not to record', 10, 'watch --no-record', { env: { BOARDS_DATA_DIR: blocked() } }],
])('q does not ask if %s', async (_, minutes, args, options) => {
  expect(await quits(minutes, args, options)).toBe(true);
});

test('q asks if the preference or BOARDS_RECORD requested a recording', async () => {
  const BOARDS_DATA_DIR = blocked();
  expect(await quits(6, 'watch', { env: { BOARDS_DATA_DIR }, config: { record: 7 } })).toBe(false);
  expect(await quits(6, 'watch', { env: { BOARDS_DATA_DIR, BOARDS_RECORD: '7' } })).toBe(false);
  const homeless = { BOARDS_DATA_DIR: undefined, BOARDS_RECORD: '7' };
  expect(await quits(6, 'watch', { env: homeless, homeDirectory: undefined })).toBe(false);
});

test('q does not ask once recording works again', async () => {
  const path = blocked();
  const script: Script = [
    [8 * 60 + 30, () => rmSync(path) ?? mkdirSync(path)],
    [9 * 60 + 30, press('q')],
    [9 * 60 + 31, press('\x03')],
  ];
  const played = await watch('watch --record', script, { env: { BOARDS_DATA_DIR: path } });
  expect(played.exitCode).toBe(0);
});

test('a requested recording that failed is reported once after the pane has closed', async () => {
  const file = blocked();
  const script: Script = [[150, press('q')]];
  const { world } = await watch('watch -q --record', script, { env: { BOARDS_DATA_DIR: file } });
  // The note wraps at 80 columns.
  expect(world.stderr().replaceAll('\n      ', ' ')).toBe(
    `note: not recording: ${BELOW_A_FILE} in ${join(file, 'boards.example_443')}; boards tries again with each snapshot\n`,
  );
});
