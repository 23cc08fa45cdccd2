import { describe, expect, test } from 'vitest';
import { runCli, type WorldOptions } from '../support/world.ts';

const ASCII = { LC_ALL: 'C' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences of ASCII characters.
const ASCII_TEXT = /^[\r\n\x1b -~]*$/;

async function runBoth(args: string, { env, ...options }: WorldOptions) {
  const ascii = await runCli(args, { ...options, env: { ...env, ...ASCII } });
  const utf8 = await runCli(args, { ...options, env: { ...env, LC_ALL: 'C.UTF-8' } });
  expect(ascii.exitCode).toBe(utf8.exitCode);
  return { ascii, utf8 };
}

describe('with LC_ALL=C', () => {
  test.each([
    ['an error', 'login', { BOARDS_BASE_URL: '' }, 3],
    ['a long mistyped word', `nôthing${'x'.repeat(80)}`, {}, 2],
    ['a mistyped board', '-b mövers', {}, 2],
    ['status', 'status', {}, 0],
    ['the preferences', 'config list', {}, 0],
    ['help', 'help', {}, 0],
    ['the help of a command', 'watch --help', {}, 0],
    ['a topic', 'help environment', {}, 0],
    ['debugging', 'top --debug', {}, 0],
  ])('%s is ASCII', async (_, line, env, exitCode) => {
    const { ascii } = await runBoth(line, { env });
    expect(ascii.exitCode).toBe(exitCode);
    expect(ascii.stdout).toMatch(ASCII_TEXT);
    expect(ascii.stderr).toMatch(ASCII_TEXT);
    expect(ascii.stdout + ascii.stderr).not.toBe('');
  });

  test('an error of --json is the same JSON', async () => {
    const { ascii, utf8 } = await runBoth('nôthing --json', {});
    expect(ascii.stderr).toBe(utf8.stderr);
    expect(JSON.parse(ascii.stderr).error.message).toContain('ô');
  });

  test('the path of the config file is unchanged, so that scripts can use it', async () => {
    const place = { platform: 'linux', env: { BOARDS_CONFIG_DIR: '/tmp/é' } };
    expect((await runBoth('config path', place)).ascii.stdout).toBe('/tmp/é/config.json\n');
  });
});
