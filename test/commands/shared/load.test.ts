import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../../src/errors.ts';
import { TIMEFRAMES } from '../../../src/vocabulary.ts';
import { responseOf, type TimeframeResponses, transportByTimeframe } from '../../support/responses.ts';
import { bodyOf } from '../../support/snapshots.ts';
import { createWorld, runCli } from '../../support/world.ts';

const good = (timeframe: string) => bodyOf({ timeframe });
const run = (args: string, responses: TimeframeResponses) =>
  runCli(args, { transport: transportByTimeframe(responses), columns: 100 });

describe('if one of several timeframes fails', () => {
  const responses = { day: good('day'), swing: responseOf(401, { error: 'no' }), position: good('position') };

  test.each(['boards', 'top', 'symbol AAA', 'confluence'])(
    '%s shows the others, names it in the error and exits with its code',
    async (command) => {
      const { exitCode, stdout, stderr } = await run(`${command} -t day,swing,position`, responses);
      expect(exitCode).toBe(4);
      expect(stdout).toContain('AAA');
      expect(stderr).toMatch(/^error: swing: /m);
    },
  );

  test.each([
    'boards --json',
    'boards --csv',
    'top --json',
    'symbol AAA --json',
    'confluence --json',
    'confluence --csv',
  ])('%s prints nothing, because partial data would look complete', async (command) => {
    const { exitCode, stdout, stderr } = await run(`${command} -t day,swing,position`, responses);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toMatch(/swing: /);
  });
});

test('the error names every timeframe that failed, with the exit code of the first', async () => {
  const responses = {
    day: good('day'),
    swing: responseOf(403, { error: 'no' }),
    position: new NetworkError('cut off'),
  };
  const { exitCode, stderr } = await run('boards -t position,day,swing --retries 0', responses);
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(/^error: position: cut off; swing: the key is revoked \(403\)$/m);
  expect(stderr).not.toMatch(/^note:/m);
  for (const format of ['--json', '--csv']) {
    const machine = await run(`boards -t position,day,swing --retries 0 ${format}`, responses);
    expect(machine).toMatchObject({ exitCode: 7, stdout: '' });
    expect(machine.stderr).toMatch(/position: cut off; swing: the key is revoked \(403\)/);
  }
});

test('an internal error takes precedence over failures of the service', async () => {
  const { exitCode, stderr } = await run('boards -t day,swing', {
    day: responseOf(403, {}),
    swing: new Error('a bug'),
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^error: something went wrong inside boards$/m);
});

test('nothing is shown if all timeframes fail', async () => {
  const { exitCode, stdout } = await run('boards -t day,swing --retries 0', {});
  expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
});

test('the error does not name a timeframe if only one was requested', async () => {
  const { stderr } = await run('boards --retries 0', { day: new NetworkError('cut off') });
  expect(stderr).toMatch(/^error: cut off$/m);
});

test('all timeframes are requested concurrently, each once', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const world = createWorld({
    transport: async ({ url }) => {
      await held;
      return responseOf(200, good(url.searchParams.get('timeframe') ?? ''));
    },
  });
  const running = runCli('boards -t swing,all,day --json', world);
  while (world.requests.length < TIMEFRAMES.length) await new Promise(setImmediate);
  release();
  const { exitCode, stdout } = await running;
  expect(exitCode).toBe(0);
  expect(world.requests).toHaveLength(5);
  expect(JSON.parse(stdout).map((snapshot: { timeframe: string }) => snapshot.timeframe)).toEqual([
    'swing',
    'scalp',
    'day',
    'position',
    'investing',
  ]);
});

test('a note reports that the service returned another timeframe, without escape codes', async () => {
  const { exitCode, stderr } = await run('boards -t swing', { swing: good('day\u001b[31m') });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('note: requested swing, but the service returned day?[31m');
});

test('nothing is shown after a stop', async () => {
  const world = createWorld({
    transport: async ({ url }) => {
      if (url.searchParams.get('timeframe') === 'swing') world.stop('SIGINT');
      return responseOf(200, good('day'));
    },
  });
  const { exitCode, stdout } = await runCli('boards -t day,swing', world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
});
