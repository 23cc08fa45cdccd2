import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../../src/errors.ts';
import { TIMEFRAMES } from '../../../src/market/catalogue.ts';
import { responseOf, type TimeframeResponses, transportByTimeframe } from '../../support/responses.ts';
import { bodyOf } from '../../support/snapshots.ts';
import { createWorld, linesOf, runCli } from '../../support/world.ts';

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

describe('if the service returns another of the five timeframes', () => {
  test.each([
    'boards',
    'boards --json',
    'boards --csv',
    'top --format {symbol}',
    'symbol AAA',
    'confluence --json',
    'watch --count 1 --for 5 --json',
  ])('%s shows nothing of it and ends with 8, or tries again', async (command) => {
    const { exitCode, stdout, stderr } = await run(`${command} -t swing`, { swing: good('day') });
    expect(stdout).toBe('');
    expect(stderr).toContain('the service returned day for swing');
    expect(exitCode).toBe(command.startsWith('watch') ? 0 : 8);
  });

  test('a script gets all timeframes or none, a person the others', async () => {
    const responses = { day: good('day'), swing: good('day') };
    expect(await run('boards -t day,swing --json', responses)).toMatchObject({ exitCode: 8, stdout: '' });
    const { exitCode, stdout, stderr } = await run('boards -t day,swing', responses);
    expect(exitCode).toBe(8);
    expect(stdout.match(/^day /gm)).toHaveLength(1);
    expect(stderr).toMatch(/^error: swing: the service returned day for swing\nhint: \S/m);
  });
});

test.each([
  ['unknown', 'day\u001b[31m'],
  ['null', null],
  ['missing', undefined],
])('a timeframe that is %s is accepted without a note', async (_, timeframe) => {
  const { exitCode, stdout, stderr } = await run('boards -t swing', { swing: bodyOf({ timeframe }) });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('AAA');
  expect(stdout).not.toContain('\u001b');
});

test('our own objects name the timeframe as requested', async () => {
  const day = bodyOf({ timeframe: 'weekly' });
  const top = await run('top -t day --json', { day });
  expect(JSON.parse(top.stdout)).toMatchObject({ timeframe: 'day' });
  const listed = await run('watch --events --initial --count 1 -t day', { day });
  expect(linesOf(listed.stdout).map((line) => JSON.parse(line).timeframe)).toEqual(['day', 'day']);
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
