import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, RESTORED, runProgram, type TerminalProgram } from '../support/program.ts';
import { rowOf } from '../support/snapshots.ts';

/** Well below the 10 s timeout of a hook, and well above what a busy computer needs. */
const MAX_EXIT_MS = 3000;

interface End {
  readonly options: ReadonlyArray<string>;
  /** Milliseconds after the start of the hook until only the hook keeps the watch from ending. */
  readonly endsAfter?: number;
}

const BY_COUNT: End = { options: ['--count', '2'] };
const BY_UNTIL: End = { options: ['--until', 'S1+entered'] };
const BY_FOR: End = { options: ['--for', '2.5', '--until', 'ZZZ'], endsAfter: 2500 };

/** A watch that has received its last snapshot and waits for a long-running hook that has a child process. */
async function lastHook({ options, endsAfter = 0 }: End = BY_COUNT) {
  const { env } = await serveBoards({
    fields: (index) => ({ boards: { movers: [rowOf({ symbol: `S${index}` })] } }),
  });
  const file = join(mkdtempSync(join(tmpdir(), 'boards-last-hook-')), 'pids');
  const hook = `sleep 60 & echo "$$ $!" > ${file}; wait`;
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []);
  return {
    args: ['watch', '-n', '1', ...options, '--exec', hook],
    env,
    async isRunning() {
      while (pids().length < 2) await delay(10);
      // The last snapshot came just before the hook started.
      await delay(100 + endsAfter);
    },
    async expectGone() {
      const deadline = Date.now() + MAX_EXIT_MS;
      while (pids().some(isAlive) && Date.now() < deadline) await delay(10);
      expect(pids()).toHaveLength(2);
      expect(pids().filter(isAlive)).toEqual([]);
    },
  };
}

/** Returns false for a zombie too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe.concurrent('while the last hook runs, a pane', { timeout: 30_000 }, () => {
  test.each<[string, (pane: TerminalProgram) => void | Promise<void>, number, End?]>([
    ['q', (pane) => pane.type('q'), 0],
    ['Ctrl-C', (pane) => pane.type('\x03'), 130],
    ['Ctrl-C twice', (pane) => twice(() => pane.type('\x03')), 130],
    ['SIGINT', (pane) => pane.kill('SIGINT'), 130],
    ['SIGTERM', (pane) => pane.kill('SIGTERM'), 143],
    ['SIGHUP', (pane) => pane.kill('SIGHUP'), 129],
    ['q, after --until was met', (pane) => pane.type('q'), 0, BY_UNTIL],
    ['q, after the time of --for', (pane) => pane.type('q'), 9, BY_FOR],
    ['Ctrl-C twice, after the time of --for', (pane) => twice(() => pane.type('\x03')), 130, BY_FOR],
  ])('ends at once on %s, restores the terminal and kills the hook', async (_, quit, exitCode, end) => {
    const { args, env, isRunning, expectGone } = await lastHook(end);
    const pane = openProgram(args, { env });
    await isRunning();
    const started = performance.now();
    await quit(pane);
    expect((await pane.ended).exitCode).toBe(exitCode);
    expect(performance.now() - started).toBeLessThan(MAX_EXIT_MS);
    expect(pane.raw()).toContain(RESTORED);
    // Nothing met --until.
    expect(pane.raw().includes('error:')).toBe(exitCode === 9);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    await expectGone();
  });
});

describe.concurrent('while the last hook runs, a watch into a pipe', { timeout: 30_000 }, () => {
  test.each<[NodeJS.Signals, string, number, End?]>([
    ['SIGINT', '--json', 130],
    ['SIGTERM', '--events', 143],
    ['SIGINT', '--events', 130, BY_UNTIL],
    ['SIGTERM', '--json', 143, BY_FOR],
  ])('ends at once on %s with %s and kills the hook', async (signal, option, exitCode, end) => {
    const { args, env, isRunning, expectGone } = await lastHook(end);
    let started = Number.NaN;
    const ended = await runProgram([...args, option], {
      env,
      onStart: (child) =>
        void isRunning().then(() => {
          started = performance.now();
          return twice(() => child.kill(signal));
        }),
    });
    expect(ended).toMatchObject({ exitCode, signal: null, stderr: '' });
    expect(performance.now() - started).toBeLessThan(MAX_EXIT_MS);
    await expectGone();
  });
});

/** Waits long enough between the two that the second is not ignored as a duplicate. */
async function twice(action: () => unknown): Promise<void> {
  action();
  await delay(300);
  try {
    action();
  } catch {
    // The program has ended.
  }
}
