import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { configDirectoryWith } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { runShell } from '../support/shell.ts';

test('no file in the working directory sets the base URL', async () => {
  const server = await serveBoards();
  const { url } = server;
  const directory = configDirectoryWith({ baseUrl: url });
  writeFileSync(join(directory, '.env'), `BOARDS_BASE_URL=${url}\n`);
  writeFileSync(join(directory, '.npmrc'), `baseUrl=${url}\n`);
  const settings = [
    {},
    { BOARDS_CONFIG_DIR: '.' },
    { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: '.', HOME: '' },
  ];
  for (const env of settings) {
    const ended = await runShell(`cd ${directory}; $BOARDS`, { env: { BOARDS_API_KEY: KEY, ...env } });
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
  }
  expect(server.connections()).toBe(0);
});

describe('a stored key', () => {
  test.each(['--base-url', 'BOARDS_BASE_URL', 'config set'])(
    'is not sent to a new base URL: %s',
    async (source) => {
      const [old, other] = [await serveBoards(), await serveBoards()];
      const [oldUrl, url] = [old.url, other.url];
      const BOARDS_CONFIG_DIR = configDirectoryWith({ baseUrl: oldUrl, apiKey: KEY, apiKeyOrigin: oldUrl });
      const env = { BOARDS_CONFIG_DIR, ...(source === 'BOARDS_BASE_URL' ? { BOARDS_BASE_URL: url } : {}) };
      if (source === 'config set') await runProgram(['config', 'set', 'baseUrl', `${url}`], { env });
      const ended = await runProgram(source === '--base-url' ? [`--base-url=${url}`] : [], { env });
      expect(ended).toMatchObject({ exitCode: 4, stdout: '' });
      expect(ended.stderr).toContain(`error: no key for ${url}`);
      expect(leakIn(ended.stderr)).toBeNull();
      expect(other.connections()).toBe(0);
    },
  );

  test('is not sent if certificates are not verified', async () => {
    const env = {
      BOARDS_API_KEY: KEY,
      BOARDS_BASE_URL: 'https://boards.invalid',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const ended = await runProgram([], { env });
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^error: .*NODE_TLS_REJECT_UNAUTHORIZED/m);
    expect(leakIn(ended.stderr)).toBeNull();
  });
});
