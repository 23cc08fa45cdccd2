import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { BASE_URL, createEmptyWorld, runCli, type World, type WorldOptions } from '../support/world.ts';

const TAIL = KEY.slice(-4);
const TOO_LONG = `/${'x'.repeat(300)}`;
const FILE = {
  apiKey: KEY,
  apiKeyOrigin: BASE_URL,
  baseUrl: BASE_URL,
  timeframe: 'swing,day',
  pins: ['NVDA', 'AMD'],
};

const BODY = bodyOf({ asOf: '2026-06-03T14:29:30.000Z' });

function worldWith(config: unknown, options: WorldOptions = {}): World {
  const transport = async () => responseOf(200, BODY, { 'x-ratelimit-remaining': '117' });
  return createEmptyWorld({ transport, ...options, config });
}

/** The cells of each line, keyed by the first cell. */
function cells(stdout: string): Record<string, ReadonlyArray<string>> {
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  return Object.fromEntries(rows.map(([name = '', ...rest]) => [name, rest]));
}

test('status shows effective settings, their sources, and one check', async () => {
  const world = worldWith(FILE);
  const { exitCode, stdout, stderr } = await runCli(['status'], world);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(cells(stdout)).toMatchObject({
    baseUrl: [BASE_URL, 'config file'],
    timeframe: ['swing,day', 'config file'],
    limit: ['10', 'default'],
    boards: ['–', 'not set'],
    wide: ['off', 'default'],
    pins: ['NVDA,AMD', 'config file'],
    key: [`…${TAIL}`, 'config file'],
    'config file': [world.configFile],
    record: ['off', 'default'],
    recordings: [expect.stringMatching(/ranked-boards$/), 'none'],
    session: ['open'],
    'as of': [expect.stringMatching(/\d\d:\d\d:30/)],
    'requests left': ['117'],
    latency: [expect.stringMatching(/^\d+ ms$/)],
  });
  expect(world.requests.map(({ url }) => url.search)).toEqual(['?timeframe=swing&limit=1']);
});

test('status --json prints one object', async () => {
  const world = worldWith(FILE);
  const { exitCode, stdout, stderr } = await runCli(['status', '--json'], world);
  expect({ exitCode, stderr, lines: stdout.split('\n').length }).toEqual({
    exitCode: 0,
    stderr: '',
    lines: 2,
  });
  expect(JSON.parse(stdout)).toEqual({
    sandbox: false,
    baseUrl: { value: BASE_URL, source: 'config file' },
    apiKey: {
      masked: `…${TAIL}`,
      source: 'config file',
      origin: BASE_URL,
      usable: true,
      overridesConfigFile: false,
    },
    configPath: world.configFile,
    recordings: { path: expect.stringMatching(/ranked-boards$/), bytes: 0, days: 0 },
    preferences: expect.objectContaining({ limit: { value: 10, source: 'default' } }),
    check: {
      session: 'open',
      asOf: '2026-06-03T14:29:30.000Z',
      requestsLeft: 117,
      milliseconds: expect.any(Number),
    },
  });
});

test('status shows which of two keys is used', async () => {
  const env = { BOARDS_API_KEY: 'abcdefgh-of-the-environment' };
  const world = worldWith(FILE, { env });
  const { stdout } = await runCli('status', world);
  expect(cells(stdout).key).toEqual(['…ment', 'BOARDS_API_KEY (overrides the one in the config file)']);
  expect(world.requests[0]?.headers['X-API-Key']).toBe(env.BOARDS_API_KEY);
});

describe('an error comes after the settings', () => {
  test.each([
    ['no key', { baseUrl: BASE_URL }, 4, /no key is stored/, ['–', 'not set'], 0],
    ['no base URL', { limit: 3 }, 3, /no base URL is set/, ['–', 'not set'], 0],
    [
      'key of another origin',
      { ...FILE, baseUrl: 'https://new.example' },
      4,
      /no key for https:\/\/new\.example/,
      [`…${TAIL} (for ${BASE_URL} only)`, 'config file'],
      0,
    ],
    ['401', FILE, 4, /does not recognise the key \(401\)/, [`…${TAIL}`, 'config file'], 1],
  ] as const)('%s', async (_, content, exitCode, message, key, requests) => {
    const world = worldWith(content, { transport: async () => responseOf(401, { error: `bad key ${KEY}` }) });
    const result = await runCli('status', world);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toMatch(message);
    expect(cells(result.stdout)).toMatchObject({ key, 'config file': [world.configFile] });
    expect(cells(result.stdout)).not.toHaveProperty('session');
    expect(world.requests).toHaveLength(requests);
  });

  test.each([
    [401, 'BOARDS_API_KEY', 'Fix BOARDS_API_KEY, or unset it and run `boards login`.'],
    [
      403,
      'BOARDS_API_KEY',
      'Contact support, then set BOARDS_API_KEY to the new key, or unset it and run `boards login`.',
    ],
    [401, 'the config file', 'Check it, or store another one with `boards login`.'],
    [403, 'the config file', 'Contact support, then store the new key with `boards login`.'],
  ])('%d with the key of %s has the remedy that helps', async (status, source, advice) => {
    const isVariable = source === 'BOARDS_API_KEY';
    const world = worldWith(FILE, {
      transport: async () => responseOf(status, {}),
      ...(isVariable ? { env: { BOARDS_API_KEY: KEY } } : {}),
    });
    const origin = isVariable ? source : `${source} (${world.configFile})`;
    const { exitCode, stderr } = await runCli('boards', world);
    expect({ exitCode, hint: stderr.split('hint: ')[1]?.replace(/\s+/g, ' ') }).toEqual({
      exitCode: 4,
      hint: `The key came from ${origin}. ${advice} `,
    });
  });

  test('with --json, stdout stays empty', async () => {
    const world = worldWith(FILE, { transport: async () => responseOf(403, {}) });
    const { exitCode, stdout, stderr } = await runCli(['status', '--json'], world);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'auth', status: 403 } });
  });
});

test('status --base-url does not send the stored key to another origin', async () => {
  const world = worldWith(FILE);
  const { exitCode, stdout } = await runCli(['status', '--base-url', 'https://new.example'], world);
  expect(exitCode).toBe(4);
  expect(cells(stdout).baseUrl).toEqual(['https://new.example', '--base-url']);
  expect(world.requests).toEqual([]);
});

test('status --debug shows the request and never the key', async () => {
  const { stderr } = await runCli(['status', '--debug'], worldWith(FILE));
  expect(stderr).toContain(`debug: GET ${BASE_URL}/api/v1/boards`);
});

test('status --timeout accepts a fraction', async () => {
  const world = worldWith(FILE);
  await runCli(['status', '--timeout', '0.5'], world);
  expect(world.requests.map(({ timeoutMilliseconds }) => timeoutMilliseconds)).toEqual([500]);
});

test('status --timeout 0 is rejected', async () => {
  expect(await runCli(['status', '--timeout', '0'], worldWith(FILE))).toMatchObject({
    exitCode: 2,
    stdout: '',
  });
});

test('status shows a missing session or time as unknown', async () => {
  const transport = async () => responseOf(200, { boards: {}, asOf: 'soon', session: 7 });
  const { exitCode, stdout } = await runCli(['status'], worldWith(FILE, { transport }));
  expect(exitCode).toBe(0);
  expect(cells(stdout)).toMatchObject({
    session: ['unknown'],
    'as of': ['unknown'],
    'requests left': ['unknown'],
  });
});

describe('where recordings lie, and how much room they take,', () => {
  /** A data directory with recordings of 2,400,100 bytes on two days. */
  function recorded(): string {
    const directory = temporaryDirectory();
    const write = (path: string, bytes: number) => {
      mkdirSync(join(directory, path, '..'), { recursive: true });
      writeFileSync(join(directory, path), 'x'.repeat(bytes));
    };
    write('boards.example_443/2026-06-02/day.ndjson.gz', 1_200_000);
    write('boards.example_443/2026-06-03/day.ndjson', 1_200_000);
    write('sandbox-1/2026-06-03/swing.ndjson', 100);
    write('sandbox-1/notes.txt', 5_000_000);
    return directory;
  }

  test('is a row of status, and a field of its JSON', async () => {
    const directory = recorded();
    const env = { BOARDS_DATA_DIR: directory };
    const { stdout } = await runCli('status', worldWith(FILE, { env }));
    expect(cells(stdout).recordings).toEqual([directory, '2.4 MB, 2 days']);
    const json = await runCli('status --json', worldWith(FILE, { env }));
    expect(JSON.parse(json.stdout).recordings).toEqual({ path: directory, bytes: 2_400_100, days: 2 });
  });

  test('is a note of config path, whose stdout stays one path', async () => {
    const directory = recorded();
    const world = worldWith(FILE, { env: { BOARDS_DATA_DIR: directory } });
    expect(await runCli('config path', world)).toMatchObject({
      exitCode: 0,
      stdout: `${world.configFile}\n`,
      stderr: `note: recordings lie in ${directory} (2.4 MB, 2 days)\n`,
    });
  });

  test.each([
    ['/dev/null', '/dev/null', 'none', 'recordings lie in /dev/null (none)'],
    ['/missing/here', '/missing/here', 'none', 'recordings lie in /missing/here (none)'],
    [
      'relative',
      '–',
      'BOARDS_DATA_DIR is not an absolute path',
      'no place for recordings: BOARDS_DATA_DIR is not an absolute path',
    ],
    [
      TOO_LONG,
      TOO_LONG,
      'cannot be read (ENAMETOOLONG)',
      `recordings lie in ${TOO_LONG} (cannot be read (ENAMETOOLONG))`,
    ],
  ])('in %s', async (directory, path, usage, note) => {
    const env = { BOARDS_DATA_DIR: directory };
    const { exitCode, stdout } = await runCli('status', worldWith(FILE, { env }));
    expect({ exitCode, recordings: cells(stdout).recordings }).toEqual({
      exitCode: 0,
      recordings: [path, usage],
    });
    const named = await runCli('config path', worldWith(FILE, { env }));
    expect(named).toMatchObject({ exitCode: 0, stderr: `note: ${note}\n` });
  });
});
