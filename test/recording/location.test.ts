import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { recordingsDirectory } from '../../src/recording/directories.ts';
import { dataDirectory } from '../../src/settings/places.ts';
import { slashed } from '../support/system.ts';

const directoryOf = (...of: Parameters<typeof recordingsDirectory>) => slashed(recordingsDirectory(...of));

test.each([
  ['linux', {}, '/home/t', '/home/t/.local/state/ranked-boards'],
  ['linux', { XDG_STATE_HOME: '/x' }, '/home/t', '/x/ranked-boards'],
  ['linux', { XDG_STATE_HOME: 'x' }, '/home/t', '/home/t/.local/state/ranked-boards'],
  ['linux', { XDG_STATE_HOME: '' }, '/home/t', '/home/t/.local/state/ranked-boards'],
  ['linux', { BOARDS_DATA_DIR: '/b', XDG_STATE_HOME: '/x' }, '/home/t', '/b'],
  ['linux', { BOARDS_DATA_DIR: '/b' }, undefined, '/b'],
  ['linux', { XDG_STATE_HOME: '/x' }, undefined, '/x/ranked-boards'],
  ['linux', {}, undefined, null],
  ['linux', {}, '', null],
  ['linux', {}, 'here', null],
  ['darwin', {}, '/Users/t', '/Users/t/Library/Application Support/ranked-boards'],
  ['darwin', { XDG_STATE_HOME: '/x' }, '/Users/t', '/x/ranked-boards'],
  ['win32', {}, 'C:\\t', 'C:\\t\\AppData\\Local\\ranked-boards\\Data'],
  ['win32', { LOCALAPPDATA: 'D:\\L' }, 'C:\\t', 'D:\\L\\ranked-boards\\Data'],
  ['win32', { LOCALAPPDATA: 'L' }, 'C:\\t', 'C:\\t\\AppData\\Local\\ranked-boards\\Data'],
  ['win32', { BOARDS_DATA_DIR: 'D:\\b' }, undefined, 'D:\\b'],
  ['win32', {}, 'C:here', null],
])('on %s with %j and home %j recordings lie in %s', (platform, env, homeDirectory, expected) => {
  expect(dataDirectory({ platform, env, homeDirectory })).toBe(expected);
});

test.each(['here', './here', '~/here', '..'])('BOARDS_DATA_DIR=%s is refused', (path) => {
  const place = { platform: 'linux', env: { BOARDS_DATA_DIR: path }, homeDirectory: '/home/t' };
  expect(() => dataDirectory(place)).toThrow(/BOARDS_DATA_DIR is not an absolute path/);
});

test.each([
  ['https://boards.example', '/d/boards.example_443'],
  ['https://boards.example:8443/v2', '/d/boards.example_8443'],
  ['http://127.0.0.1:8787', '/d/127.0.0.1_8787'],
  ['http://localhost', '/d/localhost_80'],
  ['http://[::1]:8787', '/d/--1_8787'],
  ['https://sandbox-1', '/d/_sandbox-1_443'],
])('recordings of %s lie in %s', (baseUrl, expected) => {
  expect(directoryOf('/d', baseUrl, false)).toBe(expected);
});

test('a host name that Windows reserves is not the beginning of a directory there', () => {
  const name = sep === '\\' ? '_aux.example_443' : 'aux.example_443';
  expect(recordingsDirectory('/d', 'https://aux.example', false)).toBe(join('/d', name));
  expect(recordingsDirectory('/d', 'https://auxiliary.example', false)).toBe(
    join('/d', 'auxiliary.example_443'),
  );
});

test('recordings of simulated data have a directory that no service can have', () => {
  expect(directoryOf('/d', null, true)).toBe('/d/sandbox');
  expect(directoryOf('/d', 'http://localhost:8787', true)).toBe('/d/sandbox-localhost_8787');
  expect(directoryOf('/d', 'http://sandbox-localhost:8787', false)).toBe('/d/_sandbox-localhost_8787');
});
