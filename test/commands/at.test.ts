import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
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
/** The fake clock starts at 14:30 UTC. */
const LINES = [recorded('10:14:02', 'OLD'), recorded('10:15:02', 'AAA'), recorded('10:16:02', 'NEW')];

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

/** This world has no key and recordings of today. */
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

  test('is labelled, and never looks live', async () => {
    const { stdout } = await runCli(`${command} --no-plain --at 10:15:30`, recordedWorld());
    expect(stdout.split('\n')[0]).toMatch(/ RECORDED 10:15:02 UTC ?$/);
    expect(stdout).not.toMatch(/ ago|as of|SANDBOX/);
  });
});

test.each([
  ['now', 'NEW', '2026-06-03T10:16:02.000Z'],
  [' NOW', 'NEW', '2026-06-03T10:16:02.000Z'],
])('--at %j shows the newest snapshot of today', async (at, _, asOf) => {
  const { stdout, stderr } = await runCli(['boards', '--json', '--at', at], recordedWorld());
  expect(JSON.parse(stdout).asOf).toBe(asOf);
  expect(stderr).toContain('nothing is recorded in the 4h13 before --at');
});

test('the note of old data counts the gap until the time of --at', async () => {
  const { stderr } = await runCli('boards --at 12:20', recordedWorld());
  expect(stderr).toBe(
    'note: the day snapshot is from 2026-06-03 10:16:02 UTC: nothing is recorded in the 2h03 before --at\n',
  );
});

test('--at "yesterday 10:15" is yesterday in the time zone of the preference', async () => {
  const line = recorded('10:15:02', 'AAA', { asOf: '2026-06-02T14:14:00.000Z' });
  const world = recordedWorld([line], `${SERVICE}/2026-06-02/day.ndjson`);
  const at = ['boards', '--json', '--at', 'yesterday 10:15'];
  const there = await runCli(at, { ...world, config: { timezone: 'America/New_York' } });
  expect(JSON.parse(there.stdout).asOf).toBe('2026-06-02T14:14:00.000Z');
  const { exitCode, stderr } = await runCli(at, world);
  expect(exitCode).toBe(10);
  expect(stderr).toContain('no snapshot is recorded at or before 2026-06-02 10:15:00 UTC on that market day');
});

describe.each(MACHINE_FORMATS)('boards %s --at', (command) => {
  test('is labelled on stderr, even with --quiet', async () => {
    const { stdout, stderr } = await runCli(`${command} --at 10:15:30 --quiet`, recordedWorld());
    expect(stderr).toBe('note: RECORDED: data from 2026-06-03 10:15:02 UTC\n');
    expect(stdout).not.toContain('RECORDED');
  });
});

test('--json prints the recorded bytes, with unknown fields', async () => {
  const line = recorded('10:15:02', 'AAA', { isRecorded: 'theirs', future: { field: [1e21, 'ü'] } });
  const { stdout } = await runCli('boards --json --at 10:15:30', recordedWorld([line]));
  expect(stdout).toBe(`${line}\n`);
});

test('a line of another day in the file of a day is ignored', async () => {
  const evening = recorded('00:10:00', 'OLD');
  const { exitCode, stderr } = await runCli('top --at 2026-06-03T03:00', recordedWorld([evening, ...LINES]));
  expect(exitCode).toBe(10);
  expect(stderr).toContain(
    'The nearest snapshot is from 2026-06-03 10:14:02 UTC. Recorded: day: 2026-06-03.\n',
  );
  const before = recordedWorld([evening], `${SERVICE}/2026-06-02/day.ndjson`);
  const { stdout } = await runCli('top --json --at 2026-06-03T03:00', before);
  expect(JSON.parse(stdout).topPlay.symbol).toBe('OLD');
});

test('a snapshot of another market day is not shown, but named as the nearest', async () => {
  const world = recordedWorld(
    [recorded('20:00:00', 'OLD', { asOf: '2026-06-02T20:00:00Z' })],
    `${SERVICE}/2026-06-02/day.ndjson`,
  );
  const { exitCode, stdout, stderr } = await runCli('top --at 10:00', world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  expect(stderr).toContain('hint: The nearest snapshot is from 2026-06-02 20:00:00 UTC. ');
});

describe('times', () => {
  test('of another day, across midnight, are dated', async () => {
    const lines = [recorded('10:15:02', 'AAA', { asOf: '2026-06-02T23:59:30Z' })];
    const world = recordedWorld(lines, `${SERVICE}/2026-06-02/day.ndjson.gz`);
    const { stdout } = await runCli('top --no-plain --at 00:00:10', world);
    expect(stdout.split('\n')[0]).toMatch(/RECORDED 2026-06-02 23:59:30 UTC ?$/);
  });
});

describe('recordings', () => {
  test('of another service are not shown', async () => {
    const { exitCode, stderr } = await runCli(
      'top --at 10:15 --base-url https://other.example',
      recordedWorld(),
    );
    expect(exitCode).toBe(10);
    expect(stderr).toContain('hint: Record with ');
  });

  test('of a server with simulated data are labelled', async () => {
    const world = recordedWorld(LINES, `sandbox-${SERVICE}/2026-06-03/day.ndjson`);
    const { stdout } = await runCli('top --no-plain --at 10:15:30', world);
    expect(stdout.split('\n')[0]).toMatch(/ RECORDED 10:15:02 UTC · SANDBOX ?$/);
  });

  test('of simulated data never replace real data', async () => {
    const { env, ...world } = recordedWorld();
    writeRecording(env.BOARDS_DATA_DIR ?? '', `sandbox-${SERVICE}/2026-06-02/day.ndjson`, [
      lineOf('2026-06-02T20:00:00Z'),
    ]);
    expect(await runCli('top --at 09:00', { ...world, env })).toMatchObject({ exitCode: 10, stdout: '' });
  });

  test('have no directory without a home directory', async () => {
    const { exitCode, stderr } = await runCli('top --at 10:15', {
      homeDirectory: undefined,
      env: { BOARDS_CONFIG_DIR: join(temporaryDirectory(), 'config') },
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('hint: Set BOARDS_DATA_DIR to a directory.');
  });

  // Windows reports a name that is too long as missing.
  test.skipIf(isWindows).each(COMMANDS)(
    '%s: a directory that cannot be read is an error',
    async (command) => {
      const env = { BOARDS_DATA_DIR: `/${'x'.repeat(300)}` };
      const { exitCode, stdout, stderr } = await runCli(`${command} --at 10:15:30`, { env });
      expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
      expect(stderr).toContain('error: the recordings cannot be read: ENAMETOOLONG\n');
    },
  );

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
        notes: ['note: skipped 9 invalid lines of the recording'],
      });
    }
  });
});

test('a symbol that is on no board any more has no number in the column Now', async () => {
  const lines = [2, 0].map((boards, index) =>
    recorded(`10:1${index}:02`, 'AAA', { boards: { movers: [rowOf({ symbol: 'AAA', rank: 8, boards })] } }),
  );
  const { stdout } = await runCli('boards --at 10:10:30 --no-plain', recordedWorld(lines));
  const [labels = '', row = ''] = stdout
    .split('\n')
    .filter((line) => / (Symbol|AAA) .*/.test(line))
    .slice(-2);
  const at = labels.indexOf('Now');
  expect(at).toBeGreaterThan(0);
  expect(row.slice(at, at + 'Now'.length).trim()).toBe('');
});
