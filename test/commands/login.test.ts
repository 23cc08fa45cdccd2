import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { answer, BASE_URL, createFake, type FakeOptions, KEY, piped, runIn } from '../config/fake-context.ts';
import { createKeyboard } from '../terminal/keyboard.ts';

const LOGIN = ['login', '--base-url', BASE_URL] as const;

function worldWith(stdin: Input, options: FakeOptions = {}, content?: string) {
  const fake = createFake({ ...options, stdin });
  if (content !== undefined) {
    mkdirSync(fake.directory, { mode: 0o700 });
    writeFileSync(fake.file, content, { mode: 0o600 });
  }
  return { ...fake, stored: (): unknown => JSON.parse(readFileSync(fake.file, 'utf8')) };
}

describe('a key on stdin', () => {
  test('is verified with one small request, then stored with its origin', async () => {
    const fake = worldWith(piped(`${KEY}\n`), {}, '{"limit":3}');
    const { exitCode, stdout, stderr } = await runIn(fake, 'login', '--base-url', `${BASE_URL}/v/`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`Stored the key …${KEY.slice(-4)} and the base URL ${BASE_URL}/v in ${fake.file}.\n`);
    expect(fake.stored()).toEqual({
      limit: 3,
      baseUrl: `${BASE_URL}/v`,
      apiKey: KEY,
      apiKeyOrigin: BASE_URL,
    });
    expect(fake.requests.map(({ url }) => url.href)).toEqual([
      `${BASE_URL}/v/api/v1/boards?timeframe=day&limit=1`,
    ]);
    expect(fake.requests[0]?.headers['X-API-Key']).toBe(KEY);
  });

  test.each([
    [[], 10_000],
    [['--timeout', '2.5'], 2500],
  ])('is verified within --timeout (%j)', async (options, milliseconds) => {
    const fake = worldWith(piped(KEY));
    expect((await runIn(fake, ...LOGIN, ...options)).exitCode).toBe(0);
    expect(fake.requests.map(({ timeoutMilliseconds }) => timeoutMilliseconds)).toEqual([milliseconds]);
  });

  test('--timeout 0 is refused', async () => {
    const fake = worldWith(piped(KEY));
    expect(await runIn(fake, ...LOGIN, '--timeout', '0')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(fake.requests).toEqual([]);
  });

  test.each([
    ['a byte order mark and white space', [`\ufeff \t${KEY}\r\n\n`]],
    ['bytes in pieces', [Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf), KEY.slice(0, 9), KEY.slice(9)]],
  ])('loses %s', async (_, chunks) => {
    const fake = worldWith(piped(...chunks));
    await runIn(fake, ...LOGIN, '--no-verify');
    expect(fake.stored()).toMatchObject({ apiKey: KEY });
    expect(fake.requests).toEqual([]);
  });

  test.each([
    ['', /the key is empty/],
    [' \n\ufeff', /the key is empty/],
    [`${KEY} ${KEY}`, /contains a space/],
    [`${KEY}\n${KEY}`, /contains a control character/],
    [`é${KEY}`, /contains a non-ASCII character/],
    [KEY.repeat(20), /is longer than 512/],
    ['x'.repeat(70_000), /too long/],
  ])('is refused before any request when malformed (%#)', async (text, message) => {
    const fake = worldWith(piped(text));
    const { exitCode, stdout, stderr } = await runIn(fake, ...LOGIN);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(fake.requests).toEqual([]);
    expect(existsSync(fake.file)).toBe(false);
  });

  test.each([
    [401, 4, /does not recognise the key/],
    [403, 4, /revoked/],
    [429, 5, /rate limit/],
    [503, 6, /unavailable/],
    [302, 8, /redirect/],
  ])('is not stored when the service answers %i', async (status, exitCode, message) => {
    const body = { error: `no: ${KEY}` };
    const fake = worldWith(piped(KEY), { transport: async () => answer(status, body) });
    const result = await runIn(fake, ...LOGIN);
    expect(result).toMatchObject({ exitCode, stdout: '', stderr: expect.stringMatching(message) });
    expect(fake.requests).toHaveLength(1);
    expect(existsSync(fake.file)).toBe(false);
  });

  test('is not stored when the service is out of reach', async () => {
    const transport = () => Promise.reject(new NetworkError('cannot reach boards.example'));
    const fake = worldWith(piped(KEY), { transport });
    expect((await runIn(fake, ...LOGIN)).exitCode).toBe(7);
    expect(existsSync(fake.file)).toBe(false);
  });

  test('is not sent where certificates are not checked', async () => {
    const fake = worldWith(piped(KEY), { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect((await runIn(fake, ...LOGIN)).exitCode).toBe(3);
    expect(fake.requests).toEqual([]);
  });
});

describe('the address', () => {
  test('is taken from the environment or the file, and then not stored again', async () => {
    const byEnv = worldWith(piped(KEY), { env: { BOARDS_BASE_URL: BASE_URL } });
    const { stdout } = await runIn(byEnv, 'login');
    expect(stdout).toBe(`Stored the key …${KEY.slice(-4)} for ${BASE_URL} in ${byEnv.file}.\n`);
    expect(byEnv.stored()).toEqual({ apiKey: KEY, apiKeyOrigin: BASE_URL });
    const byFile = worldWith(piped(KEY), {}, '{"baseUrl":"https://file.example"}');
    expect((await runIn(byFile, 'login')).exitCode).toBe(0);
    expect(byFile.stored()).toMatchObject({ apiKeyOrigin: 'https://file.example' });
  });

  test('missing is found out before stdin is read', async () => {
    const unread: Input = {
      [Symbol.asyncIterator]() {
        throw new Error('stdin was read');
      },
    };
    const { exitCode, stderr } = await runIn(worldWith(unread), 'login');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/no base URL is set\nhint: .*login --base-url https/);
  });

  test.each([
    'http://boards.example',
    'ftp://boards.example',
    '',
    'boards.example',
    'https://trader:hunter2@boards.example',
  ])('--base-url %s', async (url) => {
    const fake = worldWith(piped(KEY));
    expect((await runIn(fake, 'login', `--base-url=${url}`)).exitCode).toBe(3);
    expect(fake.requests).toEqual([]);
  });
});

describe('at a terminal', () => {
  test('asks for both, shows the address alone', async () => {
    const keyboard = createKeyboard();
    keyboard.press(`${BASE_URL}\r`, KEY, '\r');
    const fake = worldWith(keyboard.input);
    const { exitCode, stderr } = await runIn(fake, 'login');
    expect(exitCode).toBe(0);
    expect(stderr).toBe(`Base URL of the service: ${BASE_URL}\nAPI key (not shown): \n`);
    expect(fake.stored()).toEqual({ baseUrl: BASE_URL, apiKey: KEY, apiKeyOrigin: BASE_URL });
    expect(keyboard.state()).toEqual({ raw: false, listening: false, flowing: false });
  });

  test.each([
    ['Ctrl-C', `${KEY}\x03`, 130],
    ['Ctrl-D', '\x04', 2],
    ['Enter alone', '\r', 2],
  ])('%s stores nothing', async (_, keys, exitCode) => {
    const keyboard = createKeyboard();
    keyboard.press(keys);
    const fake = worldWith(keyboard.input);
    expect(await runIn(fake, ...LOGIN)).toMatchObject({ exitCode, stdout: '' });
    expect(keyboard.state().raw).toBe(false);
    expect(fake.requests).toEqual([]);
    expect(existsSync(fake.file)).toBe(false);
  });
});

test('a key on the command line is refused and not repeated', async () => {
  for (const words of [
    ['login', KEY],
    ['login', '--api-key', KEY],
    ['login', `--api-key=${KEY}`],
  ]) {
    const { exitCode, stderr } = await runIn(worldWith(piped(KEY)), ...words);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/boards login on stdin, or set BOARDS_API_KEY/);
  }
});

test('says that the environment overrides what it stored', async () => {
  const env = { BOARDS_API_KEY: 'of-the-environment', BOARDS_BASE_URL: 'https://other.example' };
  const fake = worldWith(piped(KEY), { env });
  const { exitCode, stderr } = await runIn(fake, ...LOGIN);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/BOARDS_API_KEY is set and overrides/);
  expect(stderr).toMatch(/BOARDS_BASE_URL is set and overrides/);
  expect(fake.stored()).toMatchObject({ apiKey: KEY });
});

test('a broken config file is found out before the key is asked for, also beside a sufficient environment', async () => {
  const keyboard = createKeyboard();
  const env = { BOARDS_API_KEY: 'x', BOARDS_BASE_URL: BASE_URL };
  const fake = worldWith(keyboard.input, { env }, '{"apiKey":');
  const { exitCode, stderr } = await runIn(fake, 'login');
  expect(exitCode).toBe(3);
  expect(stderr).toContain(fake.file);
  expect(stderr).not.toContain('not shown');
  expect(readFileSync(fake.file, 'utf8')).toBe('{"apiKey":');
});

test('a directory that cannot be made', async () => {
  const fake = worldWith(piped(KEY));
  writeFileSync(fake.directory, '');
  const { exitCode, stdout, stderr } = await runIn(fake, ...LOGIN);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(/ENOTDIR/);
});
