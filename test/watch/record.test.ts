import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSandboxTransport, createService } from '../../src/sandbox/service.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { BELOW_A_FILE, slashed } from '../support/system.ts';
import { until } from '../support/wait.ts';
import { runCli, type World, type WorldOptions } from '../support/world.ts';

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
    return Object.fromEntries(named.map((name) => [slashed(name), readFileSync(join(path, name), 'utf8')]));
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
    expect(await first('recorded')).toMatch(/live 14:30:00 UTC {2}rec$/);
    expect(await first('left out')).toMatch(/live, time unknown {2}rec$/);
    expect(await played.screen('left out')).toContain('S1');
    expect(await first('again')).toMatch(/live 14:32:00 UTC {2}rec$/);
    expect(
      read()
        [REAL]?.trim()
        .split('\n')
        .map((line) => JSON.parse(line).asOf),
    ).toEqual(['2026-06-03T14:30:00.000Z', '2026-06-03T14:32:00.000Z']);
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

/** Ends a pane after so many seconds. */
const endAt = (seconds: number): Script => [
  [seconds - 1, shoot('end')],
  [seconds, press('q')],
];
const minutes = () => minuteService((minute) => boardsOf({ movers: `S${minute}` }));
/** What is on stderr, without the line feeds of a terminal. */
const stderrOf = ({ world }: { readonly world: World }) => world.stderr().replaceAll(/\n(?=[^RN])/g, ' ');

describe('a pane that nobody has told whether to record', () => {
  test('records, and says so when the data directory is created, and no more', async () => {
    const { path, env, read } = dataDirectory();
    const script: Script = [[1, shoot('start')], ...endAt(70)];
    const played = await play('watch -q', script, { ...minutes(), env, columns: 120 });
    expect(await played.screen('start')).toContain('recording, kept 2 days; boards status says where');
    expect(await played.screen('end')).not.toContain('rec');
    expect(stderrOf(played).trim()).toBe(
      `Recorded to ${path}, kept 2 days. Off: boards config set record off`,
    );
    expect(Object.keys(read())).toEqual([REAL]);
    expect(existsSync(join(path, REAL, '..', '.default'))).toBe(true);
    const again = await play('watch', script, { ...minutes(), env, columns: 120 });
    expect(await again.screen('start')).not.toContain('recording');
    expect(stderrOf(again)).toBe('');
  });

  test.each<readonly [string, string, WorldOptions]>([
    ['it is not to', 'watch --no-record', {}],
    ['the preference is off', 'watch', { config: { record: 'off' } }],
    ['BOARDS_RECORD is off', 'watch', { env: { BOARDS_RECORD: 'off' }, config: { record: 7 } }],
    ['it is plain', 'watch --plain', {}],
    ['it prints JSON', 'watch --json', {}],
    ['it prints events', 'watch --events', {}],
    ['the terminal has no cursor', 'watch', { env: { TERM: 'dumb' } }],
    ['the config file cannot be used, which may say off', 'watch', { config: '{"record": "off"' }],
  ])('records nothing where %s', async (_, args, options) => {
    const { path, env } = dataDirectory();
    const service = minutes();
    await play(`${args} --count 2`, [[200, press('q')]], {
      ...service,
      ...options,
      env: { ...env, ...options.env },
    });
    expect(existsSync(path)).toBe(false);
  });

  test('records no simulated data', async () => {
    const { path, env } = dataDirectory();
    const played = await play('watch', endAt(70), { env });
    expect(await played.screen('end')).toContain('SANDBOX');
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(files.map(slashed)).toEqual([
      'sandbox-boards.example_443',
      'sandbox-boards.example_443/last-key-press.json',
    ]);
  });

  test.each<readonly [string, (path: string) => WorldOptions['env']]>([
    ['there is no home directory', () => ({ BOARDS_DATA_DIR: undefined })],
    ['there is a file in its place', (path) => ({ BOARDS_DATA_DIR: join(path, 'file') })],
  ])('is silent where %s', async (_, envOf) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const played = await play('watch', [[1, shoot('start')], ...endAt(70)], {
      ...minutes(),
      env: envOf(directory) ?? {},
      homeDirectory: undefined,
    });
    expect(await played.screen('start')).not.toMatch(/record/);
    expect(await played.screen('end')).not.toMatch(/rec\b|record/);
    expect({ exitCode: played.exitCode, stderr: stderrOf(played) }).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe('the mark of a day on which nothing was recorded but by default', () => {
  const markOf = (path: string) => existsSync(join(path, REAL, '..', '.default'));

  test('is not set on a day that recording that was asked for has begun', async () => {
    const { path, env } = dataDirectory();
    await play('watch --record', endAt(70), { ...minutes(), env });
    expect(markOf(path)).toBe(false);
    await play('watch', endAt(70), { ...minutes(), env });
    expect(markOf(path)).toBe(false);
  });

  test.each<readonly [string, WorldOptions]>([
    ['watch --record --json --count 1', {}],
    ['watch --json --count 1', { config: { record: 7 } }],
    ['watch --json --count 1', { env: { BOARDS_RECORD: '7' } }],
  ])('is removed by %s with %j, also by a snapshot that is recorded already', async (args, options) => {
    const { path, env, read } = dataDirectory();
    await play('watch', endAt(20), { ...minutes(), env });
    expect(markOf(path)).toBe(true);
    const before = read();
    await runCli(args, { ...minutes(), ...options, env: { ...env, ...options.env } });
    expect(read()).toEqual(before);
    expect(markOf(path)).toBe(false);
  });
});

test('of two panes that record at once, a reader finds each snapshot once', async () => {
  const { env, read } = dataDirectory();
  await Promise.all([1, 2].map(() => play('watch', endAt(190), { ...minutes(), env })));
  const lines = new Set(read()[REAL]?.trimEnd().split('\n'));
  expect(lines.size).toBe(4);
  const { stdout, stderr } = await runCli('replay --json', { ...minutes(), env });
  expect(stdout.trimEnd().split('\n')).toEqual([...lines].sort());
  expect(stderr).not.toContain('skipped');
});

describe('old days', () => {
  const UNMARKED = ['2026-04-01', '2026-05-20', '2026-06-02'];
  const MARKED = ['2026-05-21', '2026-05-31', '2026-06-01'];

  /** The days that a pane removes, and what it says of them. */
  async function removedBy(args: string, options: WorldOptions) {
    const { path, env } = dataDirectory();
    const place = join(path, 'boards.example_443');
    for (const date of [...UNMARKED, ...MARKED, '2026-01-01']) {
      mkdirSync(join(place, date), { recursive: true });
      const name = MARKED.includes(date) ? '.default' : 'notes.txt';
      writeFileSync(join(place, date, name), '');
      writeFileSync(join(place, date, 'swing.ndjson.gz'), '');
    }
    // Removed last of all, whatever is kept: then all is done.
    const last = join(place, '2026-01-01', 'day.ndjson.0b5f4d0e-6d8c-4a52-9b1f-3f1c3a0b7d11.tmp');
    writeFileSync(last, '');
    const service = minutes();
    const script: Script = [[2, () => service.clock.hold(until(() => !existsSync(last)))], ...endAt(70)];
    const world = { ...service, ...options, env: { ...env, ...options.env } };
    const played = await play(args, script, world);
    const isRemoved = (date: string) => !existsSync(join(place, date, 'swing.ndjson.gz'));
    const notes =
      stderrOf(played)
        .replaceAll(/\s+/g, ' ')
        .match(/removed (?:default )?recordings.*?: [\d-]+(?: and [\d-]+)?/g) ?? [];
    return { removed: [...UNMARKED, ...MARKED].filter(isRemoved).toSorted(), notes };
  }
  const TWO_DAYS = 'removed default recordings older than 2 days: 2026-05-21 and 2026-05-31';

  test.each<readonly [string, WorldOptions]>([
    ['watch', {}],
    ['watch', { config: { limit: 5 } }],
    ['watch --record', {}],
  ])('are removed by %s with %j if they are marked, and named', async (args, options) => {
    expect(await removedBy(args, options)).toEqual({
      removed: ['2026-05-21', '2026-05-31'],
      notes: [TWO_DAYS],
    });
  });

  test.each<readonly [string, WorldOptions]>([
    ['watch', { config: { record: 30 } }],
    ['watch', { env: { BOARDS_RECORD: '30' } }],
    ['watch --record', { config: { record: 30 } }],
  ])('are removed by %s with %j as it says, marked or not', async (args, options) => {
    const { removed, notes } = await removedBy(args, options);
    expect(removed).toEqual(['2026-04-01']);
    expect(notes.join()).toMatch(
      /removed recordings older than 30 days \(set by record\): (2026-01-01 and )?2026-04-01/,
    );
  });

  test.each<readonly [string, WorldOptions]>([
    ['watch --record', { config: { record: 'off' } }],
    ['watch', { config: { record: 'off' } }],
    ['watch', { env: { BOARDS_RECORD: 'off' } }],
    ['watch --no-record', {}],
  ])('are removed by %s with %j if they are marked, and nothing else', async (args, options) => {
    expect(await removedBy(args, options)).toEqual({
      removed: ['2026-05-21', '2026-05-31'],
      notes: [TWO_DAYS],
    });
  });

  test.each(['watch --json --count 2', 'watch --sandbox --plain --count 2'])(
    'stay with %s, which is no pane of the service',
    async (args) => {
      const { path, env } = dataDirectory();
      const day = join(path, 'boards.example_443', '2026-05-21');
      mkdirSync(day, { recursive: true });
      writeFileSync(join(day, '.default'), '');
      await runCli(args, { ...minutes(), env, config: { record: 'off' } });
      expect(existsSync(day)).toBe(true);
    },
  );

  test.each(['{"record": 1', '[]', { record: 1, limit: 'many' }])(
    'all stay where the config file is %j',
    async (config) => {
      expect(await removedBy('watch --record', { config })).toEqual({ removed: [], notes: [] });
    },
  );

  test('are removed as BOARDS_RECORD says where the config file is invalid', async () => {
    const { removed } = await removedBy('watch', { config: '{', env: { BOARDS_RECORD: '30' } });
    expect(removed).toEqual(['2026-04-01']);
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
        [200, press('e')],
        [201, shoot('log')],
        [202, press('\x03')],
      ];
      return (await play('watch --record', script, { ...server, env, columns: 120 })).screen('log');
    };
    await record('14:30');
    expect(await record('14:34')).toMatch(/^14:32 {2}in {4}/m);
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
      `note: not recording: ${BELOW_A_FILE} in ${join(path, 'boards.example_443')}; boards tries again with each snapshot\n`,
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
    expect(await played.screen('start')).toContain(`not recording: ${BELOW_A_FILE} in `);
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
