import { expect, test } from 'vitest';
import { configPath } from '../../src/config/place.ts';
import { createFake } from './fake-context.ts';

test.each([
  ['linux', {}, '/home/t', '/home/t/.config/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: '/x' }, '/home/t', '/x/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: 'x' }, '/home/t', '/home/t/.config/ranked-boards/config.json'],
  ['linux', { XDG_CONFIG_HOME: './x' }, undefined, null],
  ['linux', { BOARDS_CONFIG_DIR: '/b', XDG_CONFIG_HOME: '/x' }, '/home/t', '/b/config.json'],
  ['linux', { BOARDS_CONFIG_DIR: '/b' }, undefined, '/b/config.json'],
  ['linux', {}, '', null],
  ['darwin', {}, '/Users/t', '/Users/t/Library/Preferences/ranked-boards/config.json'],
  ['win32', { APPDATA: 'C:\\R' }, 'C:\\t', 'C:\\R\\ranked-boards\\Config\\config.json'],
  ['win32', {}, 'C:\\t', 'C:\\t\\AppData\\Roaming\\ranked-boards\\Config\\config.json'],
  ['win32', {}, undefined, null],
])('on %s with %j and home %j: %s', (platform, env, homeDirectory, expected) => {
  const { context } = createFake({
    platform,
    homeDirectory,
    env: { BOARDS_CONFIG_DIR: undefined, ...env },
  });
  expect(configPath(context)).toBe(expected);
});

test('a relative BOARDS_CONFIG_DIR would take a base URL from the working directory, and is refused', () => {
  const { context } = createFake({ env: { BOARDS_CONFIG_DIR: 'here' } });
  expect(() => configPath(context)).toThrow(/BOARDS_CONFIG_DIR is not an absolute path/);
});
