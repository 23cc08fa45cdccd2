import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { runProgram } from '../support/program.ts';
import { runShell } from '../support/shell.ts';
import { isWindows } from '../support/system.ts';

const hasCache = 'enableCompileCache' in module;
const runIn = (XDG_CACHE_HOME: string) => runProgram(['--version'], { env: { XDG_CACHE_HOME } });

test.skipIf(!hasCache)('compiled code is kept in a directory of the user alone', async () => {
  const place = join(temporaryDirectory(), 'new');
  expect(await runIn(place)).toMatchObject({ exitCode: 0, stderr: '' });
  const directory = join(place, 'ranked-boards');
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).not.toEqual([]);
});

test('where Node is told to keep nothing, no directory is made', async () => {
  const XDG_CACHE_HOME = temporaryDirectory();
  const env = { XDG_CACHE_HOME, NODE_DISABLE_COMPILE_CACHE: '1' };
  expect(await runProgram(['--version'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readdirSync(XDG_CACHE_HOME)).toEqual([]);
});

test('nothing is kept where others can write', async () => {
  const directory = join(temporaryDirectory(), 'ranked-boards');
  mkdirSync(directory);
  chmodSync(directory, 0o777);
  expect(await runIn(join(directory, '..'))).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readdirSync(directory)).toEqual([]);
});

test('without a place for it, the program starts', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  expect(await runIn(file)).toMatchObject({ exitCode: 0, stderr: '' });
});

test.each(['', 'relative'])('HOME of "%s": nothing is written to the working directory', async (HOME) => {
  const directory = temporaryDirectory();
  const line = `cd '${directory}' && unset XDG_CACHE_HOME && $BOARDS --version`;
  expect(await runShell(line, { env: { HOME } })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readdirSync(directory)).toEqual([]);
});

test.skipIf(!hasCache || isWindows)(
  'a named pipe in place of a kept file does not block the start',
  async () => {
    const place = temporaryDirectory();
    await runIn(place);
    const directory = join(place, 'ranked-boards');
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files).not.toEqual([]);
    for (const file of files) {
      rmSync(file);
      execFileSync('mkfifo', [file]);
    }
    expect(await runIn(place)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);
