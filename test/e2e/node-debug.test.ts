import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { serveBoards } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { BASE_URL, createEmptyWorld, runCli } from '../support/world.ts';

const LOGIN = ['login', '--base-url', BASE_URL];

/** A stdin that nothing may read. */
const unread = () =>
  new Readable({
    read() {
      throw new Error('stdin was read');
    },
  });

/** Runs the program in the process of the test, in which NODE_DEBUG prints nothing. */
function runWith(NODE_DEBUG: string, args: ReadonlyArray<string>) {
  const env = { BOARDS_BASE_URL: BASE_URL, BOARDS_API_KEY: KEY, NODE_DEBUG };
  return runCli(args, createEmptyWorld({ env, stdin: unread() }));
}

describe('NODE_DEBUG that prints headers: exit 3, and no request', () => {
  test.each(['http', 'HTTPS', 'net', 'tls', 'fs,STREAM', '*', 'ht*', '*t', 'fs,*'])(
    'NODE_DEBUG=%s',
    async (NODE_DEBUG) => {
      const commands = [['--json'], ['watch', '--count', '1'], ['status', '--json', '--debug']];
      for (const args of commands) {
        const { exitCode, stdout, stderr, world } = await runWith(NODE_DEBUG, args);
        // The settings of status have the end of the key alone.
        const data = args[0] === 'status' ? /"check":null\}\n$/ : /^$/;
        expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: expect.stringMatching(data) });
        expect(stderr).toMatch(
          /^error: NODE_DEBUG would make Node print the key, so the key is not sent$|"message":"NODE_DEBUG/m,
        );
        expect(stderr).toContain('Unset NODE_DEBUG. To see requests without the key, use --debug.');
        expect(world.requests).toEqual([]);
      }
    },
  );

  test.each([
    ['http', []],
    ['stream', []],
    ['stream', ['--no-verify']],
    ['*', ['--no-verify']],
  ])('NODE_DEBUG=%s boards login %j is refused before stdin is read', async (NODE_DEBUG, more) => {
    const { exitCode, stderr, world } = await runWith(NODE_DEBUG, [...LOGIN, ...more]);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^error: NODE_DEBUG would make Node print the key/m);
    expect(world.requests).toEqual([]);
  });
});

describe.concurrent('in a process, NODE_DEBUG that prints headers', () => {
  test('makes no request', async () => {
    const server = await serveBoards();
    const env = { ...server.env, BOARDS_API_KEY: KEY, NODE_DEBUG: '*' };
    const { exitCode, stdout, stderr } = await runProgram(['--json'], { env });
    expect({ exitCode, stdout, leak: leakIn(stderr) }).toEqual({ exitCode: 3, stdout: '', leak: null });
    expect(server.connections()).toBe(0);
  });

  test('prints no byte of a key on stdin', async () => {
    const { exitCode, stderr } = await runProgram([...LOGIN, '--no-verify'], {
      env: { NODE_DEBUG: 'stream' },
      input: KEY,
      onStart: (child) => onTestFinished(() => void child.kill('SIGKILL')),
    });
    expect(exitCode).toBe(3);
    expect(leakIn(stderr)).toBeNull();
    expect(stderr).not.toContain(
      Buffer.from(KEY.slice(0, 6))
        .toString('hex')
        .replace(/..(?=.)/g, '$& '),
    );
  });
});

describe('NODE_DEBUG that prints no headers has no effect', () => {
  const HARMLESS = ['fs', 'timer', 'htt', 'http2', 'h.tp', 'streams'];

  test.each(['', ...HARMLESS])('NODE_DEBUG=%s', async (NODE_DEBUG) => {
    const { exitCode, world } = await runWith(NODE_DEBUG, ['--json']);
    expect({ exitCode, requests: world.requests.length }).toEqual({ exitCode: 0, requests: 1 });
  });

  test('in a process, which prints no key', async () => {
    const server = await serveBoards();
    const env = { ...server.env, BOARDS_API_KEY: KEY, NODE_DEBUG: HARMLESS.join(',') };
    const { exitCode, stderr } = await runProgram(['--json'], { env });
    expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 0, leak: null });
    expect(server.connections()).toBe(1);
  });

  test('NODE_DEBUG=* has no effect if no key is sent', async () => {
    expect(await runWith('*', ['--sandbox', '--json'])).toMatchObject({ exitCode: 0 });
  });
});
