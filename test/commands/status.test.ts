import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { newDirectoryPath, temporaryDirectory } from '../support/directories.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { isWindows, tryLink } from '../support/system.ts';
import { BASE_URL, createEmptyWorld, runCli, type World, type WorldOptions } from '../support/world.ts';

const TOO_LONG = `/${'x'.repeat(300)}`;
const FILE = {
  apiKey: KEY,
  apiKeyOrigin: BASE_URL,
  baseUrl: BASE_URL,
  timeframe: 'swing,day',
  pins: ['NVDA', 'AMD'],
};

const BODY = bodyOf({ timeframe: 'swing', asOf: '2026-06-03T14:29:30.000Z' });

function worldWith(config: unknown, options: WorldOptions = {}): World {
  const transport = async () => responseOf(200, BODY, { 'x-ratelimit-remaining': '117' });
  return createEmptyWorld({ transport, ...options, config });
}

function cells(stdout: string): Record<string, ReadonlyArray<string>> {
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  return Object.fromEntries(rows.map(([name = '', ...rest]) => [name, rest]));
}

test('status --base-url does not send the stored key to another origin', async () => {
  const world = worldWith(FILE);
  const { exitCode, stdout } = await runCli(['status', '--base-url', 'https://new.example'], world);
  expect(exitCode).toBe(4);
  expect(cells(stdout).baseUrl).toEqual(['https://new.example', '--base-url']);
  expect(world.requests).toEqual([]);
});

describe('why a pane does not record', () => {
  const DAY = 'boards.example_443/2026-06-03';
  /** Returns the line about recordings on 2026-06-03. */
  async function statusOf(prepare: (directory: string) => void, options: WorldOptions = {}) {
    const directory = temporaryDirectory();
    prepare(directory);
    const { config = FILE, env, ...rest } = options;
    const world = worldWith(config, {
      ...rest,
      isRealTime: false,
      env: { BOARDS_DATA_DIR: directory, ...env },
    });
    return cells((await runCli('status', world)).stdout).recordings?.at(-1);
  }
  const makeDay = (directory: string) => mkdirSync(join(directory, DAY), { recursive: true });
  const file = (directory: string) => join(directory, DAY, 'day.ndjson');
  const service = { BOARDS_BASE_URL: BASE_URL, BOARDS_API_KEY: KEY };

  test.for<readonly [string, (directory: string) => void, WorldOptions, string]>([
    [
      'nothing is wrong, and no pane has begun',
      makeDay,
      {},
      'none; to record, run `boards watch` in a terminal',
    ],
    [
      'the file has reached 500 MB',
      (directory) => {
        makeDay(directory);
        writeFileSync(file(directory), '');
        truncateSync(file(directory), 500_000_000);
      },
      {},
      '500.0 MB, 1 day; not recording: day.ndjson has reached 500 MB',
    ],
    [
      'the day is a link',
      (directory) => {
        mkdirSync(join(directory, DAY, '..'), { recursive: true });
        symlinkSync(directory, join(directory, DAY));
      },
      {},
      'none; not recording: 2026-06-03 is a symbolic link',
    ],
    [
      'the config file is invalid',
      () => undefined,
      { config: '{', env: service },
      'none; not recording: the config file cannot be used',
    ],
    [
      'the config file is invalid, and it was asked for',
      () => undefined,
      { config: '{', env: { ...service, BOARDS_RECORD: '3' } },
      'none; to record, run `boards watch` in a terminal',
    ],
    [
      'the environment says so',
      (directory) => tryLink(directory, join(directory, 'boards.example_443')),
      { env: { BOARDS_RECORD: 'off' } },
      'none; not recording: record is off (BOARDS_RECORD)',
    ],
    [
      'the preference says so',
      () => undefined,
      { config: { ...FILE, record: 'off' } },
      'none; not recording: record is off (config file)',
    ],
    ['no service is known', () => undefined, { config: {} }, 'none; not recording: no base URL is set'],
  ])('where %s', async ([cause, prepare, options, usage], { skip }) => {
    skip(isWindows && cause === 'the day is a link', 'needs symbolic links');
    expect(
      await statusOf(prepare, { ...options, config: options.config ?? { ...FILE, timeframe: 'day' } }),
    ).toBe(usage);
  });

  test('on a disk where nothing can be written', async ({ skip }) => {
    skip(
      isWindows || process.getuid?.() === 0,
      'the superuser may write everywhere, and on Windows everybody',
    );
    expect(await statusOf((directory) => chmodSync(directory, 0o500))).toBe('none; not recording: EACCES');
  });

  test.each<[string, string, WorldOptions, string]>([
    ['there is no home directory', 'status', { homeDirectory: undefined }, 'no home directory'],
    ['the data is simulated', 'status --sandbox', {}, 'simulated data is recorded only with --record'],
  ])('where %s, on screens, in plain output and in JSON', async (_, line, options, fault) => {
    const world = () => worldWith(FILE, options);
    expect(cells((await runCli(line, world())).stdout).recordings?.at(-1)).toBe(
      `none; not recording: ${fault}`,
    );
    const screen = await runCli(line, {
      ...options,
      config: FILE,
      isTTY: true,
      columns: 200,
    });
    expect(stripVTControlCharacters(screen.stdout)).toMatch(
      new RegExp(`recordings .* none; not recording: ${fault}`),
    );
    const json = await runCli(`${line} --json`, world());
    expect(JSON.parse(json.stdout).recordings).toMatchObject({ bytes: 0, days: 0, fault });
  });
});

describe('the directory and size of recordings', () => {
  /** The recordings have 2,400,100 bytes on two days. */
  function recorded(): string {
    const directory = temporaryDirectory();
    const write = (path: string, bytes: number) => {
      mkdirSync(join(directory, path, '..'), { recursive: true });
      writeFileSync(join(directory, path), 'x'.repeat(bytes));
    };
    write('boards.example_443/2026-06-02/day.ndjson.gz', 1_200_000);
    write('boards.example_443/2026-06-03/day.ndjson', 1_200_000);
    write('sandbox/2026-06-03/swing.ndjson', 100);
    write('sandbox/notes.txt', 5_000_000);
    return directory;
  }

  test('are in a row of status, and in a field of its JSON', async () => {
    const directory = recorded();
    const env = { BOARDS_DATA_DIR: directory };
    const { stdout } = await runCli('status', worldWith(FILE, { env }));
    expect(cells(stdout).recordings).toEqual([directory, '2.4 MB, 2 days']);
    const json = await runCli('status --json', worldWith(FILE, { env }));
    expect(JSON.parse(json.stdout).recordings).toEqual({
      path: directory,
      bytes: 2_400_100,
      days: 2,
      fault: null,
    });
  });

  test.each([
    [400, '1 kB, 1 day'],
    [1001, '2 kB, 1 day'],
    [999_999, '1000 kB, 1 day'],
    [1_000_000, '1.0 MB, 1 day'],
    [999_900_000, '999.9 MB, 1 day'],
    [1_000_000_000, '1.0 GB, 1 day'],
    [1_200_000_000, '1.2 GB, 1 day'],
  ])('%s bytes are %s', async (bytes, usage) => {
    const directory = temporaryDirectory();
    const file = join(directory, 'boards.example_443/2026-06-02/day.ndjson');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    truncateSync(file, bytes);
    const { stdout } = await runCli('status', worldWith(FILE, { env: { BOARDS_DATA_DIR: directory } }));
    expect(cells(stdout).recordings).toEqual([directory, usage]);
  });

  const missing = newDirectoryPath();
  test.for<[string, string, string]>([
    ['/dev/null', '/dev/null', 'none; not recording: ENOTDIR'],
    [missing, missing, 'none; to record, run `boards watch` in a terminal'],
    ['relative', '-', 'none; not recording: BOARDS_DATA_DIR is not an absolute path'],
    [TOO_LONG, TOO_LONG, 'cannot be read: ENAMETOOLONG; not recording: ENAMETOOLONG'],
  ])('in %s', async ([directory, path, usage], { skip }) => {
    skip(isWindows && directory.startsWith('/'), 'has neither ENOTDIR nor ENAMETOOLONG');
    const env = { BOARDS_DATA_DIR: directory };
    const { exitCode, stdout } = await runCli('status', worldWith(FILE, { env }));
    expect({ exitCode, recordings: cells(stdout).recordings }).toEqual({
      exitCode: 0,
      recordings: [path, usage],
    });
  });
});

test('status names the versions of boards and Node, and the platform', async () => {
  const options = { platform: 'linux' } as const;
  expect(cells((await runCli('status', worldWith(FILE, options))).stdout).version).toEqual([
    '1.2.3',
    'Node 20.19.0, linux',
  ]);
  const screen = await runCli('status', { ...options, config: FILE, isTTY: true, columns: 80 });
  expect(stripVTControlCharacters(screen.stdout)).toMatch(/^version +1\.2\.3 +Node 20\.19\.0, linux$/m);
  expect(JSON.parse((await runCli('status --json', worldWith(FILE, options))).stdout)).toMatchObject({
    version: '1.2.3',
    node: '20.19.0',
    platform: 'linux',
  });
});
