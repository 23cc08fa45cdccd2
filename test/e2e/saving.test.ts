import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith } from '../support/directories.ts';
import { runProgram } from '../support/program.ts';
import { canMount, runShell, withFault } from '../support/shell.ts';
import { runCli } from '../support/world.ts';

const OLD = { limit: 3, apiKey: KEY, apiKeyOrigin: 'https://boards.example' };

function storedIn(directory: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'));
}

/** The files that contain the whole key. */
function filesWithKeyIn(directory: string): ReadonlyArray<string> {
  return readdirSync(directory).filter((name) => readFileSync(join(directory, name), 'utf8').includes(KEY));
}

function config(directory: string, line: string, env = {}) {
  return runProgram(line.split(' '), { env: { BOARDS_CONFIG_DIR: directory, ...env } });
}

/**
 * Sends the process a signal right before its n-th operation on a file of the config directory. Operations on other
 * files do not count, because they differ between versions of Node.
 */
function signalAt(step: number, signal: string, directory: string) {
  return withFault(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let left = ${step};
    const files = new Set();
    const names = ['mkdir', 'open', 'rename', 'rm', 'chmod', 'unlink', 'write', 'fsync', 'close'];
    const owners = [[fs.promises, names], [fs, names.map((name) => name + 'Sync')]];
    for (const [owner, own] of owners) for (const name of own) {
      const real = owner[name];
      if (real !== undefined) owner[name] = (file, ...args) => {
        const isOurs = files.has(file) || String(file).startsWith(${JSON.stringify(directory)});
        if (isOurs && --left === 0) process.kill(process.pid, '${signal}');
        const result = real.call(owner, file, ...args);
        if (isOurs && name === 'openSync') files.add(result);
        return result;
      };
    }
    syncBuiltinESMExports();`);
}

describe('kill -9 while saving', () => {
  // The endurance test kills at each step; after the last one here, the program has ended.
  const STEPS = [1, 4, 6, 8, 9, 10, 16];

  test('at some steps, also in a snap: the file is valid, and the next save or logout removes leftover files', async () => {
    const ended = await Promise.all(
      STEPS.map(async (step) => {
        const directory = configDirectoryWith(OLD);
        const fault = { ...signalAt(step, 'SIGKILL', directory), SNAP: '/snap/boards/1' };
        const { signal } = await config(directory, 'config set limit 4', fault);
        const { limit, ...others } = storedIn(directory);
        expect({ ...others, limit: 3 }).toEqual(OLD);
        const left = readdirSync(directory).length - 1;
        const next = step % 2 === 0 ? 'logout' : 'config set palette mono';
        const env = { BOARDS_CONFIG_DIR: directory, BOARDS_API_KEY: undefined, BOARDS_BASE_URL: undefined };
        expect(await runCli(next, { env })).toMatchObject({ exitCode: 0, stderr: '' });
        expect(readdirSync(directory)).toEqual(['config.json']);
        expect(storedIn(directory)).toMatchObject({ limit });
        expect(filesWithKeyIn(directory)).toEqual(next === 'logout' ? [] : ['config.json']);
        return { signal, limit, left };
      }),
    );
    // The last step is after the end; some steps leave a lock and a copy.
    expect(ended[0]).toMatchObject({ signal: 'SIGKILL', limit: 3 });
    expect(ended.at(-1)).toEqual({ signal: null, limit: 4, left: 0 });
    expect(ended.filter(({ left }) => left === 2).length).toBeGreaterThanOrEqual(2);
  });
});

test('a signal while saving: the save is completed, and no other file is left', async () => {
  await Promise.all(
    (
      [
        [2, 'SIGINT'],
        [6, 'SIGTERM'],
        [10, 'SIGINT'],
      ] as const
    ).map(async ([step, signal]) => {
      const directory = configDirectoryWith(OLD);
      const ended = await config(directory, 'config set limit 4', signalAt(step, signal, directory));
      // Only a wait for the lock hears a signal: a save that has begun is not left half done.
      expect(ended).toMatchObject({ exitCode: 0, signal: null, stderr: '' });
      expect(readdirSync(directory)).toEqual(['config.json']);
      expect(storedIn(directory)).toEqual({ ...OLD, limit: 4 });
    }),
  );
});

test('simultaneous saves lose neither the key nor a preference', async () => {
  const directory = configDirectoryWith({});
  const env = { BOARDS_CONFIG_DIR: directory };
  const preferences = { limit: 4, palette: 'mono', interval: 90 };
  const ended = await Promise.all([
    runProgram(['login', '--no-verify', '--base-url', 'https://boards.example'], { env, input: KEY }),
    ...Object.entries(preferences).map(([name, value]) => config(directory, `config set ${name} ${value}`)),
  ]);
  expect(ended.map(({ exitCode }) => exitCode)).toEqual(ended.map(() => 0));
  expect(storedIn(directory)).toMatchObject({ apiKey: KEY, ...preferences });
  expect(readdirSync(directory)).toEqual(['config.json']);
});

describe('a disk', () => {
  beforeEach(({ skip }) => skip(!canMount(), 'needs permission to mount'));

  const whole = `boards ${Array.from({ length: 900 }, (_, index) => `board${index}`).join(',')}`;
  test.each([
    ['full', 'cp /dev/zero $DIR/filler', /ENOSPC\nhint: Make its directory writable and free space/],
    ['with room for a part', 'cp /dev/zero $DIR/filler; truncate -s -4096 $DIR/filler', /ENOSPC/],
    ['read-only', 'mount -o remount,ro $DIR', /EROFS\nhint: Make its directory writable/],
  ])('that is %s: exit 3, the old file is kept, and no other file is left', async (_, prepare, fault) => {
    const directory = configDirectoryWith({});
    const before = JSON.stringify(OLD);
    const script = `mount -t tmpfs -o size=64k,mode=700 boards $DIR
      printf %s "$BEFORE" > $DIR/config.json; chmod 600 $DIR/config.json
      { ${prepare}; } 2> /dev/null
      $BOARDS config set ${whole}; code=$?
      cat $DIR/config.json; ls -A -I filler $DIR; exit $code`;
    const env = { DIR: directory, BOARDS_CONFIG_DIR: directory, BEFORE: before, SCRIPT: script };
    const ended = await runShell('unshare -m sh -c "$SCRIPT"', { env });
    expect(ended.stderr).toMatch(/^error: could not save .*config\.json: /);
    expect(ended.stderr).toMatch(fault);
    expect(ended).toMatchObject({ exitCode: 3, stdout: `${before}config.json\n` });
  });
});

test.concurrent.each([
  ['differ between lstat and fstat', 'stats.ino + 1n'],
  ['differ between two looks', 'stats.ino + ++looks'],
])('where inode numbers %s, saving works', async (_, ino) => {
  const directory = configDirectoryWith({ limit: 3 });
  const ended = await config(
    directory,
    'config set limit 4',
    withFault(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      let looks = 0n;
      const { lstatSync } = fs;
      fs.lstatSync = (path, ...options) => {
        const stats = lstatSync(path, ...options);
        if (typeof stats?.ino === 'bigint' && String(path).endsWith('.lock')) stats.ino = ${ino};
        return stats;
      };
      syncBuiltinESMExports();`),
  );
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(storedIn(directory)).toEqual({ limit: 4 });
});
