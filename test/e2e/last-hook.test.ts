import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { isAlive, openProgram, RESTORED, runProgram, type TerminalProgram } from '../support/program.ts';
import { WITHOUT_TIMEOUTS } from '../support/shell.ts';
import { rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const BY_COUNT = ['--count', '2'];
const BY_UNTIL = ['--until', 'S1+entered'];

/** A watch that waits for the hook of its last snapshot, which runs longer than a test and has a child process. */
async function lastHook(options: ReadonlyArray<string> = BY_COUNT) {
  const { env } = await serveBoards({
    fields: (index) => ({ boards: { movers: [rowOf({ symbol: `S${index}` })] } }),
  });
  const file = join(temporaryDirectory(), 'pids');
  const hook = `sleep 100 & echo "$$ $!" > ${file}; wait`;
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []);
  return {
    args: ['watch', '-n', '1', ...options, '--exec', hook],
    env: { ...env, ...WITHOUT_TIMEOUTS },
    isRunning: () => until(() => pids().length === 2),
    isGone: () => until(() => !pids().some(isAlive)),
  };
}

describe.concurrent('while the last hook runs, a pane', () => {
  test.each<[string, (pane: TerminalProgram) => void | Promise<void>, number, ReadonlyArray<string>?]>([
    ['q', (pane) => pane.type('q'), 0],
    ['Ctrl-C', (pane) => pane.type('\x03'), 130],
    ['Ctrl-C twice', (pane) => twice(() => pane.type('\x03')), 130],
    ['SIGTERM', (pane) => pane.kill('SIGTERM'), 143],
    ['SIGHUP', (pane) => pane.kill('SIGHUP'), 129],
    ['q, after --until was met', (pane) => pane.type('q'), 0, BY_UNTIL],
  ])('ends without the hook on %s, restores the terminal and kills the hook', async (_, quit, code, end) => {
    const { args, env, isRunning, isGone } = await lastHook(end);
    const pane = openProgram(args, { env });
    await isRunning();
    await quit(pane);
    expect((await pane.ended).exitCode).toBe(code);
    expect(pane.raw()).toContain(RESTORED);
    expect(pane.raw()).not.toContain('error:');
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    await isGone();
  });
});

describe.concurrent('while the last hook runs, a watch into a pipe', () => {
  test.each<[NodeJS.Signals, string, ReadonlyArray<string>?]>([
    ['SIGTERM', '--events'],
    ['SIGINT', '--json', BY_UNTIL],
  ])('ends without the hook on %s with %s and kills the hook', async (signal, option, end) => {
    const { args, env, isRunning, isGone } = await lastHook(end);
    const ended = await runProgram([...args, option], {
      env,
      onStart: (child) => void isRunning().then(() => twice(() => child.kill(signal))),
    });
    expect(ended).toMatchObject({ exitCode: null, signal, stderr: '' });
    await isGone();
  });
});

/** Waits long enough between the two that the second is not ignored as a duplicate, unless the program has ended. */
async function twice(action: () => unknown): Promise<void> {
  action();
  await delay(300);
  try {
    action();
  } catch {
    // The program has ended.
  }
}
