// Loaded here, because simulated time passes while a command loads what it needs.
import '../../src/recording/maintenance.ts';
import '../../src/recording/recent.ts';
import '../../src/recording/recorder.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { minuteService } from '../support/minute-service.ts';
import { play, press, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

/** A service whose every response is a new snapshot. */
function realService() {
  let minute = 10;
  return async () =>
    responseOf(200, bodyOf({ asOf: `2026-06-03T14:${minute++}:00.000Z`, odd: 'caf\u00e9 \u202e' }));
}

/** A place for recordings, and what lies there. */
function dataDirectory() {
  const path = join(temporaryDirectory(), 'data');
  const read = () => {
    const files = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
    const named = files.filter((name) => name.endsWith('.ndjson')).sort();
    return Object.fromEntries(named.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
  };
  return { path, env: { BOARDS_DATA_DIR: path }, read };
}

const REAL = 'boards.example_443/2026-06-03/day.ndjson';

describe('watch', () => {
  test('records what watch --json prints, whatever is selected', async () => {
    const data = dataDirectory();
    const plain = await runCli('watch --json --count 3', { transport: realService() });
    for (const output of ['--json', '--events', '']) {
      const { env, read } = dataDirectory();
      const { exitCode, stderr } = await runCli(
        `watch --record --count 3 --symbol AAA --limit 1 -b movers ${output}`,
        { transport: realService(), env },
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(read()).toEqual({ [REAL]: plain.stdout });
    }
    expect(data.read()).toEqual({});
  });

  test('records in the pane, and the timeframes that were asked for once', async () => {
    const { env, read } = dataDirectory();
    const service = minuteService(() => ({ movers: [rowOf()] }));
    const played = await play(
      'watch --record',
      [
        [70, press('3')],
        [100, press('\x03')],
      ],
      { ...service, env },
    );
    expect(played.exitCode).toBe(130);
    expect(Object.keys(read())).toEqual([REAL, REAL.replace('day.', 'swing.')]);
  });

  test.each<readonly [string, string, WorldOptions['config'], boolean]>([
    ['watch', 'nothing is set', {}, false],
    ['watch', 'record is off', { record: 'off' }, false],
    ['watch', 'record is 7', { record: 7 }, true],
    ['watch --record', 'nothing is set', {}, true],
    ['watch --record', 'record is off', { record: 'off' }, true],
    ['watch --no-record', 'record is 7', { record: 7 }, false],
    ['boards', 'record is 7', { record: 7 }, false],
  ])('%s, where %s', async (command, _, config, isRecorded) => {
    const { env, read } = dataDirectory();
    const args = command === 'boards' ? '--json' : `${command} --json --count 1`;
    await runCli(args, { transport: realService(), env, config });
    expect(Object.keys(read())).toEqual(isRecorded ? [REAL] : []);
  });
});

describe('simulated data', () => {
  test.each([
    ['watch --sandbox --record', {}, ['sandbox-1/2026-06-03/day.ndjson']],
    ['watch --sandbox', { record: 7 }, []],
    // The service of this test is that of the sandbox.
    ['watch --record', {}, ['sandbox-boards.example_443/2026-06-03/day.ndjson']],
    ['watch', { record: 7 }, []],
  ])('of %s with %j is recorded apart, and only with --record', async (command, config, files) => {
    const { env, read } = dataDirectory();
    const { exitCode } = await runCli(`${command} --json --count 1`, { env, config });
    expect(exitCode).toBe(0);
    expect(Object.keys(read())).toEqual(files);
  });
});

describe('where nothing can be written', () => {
  test('watch notes it once, even with --quiet, and goes on', async () => {
    const { path, env } = dataDirectory();
    mkdirSync(path);
    writeFileSync(join(path, 'boards.example_443'), '');
    const { exitCode, stdout, stderr } = await runCli('watch --record --quiet --json --count 3', {
      transport: realService(),
      env,
    });
    expect({ exitCode, lines: stdout.trimEnd().split('\n').length }).toEqual({ exitCode: 0, lines: 3 });
    expect(stderr).toBe(
      `note: not recording: ENOTDIR in ${join(path, 'boards.example_443')}; each new snapshot tries again\n`,
    );
  });

  test('the pane shows it', async () => {
    const { path, env } = dataDirectory();
    writeFileSync(path, '');
    const service = minuteService(() => ({ movers: [rowOf()] }));
    const script = [
      [1, shoot('start')],
      [2, press('\x03')],
    ] as const;
    const played = await play('watch --record', script, { ...service, env });
    expect(await played.screen('start')).toMatch(/not recording: ENOTDIR in /);
    expect(await played.screen('start')).toContain('AAA');
  });

  test('a relative BOARDS_DATA_DIR is refused, a missing home directory is a note', async () => {
    const refused = await runCli('watch --record --count 1', { env: { BOARDS_DATA_DIR: 'here' } });
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toContain('BOARDS_DATA_DIR is not an absolute path');
    const noted = await runCli('watch --record --json --count 1', {
      transport: realService(),
      homeDirectory: undefined,
    });
    expect(noted.exitCode).toBe(0);
    expect(noted.stderr).toBe('note: not recording: no home directory; set BOARDS_DATA_DIR to a directory\n');
  });
});
