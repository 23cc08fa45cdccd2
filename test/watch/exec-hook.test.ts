import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/context.ts';
import { createHookRunner, type HookRun } from '../../src/watch/exec-hook.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { realClock } from '../support/real-clock.ts';

const runOf = (fields: Partial<HookRun> = {}): HookRun => ({
  timeframe: 'day',
  asOf: '2026-06-03T14:30:00Z',
  events: 1,
  input: '{"type":"entered"}\n',
  ...fields,
});

/** A clock on which the limit of a hook passes in a tenth of a second. */
const hasty: Clock = {
  ...realClock,
  sleep: (milliseconds, signal) => realClock.sleep(milliseconds / 100, signal),
};

function setUp(command: string) {
  const file = join(temporaryDirectory(), 'log');
  const failures: Array<string> = [];
  const runner = createHookRunner({
    command: command.replaceAll('FILE', file),
    env: { PATH: process.env.PATH, MARK: 'kept' },
    spawn,
    killGroup: (processId) => void process.kill(-processId, 'SIGKILL'),
    clock: hasty,
    onFailure: (reason) => failures.push(reason),
  });
  return { runner, failures, log: () => readFileSync(file, 'utf8') };
}

describe('a hook', () => {
  test('gets the events on stdin and the facts in its environment', async () => {
    const { runner, failures, log } = setUp(
      '{ echo "$BOARDS_TIMEFRAME $BOARDS_ASOF $BOARDS_EVENTS $MARK"; cat; } > FILE',
    );
    runner.offer(runOf());
    await runner.idle();
    expect(log()).toBe('day 2026-06-03T14:30:00Z 1 kept\n{"type":"entered"}\n');
    expect(failures).toEqual([]);
  });

  test('runs one at a time, and of those waiting keeps the latest of each timeframe', async () => {
    const { runner, log } = setUp('sleep 0.05; echo "$BOARDS_TIMEFRAME $BOARDS_ASOF" >> FILE');
    for (const asOf of ['1', '2', '3']) {
      runner.offer(runOf({ asOf }));
      runner.offer(runOf({ asOf, timeframe: 'swing' }));
    }
    await runner.idle();
    expect(log().trimEnd().split('\n').sort()).toEqual(['day 1', 'day 3', 'swing 3']);
  });

  test.each([
    ['exit 3', /failed with exit code 3/],
    ['kill -9 $$', /ended by SIGKILL/],
    ['no-such-command-at-all', /exit code 127/],
    ['sleep 30 & sleep 30', /took longer than 10 s/],
  ])('%s is told and is not the end', async (command, words) => {
    const { runner, failures } = setUp(command);
    runner.offer(runOf());
    await runner.idle();
    expect(failures.join()).toMatch(words);
    runner.offer(runOf());
    await runner.idle();
    expect(failures).toHaveLength(2);
  });

  test('that cannot be started is told, and is not the end', async () => {
    const failures: Array<string> = [];
    const runner = createHookRunner({
      command: 'true',
      env: {},
      spawn: () => {
        throw new Error('E2BIG');
      },
      killGroup: () => undefined,
      clock: hasty,
      onFailure: (reason) => failures.push(reason),
    });
    runner.offer(runOf());
    await runner.idle();
    expect(failures).toEqual(['hook could not start: E2BIG']);
  });

  test('gets a time without what a hostile service put into it', async () => {
    const { runner, failures, log } = setUp('echo "$BOARDS_ASOF" > FILE');
    runner.offer(runOf({ asOf: `2026-06-03T14:30:00Z\0$(id)${'x'.repeat(200_000)}` }));
    await runner.idle();
    expect(failures).toEqual([]);
    expect(log()).toMatch(/^2026-06-03T14:30:00Zidx{18}\n$/);
  });

  test('may ignore a long input', async () => {
    const { runner, failures } = setUp('exit 0');
    runner.offer(runOf({ input: 'x'.repeat(1_000_000) }));
    await runner.idle();
    expect(failures).toEqual([]);
  });

  test('ends with all that it started', async () => {
    const { runner, log } = setUp('(sleep 0.3; echo late > FILE) & sleep 30');
    runner.offer(runOf());
    await delay(50);
    runner.close();
    await runner.idle();
    await delay(500);
    expect(log).toThrow(/ENOENT/);
  });
});
