import { describe, expect, onTestFinished, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { serveBoards } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';

const OTHER_COMMANDS = [
  ['watch', '--count', '1'],
  ['status', '--json', '--debug'],
];

describe.concurrent('NODE_DEBUG that prints headers: exit 3, and no request', () => {
  test.each(['http', 'HTTPS', 'net', 'tls', 'fs,STREAM', '*', 'ht*', '*t', 'fs,*'])(
    'NODE_DEBUG=%s',
    async (NODE_DEBUG) => {
      const server = await serveBoards();
      const env = { ...server.env, BOARDS_API_KEY: KEY, NODE_DEBUG };
      const others = NODE_DEBUG === 'http' || NODE_DEBUG === '*' ? OTHER_COMMANDS : [];
      for (const args of [['--json'], ...others]) {
        const { exitCode, stdout, stderr } = await runProgram(args, { env });
        // The settings of status have the end of the key alone.
        const data = args[0] === 'status' && args.includes('--json') ? /"check":null\}\n$/ : /^$/;
        expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: expect.stringMatching(data) });
        expect(stderr).toMatch(
          /^error: NODE_DEBUG makes Node print the key; the key is not sent$|"message":"NODE_DEBUG/m,
        );
        expect(stderr).toMatch(/Unset NODE_DEBUG/);
        expect(leakIn(stdout + stderr)).toBeNull();
      }
      expect(server.connections()).toBe(0);
    },
  );

  test.each([
    ['http', []],
    ['stream', []],
    ['stream', ['--no-verify']],
    ['*', ['--no-verify']],
  ])('NODE_DEBUG=%s boards login %j is refused before stdin is read', async (NODE_DEBUG, more) => {
    const server = await serveBoards();
    const args = ['login', '--base-url', server.url, ...more];
    // stdin stays open and empty: a program that reads it would wait.
    const { exitCode, stderr } = await runProgram(args, {
      env: { NODE_DEBUG },
      input: null,
      onStart: (child) => onTestFinished(() => void child.kill('SIGKILL')),
    });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^error: NODE_DEBUG makes Node print the key/m);
    expect(server.connections()).toBe(0);
  });

  test.each(['stream', '*'])('NODE_DEBUG=%s prints no byte of a key on stdin', async (NODE_DEBUG) => {
    const args = ['login', '--no-verify', '--base-url', 'https://boards.example'];
    const { exitCode, stderr } = await runProgram(args, { env: { NODE_DEBUG }, input: KEY });
    expect(exitCode).toBe(3);
    expect(leakIn(stderr)).toBeNull();
    expect(stderr).not.toContain(
      Buffer.from(KEY.slice(0, 6))
        .toString('hex')
        .replace(/..(?=.)/g, '$& '),
    );
  });
});

describe.concurrent('NODE_DEBUG that prints no headers has no effect', () => {
  test.each(['', 'fs', 'timer', 'htt', 'http2', 'h.tp', 'streams'])('NODE_DEBUG=%s', async (NODE_DEBUG) => {
    const server = await serveBoards();
    const env = { ...server.env, BOARDS_API_KEY: KEY, NODE_DEBUG };
    const { exitCode, stderr } = await runProgram(['--json'], { env });
    expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 0, leak: null });
    expect(server.connections()).toBe(1);
  });

  test('NODE_DEBUG=* has no effect if no key is sent', async () => {
    const { exitCode } = await runProgram(['--sandbox', '--json'], { env: { NODE_DEBUG: '*' } });
    expect(exitCode).toBe(0);
  });
});
