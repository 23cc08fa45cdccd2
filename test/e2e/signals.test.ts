import { spawnSync } from 'node:child_process';
import { existsSync, constants as fileConstants } from 'node:fs';
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { type Ended, openProgram, runProgram } from '../support/program.ts';
import { hasBash, runShell, withBug, withFault } from '../support/shell.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';
import { createWorld, runCli } from '../support/world.ts';

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

/** Never responds, and fails as a request does that is aborted. */
function rejectionWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** How the program ends by a signal itself. */
const endBy = (signal: NodeJS.Signals) => ({ exitCode: null, signal });

describe.concurrent('a command ends at once, by the signal and without a message,', () => {
  test.each([
    ['SIGINT', endBy('SIGINT')],
    ['SIGTERM', endBy('SIGTERM')],
    // rare-signals.test.ts has SIGALRM and SIGUSR2.
    ['SIGHUP', endBy('SIGHUP')],
    // By default these two leave a core file, which would contain the key.
    ['SIGQUIT', { exitCode: 128 + constants.signals.SIGQUIT, signal: null }],
    ['SIGXCPU', { exitCode: 128 + constants.signals.SIGXCPU, signal: null }],
  ] as const)('on %s during a request', async (signal, end) => {
    const server = await serveHttp(NEVER_RESPONDS);
    const ended = await stopWhen(() => server.connections() > 0, [], [signal], { env: server.env });
    expect(ended).toEqual({ ...end, stdout: '', stderr: '' });
  });

  test.each(['--json -t all', 'watch --json', 'login'])(
    'on SIGTERM during a request of "%s"',
    async (line) => {
      const server = await serveHttp(NEVER_RESPONDS);
      const options = { env: server.env, input: 'a-key-of-this-test' };
      const ended = await stopWhen(() => server.connections() > 0, line.split(' '), ['SIGTERM'], options);
      expect(ended).toEqual({ ...endBy('SIGTERM'), stdout: '', stderr: '' });
    },
  );

  test.each(['top', 'symbol AAA', 'confluence', 'status --json', 'watch'])(
    'on a signal during a request of "%s"',
    async (line) => {
      const world = createWorld({
        transport: ({ signal }) => {
          setImmediate(() => world.stop('SIGTERM'));
          return rejectionWhenAborted(signal);
        },
      });
      expect(await runCli(line, world)).toMatchObject({ exitCode: 143, stdout: '', stderr: '' });
    },
  );

  test('on SIGINT while it waits to retry a request', async () => {
    const server = await serveHttp((_, response) => response.writeHead(429, { 'Retry-After': '30' }).end());
    const ended = await stopWhen(() => server.sent() > 0, ['-q'], ['SIGINT'], { env: server.env });
    expect(ended).toEqual({ ...endBy('SIGINT'), stdout: '', stderr: '' });
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
    expect(ended).toEqual({ ...endBy('SIGINT'), stdout: '', stderr: 'reading' });
  });

  test('on two SIGINT at once, as if it were one', async () => {
    const server = await serveHttp(NEVER_RESPONDS);
    const signals = ['SIGINT', 'SIGINT'] as const;
    const ended = await stopWhen(() => server.connections() > 0, [], signals, { env: server.env });
    expect(ended).toEqual({ ...endBy('SIGINT'), stdout: '', stderr: '' });
  });

  test('on SIGTERM while a large output is not read', async () => {
    // Few rows with long texts: with many rows the signal itself ends the process.
    const rows = Array.from({ length: 100 }, (_, index) =>
      rowOf({ rank: index + 1, metric: 'x'.repeat(1000) }),
    );
    const boards = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`board${index}`, rows]));
    const body = JSON.stringify(bodyOf({ asOf: new Date().toISOString(), boards }));
    const server = await serveHttp((_, response) => response.end(body));
    const ended = await stopWhen(() => server.sent() > body.length, ['--json'], ['SIGTERM'], {
      env: server.env,
      onStart: (child) => {
        child.stdout?.pause();
        child.on('exit', () => child.stdout?.resume());
      },
    });
    expect(ended).toMatchObject({ ...endBy('SIGTERM'), stderr: '' });
  });
});

describe.concurrent('a bug', () => {
  const THROWN = withBug("throw new Error('of the test')");
  const REJECTED = withBug("Promise.reject(new Error('of the test'))");
  const UNSETTLED = withFault(
    "import fs from 'node:fs'; fs.promises.readFile = () => new Promise(() => {});",
  );

  test.each([
    ['an unhandled rejection', '', REJECTED],
    ['an uncaught exception', 'login --base-url https://boards.example', THROWN],
    ['a promise that never settles', 'completion bash', UNSETTLED],
  ])('is reported without a stack trace: %s in "boards %s"', async (_, line, fault) => {
    const env = { ...(await serveHttp(NEVER_RESPONDS)).env, ...fault };
    const { exitCode, stdout, stderr } = await runProgram(line.split(' ').filter(Boolean), {
      env,
      input: null,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error: something went wrong inside boards\nhint: Run the command again with --debug and report the output\.\n$/,
    );
  });

  test('is not reported if a signal comes during a promise that never settles', async () => {
    const signal = 'SIGTERM';
    const fault =
      "import fs from 'node:fs'; const alive = setInterval(() => {}, 1e8);" +
      `process.on('${signal}', () => clearInterval(alive));` +
      "fs.promises.readFile = () => (process.stderr.write('waiting'), new Promise(() => {}));";
    const ended = await runProgram(['completion', 'bash'], {
      env: withFault(fault),
      onStart: (child) => child.stderr?.once('data', () => child.kill(signal)),
    });
    expect(ended).toEqual({ ...endBy(signal), stdout: '', stderr: 'waiting' });
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

/** Sends the program a signal as soon as it handles it. */
const withSignal = (signal: NodeJS.Signals) =>
  withFault(
    `const timer = setInterval(() => { if (process.listenerCount('${signal}') > 0) {
      clearInterval(timer); process.kill(process.pid, '${signal}'); } }, 10)`,
  );

const canUnshare = () => spawnSync('unshare', ['--fork', '--pid', 'true']).status === 0;

describe.concurrent('the end by a signal', () => {
  test.skipIf(!canUnshare())('ends process 1 of a container with its number', async () => {
    const ended = await runProgram(['sandbox', '--port', '0'], {
      env: withSignal('SIGTERM'),
      starter: ['unshare', '--fork', '--pid'],
    });
    expect(ended).toMatchObject({ exitCode: 143, signal: null, stderr: '' });
  });

  test.skipIf(!existsSync('/proc'))('leaves the pipe as it was for other programs', async () => {
    const line = '{ $BOARDS sandbox --port 0; echo "code $?" >&2; cat /proc/self/fdinfo/3 3>&1 >&2; } | cat';
    const { stderr } = await runShell(line, { env: withSignal('SIGTERM') });
    expect(stderr).toContain('code 143');
    const flags = Number.parseInt(/^flags:\s+(\d+)$/m.exec(stderr)?.[1] ?? '', 8);
    // With it, writes of other programs would fail (EAGAIN).
    expect(flags & fileConstants.O_NONBLOCK).toBe(0);
    expect(flags & fileConstants.O_WRONLY).toBe(fileConstants.O_WRONLY);
  });

  test.skipIf(!hasBash).each([
    ['sandbox --port 0', /Press Ctrl-C/],
    ['watch --sandbox', /q quit/],
    ['login --base-url http://127.0.0.1:9', /API key for/],
  ])('ends a loop of the shell around %s on one Ctrl-C', async (args, shown) => {
    const loop = `for round in 1 2 3; do echo "round $round"; $BOARDS ${args}; done`;
    const program = openProgram([], { shell: `trap : INT; bash -c '${loop}'; echo "code $?"` });
    await program.waitFor(shown);
    program.type('\x03');
    await program.waitFor(/code 130/);
    expect(program.raw()).not.toContain('round 2');
    await program.ended;
  });
});
