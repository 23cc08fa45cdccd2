import { afterEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

// The fake clock shows 14:30 UTC on 2026-06-03, which is 10:30 in New York.
const NEW_YORK = { timezone: 'America/New_York' };

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

function recorded(config: unknown = NEW_YORK): WorldOptions {
  const directory = temporaryDirectory();
  writeRecording(directory, 'boards.example_443/2026-06-03/day.ndjson', [
    lineOf('2026-06-03T14:00:00Z', 1, { timeframe: 'day' }),
    lineOf('2026-06-03T14:20:00Z', 1, { timeframe: 'day' }),
  ]);
  return { config, env: { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined }, columns: 100 };
}

describe('times are those of the preference timezone', () => {
  test('even if the system has another zone', async () => {
    process.env.TZ = 'Asia/Tokyo';
    expect((await runCli('boards --no-plain', { config: NEW_YORK, columns: 100 })).stdout).toMatch(
      /as of 10:.* EDT/,
    );
    expect((await runCli('boards --no-plain', { columns: 100 })).stdout).toMatch(/as of 23:.* GMT\+9/);
  });
});

describe('times of recordings are read and shown in the preference timezone', () => {
  test.each([
    ['boards --at 10:05', /RECORDED 10:00:00 EDT/],
    ['boards --at 10:20', /RECORDED 10:20:00 EDT/],
    ['boards --at 2026-06-03T10:05', /RECORDED 10:00:00 EDT/],
    ['boards --at 2026-06-03T14:05Z', /RECORDED 10:00:00 EDT/],
    ['top --at 10:05', /RECORDED 10:00:00 EDT/],
    ['history AAA', /DAY {2}2 snapshots, 10:00 to 10:20 EDT/],
    ['replay --from 10:10', /RECORDED 10:20:00 EDT/],
  ])('boards %s', async (line, shown) => {
    const { exitCode, stdout } = await runCli(`${line} --no-plain`, recorded());
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(shown);
  });

  test.each([
    ['top --json --at 10:05', '2026-06-03 10:00:00 EDT'],
    ['history AAA --json', '2026-06-03 10:20:00 EDT'],
    ['history AAA --csv', '2026-06-03 10:20:00 EDT'],
    ['history --csv', '2026-06-03 10:00:00 EDT to 2026-06-03 10:20:00 EDT'],
    ['replay --json', '2026-06-03 10:00:00 EDT to 2026-06-03 10:20:00 EDT'],
  ])('also in the note of a data format, of boards %s', async (line, time) => {
    const { stderr } = await runCli(line, recorded());
    expect(stderr).toContain(`note: RECORDED: data from ${time}\n`);
  });

  test('a bad zone in the config file is reported once, by its name', async () => {
    const { exitCode, stderr } = await runCli('boards --at 10:05', recorded({ timezone: 'Europe/Berln' }));
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /^error: invalid timezone in the config file .*\nhint: Give local, utc, or .*`boards config set timezone America\/New_York`\.\n$/,
    );
  });
});
