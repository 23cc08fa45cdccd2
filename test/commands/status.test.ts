import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { BASE_URL, createEmptyWorld, runCli, type World, type WorldOptions } from '../support/world.ts';

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
    write('sandbox/2026-06-03/swing.ndjson', 100);
    write('sandbox/notes.txt', 5_000_000);
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

  test.each([
    ['/dev/null', '/dev/null', 'none'],
    ['/missing/here', '/missing/here', 'none'],
    ['relative', '-', 'BOARDS_DATA_DIR is not an absolute path'],
    [TOO_LONG, TOO_LONG, 'cannot be read (ENAMETOOLONG)'],
  ])('in %s', async (directory, path, usage) => {
    const env = { BOARDS_DATA_DIR: directory };
    const { exitCode, stdout } = await runCli('status', worldWith(FILE, { env }));
    expect({ exitCode, recordings: cells(stdout).recordings }).toEqual({
      exitCode: 0,
      recordings: [path, usage],
    });
  });
});
