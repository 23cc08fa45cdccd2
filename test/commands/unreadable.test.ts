import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, linesOf, writeRecording } from '../support/recordings.ts';
import { listsOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { until } from '../support/wait.ts';
import { BASE_URL, runCli } from '../support/world.ts';

test.each(['history NVDA', 'replay --json', 'boards --at 14:00'])(
  '%s notes a day with only invalid lines, and does not call it unrecorded',
  async (args) => {
    const directory = temporaryDirectory();
    writeRecording(join(directory, 'boards.example_443'), '2026-06-03/day.ndjson', ['garbage', '{}']);
    const env = { BOARDS_DATA_DIR: directory, BOARDS_BASE_URL: BASE_URL };
    const { exitCode, stderr } = await runCli(args, { env });
    expect(exitCode).toBe(10);
    expect(stderr).toContain('note: skipped 2 invalid lines of the recording\n');
    expect(stderr).toMatch(/no snapshot can be read/);
    expect(stderr).not.toContain('is recorded');
  },
);

test('a file with only invalid lines is noted, and not called unrecorded', async () => {
  const { path } = writeRecording(temporaryDirectory(), '2026-06-03/day.ndjson', ['garbage']);
  const { exitCode, stderr } = await runCli(['replay', '--json', path]);
  expect(exitCode).toBe(10);
  expect(stderr).toMatch(
    /^note: skipped 1 invalid line of the recording\n.*no snapshot can be read in the file/,
  );
});

test.skipIf(isWindows)('a directory of recordings that cannot be read is an error', async () => {
  const env = { BOARDS_DATA_DIR: `/${'x'.repeat(300)}`, BOARDS_BASE_URL: BASE_URL };
  const { exitCode, stderr } = await runCli('replay --json', { env });
  expect(exitCode).toBe(10);
  expect(JSON.parse(stderr).error).toMatchObject({
    message: 'the recordings cannot be read: ENAMETOOLONG',
    hint: '`boards status` shows their directory.',
  });
});

test('64 levels in a recorded line are read, and a line with 65 is invalid', async () => {
  const lines = [64, 65].map((levels, minute) =>
    lineOf(`2026-06-03T14:3${minute}:00.000Z`, 1, { odd: listsOf(levels - 1) }),
  );
  const { path } = writeRecording(temporaryDirectory(), '2026-06-03/day.ndjson', lines);
  const { exitCode, stdout, stderr } = await runCli(['replay', '--json', path]);
  expect(exitCode).toBe(0);
  expect(linesOf(stdout)).toEqual([lines[0]]);
  expect(stderr).toContain('note: skipped 1 invalid line of the recording\n');
});

test.each([
  ['history NVDA', ['2', '5']],
  ['boards --at 14:30', ['2', '5']],
  ['replay --json', ['2', '5']],
  // Without --debug (null), bad lines are only counted.
  ['history NVDA', null],
])('--debug names invalid lines by file and number: %s', async (args, lines) => {
  const directory = temporaryDirectory();
  const good = lineOf('2026-06-03T14:30:00.000Z');
  const { path } = writeRecording(join(directory, 'boards.example_443'), '2026-06-03/day.ndjson', [
    ...[good, 'garbage', '', good],
    // The line begins and ends like a snapshot, so that only parsing finds its error.
    `{"asOf":"2026-06-03T14:31:00.000Z","timeframe":"day","boards":{"a":[}}`,
  ]);
  const env = { BOARDS_DATA_DIR: directory, BOARDS_BASE_URL: BASE_URL };
  const { stderr } = await runCli(lines === null ? args : `${args} --debug`, { env });
  const named = stderr.match(/^debug: invalid line: .*$/gm);
  const expected = lines?.map((line) => `debug: invalid line: ${path}:${line}`) ?? null;
  expect(named).toEqual(expected);
});

/** On Linux, this directory has a link to each open file. */
const OPEN_FILES = '/proc/self/fd';

test.skipIf(!existsSync(OPEN_FILES)).each(['history NVDA', 'replay --json', 'replay --json FILE'])(
  '%s closes the files that it has read',
  async (args) => {
    const directory = temporaryDirectory();
    const good = lineOf('2026-06-03T14:30:00.000Z');
    const service = join(directory, 'boards.example_443');
    const { path } = writeRecording(service, '2026-06-03/day.ndjson', [good]);
    const env = { BOARDS_DATA_DIR: directory, BOARDS_BASE_URL: BASE_URL };
    const words = args.split(' ').map((word) => (word === 'FILE' ? path : word));
    expect((await runCli(words, { env })).exitCode).toBe(0);
    const openFiles = () =>
      readdirSync(OPEN_FILES).flatMap((name) => {
        // Listing opens the directory, too, but its link is gone by now.
        if (!existsSync(join(OPEN_FILES, name))) return [];
        const path = readlinkSync(join(OPEN_FILES, name));
        return path.startsWith(directory) ? [path] : [];
      });
    await until(
      () => openFiles().length === 0,
      () => `still open: ${openFiles()}`,
    );
  },
);
