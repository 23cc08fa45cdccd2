// Loaded here, because simulated time passes while a command loads what it needs.
import '../../src/recording/maintenance.ts';
import '../../src/recording/recent.ts';
import '../../src/recording/recorder.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createSandboxTransport, createService } from '../../src/sandbox/protocol/service.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

/** Real time in which files are read while simulated time stands still. */
const READ_MS = 400;

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
    ['watch --record', {}, ['sandbox-1/2026-06-03/day.ndjson']],
    ['watch', { record: 7 }, []],
  ])('of %s with %j is recorded apart, and only with --record', async (command, config, files) => {
    const { env, read } = dataDirectory();
    const { exitCode } = await runCli(`${command} --json --count 1`, { env, config });
    expect(exitCode).toBe(0);
    expect(Object.keys(read())).toEqual(files);
  });
});

describe('simulated data of a server', () => {
  const serverOf = (seed: number, time = '14:30') => {
    const clock = createFakeClock(Date.parse(`2026-06-03T${time}:05Z`));
    const transport = createSandboxTransport(createService({ seed, recomputeSeconds: 60 }), clock);
    return { clock, transport };
  };
  const record = async (env: NonNullable<WorldOptions['env']>, server: WorldOptions) =>
    (await runCli('watch --record --json --count 2', { ...server, env })).stdout;

  test('is recorded by its seed, so that two of them are never one history', async () => {
    const { env, read } = dataDirectory();
    const first = await record(env, serverOf(7));
    const second = await record(env, serverOf(0, '14:40'));
    expect(read()).toEqual({
      'sandbox-0/2026-06-03/day.ndjson': second,
      'sandbox-7/2026-06-03/day.ndjson': first,
    });
  });

  test('is found again without a request: that of the seed that was served last', async () => {
    const { env } = dataDirectory();
    const world = { env, transport: () => Promise.reject(new Error('no request is sent')) };
    const printed = async (command: string) => {
      const { exitCode, stdout, stderr } = await runCli(command, world);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('SANDBOX') });
      return stdout.trim();
    };
    for (const [seed, time] of [
      [7, '14:10'],
      [0, '14:15'],
      [7, '14:20'],
    ] as const) {
      const [older = '', newest = ''] = (await record(env, serverOf(seed, time))).trim().split('\n');
      expect(await printed('boards --at 14:29 --json')).toBe(newest);
      expect((await printed('replay --json')).split('\n').slice(-2)).toEqual([older, newest]);
      const { symbol } = JSON.parse(newest).topPlay;
      const [history] = JSON.parse(await printed(`history ${symbol} --json`));
      expect(history.points.at(-1)).toMatchObject({ asOf: JSON.parse(newest).asOf });
    }
    expect((await printed('replay --json')).split('\n')).toHaveLength(4);
  });

  test('of another address is not taken for it', async () => {
    const { env } = dataDirectory();
    await record(env, serverOf(7));
    const { exitCode, stdout } = await runCli('boards --at 14:29 --base-url https://other.example', { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  });

  test('is what memory is filled with when the pane starts again', async () => {
    const { env } = dataDirectory();
    const record = async (seed: number, time: string) => {
      const server = serverOf(seed, time);
      const script: Script = [
        [2, () => server.clock.hold(delay(READ_MS))],
        [200, press('e')],
        [201, shoot('log')],
        [202, press('\x03')],
      ];
      return (await play('watch --record', script, { ...server, env, columns: 120 })).screen('log');
    };
    await record(7, '14:30');
    expect(await record(7, '14:34')).toContain('since 14:30');
    expect(await record(8, '14:38')).toContain('since 14:38');
  });

  test('that names no seed is recorded by its address', async () => {
    const { env, read } = dataDirectory();
    const transport = async () =>
      responseOf(200, bodyOf({ asOf: '2026-06-03T14:30:00Z' }), { 'x-sandbox': 'yes' });
    await runCli('watch --record --json --count 1', { transport, env });
    expect(Object.keys(read())).toEqual(['sandbox-boards.example_443/2026-06-03/day.ndjson']);
    expect((await runCli('boards --at 14:30 --json', { env })).stderr).toContain('SANDBOX');
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
