import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { responseOf } from '../support/responses.ts';
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
    [[], 10_000],
    [['--timeout', '2.5'], 2500],
  ])('is checked within --timeout (%j)', async (options, milliseconds) => {
    const world = worldWith(KEY);
    expect((await runCli([...LOGIN, ...options], world)).exitCode).toBe(0);
    expect(world.requests.map(({ timeoutMilliseconds }) => timeoutMilliseconds)).toEqual([milliseconds]);
  });

  test('--timeout 0 is rejected', async () => {
    const world = worldWith(KEY);
    expect(await runCli([...LOGIN, '--timeout', '0'], world)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(world.requests).toEqual([]);
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
    ['', /the key is empty/],
    [' \n\ufeff', /the key is empty/],
    [`${KEY} ${KEY}`, /contains a space/],
    [`${KEY}\n${KEY}`, /contains a control character/],
    [`é${KEY}`, /contains a non-ASCII character/],
    [KEY.repeat(20), /is longer than 512/],
    ['x'.repeat(70_000), /too long/],
  ])('is rejected before any request if malformed (%#)', async (text, message) => {
    const world = worldWith(text);
    const { exitCode, stdout, stderr } = await runCli(LOGIN, world);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(world.requests).toEqual([]);
    expect(existsSync(world.configFile)).toBe(false);
  });

  test.each([
    [401, 4, /does not recognise the key/],
    [403, 4, /revoked/],
    [429, 5, /rate limit/],
    [503, 6, /unavailable/],
    [302, 8, /redirect/],
  ])('is not stored if the service responds with %i', async (status, exitCode, message) => {
    const body = { error: `no: ${KEY}` };
    const world = worldWith(KEY, { transport: async () => responseOf(status, body) });
    const result = await runCli(LOGIN, world);
    expect(result).toMatchObject({ exitCode, stdout: '', stderr: expect.stringMatching(message) });
    expect(world.requests).toHaveLength(1);
    expect(existsSync(world.configFile)).toBe(false);
  });

  test('is not stored if the service is unreachable', async () => {
    const transport = () => Promise.reject(new NetworkError('cannot reach boards.example'));
    const world = worldWith(KEY, { transport });
    expect((await runCli(LOGIN, world)).exitCode).toBe(7);
    expect(existsSync(world.configFile)).toBe(false);
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
  test('is taken from the environment or the file, and stored where the file has none', async () => {
    const byEnv = worldWith(KEY, { env: { BOARDS_BASE_URL: BASE_URL } });
    const { stdout } = await runCli('login', byEnv);
    expect(stdout).toBe(
      `Stored the key …${KEY.slice(-4)} and the base URL ${BASE_URL} in ${byEnv.configFile}.\n`,
    );
    expect(byEnv.storedConfig()).toEqual({ baseUrl: BASE_URL, apiKey: KEY, apiKeyOrigin: BASE_URL });
    const env = { BOARDS_BASE_URL: BASE_URL };
    const byBoth = worldWith(KEY, { env }, '{"baseUrl":"https://file.example"}');
    await runCli('login', byBoth);
    expect(byBoth.storedConfig()).toMatchObject({ baseUrl: 'https://file.example', apiKeyOrigin: BASE_URL });
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

  test.each([
    'http://boards.example',
    'ftp://boards.example',
    '',
    'boards.example',
    'https://trader:hunter2@boards.example',
  ])('is rejected: --base-url %s', async (url) => {
    const world = worldWith(KEY);
    expect((await runCli(['login', `--base-url=${url}`], world)).exitCode).toBe(3);
    expect(world.requests).toEqual([]);
  });
});

describe('at a terminal', () => {
  test('prompts for both, and leaves it to the terminal to show the base URL', async () => {
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

test('a key on the command line is rejected and not printed', async () => {
  for (const words of [
    ['login', KEY],
    ['login', '--api-key', KEY],
    ['login', `--api-key=${KEY}`],
  ]) {
    const { exitCode, stderr } = await runCli(words, worldWith(KEY));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/boards login`, or set BOARDS_API_KEY/);
  }
});

test('notes that the environment overrides what was stored', async () => {
  const env = { BOARDS_API_KEY: 'of-the-environment', BOARDS_BASE_URL: 'https://other.example' };
  const world = worldWith(KEY, { env });
  const { exitCode, stderr } = await runCli(LOGIN, world);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/BOARDS_API_KEY is set and overrides/);
  expect(stderr).toMatch(/BOARDS_BASE_URL is set and overrides/);
  expect(world.storedConfig()).toMatchObject({ apiKey: KEY });
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

test('a directory that cannot be created is reported', async () => {
  const world = worldWith(KEY);
  writeFileSync(world.configDirectory, '');
  const { exitCode, stdout, stderr } = await runCli(LOGIN, world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(/ENOTDIR/);
});
