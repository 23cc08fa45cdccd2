import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { type Ended, runProgram } from '../support/program.ts';
import { withBug, withFault } from '../support/shell.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const NEVER_RESPONDS = () => undefined;

/** Runs the program and sends it all signals at once as soon as `isReady` returns true. */
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
      void until(isReady).then(() => {
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

describe.concurrent('a command ends at once, with the exit code of the signal and without a message,', () => {
  test.each(SIGNALS)('on %s during a request', async (signal, exitCode) => {
    const server = await serveHttp(NEVER_RESPONDS);
    const ended = await stopWhen(() => server.connections() > 0, [], [signal], { env: server.env });
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
  ])('on SIGTERM during a request of "%s"', async (line) => {
    const server = await serveHttp(NEVER_RESPONDS);
    const options = { env: server.env, input: 'a-key-of-this-test' };
    const ended = await stopWhen(() => server.connections() > 0, line.split(' '), ['SIGTERM'], options);
    expect(ended).toMatchObject({ exitCode: 143, stdout: '', stderr: '' });
  });

  test('on SIGINT while it waits to retry a request', async () => {
    const server = await serveHttp((_, response) => response.writeHead(429, { 'Retry-After': '30' }).end());
    const ended = await stopWhen(() => server.sent() > 0, ['-q'], ['SIGINT'], { env: server.env });
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('on SIGINT while it reads a key from a stdin that stays open', async () => {
    const fault =
      'const { on } = process.stdin; process.stdin.on = function (event, ...rest) {' +
      "if (event === 'readable') process.stderr.write('reading'); return on.call(this, event, ...rest); };";
    const ended = await runProgram(['login', '--base-url', 'https://boards.example'], {
      env: withFault(fault),
      input: null,
      onStart: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    });
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: 'reading' });
  });

  test('on two SIGINT at once, as if it were one', async () => {
    const server = await serveHttp(NEVER_RESPONDS);
    const signals = ['SIGINT', 'SIGINT'] as const;
    const ended = await stopWhen(() => server.connections() > 0, [], signals, { env: server.env });
    expect(ended).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('on SIGTERM while a large output is not read', async () => {
    // Few rows with long texts: with many rows the signal itself ends the process.
    const rows = Array.from({ length: 1000 }, (_, index) =>
      rowOf({ rank: index + 1, metric: 'x'.repeat(1000) }),
    );
    const body = JSON.stringify(bodyOf({ boards: { movers: rows } }));
    const server = await serveHttp((_, response) => response.end(body));
    const ended = await stopWhen(() => server.sent() > body.length, ['--json'], ['SIGTERM'], {
      env: server.env,
      onStart: (child) => {
        child.stdout?.pause();
        child.on('exit', () => child.stdout?.resume());
      },
    });
    expect(ended).toMatchObject({ exitCode: 143, signal: null, stderr: '' });
  });
});

describe.concurrent('a bug', () => {
  const THROWN = withBug("throw new Error('of the test')");
  const REJECTED = withBug("Promise.reject(new Error('of the test'))");
  const UNSETTLED = withFault(
    "import fs from 'node:fs'; fs.promises.readFile = () => new Promise(() => {});",
  );

  test.each([
    ['an uncaught exception', '', THROWN],
    ['an unhandled rejection', '', REJECTED],
    ['an uncaught exception', 'watch', THROWN],
    ['an uncaught exception', 'login --base-url https://boards.example', THROWN],
    ['a promise that never settles', 'completion bash', UNSETTLED],
  ])('is reported without a stack trace: %s in "boards %s"', async (_, line, fault) => {
    const env = { ...(await serveHttp(NEVER_RESPONDS)).env, ...fault };
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
  ] as const)('is not reported if %s comes during a promise that never settles', async (signal, exitCode) => {
    const fault =
      "import fs from 'node:fs'; const alive = setInterval(() => {}, 1e8);" +
      `process.on('${signal}', () => clearInterval(alive));` +
      "fs.promises.readFile = () => (process.stderr.write('waiting'), new Promise(() => {}));";
    const ended = await runProgram(['completion', 'bash'], {
      env: withFault(fault),
      onStart: (child) => child.stderr?.once('data', () => child.kill(signal)),
    });
    expect(ended).toEqual({ exitCode, signal: null, stdout: '', stderr: 'waiting' });
  });

  test('is reported with a stack trace with --debug, and as one line with --json', async () => {
    const env = { ...(await serveHttp(NEVER_RESPONDS)).env, ...THROWN };
    const debug = await runProgram(['--debug'], { env });
    expect(debug).toMatchObject({ exitCode: 1, stdout: '' });
    expect(debug.stderr).toMatch(/^debug: Error: of the test\ndebug: +at /m);
    const json = await runProgram(['--json'], { env });
    expect(json).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'internal' } });
    expect(json.stderr).not.toContain('of the test');
  });
});
