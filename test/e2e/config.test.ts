import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith, temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { canRunAsNobody, NOBODY, NOBODY_IS_MISSING, runShell } from '../support/shell.ts';
import { BASE_URL, createEmptyWorld, runCli } from '../support/world.ts';

const isNobodyMissing = !canRunAsNobody();
const ELSEWHERE = 'https://boards.invalid';

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('the permissions of the config file', () => {
  test.each(['000', '022', '077'])('no other user can read it (umask %s)', async (mask) => {
    const directory = join(temporaryDirectory(), 'deep', 'boards');
    const before = process.umask(Number.parseInt(mask, 8));
    try {
      const world = createEmptyWorld({ env: { BOARDS_CONFIG_DIR: directory }, stdin: KEY });
      const ended = await runCli(['login', '--no-verify', '--base-url', ELSEWHERE], world);
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    } finally {
      process.umask(before);
    }
    expect([modeOf(directory), modeOf(join(directory, 'config.json'))]).toEqual(['700', '600']);
  });

  // Only the process itself knows of the snap.
  test('no other user can read it in a snap', async () => {
    const directory = join(temporaryDirectory(), 'deep', 'boards');
    const login = `umask 000; echo ${KEY} | $BOARDS login --no-verify --base-url ${ELSEWHERE}`;
    const ended = await runShell(login, { env: { BOARDS_CONFIG_DIR: directory, SNAP: '1' } });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect([modeOf(directory), modeOf(join(directory, 'config.json'))]).toEqual(['700', '600']);
  });

  test.each(['0644', '1644', '4755'])(
    'a file of mode %s is used and made private, with one note',
    async (mode) => {
      const stored = { apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL };
      const directory = configDirectoryWith(stored, Number.parseInt(mode, 8));
      const runHere = () => runCli([], createEmptyWorld({ env: { BOARDS_CONFIG_DIR: directory } }));
      const first = await runHere();
      expect(first.exitCode).toBe(0);
      expect(first.stderr).toBe(
        `note: ${join(directory, 'config.json')} was open to other users (mode ${mode}); it is now 0600\n`,
      );
      expect(statSync(join(directory, 'config.json')).mode & 0o7777).toBe(0o600);
      const second = await runHere();
      expect(second).toMatchObject({ exitCode: 0, stderr: '' });
      for (const { world } of [first, second])
        expect(world.requests.map(({ headers }) => headers['X-API-Key'])).toEqual([KEY]);
    },
  );

  test('an open file of another user is used with a note', async ({ skip }) => {
    skip(isNobodyMissing, NOBODY_IS_MISSING);
    const { url, keys } = await serveBoards();
    const directory = configDirectoryWith({ apiKey: KEY, apiKeyOrigin: url, baseUrl: url }, 0o644);
    chmodSync(directory, 0o755);
    const ended = await runShell('$BOARDS', { env: { BOARDS_CONFIG_DIR: directory }, uid: NOBODY });
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toMatch(
      /^note: .* is open to other users \(mode 0644\) and its mode cannot be changed: EPERM\n$/,
    );
    expect(keys).toEqual([KEY]);
  });
});

describe('a config that cannot be read', () => {
  test.for<[string, number, number]>([
    ['the file', 0o755, 0o600],
    ['the directory', 0o700, 0o644],
  ])('because %s belongs to another user', async ([, directoryMode, fileMode], { skip }) => {
    skip(isNobodyMissing, NOBODY_IS_MISSING);
    const { url, keys } = await serveBoards();
    const directory = configDirectoryWith({ apiKey: KEY, baseUrl: url }, fileMode);
    chmodSync(directory, directoryMode);
    const env = { BOARDS_CONFIG_DIR: directory };
    const bare = await runShell('$BOARDS', { env, uid: NOBODY });
    expect(bare).toMatchObject({ exitCode: 3, stdout: '' });
    expect(bare.stderr).toMatch(/config\.json: EACCES\nhint: /);
    const BOARDS_API_KEY = 'of-the-environment';
    const given = await runShell('$BOARDS', {
      env: { ...env, BOARDS_BASE_URL: url, BOARDS_API_KEY },
      uid: NOBODY,
    });
    expect(given.exitCode).toBe(0);
    expect(keys).toEqual([BOARDS_API_KEY]);
  });
});

describe('a config that cannot be saved', () => {
  test.for<[string, number]>([
    ['in a directory of another user', 0o755],
    ['in a read-only directory', 0o555],
  ])('%s: exit 3, and the old file is kept', async ([name, mode], { skip }) => {
    skip(isNobodyMissing, NOBODY_IS_MISSING);
    const directory = configDirectoryWith({ limit: 3 }, 0o644);
    if (mode === 0o555) chownSync(directory, NOBODY, NOBODY);
    chmodSync(directory, mode);
    const ended = await runShell('$BOARDS config set limit 5', {
      env: { BOARDS_CONFIG_DIR: directory },
      uid: NOBODY,
    });
    expect(ended, name).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toMatch(/could not save .*config\.json: EACCES/);
    expect(readFileSync(join(directory, 'config.json'), 'utf8')).toBe('{"limit":3}');
  });
});

test('without a home directory, the environment is enough to read, and a save reports what is missing', async () => {
  const env = { BOARDS_CONFIG_DIR: undefined, BOARDS_BASE_URL: BASE_URL, BOARDS_API_KEY: KEY };
  const runHere = (line: string) => runCli(line, createEmptyWorld({ env, homeDirectory: undefined }));
  expect(await runHere('')).toMatchObject({ exitCode: 0, stderr: '' });
  const stored = await runHere('config set limit 5');
  expect(stored).toMatchObject({ exitCode: 3, stdout: '' });
  expect(stored.stderr).toMatch(/BOARDS_CONFIG_DIR/);
});
