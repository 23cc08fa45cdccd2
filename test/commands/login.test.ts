import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/lib/streams.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import {
  BASE_URL,
  createEmptyWorld,
  piped,
  runCli,
  type World,
  type WorldOptions,
} from '../support/world.ts';
import { createKeyboard } from '../terminal/keyboard.ts';

const LOGIN = ['login', '--base-url', BASE_URL] as const;

function worldWith(stdin: string | Input, options: WorldOptions = {}, config?: string): World {
  return createEmptyWorld({ ...options, stdin, config });
}

describe('a key on stdin', () => {
  test('is checked with one small request, then stored with its origin', async () => {
    const world = worldWith(`${KEY}\n`, {}, '{"limit":3}');
    const { exitCode, stdout, stderr } = await runCli(['login', '--base-url', `${BASE_URL}/v/`], world);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      `Stored the key …${KEY.slice(-4)} and the base URL ${BASE_URL}/v in ${world.configFile}.\n`,
    );
    expect(world.storedConfig()).toEqual({
      limit: 3,
      baseUrl: `${BASE_URL}/v`,
      apiKey: KEY,
      apiKeyOrigin: BASE_URL,
    });
    expect(world.requests.map(({ url }) => url.href)).toEqual([
      `${BASE_URL}/v/api/v1/boards?timeframe=day&limit=1`,
    ]);
    expect(world.requests[0]?.headers['X-API-Key']).toBe(KEY);
  });

  test.each([
    ['a byte order mark and white space', [`\ufeff \t${KEY}\r\n\n`]],
    [
      'a byte order mark in separate chunks',
      [Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf), KEY.slice(0, 9), KEY.slice(9)],
    ],
  ])('is stored without %s', async (_, chunks) => {
    const world = worldWith(piped(...chunks));
    await runCli([...LOGIN, '--no-verify'], world);
    expect(world.storedConfig()).toMatchObject({ apiKey: KEY });
    expect(world.requests).toEqual([]);
  });

  test.each([
    ['', []],
    [' --no-verify', ['--no-verify']],
  ])('is neither sent nor stored if certificate checks are disabled: login%s', async (_, options) => {
    const world = worldWith(KEY, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect((await runCli([...LOGIN, ...options], world)).exitCode).toBe(3);
    expect(world.requests).toEqual([]);
    expect(existsSync(world.configFile)).toBe(false);
  });
});

describe('the base URL', () => {
  test('is taken from the environment or the file, and stored with the key', async () => {
    const byEnv = worldWith(KEY, { env: { BOARDS_BASE_URL: BASE_URL } });
    const { stdout } = await runCli('login', byEnv);
    expect(stdout).toBe(
      `Stored the key …${KEY.slice(-4)} and the base URL ${BASE_URL} in ${byEnv.configFile}.\n`,
    );
    expect(byEnv.storedConfig()).toEqual({ baseUrl: BASE_URL, apiKey: KEY, apiKeyOrigin: BASE_URL });
    const env = { BOARDS_BASE_URL: BASE_URL };
    const byBoth = worldWith(KEY, { env }, '{"baseUrl":"https://file.example"}');
    await runCli('login', byBoth);
    expect(byBoth.storedConfig()).toMatchObject({ baseUrl: BASE_URL, apiKeyOrigin: BASE_URL });
    const byFile = worldWith(KEY, {}, '{"baseUrl":"https://file.example"}');
    expect((await runCli('login', byFile)).exitCode).toBe(0);
    expect(byFile.storedConfig()).toMatchObject({ apiKeyOrigin: 'https://file.example' });
  });

  test('is required before stdin is read', async () => {
    const unread = new Readable({
      read() {
        throw new Error('stdin was read');
      },
    });
    const { exitCode, stderr } = await runCli('login', worldWith(unread));
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/no base URL is set\nhint: .*login --base-url https/);
  });
});

test.each([
  ['win32', 'C:\\boards', 'Get-Content file | boards login'],
  ['linux', '/boards', 'boards login < file'],
])('an invalid key is explained for the shell of the user: %s', async (platform, directory, command) => {
  const env = { BOARDS_CONFIG_DIR: directory };
  const { stderr } = await runCli(LOGIN, worldWith('two words', { platform, env }));
  expect(stderr).toContain(`hint: Paste only the key, on one line, or pipe it: \`${command}\`.\n`);
});

test('in Git Bash, login says that it waits for the key, because stdin is not a terminal', async () => {
  const waiting = await runCli(LOGIN, worldWith(KEY, { env: { MSYSTEM: 'MINGW64' } }));
  expect(waiting.exitCode).toBe(0);
  expect(waiting.stderr).toBe(
    'note: reading the key from stdin; to type it in Git Bash: `winpty boards login`\n',
  );
  const keyboard = createKeyboard();
  keyboard.press(KEY, '\r');
  const typed = await runCli(LOGIN, worldWith(keyboard.input, { env: { MSYSTEM: 'MINGW64' } }));
  expect(typed.stderr).not.toContain('Git Bash');
});

describe('at a terminal', () => {
  test('prompts for both, and lets the terminal echo the base URL', async () => {
    const keyboard = createKeyboard();
    keyboard.press(`${BASE_URL}\r`, KEY, '\r');
    const world = worldWith(keyboard.input);
    const { exitCode, stderr } = await runCli('login', world);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('Base URL of the service: API key for boards.example (not shown): \n');
    expect(world.storedConfig()).toEqual({ baseUrl: BASE_URL, apiKey: KEY, apiKeyOrigin: BASE_URL });
    expect(keyboard.state()).toMatchObject({ raw: false, flowing: false });
  });

  test.each([
    ['Ctrl-C', `${KEY}\x03`, 130],
    ['Ctrl-D', '\x04', 2],
    ['Enter alone', '\r', 2],
  ])('%s stores nothing', async (_, keys, exitCode) => {
    const keyboard = createKeyboard();
    keyboard.press(keys);
    const world = worldWith(keyboard.input);
    expect(await runCli(LOGIN, world)).toMatchObject({ exitCode, stdout: '' });
    expect(keyboard.state().raw).toBe(false);
    expect(world.requests).toEqual([]);
    expect(existsSync(world.configFile)).toBe(false);
  });
});

test('an invalid config file is reported before the prompt for the key, even if the environment is complete', async () => {
  const keyboard = createKeyboard();
  const env = { BOARDS_API_KEY: 'x', BOARDS_BASE_URL: BASE_URL };
  const world = worldWith(keyboard.input, { env }, '{"apiKey":');
  const { exitCode, stderr } = await runCli('login', world);
  expect(exitCode).toBe(3);
  expect(stderr).toContain(world.configFile);
  expect(stderr).not.toContain('not shown');
  expect(readFileSync(world.configFile, 'utf8')).toBe('{"apiKey":');
});
