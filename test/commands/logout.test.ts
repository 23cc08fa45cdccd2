import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { BASE_URL, createEmptyWorld, runCli } from '../support/world.ts';

test('removes the key and temporary files, keeps preferences', async () => {
  const world = createEmptyWorld({
    config: { apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL, odd: 1 },
  });
  writeFileSync(`${world.configFile}.tmp-1780000000abcdef`, KEY);
  const result = await runCli('logout', world);
  expect(result).toMatchObject({
    exitCode: 0,
    stdout: `Removed the key from ${world.configFile}.\n`,
    stderr: '',
  });
  expect(JSON.parse(readFileSync(world.configFile, 'utf8'))).toEqual({ baseUrl: BASE_URL, odd: 1 });
  expect(readdirSync(world.configDirectory)).toEqual(['config.json']);
});

test('says that there was none, and makes no file', async () => {
  const world = createEmptyWorld();
  expect(await runCli('logout', world)).toMatchObject({
    exitCode: 0,
    stdout: 'No key was stored.\n',
    stderr: '',
  });
  expect(existsSync(world.configDirectory)).toBe(false);
});

test('works on a file with other faults', async () => {
  const world = createEmptyWorld({ config: { apiKey: [KEY], limit: 'abc' } });
  expect((await runCli('logout', world)).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(world.configFile, 'utf8'))).toEqual({ limit: 'abc' });
});

test('cannot promise anything about a corrupt file, and says what to do', async () => {
  const world = createEmptyWorld({ config: `{"apiKey":"${KEY}` });
  const { exitCode, stdout, stderr } = await runCli('logout', world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain(`delete ${world.configFile}`);
});

test('reminds of a key in the environment', async () => {
  const { stderr } = await runCli('logout', createEmptyWorld({ config: {}, env: { BOARDS_API_KEY: KEY } }));
  expect(stderr).toMatch(/^note: BOARDS_API_KEY is still set/);
});
