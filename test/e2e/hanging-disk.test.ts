import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { recordingsDirectory } from '../../src/recording/directories.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, RESTORED, runProgram, type TerminalProgram } from '../support/program.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { withoutWaitsFrom } from '../support/shell.ts';
import { until } from '../support/wait.ts';

const PRELOAD = fileURLToPath(new URL('../support/hanging-disk.cjs', import.meta.url));
/** Nothing but status may wait longer for a disk. */
const LONGEST_WAIT_MS = 1000;
const STATUS_WAIT_MS = 3000;

/**
 * An environment in which file operations on paths that match do not return, nor do waits of the program that are longer than the
 * limit: a program that ends in it has not waited longer, however busy the machine is.
 */
async function hangingAt(pattern: string, longestWait = LONGEST_WAIT_MS) {
  const { env } = await serveBoards();
  const directory = temporaryDirectory();
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  return {
    ...env,
    BOARDS_DATA_DIR: join(directory, 'data'),
    NODE_OPTIONS: `--require ${PRELOAD} ${withoutWaitsFrom(longestWait + 1).NODE_OPTIONS}`,
    PIPE: pipe,
    HANGING: pattern,
    GATE: join(directory, 'gate'),
    HUNG: join(directory, 'hung'),
  };
}

/** Does what ends a program in a terminal. Fails if the terminal is not restored, or the program does not end. */
async function endOf(terminal: TerminalProgram, end: () => void): Promise<number> {
  end();
  await until(() => terminal.raw().includes(RESTORED));
  const { exitCode } = await terminal.ended;
  return exitCode;
}

describe.concurrent('a disk that hangs', () => {
  test('leaves status everything but the recordings', async () => {
    const [text, json] = await Promise.all(
      [['status'], ['status', '--json']].map(async (args) =>
        runProgram(args, { env: await hangingAt('/data', STATUS_WAIT_MS) }),
      ),
    );
    expect(text?.stdout).toMatch(
      /^recordings +\/.*data +unknown; not recording: the disk does not respond$/m,
    );
    expect(text?.stdout).toMatch(/^latency /m);
    expect(text).toMatchObject({
      stderr: 'note: a disk does not respond; boards ends without waiting for it\n',
      signal: 'SIGTERM',
    });
    const { recordings, check } = JSON.parse(json?.stdout ?? '');
    expect(recordings).toMatchObject({ bytes: 0, days: 0, fault: 'the disk does not respond' });
    expect(check).toHaveProperty('session');
  });

  test('delays neither the rows nor q, and the end by a second', async () => {
    const terminal = openProgram(['watch', '--record', '-n', '1'], { env: await hangingAt('\\.ndjson$') });
    await terminal.waitFor(/! not recorded/);
    expect(await terminal.waitFor(/AAA/)).toContain(' live ');
    expect(await endOf(terminal, () => terminal.type('q'))).toBe(128 + 15);
    expect(terminal.raw().slice(terminal.raw().indexOf(RESTORED)).replaceAll(/\s+/g, ' ')).toMatch(
      /note: 2 snapshots wait to be recorded: the disk is too slow .*note: \d+ snapshots were not recorded: the disk was too slow .*note: a disk does not respond/,
    );
  });

  test.each([
    ['SIGTERM', 15],
    ['SIGQUIT', 3],
  ] as const)('does not keep a pane from ending by %s', async (signal, number) => {
    const terminal = openProgram(['watch', '--record'], { env: await hangingAt('\\.ndjson$') });
    await terminal.waitFor(/AAA/);
    expect(await endOf(terminal, () => terminal.kill(signal))).toBe(128 + number);
  });

  test('does not keep a pane from ending by Ctrl-C in the second after q', async () => {
    // The second does not pass before Ctrl-C.
    const env = await hangingAt('\\.ndjson$', LONGEST_WAIT_MS - 1);
    const terminal = openProgram(['watch', '--record'], { env });
    await terminal.waitFor(/AAA/);
    terminal.type('q');
    await until(() => terminal.raw().includes(RESTORED));
    terminal.type('\x03');
    expect((await terminal.ended).exitCode).toBe(128 + 2);
  });

  test('leaves live data of all timeframes where memory cannot be filled', async () => {
    const terminal = openProgram(['watch', '-t', 'all', '--no-record'], { env: await hangingAt('/data/') });
    await terminal.waitFor(/AAA/);
    terminal.type('5');
    await terminal.waitFor((screen) => /5 INVESTING/.test(screen) && /AAA/.test(screen));
    expect(await endOf(terminal, () => terminal.type('q'))).toBe(128 + 15);
    expect(terminal.raw()).toContain('note: a disk does not respond');
  });

  test('delays the end of a stream by a second, after all its lines', async () => {
    const env = await hangingAt('\\.ndjson$');
    const ended = await runProgram(['watch', '--json', '--record', '-n', '1', '--count', '3'], { env });
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    expect(ended.stderr).toBe(
      'note: 2 snapshots wait to be recorded: the disk is too slow\nnote: 3 snapshots were not recorded: the disk was too slow\nnote: a disk does not respond; boards ends without waiting for it\n',
    );
  });

  test('does not keep replay from ending by q', async () => {
    const env = await hangingAt('nothing');
    // More than is read before the disk hangs.
    const lines = Array.from({ length: 2000 }, (_, second) =>
      lineOf(new Date(Date.parse('2026-06-03T15:00:00Z') + second * 1000).toISOString(), 20),
    );
    const directory = recordingsDirectory(env.BOARDS_DATA_DIR, env.BOARDS_BASE_URL, false);
    writeRecording(directory, '2026-06-03/day.ndjson', lines);
    const terminal = openProgram(['replay'], { env });
    await terminal.waitFor(/15:00:00/);
    writeFileSync(env.GATE, '');
    await until(() => existsSync(env.HUNG));
    expect(await endOf(terminal, () => terminal.type('q'))).toBe(128 + 15);
  });
});

const WITHOUT_LIST = ['recordings cannot be listed', '/data'] as const;
const WITHOUT_FILE = ['a recorded file cannot be opened', '\\.ndjson$'] as const;
const WITHOUT_COMPRESSED = ['a compressed file cannot be opened', '\\.ndjson\\.gz$'] as const;

describe.concurrent('where a disk hangs', () => {
  // All commands read recordings in one way.
  test.each([
    ['history AAA', ...WITHOUT_LIST],
    ['history AAA', ...WITHOUT_FILE],
    ['history AAA', ...WITHOUT_COMPRESSED],
    ['replay --json', ...WITHOUT_COMPRESSED],
    ['--at 1m', ...WITHOUT_FILE],
    ['status', ...WITHOUT_LIST],
  ])('%s ends by a signal while %s', async (line, _, pattern) => {
    const env = await hangingAt(pattern);
    const directory = recordingsDirectory(env.BOARDS_DATA_DIR, env.BOARDS_BASE_URL, false);
    const now = new Date().toISOString();
    for (const name of ['day.ndjson', 'day.ndjson.gz'])
      writeRecording(directory, `${now.slice(0, 10)}/${name}`, [lineOf(now)]);
    const ended = await runProgram(line.split(' '), {
      env,
      onStart: (child) => void until(() => existsSync(env.HUNG)).then(() => child.kill('SIGINT')),
    });
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGINT', stdout: '' });
  });
});
