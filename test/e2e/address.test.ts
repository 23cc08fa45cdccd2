import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { runShell } from '../support/shell.ts';
import { createEmptyWorld, runCli } from '../support/world.ts';

test('no file in the working directory sets the base URL', async () => {
  const server = await serveBoards();
  const { url } = server;
  const directory = configDirectoryWith({ baseUrl: url });
  writeFileSync(join(directory, '.env'), `BOARDS_BASE_URL=${url}\n`);
  writeFileSync(join(directory, '.npmrc'), `baseUrl=${url}\n`);
  // config-hazards.test.ts has a home directory that is relative.
  for (const env of [{}, { BOARDS_CONFIG_DIR: '.' }]) {
    const ended = await runShell(`cd ${directory}; $BOARDS`, { env: { BOARDS_API_KEY: KEY, ...env } });
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
  }
  expect(server.connections()).toBe(0);
});

describe('a stored key', () => {
  const [OLD, OTHER] = ['https://old.example', 'https://other.example'];

  test.each(['--base-url', 'BOARDS_BASE_URL', 'config set'])(
    'is not sent to a new base URL: %s',
    async (source) => {
      const BOARDS_CONFIG_DIR = configDirectoryWith({ baseUrl: OLD, apiKey: KEY, apiKeyOrigin: OLD });
      const env = { BOARDS_CONFIG_DIR, ...(source === 'BOARDS_BASE_URL' ? { BOARDS_BASE_URL: OTHER } : {}) };
      const runHere = (args: ReadonlyArray<string>) => runCli(args, createEmptyWorld({ env }));
      if (source === 'config set') await runHere(['config', 'set', 'baseUrl', OTHER]);
      const ended = await runHere(source === '--base-url' ? [`--base-url=${OTHER}`] : []);
      expect(ended).toMatchObject({ exitCode: 4, stdout: '' });
      expect(ended.stderr).toContain(`error: no key for ${OTHER}`);
      expect(ended.world.requests).toEqual([]);
    },
  );

  test('is not sent if certificates are not verified', async () => {
    const env = { BOARDS_API_KEY: KEY, BOARDS_BASE_URL: OTHER, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const ended = await runCli([], createEmptyWorld({ env }));
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^error: .*NODE_TLS_REJECT_UNAUTHORIZED/m);
    expect(ended.world.requests).toEqual([]);
  });
});
