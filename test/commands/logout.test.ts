import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BASE_URL, createFake, KEY, runIn } from '../config/fake-context.ts';

function worldWith(content: string, env: Readonly<Record<string, string>> = {}) {
  const fake = createFake({ env });
  mkdirSync(fake.directory, { mode: 0o700 });
  writeFileSync(fake.file, content, { mode: 0o600 });
  return fake;
}

test('logout deletes the key and temporary files, and keeps preferences', async () => {
  const fake = worldWith(JSON.stringify({ apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL, odd: 1 }));
  writeFileSync(`${fake.file}.tmp-1780000000abcdef`, KEY);
  const result = await runIn(fake, 'logout');
  expect(result).toEqual({ exitCode: 0, stdout: `Deleted the key from ${fake.file}.\n`, stderr: '' });
  expect(JSON.parse(readFileSync(fake.file, 'utf8'))).toEqual({ baseUrl: BASE_URL, odd: 1 });
  expect(readdirSync(fake.directory)).toEqual(['config.json']);
});

test('logout reports that no key was stored, and creates no file', async () => {
  const fake = createFake();
  expect(await runIn(fake, 'logout')).toEqual({ exitCode: 0, stdout: 'No key was stored.\n', stderr: '' });
  expect(existsSync(fake.directory)).toBe(false);
});

test('logout works for a file with invalid values', async () => {
  const fake = worldWith(JSON.stringify({ apiKey: [KEY], limit: 'abc' }));
  expect((await runIn(fake, 'logout')).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(fake.file, 'utf8'))).toEqual({ limit: 'abc' });
});

test('logout fails for a corrupt file, with a hint to delete it', async () => {
  const fake = worldWith(`{"apiKey":"${KEY}`);
  const { exitCode, stdout, stderr } = await runIn(fake, 'logout');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain(`delete ${fake.file}`);
});

test('logout notes a key in the environment', async () => {
  const { stderr } = await runIn(worldWith('{}', { BOARDS_API_KEY: KEY }), 'logout');
  expect(stderr).toMatch(/^note: BOARDS_API_KEY is still set/);
});
