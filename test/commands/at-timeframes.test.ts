import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { writeRecording } from '../support/recordings.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

/** A world whose service has recordings of these timeframes, at 10:15. */
function worldWith(timeframes: ReadonlyArray<string>, env: WorldOptions['env'] = {}): WorldOptions {
  const directory = temporaryDirectory();
  for (const timeframe of timeframes) {
    const line = JSON.stringify(bodyOf({ asOf: '2026-06-03T10:15:02Z', timeframe }));
    writeRecording(directory, `boards.example_443/2026-06-03/${timeframe}.ndjson`, [line]);
  }
  return { env: { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined, ...env } };
}

describe('symbol --at without timeframes', () => {
  test('shows those that are recorded, and names the others in one note', async () => {
    const { exitCode, stdout, stderr } = await runCli(
      'symbol AAA --no-plain --at 10:16',
      worldWith(['day', 'position']),
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'note: not recorded at that time: scalp, swing, investing\n',
    });
    expect(stdout).toContain('2 TIMEFRAMES');
    expect(stdout).toContain('AAA: listed on 1 board in day, 1 in position; bullish in both.');
  });

  test('does so as JSON too', async () => {
    const { exitCode, stdout, stderr } = await runCli('symbol AAA --json --at 10:16', worldWith(['day']));
    expect(exitCode).toBe(0);
    expect(Object.keys(JSON.parse(stdout).timeframes)).toEqual(['day']);
    expect(stderr).toContain('note: not recorded at that time: scalp, swing, position, investing\n');
  });

  test('has no note if all are recorded', async () => {
    const world = worldWith(['scalp', 'day', 'swing', 'position', 'investing']);
    expect(await runCli('symbol AAA --at 10:16', world)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('fails if none is, with one fact', async () => {
    const { exitCode, stdout, stderr } = await runCli('symbol AAA --at 10:00', worldWith(['day']));
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 10,
      stdout: '',
      stderr:
        'error: no snapshot is recorded at or before 2026-06-03 10:00:00 UTC\n' +
        'hint: Recorded: day 2026-06-03 10:15:02 UTC.\n',
    });
    const sandbox = await runCli('symbol AAA --sandbox --at 2026-06-02T10:00');
    expect(sandbox.stderr).toMatch(/^error: the sandbox has no data of 2026-06-02 10:00:00 UTC\n/);
  });
});

describe('timeframes that were named', () => {
  test.each([
    ['symbol AAA', { BOARDS_TIMEFRAME: 'day,swing' }],
    ['confluence -t day,swing', {}],
  ])('%s with %j shows those that are recorded, and fails', async (command, env) => {
    const { exitCode, stdout, stderr } = await runCli(`${command} --at 10:16`, worldWith(['day'], env));
    expect(exitCode).toBe(10);
    expect(stdout).toContain('AAA');
    expect(stderr).toMatch(/error: .*swing: no snapshot of swing is recorded/);
  });

  test.each(['symbol AAA', 'boards', 'confluence'])(
    '%s: several that are not recorded are one fact',
    async (command) => {
      const { exitCode, stdout, stderr } = await runCli(`${command} -t all --at 10:16`, worldWith(['day']));
      expect(exitCode).toBe(10);
      expect(stdout).toContain('AAA');
      expect(stderr).toBe(
        'error: no snapshot of scalp, swing, position, investing is recorded at or before 2026-06-03 10:16:00 UTC\n' +
          'hint: Recorded: day 2026-06-03 10:15:02 UTC.\n',
      );
    },
  );

  test.each(['symbol AAA -t all --json', 'boards -t all --csv', 'confluence -t day,swing --json'])(
    '%s prints all or nothing',
    async (command) => {
      const { exitCode, stdout } = await runCli(`${command} --at 10:16`, worldWith(['day']));
      expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
    },
  );
});
