import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type LoopbackServer, serveHttp } from '../support/loopback.ts';
import { type Ended, openProgram, runProgram } from '../support/program.ts';
import { withFault } from '../support/shell.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const NEVER = () => undefined;

function clientOf({ host }: LoopbackServer) {
  return { BOARDS_BASE_URL: `http://${host}`, BOARDS_API_KEY: 'of-the-test' };
}

/** Runs the program, and sends it the signals in one go when `isReady`. */
async function stopWhen(
  isReady: () => boolean,
  args: ReadonlyArray<string>,
  signals: ReadonlyArray<NodeJS.Signals>,
  { env = {}, ...options }: Parameters<typeof runProgram>[1] = {},
): Promise<Ended> {
  return runProgram(args, {
    ...options,
    env,
    onStart: (child) => {
      options.onStart?.(child);
      void until(isReady).then(async () => {
        await delay(30);
        for (const signal of signals) child.kill(signal);
      });
    },
  });
}

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

describe('a signal ends a command at once, with its exit code and without a word', () => {
  test.each(SIGNALS)('%s during a request', async (signal, exitCode) => {
    const server = await serveHttp(NEVER);
    const ended = await stopWhen(() => server.connections() > 0, [], [signal], { env: clientOf(server) });
    expect(ended).toMatchObject({ exitCode, signal: null, stdout: '', stderr: '' });
  });

  test.each([
    '--json -t all',
    'top',
    'symbol AAA',
    'confluence',
    'status --json',
    'watch',
    'watch --json',
    'login',
  ])('SIGTERM during a request of %s', async (line) => {
    const server = await serveHttp(NEVER);
    const options = { env: clientOf(server), input: 'a-key-of-this-test' };
    const ended = await stopWhen(() => server.connections() > 0, line.split(' '), ['SIGTERM'], options);
    expect(ended).toMatchObject({ exitCode: 143, stdout: '', stderr: '' });
  });

  test('SIGINT while it waits to repeat a request', async () => {
    const server = await serveHttp((_, response) => response.writeHead(429, { 'Retry-After': '30' }).end());
    const ended = await stopWhen(() => server.sent() > 0, ['-q'], ['SIGINT'], { env: clientOf(server) });
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('SIGINT while it waits for a key on a stdin that stays open', async () => {
    const started = performance.now();
    const ended = await stopWhen(
      () => performance.now() - started > 400,
      ['login', '--base-url', 'https://boards.example'],
      ['SIGINT'],
      { input: null },
    );
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('SIGINT while another process saves', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'boards-signals-'));
    const lock = join(directory, 'config.json.lock');
    let turn = 0;
    const holder = setInterval(() => writeFileSync(lock, String(turn++)), 20);
    const args = ['config', 'set', 'limit', '3'];
    const ended = await stopWhen(() => turn > 30, args, ['SIGINT'], {
      env: { BOARDS_CONFIG_DIR: directory },
    });
    clearInterval(holder);
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
    expect(readdirSync(directory)).toEqual(['config.json.lock']);
  });

  test('the second of two that come together is an echo', async () => {
    const server = await serveHttp(NEVER);
    const signals = ['SIGINT', 'SIGINT'] as const;
    const ended = await stopWhen(() => server.connections() > 0, [], signals, { env: clientOf(server) });
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('SIGTERM while the reader of much output reads nothing', async () => {
    const rows = Array.from({ length: 8000 }, (_, index) => rowOf({ rank: index + 1 }));
    const body = JSON.stringify(bodyOf({ boards: { movers: rows } }));
    const server = await serveHttp((_, response) => response.end(body));
    const ended = await stopWhen(() => server.sent() > body.length, ['--json'], ['SIGTERM'], {
      env: clientOf(server),
      onStart: (child) => {
        child.stdout?.pause();
        child.on('exit', () => child.stdout?.resume());
      },
    });
    expect(ended).toMatchObject({ exitCode: 143, stderr: '' });
  });
});

describe('a bug ends the program with the human message', () => {
  const THROWN = withFault("setTimeout(() => { throw new Error('of the test') }, 400)");
  const REJECTED = withFault("setTimeout(() => Promise.reject(new Error('of the test')), 400)");
  const UNSETTLED = withFault("import fs from 'node:fs'; fs.promises.open = () => new Promise(() => {});");

  test.each([
    ['exception', '', THROWN],
    ['rejection', '', REJECTED],
    ['exception', 'watch', THROWN],
    ['exception', 'login --base-url https://boards.example', THROWN],
    ['promise that is never settled', 'config set limit 3', UNSETTLED],
  ])('%s in: boards %s', async (_, line, fault) => {
    const env = { ...clientOf(await serveHttp(NEVER)), ...fault };
    const { exitCode, stdout, stderr } = await runProgram(line.split(' ').filter(Boolean), {
      env,
      input: null,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^error: something went wrong inside boards\nhint: .*--debug.*\n$/);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s during a promise that is never settled', async (signal, exitCode) => {
    const fault =
      "import fs from 'node:fs'; setTimeout(() => {}, 1500);" +
      "fs.promises.open = () => (process.stderr.write('waiting'), new Promise(() => {}));";
    const ended = await runProgram(['config', 'set', 'limit', '3'], {
      env: withFault(fault),
      onStart: (child) => child.stderr?.once('data', () => child.kill(signal)),
    });
    expect(ended).toEqual({ exitCode, signal: null, stdout: '', stderr: 'waiting' });
  });

  test('every command takes --debug, which the message asks for', async () => {
    const { exitCode, stderr } = await runProgram(['config', 'set', 'limit', '3', '--debug'], {
      env: UNSETTLED,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^debug: Error: nothing left to wait for$/m);
  });

  test('with --debug its stack follows, with --json it is one line', async () => {
    const env = { ...clientOf(await serveHttp(NEVER)), ...THROWN };
    const debug = await runProgram(['--debug'], { env });
    expect(debug).toMatchObject({ exitCode: 1, stdout: '' });
    expect(debug.stderr).toMatch(/^debug: Error: of the test\ndebug: +at /m);
    const json = await runProgram(['--json'], { env });
    expect(json).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'internal' } });
    expect(json.stderr).not.toContain('of the test');
  });

  test('the live pane gives the terminal back first', async () => {
    const server = await serveHttp((_, response) => response.end(JSON.stringify(bodyOf())));
    const env = {
      ...clientOf(server),
      ...withFault("setTimeout(() => { throw new Error('of the test') }, 900)"),
    };
    const pane = openProgram(['watch', '-n', '1'], { env });
    await pane.waitFor(/error: something went wrong inside boards/);
    expect((await pane.ended).exitCode).toBe(1);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    expect(pane.raw().lastIndexOf('\x1b[?25h')).toBeGreaterThan(pane.raw().lastIndexOf('\x1b[?25l'));
  });
});
