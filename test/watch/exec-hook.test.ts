import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/context.ts';
import { createHost } from '../../src/host.ts';
import type { ChangeEvent } from '../../src/market/diff.ts';
import { createHookRunner, type HookRun } from '../../src/watch/exec-hook.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock, realClock } from '../support/fake-clock.ts';
import { isAlive } from '../support/program.ts';
import { isWindows, nodeCommand, slashed } from '../support/system.ts';

const entered = (symbol: string): ChangeEvent => ({
  type: 'entered',
  asOf: '2026-06-03T14:30:00Z',
  timeframe: 'day',
  board: 'movers',
  symbol,
  from: null,
  to: 1,
});

const runOf = (fields: Partial<HookRun> = {}): HookRun => ({
  timeframe: 'day',
  asOf: '2026-06-03T14:30:00Z',
  isSimulated: false,
  events: [entered('AAA')],
  ...fields,
});

/** A clock on which the 10 s timeout of a hook takes a tenth of a second. */
const fastClock: Clock = {
  ...realClock,
  sleep: (milliseconds, signal) => realClock.sleep(milliseconds / 100, signal),
};

function setUp(command: string, clock = realClock) {
  const file = slashed(join(temporaryDirectory(), 'log'));
  const failures: Array<string> = [];
  const runner = createHookRunner(
    {
      command: command.replaceAll('FILE', file),
      textOf: ({ events }) => events.map(({ symbol }) => `${symbol} entered`).join(),
      onFailure: (reason) => failures.push(reason),
    },
    {
      env: { PATH: process.env.PATH, MARK: 'kept' },
      platform: process.platform,
      clock,
      host: createHost(process, '0.0.0'),
    },
  );
  return { runner, failures, file, log: () => readFileSync(file, 'utf8') };
}

/** The variables of a hook, as JavaScript, with a blank between them. */
const values = (...names: ReadonlyArray<string>) =>
  `[${names.map((name) => `process.env.${name}`).join()}].join(' ')`;
const CONTEXT = ['BOARDS_TIMEFRAME', 'BOARDS_ASOF', 'BOARDS_EVENTS', 'BOARDS_TEXT'];
/** A child process that ends after so many seconds, as JavaScript. */
const sleeping = (seconds: number, options = '') =>
  `child_process.spawn(process.execPath, ['-e', 'setTimeout(() => {}, ${seconds}000)'], { ${options}stdio: 'inherit' })`;
const STDIN = 'String(fs.readFileSync(0))';

describe('a hook', () => {
  test('receives the events on stdin and their context in environment variables', async () => {
    const { runner, failures, log } = setUp(
      nodeCommand(`fs.writeFileSync('FILE', ${values(...CONTEXT, 'MARK')} + '\\n' + ${STDIN})`),
    );
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(log()).toBe(`day 2026-06-03T14:30:00Z 1 AAA entered kept\n${JSON.stringify(entered('AAA'))}\n`);
    expect(failures).toEqual([]);
  });

  test('runs one at a time; what comes of a timeframe meanwhile is the next run', async () => {
    const line = `${values(...CONTEXT)} + ' ' + (${STDIN}.split('\\n').length - 1) + '\\n'`;
    const { runner, log } = setUp(nodeCommand(`setTimeout(() => fs.appendFileSync('FILE', ${line}), 50)`));
    for (const asOf of ['1', '2', '3']) {
      runner.enqueue(runOf({ asOf, events: [entered(`S${asOf}`)] }));
      runner.enqueue(runOf({ asOf, timeframe: 'swing', events: [entered(`T${asOf}`)] }));
    }
    await runner.whenIdle();
    const runs = log().trimEnd().split('\n');
    expect(runs.toSorted()).toEqual([
      'day 1 1 S1 entered 1',
      'day 3 2 S2 entered,S3 entered 2',
      'swing 3 3 T1 entered,T2 entered,T3 entered 3',
    ]);
  });

  test.each([
    ['exit code 1: no such display', "console.error('first\\n\\nno such display'); process.exitCode = 1"],
    ['exit code 2: ?[31mno newline', "process.stderr.write('\\x1b[31mno newline'); process.exitCode = 2"],
    [`exit code 3: ${'y'.repeat(200)}`, "console.error('y'.repeat(3000)); process.exitCode = 3"],
    ['exit code 3: last', "console.error('y\\n'.repeat(500000) + 'last'); process.exitCode = 3"],
    // A child process keeps stderr open outside the process group.
    [
      'exit code 4: left',
      `${sleeping(100, 'detached: true, ')}.unref(); console.error('left'); process.exitCode = 4`,
    ],
  ])('that fails is reported with its last line: %s', async (reason, code) => {
    const { runner, failures } = setUp(nodeCommand(code));
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(failures).toEqual([`--exec failed with ${reason}`]);
  });

  test.for([
    [/failed with exit code 3/, 'exit 3', realClock],
    [/was killed by SIGKILL/, 'kill -9 $$', realClock],
    [isWindows ? /exit code (1|9009)/ : /exit code 127/, 'no-such-command-at-all', realClock],
    [/timed out after 10 s/, nodeCommand(`${sleeping(30)}; setTimeout(() => {}, 30000)`), fastClock],
  ] as const)('is reported as failed and runs again: %s', async ([words, command, clock], { skip }) => {
    skip(isWindows && command.startsWith('kill'), 'needs signals');
    const { runner, failures } = setUp(command, clock);
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(failures.join()).toMatch(words);
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(failures).toHaveLength(2);
  });

  test('that does not end is killed after 10 s', async () => {
    const clock = createFakeClock();
    const { runner, failures } = setUp(nodeCommand('setTimeout(() => {}, 30000)'), clock);
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(failures).toEqual(['--exec timed out after 10 s']);
    expect(Math.round(clock.monotonic() / 1000)).toBe(10);
  });

  test('that cannot be started is reported', async () => {
    const { runner, failures } = setUp(`true ${'x'.repeat(3_000_000)}`);
    runner.enqueue(runOf());
    await runner.whenIdle();
    expect(failures).toEqual([`--exec failed to start: spawn ${isWindows ? 'ENAMETOOLONG' : 'E2BIG'}`]);
  });

  test('receives only the characters of a timestamp from a hostile service', async () => {
    const { runner, failures, log } = setUp(
      nodeCommand(`fs.writeFileSync('FILE', ${values('BOARDS_ASOF')} + '\\n')`),
    );
    runner.enqueue(runOf({ asOf: `2026-06-03T14:30:00Z\0$(id)` }));
    await runner.whenIdle();
    expect(failures).toEqual([]);
    expect(log()).toMatch(/^2026-06-03T14:30:00Zid\n$/);
    runner.enqueue(runOf({ asOf: '2026-06-03T14:30:00.250+05:30' }));
    await runner.whenIdle();
    expect(log()).toBe('2026-06-03T14:30:00.250+05:30\n');
  });

  test('receives at most 1,000 characters of a sentence about many symbols', async () => {
    const { runner, log } = setUp(
      nodeCommand(`fs.writeFileSync('FILE', ${values('BOARDS_EVENTS', 'BOARDS_TEXT')})`),
    );
    const events = Array.from({ length: 200 }, (_, index) => entered(`S${index}`));
    runner.enqueue(runOf({ events }));
    await runner.whenIdle();
    const text = events.map(({ symbol }) => `${symbol} entered`).join();
    expect(log()).toBe(`200 ${text.slice(0, 1000)}`);
  });

  test('may exit without reading a long input', async () => {
    const { runner, failures } = setUp('exit 0');
    runner.enqueue(runOf({ events: Array.from({ length: 10_000 }, (_, index) => entered(`S${index}`)) }));
    await runner.whenIdle();
    expect(failures).toEqual([]);
  });

  test.skipIf(isWindows).each([
    ['true', realClock, 0],
    ['kill -9 $$', realClock, 0],
    ['sleep 30', fastClock, 1],
  ])(
    'on Windows, "%s" is killed only while it runs, because its id can be that of another process then',
    async (command, clock, times) => {
      const killed: Array<number> = [];
      const options = { command, textOf: () => '', onFailure: () => undefined };
      const host = {
        killGroup(processId: number) {
          killed.push(processId);
          process.kill(processId, 'SIGKILL');
        },
      };
      const world = { env: { PATH: process.env.PATH }, platform: 'win32', clock, host };
      const runner = createHookRunner(options, world);
      runner.enqueue(runOf());
      await runner.whenIdle();
      runner.close();
      expect(killed).toHaveLength(times);
    },
  );

  test.skipIf(isWindows).each(['', 'exit 3'])(
    'leaves nothing in the background when it has ended (%s)',
    async (end) => {
      const { runner, failures, log } = setUp(`sleep 60 & echo $! > FILE; ${end}`);
      runner.enqueue(runOf());
      await runner.whenIdle();
      expect(failures).toHaveLength(end === '' ? 0 : 1);
      await expect.poll(() => isAlive(Number(log()))).toBe(false);
    },
  );

  test('is killed together with its child processes', async () => {
    const { runner, log, file } = setUp(
      nodeCommand(`fs.writeFileSync('FILE', ${sleeping(100)}.pid + '\\n')`),
    );
    runner.enqueue(runOf());
    await expect.poll(() => existsSync(file) && log()).toMatch(/\d\n/);
    runner.close();
    await runner.whenIdle();
    await expect.poll(() => isAlive(Number(log()))).toBe(false);
  });
});
