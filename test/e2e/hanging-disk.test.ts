import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, RESTORED, runProgram } from '../support/program.ts';

const PRELOAD = fileURLToPath(new URL('../support/hanging-disk.cjs', import.meta.url));

/** An environment in which file operations on paths that match do not return. */
async function hangingAt(pattern: string) {
  const { env } = await serveBoards();
  const directory = temporaryDirectory();
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const BOARDS_DATA_DIR = join(directory, 'data');
  return { ...env, BOARDS_DATA_DIR, NODE_OPTIONS: `--require ${PRELOAD}`, PIPE: pipe, HANGING: pattern };
}

describe.concurrent('a disk that hangs', () => {
  test('delays neither the rows nor q, and the end by a second', async () => {
    const env = await hangingAt('\\.ndjson$');
    const terminal = openProgram(['watch', '--record', '-n', '1'], { env });
    await terminal.waitFor(/! not recorded/);
    expect(await terminal.waitFor(/AAA/)).toContain('as of');
    terminal.type('q');
    expect((await terminal.ended).exitCode).toBe(128 + 15);
    expect(terminal.raw().slice(terminal.raw().indexOf(RESTORED)).replaceAll(/\s+/g, ' ')).toMatch(
      /note: recording is 2 snapshots behind .*note: the disk of the recordings does not respond; \d+ snapshots are not recorded/,
    );
  });

  test.each([
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
  ] as const)('does not keep a pane from ending by %s', async (signal, number) => {
    const terminal = openProgram(['watch', '--record'], { env: await hangingAt('\\.ndjson$') });
    await terminal.waitFor(/AAA/);
    terminal.kill(signal);
    expect((await terminal.ended).exitCode).toBe(128 + number);
    expect(terminal.raw()).toContain(RESTORED);
  });

  test('leaves live data of all timeframes where memory cannot be filled', async () => {
    const terminal = openProgram(['watch', '-t', 'all', '--no-record'], { env: await hangingAt('/data/') });
    await terminal.waitFor(/AAA/);
    terminal.type('5');
    await terminal.waitFor((screen) => /5 INVESTING/.test(screen) && /AAA/.test(screen));
    terminal.type('q');
    expect((await terminal.ended).exitCode).toBe(128 + 15);
  });

  test('delays the end of a stream by a second, after all its lines', async () => {
    const env = await hangingAt('\\.ndjson$');
    const ended = await runProgram(['watch', '--json', '--record', '-n', '1', '--count', '3'], { env });
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    expect(ended.stderr).toBe(
      'note: recording is 2 snapshots behind\nnote: the disk of the recordings does not respond; 3 snapshots are not recorded\n',
    );
  });

  test('does not keep status from ending by a signal', async () => {
    const ended = await runProgram(['status'], {
      env: await hangingAt('/data'),
      // It has begun to look for recordings long before.
      onStart: (child) => setTimeout(() => child.kill('SIGINT'), 2000),
    });
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGINT', stdout: '' });
  });
});
