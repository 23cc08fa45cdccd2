import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY, leakIn, leakyFiles } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { runAgainst, runProgram } from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';

/** A service that returns the key in every part of its responses. */
function serveEchoes() {
  let minute = 10;
  return serveHttp((request, response) => {
    const key = String(request.headers['x-api-key']);
    const asOf = `2026-06-03T14:${minute++}:00.000Z`;
    response.writeHead(200, key, {
      'X-Cache': `${key}!`,
      'X-Request-Id': key,
      'Content-Type': `text/${key}`,
      Server: key,
    });
    response.end(
      JSON.stringify(
        bodyOf({ asOf, boards: { [key]: [rowOf({ name: key, symbol: `S${minute}` })] }, note: key }),
      ),
    );
  });
}

/** A separate home directory, to find every file that the program writes. */
function emptyHome() {
  const HOME = temporaryDirectory();
  const TMPDIR = join(HOME, 'tmp');
  mkdirSync(TMPDIR);
  const BOARDS_CONFIG_DIR = join(HOME, 'config');
  return { HOME, TMPDIR, BOARDS_CONFIG_DIR, XDG_CONFIG_HOME: undefined, XDG_CACHE_HOME: undefined };
}

describe('the built program does not write the key', () => {
  test('to any file except the config file', async () => {
    const server = await serveEchoes();
    const home = emptyHome();
    const baseUrl = `http://${server.host}`;
    const env = { ...home, BOARDS_BASE_URL: undefined, BOARDS_API_KEY: undefined };
    const login = await runProgram(['login', '--base-url', baseUrl], { env, input: `${CANARY_KEY}\n` });
    expect(login.exitCode).toBe(0);
    const lines = [
      [],
      ['--json'],
      ['--debug'],
      ['status'],
      ['config', 'set', 'limit', '5'],
      ['watch', '-n', '1', '--count', '1'],
    ];
    await Promise.all(
      lines.map(async (args) => {
        const { exitCode, stdout, stderr } = await runProgram(args, { env });
        expect({ args, exitCode, leak: leakIn(stdout + stderr) }).toEqual({ args, exitCode: 0, leak: null });
      }),
    );
    const config = join(home.BOARDS_CONFIG_DIR, 'config.json');
    expect(leakyFiles(home.HOME)).toEqual([config]);
    if (!isWindows) expect(statSync(config).mode & 0o777).toBe(0o600);
    expect((await runProgram(['logout'], { env })).exitCode).toBe(0);
    expect(leakyFiles(home.HOME)).toEqual([]);
  });

  test.skipIf(!existsSync('/proc/self/cmdline'))(
    'to its command line and those of its children',
    async () => {
      const server = await serveEchoes();
      const seen = join(temporaryDirectory(), 'argv');
      const hook = `cat /proc/$$/cmdline /proc/$PPID/cmdline > ${seen}`;
      const args = ['watch', '-n', '1', '--count', '2', '--json', '--exec', hook];
      const { exitCode } = await runAgainst(`http://${server.host}`, args);
      expect(exitCode).toBe(0);
      const argv = readFileSync(seen, 'latin1');
      expect(argv).toMatch(/boards\.cjs\0watch\0/);
      expect(leakIn(argv)).toBeNull();
    },
  );
});
