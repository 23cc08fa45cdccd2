import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { BASE_URL, createEmptyWorld, runCli } from '../support/world.ts';

test('logout deletes the key and temporary files, and keeps preferences', async () => {
  const world = createEmptyWorld({
    config: { apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL, odd: 1 },
  });
  writeFileSync(`${world.configFile}.tmp-1780000000abcdef`, KEY);
  const result = await runCli(['logout'], world);
  expect(result).toMatchObject({
    exitCode: 0,
    stdout: `Deleted the key from ${world.configFile}.\n`,
    stderr: '',
  });
  expect(JSON.parse(readFileSync(world.configFile, 'utf8'))).toEqual({ baseUrl: BASE_URL, odd: 1 });
  expect(readdirSync(world.configDirectory)).toEqual(['config.json']);
});

test('logout --sandbox is refused, because it would delete the real key', async () => {
  const config = { apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL };
  const world = createEmptyWorld({ config });
  expect(await runCli(['--sandbox', 'logout'], world)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: [
      'error: --sandbox cannot be used with logout, because the sandbox has no key',
      'hint: To delete the key of the service, run `boards logout` without --sandbox.\n',
    ].join('\n'),
  });
  expect(JSON.parse(readFileSync(world.configFile, 'utf8'))).toEqual(config);
});

test('logout reports that no key was stored, and creates no file', async () => {
  const world = createEmptyWorld();
  expect(await runCli(['logout'], world)).toMatchObject({
    exitCode: 0,
    stdout: 'No key was stored.\n',
    stderr: '',
  });
  expect(existsSync(world.configDirectory)).toBe(false);
});

test('logout works for a file with invalid values', async () => {
  const world = createEmptyWorld({ config: { apiKey: [KEY], limit: 'abc' } });
  expect((await runCli(['logout'], world)).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(world.configFile, 'utf8'))).toEqual({ limit: 'abc' });
});

test('logout fails for a corrupt file, with a hint to delete it', async () => {
  const world = createEmptyWorld({ config: `{"apiKey":"${KEY}` });
  const { exitCode, stdout, stderr } = await runCli(['logout'], world);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain(`delete ${world.configFile}`);
});

test('logout notes a key in the environment', async () => {
  const { stderr } = await runCli(['logout'], createEmptyWorld({ config: {}, env: { BOARDS_API_KEY: KEY } }));
  expect(stderr).toMatch(/^note: BOARDS_API_KEY is still set/);
});
