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
import { boardsOf, minuteService } from '../support/minute-service.ts';
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

  test('records in the pane, also a timeframe that was shown once', async () => {
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

  test('records nothing of what a card asked for', async () => {
    const { env, read } = dataDirectory();
    const service = minuteService(() => ({ movers: [rowOf()] }));
    const script: Script = [
      [70, press('/A\r\r')],
      [100, press('\x03')],
    ];
    const { world } = await play('watch --record', script, { ...service, env });
    expect(world.requests.some(({ url }) => url.search.includes('=swing'))).toBe(true);
    expect(Object.keys(read())).toEqual([REAL]);
  });

  test('says rec in the pane, also after a snapshot without a time, which is left out', async () => {
    const { env, read } = dataDirectory();
    const service = minuteService((minute) => ({
      ...boardsOf({ movers: `S${minute}` }),
      ...(minute === 1 ? { asOf: null } : {}),
    }));
    const played = await play(
      'watch --record --interval 60',
      [
        [40, shoot('recorded')],
        [100, shoot('left out')],
        [160, shoot('again')],
        [170, press('\x03')],
      ],
      { ...service, env, columns: 120 },
    );
    const first = async (name: string) => (await played.screen(name)).split('\n')[0]?.trimEnd() ?? '';
    expect(await first('recorded')).toMatch(/as of 14:30:00 UTC .* {2}rec$/);
    expect(await first('left out')).toMatch(/time unknown .* {2}rec$/);
    expect(await played.screen('left out')).toContain('S1');
    expect(await first('again')).toMatch(/as of 14:32:00 UTC .* {2}rec$/);
    expect(
      read()
        [REAL]?.trim()
        .split('\n')
        .map((line) => JSON.parse(line).asOf),
    ).toEqual(['2026-06-03T14:30:00.000Z', '2026-06-03T14:32:00.000Z']);
  });

  test('says paused in place of notify while the pane is paused', async () => {
    const { env } = dataDirectory();
    const service = minuteService(() => boardsOf({ movers: 'AAA' }));
    const played = await play(
      'watch --record --notify --interval 60',
      [
        [40, shoot('before')],
        [41, press(' ')],
        [42, shoot('paused')],
        [160, shoot('later')],
        [161, press(' ')],
        [170, shoot('resumed')],
        [171, press('\x03')],
      ],
      { ...service, env, columns: 120 },
    );
    const time = async (name: string) =>
      (await played.screen(name))
        .split('\n')[0]
        ?.replace(/^.*(?=●)/, '')
        .trimEnd();
    expect(await time('before')).toBe('● open  as of 14:30:00 UTC · next ~14:31  notify  rec');
    expect(await time('paused')).toBe('● open  as of 14:30:00 UTC  paused  rec');
    expect(await time('later')).toBe('● open  as of 14:30:00 UTC  paused  rec');
    expect(await time('resumed')).toBe('● open  as of 14:32:00 UTC · next ~14:33  notify  rec');
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
    ['watch --sandbox --record', {}, ['sandbox/2026-06-03/day.ndjson']],
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

describe('simulated data of a server', () => {
  const serverOf = (seed: number, time = '14:30') => {
    const clock = createFakeClock(Date.parse(`2026-06-03T${time}:05Z`));
    const transport = createSandboxTransport(createService({ seed, recomputeSeconds: 60 }), clock);
    return { clock, transport };
  };
  const record = async (env: NonNullable<WorldOptions['env']>, server: WorldOptions) =>
    (await runCli('watch --record --json --count 2', { ...server, env })).stdout;

  test('is recorded by its address, and found again without a request', async () => {
    const { env, read } = dataDirectory();
    const world = { env, transport: () => Promise.reject(new Error('no request is sent')) };
    const printed = async (command: string) => {
      const { exitCode, stdout, stderr } = await runCli(command, world);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('SANDBOX') });
      return stdout;
    };
    // Two sandboxes on one port share a recording.
    const all = (await record(env, serverOf(7, '14:10'))) + (await record(env, serverOf(0, '14:20')));
    expect(read()).toEqual({ 'sandbox-boards.example_443/2026-06-03/day.ndjson': all });
    expect(await printed('replay --json')).toBe(all);
    const newest = all.trim().split('\n').at(-1) ?? '';
    expect(await printed('boards --at 14:29 --json')).toBe(`${newest}\n`);
    const { symbol } = JSON.parse(newest).topPlay;
    const [history] = JSON.parse(await printed(`history ${symbol} --json`));
    expect(history.points.at(-1)).toMatchObject({ asOf: JSON.parse(newest).asOf });
  });

  test('of another address is not taken for it', async () => {
    const { env } = dataDirectory();
    await record(env, serverOf(7));
    const { exitCode, stdout } = await runCli('boards --at 14:29 --base-url https://other.example', { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  });

  test('is what memory is filled with when the pane starts again', async () => {
    const { env } = dataDirectory();
    const record = async (time: string) => {
      const server = serverOf(7, time);
      const script: Script = [
        [2, () => server.clock.hold(delay(READ_MS))],
        [200, press('e')],
        [201, shoot('log')],
        [202, press('\x03')],
      ];
      return (await play('watch --record', script, { ...server, env, columns: 120 })).screen('log');
    };
    await record('14:30');
    expect(await record('14:34')).toMatch(/^14:31 {2}in {5}/m);
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
