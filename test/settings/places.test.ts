import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../../src/lib/private-files.ts';
import { configPath } from '../../src/settings/places.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { BELOW_A_FILE, isWindows } from '../support/system.ts';
import { createEmptyWorld, runCli } from '../support/world.ts';

test.each([
  ['linux', {}, '/home/t', '/home/t/.config/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: '/x' }, '/home/t', '/x/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: 'x' }, '/home/t', '/home/t/.config/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: './x' }, undefined, null],
  ['linux', { BOARDS_CONFIG_DIR: '/b', XDG_CONFIG_HOME: '/x' }, '/home/t', '/b/config.json'],
  ['linux', { BOARDS_CONFIG_DIR: '/b' }, undefined, '/b/config.json'],
  ['linux', {}, '', null],
  ['linux', {}, 'here', null],
  ['linux', {}, './here', null],
  ['linux', {}, '~', null],
  ['linux', { XDG_CONFIG_HOME: '/x' }, 'here', '/x/ranked-boards/config.json'],
  ['darwin', {}, 'here', null],
  ['darwin', { XDG_CONFIG_HOME: '/x' }, '/Users/t', '/x/ranked-boards/config.json'],
  ['darwin', { XDG_CONFIG_HOME: 'x' }, '/Users/t', '/Users/t/Library/Preferences/ranked-boards/config.json'],
  ['win32', { XDG_CONFIG_HOME: 'D:\\x' }, 'C:\\t', 'D:\\x\\ranked-boards\\config.json'],
  ['win32', { APPDATA: 'R' }, 'C:\\t', 'C:\\t\\AppData\\Roaming\\ranked-boards\\Config\\config.json'],
  ['win32', { APPDATA: 'R' }, 'here', null],
  ['win32', {}, 'C:here', null],
  ['darwin', {}, '/Users/t', '/Users/t/Library/Preferences/ranked-boards/config.json'],
  ['win32', { APPDATA: 'C:\\R' }, 'C:\\t', 'C:\\R\\ranked-boards\\Config\\config.json'],
  ['win32', { APPDATA: '\\R' }, 'C:\\t', 'C:\\t\\AppData\\Roaming\\ranked-boards\\Config\\config.json'],
  ['win32', { APPDATA: '\\\\server\\R' }, 'C:\\t', '\\\\server\\R\\ranked-boards\\Config\\config.json'],
  ['win32', {}, 'C:\\t', 'C:\\t\\AppData\\Roaming\\ranked-boards\\Config\\config.json'],
  ['win32', {}, undefined, null],
])('on %s with %j and home %j: %s', (platform, env, homeDirectory, expected) => {
  const { context } = createEmptyWorld({
    platform,
    homeDirectory,
    env: { BOARDS_CONFIG_DIR: undefined, ...env },
  });
  expect(configPath(context)).toBe(expected);
});

test.each([
  ['linux', 'here'],
  ['win32', 'C:here'],
  ['win32', '\\here'],
  ['win32', '/here'],
])('on %s, BOARDS_CONFIG_DIR=%s is refused: it depends on the working directory', (platform, path) => {
  const { context } = createEmptyWorld({ platform, env: { BOARDS_CONFIG_DIR: path } });
  expect(() => configPath(context)).toThrow(/BOARDS_CONFIG_DIR is not an absolute path/);
});

describe.skipIf(isWindows)('XDG_CONFIG_HOME on macOS, where an earlier version ignored it', () => {
  function worldWith(files: Readonly<Record<'old' | 'new', string | null>>) {
    const home = temporaryDirectory();
    const paths = {
      old: join(home, 'Library', 'Preferences', 'ranked-boards', 'config.json'),
      new: join(home, 'xdg', 'ranked-boards', 'config.json'),
    };
    for (const name of ['old', 'new'] as const) {
      mkdirSync(dirname(paths[name]), { recursive: true, mode: 0o700 });
      if (files[name] !== null) writeFileSync(paths[name], files[name], { mode: 0o600 });
    }
    const env = { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: join(home, 'xdg') };
    const run = (...argv: ReadonlyArray<string>) =>
      runCli(argv, createEmptyWorld({ platform: 'darwin', homeDirectory: home, env }));
    return { paths, run };
  }

  test('the old file is used until it is moved, with one note', async () => {
    const { paths, run } = worldWith({ old: '{"limit":3}', new: null });
    const note = `note: using the config file ${paths.old}; to use XDG_CONFIG_HOME, move it to ${paths.new}\n`;
    expect(await run('config', 'get', 'limit')).toMatchObject({ exitCode: 0, stdout: '3\n', stderr: note });
    expect(await run('config', 'set', 'limit', '4')).toMatchObject({ exitCode: 0, stderr: note });
    expect(await run('config', 'unset', 'limit')).toMatchObject({ exitCode: 0, stderr: note });
    expect(JSON.parse(readFileSync(paths.old, 'utf8'))).toEqual({});
    expect((await run('config', 'path')).stdout).toBe(`${paths.old}\n`);
  });

  test('the new file is used if it exists, without a note', async () => {
    const { paths, run } = worldWith({ old: '{"limit":3}', new: '{"limit":5}' });
    expect(await run('config', 'get', 'limit')).toMatchObject({ exitCode: 0, stdout: '5\n', stderr: '' });
    expect((await run('config', 'path')).stdout).toBe(`${paths.new}\n`);
  });

  test('logout removes the key from both files', async () => {
    const file = JSON.stringify({ apiKey: KEY, limit: 3 });
    const { paths, run } = worldWith({ old: file, new: file });
    expect(await run('logout')).toMatchObject({ exitCode: 0, stderr: '' });
    for (const path of [paths.old, paths.new]) expect(readFileSync(path, 'utf8')).not.toContain(KEY);
  });

  test('without any file, a new one is created there', async () => {
    const { paths, run } = worldWith({ old: null, new: null });
    expect(await run('config', 'set', 'limit', '4')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(readFileSync(paths.new, 'utf8'))).toEqual({ limit: 4 });
  });
});

describe('a directory', () => {
  test('is made with those above it, each with the mode, and is new once', async () => {
    const path = join(temporaryDirectory(), 'a', 'b', 'c');
    expect([await makeDirectory(path), await makeDirectory(path)]).toEqual([true, false]);
    if (!isWindows) for (const each of [path, dirname(path)]) expect(statSync(each).mode & 0o777).toBe(0o700);
  });

  test('that is a file is named with the error of the system where settings are saved', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const { exitCode, stderr } = await runCli(
      'config set limit 4',
      createEmptyWorld({ env: { BOARDS_CONFIG_DIR: file } }),
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`could not save ${join(file, 'config.json')}: ${BELOW_A_FILE}\n`);
  });

  test('is not made below a file', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await expect(makeDirectory(join(file, 'a'))).rejects.toThrow(BELOW_A_FILE);
  });

  // Node's own `recursive` would not return.
  test.runIf(process.platform === 'linux')('is not made where the system has none', async () => {
    await expect(makeDirectory('/proc/none/a')).rejects.toThrow('ENOENT');
  });
});
