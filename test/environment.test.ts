import { describe, expect, test } from 'vitest';
import { PREFERENCES } from '../src/cli/preference-registry.ts';
import { configPath } from '../src/settings/places.ts';
import { resolveSettings } from '../src/settings/resolve.ts';
import { colorLevel, usesAscii } from '../src/text/capabilities.ts';
import { createWorld, runCli } from './support/world.ts';

test.each([
  [{}, false],
  [{ LANG: 'en_US.UTF-8' }, false],
  [{ LANG: 'en_US.utf8' }, false],
  [{ LANG: 'C.UTF-8' }, false],
  [{ LANG: 'sr_RS.UTF-8@latin' }, false],
  [{ LC_CTYPE: 'UTF-8' }, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'POSIX' }, true],
  [{ LANG: 'en_US.ISO-8859-1' }, true],
  [{ LANG: 'ja_JP.eucJP' }, true],
  [{ LANG: 'en_US' }, true],
  [{ LANG: 'de_DE@euro' }, true],
  [{ LC_ALL: 'C', LC_CTYPE: 'en_US.UTF-8', LANG: 'en_US.UTF-8' }, true],
  [{ LC_ALL: 'C.UTF-8', LC_CTYPE: 'C', LANG: 'C' }, false],
  [{ LC_CTYPE: 'C', LANG: 'en_US.UTF-8' }, true],
  [{ LC_ALL: '', LC_CTYPE: '', LANG: 'en_US.UTF-8' }, false],
  [{ LC_ALL: '', LANG: '' }, false],
  [{ LC_MESSAGES: 'C' }, false],
  [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, true],
  [{ TERM: 'xterm-256color' }, false],
])('in %j text is ASCII: %j', (env, expected) => {
  expect(usesAscii(env)).toBe(expected);
});

describe('an empty variable counts as not set', () => {
  test('BOARDS_API_KEY and BOARDS_BASE_URL: the config file is used', async () => {
    const stored = { BOARDS_BASE_URL: '', BOARDS_API_KEY: '' };
    const world = createWorld({ env: stored, stdin: 'a-key-of-the-config-file' });
    const login = await runCli('login --base-url https://boards.example', world);
    expect(login).toMatchObject({ exitCode: 0, stderr: '' });
    const env = { ...stored, BOARDS_CONFIG_DIR: world.configDirectory };
    const { context } = createWorld({ env });
    expect(resolveSettings(PREFERENCES, {}, context)).toMatchObject({
      baseUrl: { value: 'https://boards.example', source: 'config file' },
      foundKey: { value: 'a-key-of-the-config-file', source: 'config file', hidesStored: false },
    });
    const logout = await runCli('logout', { env });
    expect(logout).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('BOARDS_TIMEFRAME, BOARDS_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA', () => {
    const { context } = createWorld({
      env: { BOARDS_TIMEFRAME: '', BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: '' },
    });
    expect(resolveSettings(PREFERENCES, {}, context).timeframe.source).toBe('default');
    const linux = { ...context, platform: 'linux', homeDirectory: '/home/t' };
    expect(configPath(linux)).toBe('/home/t/.config/ranked-boards/config.json');
    const windows = { ...context, platform: 'win32', homeDirectory: 'C:\\t', env: { APPDATA: '' } };
    expect(configPath(windows)).toBe('C:\\t\\AppData\\Roaming\\ranked-boards\\Config\\config.json');
  });

  test('FORCE_COLOR and NO_COLOR', () => {
    const pipe = { write: () => true };
    expect(colorLevel('auto', pipe, { env: { FORCE_COLOR: '' }, platform: 'linux' })).toBe(0);
    expect(colorLevel('auto', { ...pipe, isTTY: true }, { env: { NO_COLOR: '' }, platform: 'linux' })).toBe(
      1,
    );
  });
});
