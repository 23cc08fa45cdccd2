import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { writeRecording } from '../support/recordings.ts';
import { BASE_URL, runCli } from '../support/world.ts';

test.each(['history NVDA', 'replay --json', 'boards --at 14:00'])(
  'a day of bad lines and nothing else is noted by %s, and not called unrecorded',
  async (args) => {
    const directory = temporaryDirectory();
    writeRecording(join(directory, 'boards.example_443'), '2026-06-03/day.ndjson', ['garbage', '{}']);
    const env = { BOARDS_DATA_DIR: directory, BOARDS_BASE_URL: BASE_URL };
    const { exitCode, stderr } = await runCli(args, { env });
    expect(exitCode).toBe(10);
    expect(stderr).toContain('note: skipped 2 bad lines of the recording\n');
    expect(stderr).toMatch(/no snapshot can be read/);
    expect(stderr).not.toContain('is recorded');
  },
);

test('a file of bad lines is noted, and not called unrecorded', async () => {
  const { path } = writeRecording(temporaryDirectory(), '2026-06-03/day.ndjson', ['garbage']);
  const { exitCode, stderr } = await runCli(['replay', '--json', path]);
  expect(exitCode).toBe(10);
  expect(stderr).toMatch(/^note: skipped 1 bad line of the recording\n.*no snapshot can be read in the file/);
});
