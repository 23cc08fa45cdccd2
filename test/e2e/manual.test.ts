import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/text/safe-text.ts';

const PAGE = fileURLToPath(new URL('../../docs/man/boards.1', import.meta.url));
const FORMATTERS = [
  ['groff', ['-t', '-man', '-Tutf8', '-ww', '-rLL=80n', PAGE]],
  ['mandoc', ['-Tutf8', '-O', 'width=80', PAGE]],
] as const;

const [[groff]] = FORMATTERS;
const narrow = spawnSync(groff, ['-man', '-Tutf8', '-ww', '-rLL=48n', PAGE], { encoding: 'utf8' });

test.skipIf(narrow.error !== undefined)('every line of the manual page can be broken at 48 columns', () => {
  expect(narrow).toMatchObject({ status: 0, stderr: '' });
});

describe.each(FORMATTERS)('%s', (file, args) => {
  const { error, stdout, stderr, status } = spawnSync(file, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  });

  // Bold is written with backspaces.
  const lines = stripVTControlCharacters((stdout ?? '').replace(/.[\b]/gu, '')).split('\n');

  test.skipIf(error !== undefined)('renders the manual page within 80 columns, without warnings', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(lines).toContain('EXIT CODES');
    expect(lines.some((line) => /^ {7}-t, --timeframe <names>$/.test(line))).toBe(true);
    expect(lines).toEqual(expect.arrayContaining(['CONDITIONS', 'KEYS', 'JSON']));
    expect(lines).toContain(
      '  --on "NVDA+rank<=3+held>=2m"        NVDA is in the top 3 of a board for 2 min',
    );
  });
});

const mandoc = (...args: ReadonlyArray<string>) =>
  spawnSync('mandoc', [...args, PAGE], { encoding: 'utf8', env: { PATH: process.env.PATH } });
const isMissing = mandoc('-Tutf8').error !== undefined;

test.skipIf(isMissing)('mandoc has no warnings about the manual page', () => {
  expect(mandoc('-Tlint', '-W', 'warning').stdout).toBe('');
});
