import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const COMMANDS = ['boards', 'top', 'symbol AAA -t day', 'confluence'];
const MACHINE_FORMATS = [
  'boards --json',
  'boards --csv',
  'top --json',
  'symbol AAA -t day --json',
  'confluence --json',
  'confluence --csv',
];
const SERVICE = 'boards.example_443';
/** The clock of the fake world begins at 14:30. */
const LINES = [recorded('10:14:02', 'OLD'), recorded('10:15:02', 'AAA'), recorded('10:16:02', 'NEW')];

/** The line of a snapshot of today that has one symbol. */
function recorded(time: string, symbol: string, fields: { readonly [key: string]: unknown } = {}): string {
  const body = bodyOf();
  return JSON.stringify({
    ...body,
    asOf: `2026-06-03T${time}.000Z`,
    boards: { movers: [rowOf({ symbol })] },
    topPlay: { ...(body.topPlay instanceof Object ? body.topPlay : {}), symbol },
    ...fields,
  });
}

const throwing: Transport = async () => {
  throw new Error('a request was sent');
};

/** A world without a key whose service has recordings of today. */
function recordedWorld(
  lines: ReadonlyArray<string> = LINES,
  name = `${SERVICE}/2026-06-03/day.ndjson`,
): WorldOptions & { readonly env: Readonly<Record<string, string | undefined>> } {
  const directory = temporaryDirectory();
  writeRecording(directory, name, lines);
  return { transport: throwing, env: { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined } };
}

describe.each(COMMANDS)('boards %s --at', (command) => {
  test('shows the newest snapshot at or before the time, without a key and a request', async () => {
    const { exitCode, stdout, stderr, world } = await runCli(`${command} --at 10:15:30`, recordedWorld());
    expect({ exitCode, stderr, requests: world.requests }).toEqual({ exitCode: 0, stderr: '', requests: [] });
    expect(stdout).toContain('AAA');
    expect(stdout).not.toMatch(/OLD|NEW/);
  });

  test.each(['4m', '4m ago', '4mago'])('%s counts back from the present', async (time) => {
    const world = recordedWorld([recorded('14:25:02', 'OLD'), recorded('14:26:00', 'AAA')]);
    const { exitCode, stdout, stderr } = await runCli([...command.split(' '), '--at', time], world);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('AAA');
    expect(stdout).not.toContain('OLD');
  });

  test('is labelled, and never looks live', async () => {
    const { stdout } = await runCli(`${command} --no-plain --at 10:15:30`, recordedWorld());
    expect(stdout.split('\n')[0]).toMatch(/ RECORDED 10:15:02 UTC ?$/);
    expect(stdout).not.toMatch(/ ago|as of|SANDBOX/);
  });

  test('without --at is not', async () => {
    const { stdout } = await runCli(command);
    expect(stdout).not.toContain('RECORDED');
    expect(stdout).toContain('as of');
  });

  test('with --sandbox is computed without a recording, and labelled as both', async () => {
    const { exitCode, stdout, world } = await runCli(`${command} --no-plain --at 14:15:30 --sandbox`, {
      transport: throwing,
    });
    expect({ exitCode, requests: world.requests }).toEqual({ exitCode: 0, requests: [] });
    expect(stdout.split('\n')[0]).toMatch(/ RECORDED 14:15:00 UTC · SANDBOX ?$/);
  });

  test('names what is recorded if there is nothing at that time', async () => {
    const { exitCode, stdout, stderr } = await runCli(`${command} --at 09:00`, recordedWorld());
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 10,
      stdout: '',
      stderr:
        'error: no snapshot of day is recorded at or before 2026-06-03 09:00:00 UTC on its market day\n' +
        'hint: The nearest is of 2026-06-03 10:14:02 UTC. Recorded: day 2026-06-03 10:14:02 to 10:16:02 UTC.\n',
    });
  });

  test('cleans recorded text', async () => {
    const hostile = '\x1b]0;x\x07\x1b[2J\u202e\u009b31m';
    const row = rowOf({ symbol: 'AAA', name: hostile, metric: hostile, tag: hostile });
    const line = recorded('10:15:02', 'AAA', {
      timeframe: hostile,
      boards: { movers: [row], [hostile]: [row] },
      topPlay: { symbol: 'AAA', name: hostile, reasons: [hostile] },
    });
    const { exitCode, stdout, stderr } = await runCli(`${command} --at 10:15:30`, recordedWorld([line]));
    expect(exitCode).toBe(0);
    expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe.each(MACHINE_FORMATS)('boards %s --at', (command) => {
  test('is labelled on stderr, even with --quiet', async () => {
    const { stdout, stderr } = await runCli(`${command} --at 10:15:30 --quiet`, recordedWorld());
    expect(stderr).toBe('note: RECORDED: data of 2026-06-03 10:15:02 UTC\n');
    expect(stdout).not.toContain('RECORDED');
  });

  test('prints what it printed at that time, and CSV and confluence also what became of the symbols', async () => {
    const then = async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(LINES[1]),
    });
    const { stdout } = await runCli(`${command} --at 10:15:30`, recordedWorld());
    const [header = '', ...rows] = stdout.split('\r\n');
    const text =
      rows.length === 0
        ? header.replace(',"now":null,"gain":null', '')
        : [header.replace(/,now,gain$/, ''), ...rows.map(cut)].join('\r\n');
    expect(text).toBe((await runCli(command, { transport: then })).stdout);
    if (command.includes('csv')) expect(header).toMatch(/,now,gain$/);

    function cut(row: string): string {
      return row.replace(/,[^,]*,[^,]*$/, '');
    }
  });
});

test('--json prints the bytes of the recording, unknown fields included', async () => {
  const line = recorded('10:15:02', 'AAA', { isRecorded: 'theirs', future: { field: [1e21, 'ü'] } });
  const { stdout } = await runCli('boards --json --at 10:15:30', recordedWorld([line]));
  expect(stdout).toBe(`${line}\n`);
});

test('a line of another day in the file of a day does not count', async () => {
  const evening = recorded('00:10:00', 'OLD');
  const { exitCode, stderr } = await runCli('top --at 2026-06-03T03:00', recordedWorld([evening, ...LINES]));
  expect(exitCode).toBe(10);
  expect(stderr).toContain('Recorded: day 2026-06-03 10:14:02 to 10:16:02 UTC.\n');
  const before = recordedWorld([evening], `${SERVICE}/2026-06-02/day.ndjson`);
  const { stdout } = await runCli('top --json --at 2026-06-03T03:00', before);
  expect(JSON.parse(stdout).topPlay.symbol).toBe('OLD');
});

test('of another market day is not shown, but named as the nearest', async () => {
  const world = recordedWorld(
    [recorded('20:00:00', 'OLD', { asOf: '2026-06-02T20:00:00Z' })],
    `${SERVICE}/2026-06-02/day.ndjson`,
  );
  const { exitCode, stdout, stderr } = await runCli('top --at 10:00', world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  expect(stderr).toContain('hint: The nearest is of 2026-06-02 20:00:00 UTC. ');
});

test('more than five minutes older is noted', async () => {
  const { stdout, stderr } = await runCli('top --at 10:21:03', recordedWorld());
  expect(stdout).toContain('NEW');
  expect(stderr).toBe(
    'note: day as of 2026-06-03 10:16:02 UTC: nothing newer is recorded for 5m before --at\n',
  );
  expect((await runCli('top --at 10:21:02', recordedWorld())).stderr).toBe('');
});

describe('times', () => {
  test.each([
    ['10:15', 'OLD'],
    ['10:15:02', 'AAA'],
    ['2026-06-03T10:16', 'AAA'],
    ['2026-06-03T12:17+02:00', 'NEW'],
    ['2026-06-03T10:16:02.000Z', 'NEW'],
    ['1m', 'NEW'],
    ['4.25h', 'OLD'],
  ])('%s', async (time, symbol) => {
    const { stdout } = await runCli(`top --json --at ${time}`, recordedWorld());
    expect(JSON.parse(stdout).topPlay.symbol).toBe(symbol);
  });

  test.each([
    ['0', 'invalid time "0"'],
    ['-5m', 'invalid time "-5m"'],
    ['0m', 'invalid time "0m"'],
    ['1e9d', 'invalid time "1e9d"'],
    ['25:61', 'invalid time "25:61"'],
    ['2026-02-30T10:15', 'invalid time "2026-02-30T10:15"'],
    ['15:00', '15:00 has not come yet'],
    ['2027-01-01T00:00:00.000+00:00', '2027-01-01 00:00:00 UTC has not come yet'],
  ])('%s is refused', async (time, message) => {
    const { exitCode, stdout, stderr } = await runCli(['top', '--at', time], recordedWorld());
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: --at: ${message}\nhint: `);
  });

  test('of another day, across midnight, are dated', async () => {
    const lines = [recorded('10:15:02', 'AAA', { asOf: '2026-06-02T23:59:30Z' })];
    const world = recordedWorld(lines, `${SERVICE}/2026-06-02/day.ndjson.gz`);
    const { stdout } = await runCli('top --no-plain --at 00:00:10', world);
    expect(stdout.split('\n')[0]).toMatch(/RECORDED 2026-06-02 23:59:30 UTC ?$/);
  });

  test('in the sandbox reach back to the beginning of the UTC day', async () => {
    expect(await runCli('top --sandbox --at 00:00')).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout, stderr } = await runCli('top --sandbox --at 2026-06-02T23:59');
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 10,
      stdout: '',
      stderr:
        'error: the sandbox has no data of 2026-06-02 23:59:00 UTC\n' +
        'hint: It has the UTC day so far, since 2026-06-03 00:00:00 UTC.\n',
    });
  });

  test('in the sandbox are those of the same market', async () => {
    const { stdout } = await runCli('boards --json -l 3 --sandbox --at 14:30 -q');
    expect(stdout).toBe((await runCli('boards --json -l 3 --sandbox -q')).stdout);
  });
});

describe('where recordings lie', () => {
  test('those of another service are not shown', async () => {
    const { exitCode, stderr } = await runCli(
      'top --at 10:15 --base-url https://other.example',
      recordedWorld(),
    );
    expect(exitCode).toBe(10);
    expect(stderr).toContain('hint: Recorded for other base URLs: boards.example_443. Record with ');
  });

  test('those of a server with simulated data are labelled', async () => {
    const world = recordedWorld(LINES, `sandbox-${SERVICE}/2026-06-03/day.ndjson`);
    const { stdout } = await runCli('top --no-plain --at 10:15:30', world);
    expect(stdout.split('\n')[0]).toMatch(/ RECORDED 10:15:02 UTC · SANDBOX ?$/);
  });

  test('simulated data never stands in for real data', async () => {
    const { env, ...world } = recordedWorld();
    writeRecording(env.BOARDS_DATA_DIR ?? '', `sandbox-${SERVICE}/2026-06-02/day.ndjson`, [
      lineOf('2026-06-02T20:00:00Z'),
    ]);
    expect(await runCli('top --at 09:00', { ...world, env })).toMatchObject({ exitCode: 10, stdout: '' });
  });

  test('without a base URL nobody knows', async () => {
    const { env, ...world } = recordedWorld();
    const { exitCode, stderr } = await runCli('top --at 10:15', {
      ...world,
      env: { ...env, BOARDS_BASE_URL: undefined },
    });
    expect({ exitCode, lines: stderr.split('\n') }).toEqual({
      exitCode: 3,
      lines: [
        'error: no base URL is set',
        'hint: Recordings lie apart for each service: name it with --base-url, or `boards config set baseUrl https://…`',
        'hint: With simulated data, which need no recording: --sandbox',
        '',
      ],
    });
  });

  test('without a home directory there is no place', async () => {
    const { exitCode, stderr } = await runCli('top --at 10:15', {
      homeDirectory: undefined,
      env: { BOARDS_CONFIG_DIR: join(temporaryDirectory(), 'config') },
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('hint: Set BOARDS_DATA_DIR to a directory.');
  });

  test('what was recorded after a clock was set back by an hour is found, and what was before it', async () => {
    const minutes = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'));
    const world = recordedWorld([
      ...minutes.map((minute) => recorded(`10:${minute}:00`, `A${minute}`)),
      ...minutes.map((minute) => recorded(`10:${minute}:30`, `B${minute}`)),
    ]);
    for (const [time, symbol] of [
      ['10:05:20', 'A05'],
      ['10:05:40', 'B05'],
      ['10:58:10', 'A58'],
      ['10:59:59', 'B59'],
    ]) {
      const { exitCode, stdout, stderr } = await runCli(`top -t day --at ${time}`, world);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(symbol);
    }
  });

  test.each(COMMANDS)('%s: a directory that cannot be read is an error', async (command) => {
    const env = { BOARDS_DATA_DIR: `/${'x'.repeat(300)}` };
    const { exitCode, stdout, stderr } = await runCli(`${command} --at 10:15:30`, { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
    expect(stderr).toContain('error: the recordings cannot be read (ENAMETOOLONG)\n');
  });

  test('bad lines are counted in one note', async () => {
    const world = recordedWorld(['garbage', ...LINES, '{"asOf":']);
    const { stdout, stderr } = await runCli('top --at 10:15:30 -t day', world);
    expect(stdout).toContain('AAA');
    expect(stderr).toBe('note: skipped 2 bad lines of the recording\n');
  });

  test('top --at, symbol --at, history and replay count the same bad lines, each once', async () => {
    const whole = recorded('10:15:30', 'BBB');
    const torn = whole.slice(0, whole.indexOf('}', whole.indexOf('"boards":{')) + 1);
    const bad = [
      'garbage',
      '17',
      '[]',
      '{"x":1}',
      '{"asOf":"2026-06-03T10:15:10Z","level":"info"}',
      '{"asOf":"2026-06-03T10:15:11Z","boards":5}',
      whole.slice(0, 150),
      torn,
    ];
    const world = recordedWorld([...LINES.slice(0, 2), ...bad, ...LINES.slice(2), torn]);
    const commands = [
      'top --at 10:14:30',
      'top --at 10:15:40',
      'symbol AAA -t day --at 10:16:30',
      'history AAA -t day',
      'replay --json',
      `replay ${world.env.BOARDS_DATA_DIR}/${SERVICE}/2026-06-03/day.ndjson`,
    ];
    for (const command of commands) {
      const { exitCode, stderr } = await runCli(command, world);
      expect({ command, exitCode, notes: stderr.match(/^note: skipped .*$/gm) }).toEqual({
        command,
        exitCode: 0,
        notes: ['note: skipped 9 bad lines of the recording'],
      });
    }
  });

  test('several timeframes: those that are recorded are shown, the others named', async () => {
    const { exitCode, stdout, stderr } = await runCli('top -t day,swing --at 10:15:30', recordedWorld());
    expect(exitCode).toBe(10);
    expect(stdout).toContain('AAA');
    expect(stderr).toContain('error: swing: no snapshot is recorded');
  });
});
