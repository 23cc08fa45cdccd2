import { type ChildProcess, execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { type Ended, type RunOptions, runProgram } from '../support/program.ts';
import { canMount, runShell, withFault } from '../support/shell.ts';
import { bodyOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { createEmptyWorld, runCli } from '../support/world.ts';

/** Runs the program, and kills it if it has not ended with the test. */
function run(args: ReadonlyArray<string>, options: RunOptions): Promise<Ended> {
  return runProgram(args, {
    ...options,
    onStart(child: ChildProcess) {
      onTestFinished(() => void child.kill('SIGKILL'));
    },
  });
}

/** Runs the program in the process of the test, with a key on stdin. */
function runHere(args: string | ReadonlyArray<string>, { env = {} }: RunOptions) {
  return runCli(args, createEmptyWorld({ env, stdin: KEY }));
}

/** A kind of file, how it is made, and how the program is started that meets it. */
type Kind = readonly [
  name: string,
  make: (path: string) => void,
  start: (
    args: ReadonlyArray<string>,
    options: RunOptions,
  ) => Promise<Pick<Ended, 'exitCode' | 'stdout' | 'stderr'>>,
];

describe('a home directory that is not an absolute path', () => {
  const PLACES = [
    '.config/ranked-boards',
    'home/.config/ranked-boards',
    'ranked-boards',
    'xdg/ranked-boards',
    '',
  ];

  // places.test.ts has the other ones.
  test.each([
    ['HOME is empty', { HOME: '' }],
    ['HOME and XDG_CONFIG_HOME are relative', { HOME: './home', XDG_CONFIG_HOME: 'xdg' }],
  ])('%s: no file of the working directory is read, and no key is sent', async (_, env) => {
    const received: Array<string | undefined> = [];
    const server = await serveHttp((request, response) => {
      received.push(request.url);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(bodyOf()));
    });
    const directory = temporaryDirectory();
    for (const place of PLACES) {
      mkdirSync(join(directory, place), { recursive: true });
      writeFileSync(
        join(directory, place, 'config.json'),
        JSON.stringify({ baseUrl: `http://${server.host}` }),
      );
    }
    const bare = { BOARDS_CONFIG_DIR: undefined, BOARDS_API_KEY: KEY, ...env };
    const ended = await runShell(`cd ${directory}; $BOARDS`, { env: bare });
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^error: no base URL is set/);
    expect(received).toEqual([]);
  });
});

describe.skipIf(isWindows)('modes', () => {
  test('a directory with other files is left as it is, with one note once the file there holds a key', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'notes.txt'), 'another file');
    chmodSync(directory, 0o755);
    const env = { BOARDS_CONFIG_DIR: directory };
    for (const line of ['config set limit 3', 'config get limit'])
      expect(await runHere(line, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    const note = `note: ${directory} is open to other users (mode 0755) and was not changed, because BOARDS_CONFIG_DIR names it; restrict it with chmod 700\n`;
    const login = 'login --base-url https://api.example --no-verify';
    for (const line of [login, login, 'config get limit', 'config set limit 4'])
      expect(await runHere(line, { env }), line).toMatchObject({ exitCode: 0, stderr: note });
    expect(statSync(directory).mode & 0o7777).toBe(0o755);
    expect(statSync(join(directory, 'config.json')).mode & 0o7777).toBe(0o600);
  });
});

describe.skipIf(isWindows)('a path that is not a regular file', () => {
  /** A program that opens a pipe waits for another one, so it runs in a process that can be killed. */
  const PIPES: ReadonlyArray<Kind> = [
    ['a pipe', (path) => execFileSync('mkfifo', [path]), run],
    ['a link to a pipe', linkToPipe, run],
  ];
  const KINDS: ReadonlyArray<Kind> = [
    ...PIPES,
    ['a directory', (path) => mkdirSync(path), runHere],
    ['a dangling link', (path) => symlinkSync(`${path}.nowhere`, path), runHere],
  ];

  function linkToPipe(path: string): void {
    execFileSync('mkfifo', [`${path}.pipe`]);
    symlinkSync(`${path}.pipe`, path);
  }

  test.each(KINDS)(
    '%s as the lock: exit 3 without waiting for it, the config file unchanged',
    async (name, make, start) => {
      const directory = temporaryDirectory();
      const file = join(directory, 'config.json');
      const before = JSON.stringify({ apiKey: KEY, limit: 3 });
      writeFileSync(file, before, { mode: 0o600 });
      make(`${file}.lock`);
      const lines = [['config', 'set', 'limit', '4'], ['logout']];
      for (const args of name === 'a pipe' ? lines.slice(0, 1) : lines) {
        const ended = await start(args, { env: { BOARDS_CONFIG_DIR: directory } });
        expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
        expect(ended.stderr).toMatch(
          /^error: could not save: .*config\.json\.lock is not a lock file of boards\nhint: /,
        );
        if (args[0] === 'logout') expect(ended.stderr).toContain(`delete ${file}`);
        expect(readFileSync(file, 'utf8')).toBe(before);
      }
    },
  );

  /** Each time the program tries to lock, another process seems to have taken the lock just before, and the program says so. */
  const TAKEN_LOCK = withFault(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    let tries = 0;
    fs.openSync = (file, ...rest) => {
      if (String(file).endsWith('.lock')) {
        fs.utimesSync(file, 0, ++tries);
        if (tries === 2) process.stderr.write('waiting');
      }
      return openSync(file, ...rest);
    };
    syncBuiltinESMExports();`);

  test('a signal ends the wait for a lock of another process', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'config.json.lock'), '');
    const ended = await runProgram(['config', 'set', 'limit', '4'], {
      env: { BOARDS_CONFIG_DIR: directory, ...TAKEN_LOCK },
      onStart(child) {
        child.stderr?.once('data', () => child.kill('SIGINT'));
        onTestFinished(() => void child.kill('SIGKILL'));
      },
    });
    expect(ended).toEqual({ exitCode: null, signal: 'SIGINT', stdout: '', stderr: 'waiting' });
    expect(readdirSync(directory)).toEqual(['config.json.lock']);
  });

  test.each(KINDS)(
    '%s as the config file: exit 3; a dangling link counts as no file',
    async (name, make, start) => {
      const directory = temporaryDirectory();
      make(join(directory, 'config.json'));
      const ended = await start(['config', 'list'], { env: { BOARDS_CONFIG_DIR: directory } });
      if (name === 'a dangling link') expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      else
        expect(ended).toMatchObject({
          exitCode: 3,
          stderr: expect.stringMatching(/cannot read the config file/),
        });
    },
  );
});

describe('logout on a disk', () => {
  const FIELDS = { apiKey: KEY, apiKeyOrigin: 'https://boards.example', limit: 3 };

  /** Runs logout on a small disk, then prints the names and contents of its files. */
  function logoutOn(prepare: string) {
    const directory = temporaryDirectory();
    const script = `mount -t tmpfs -o size=64k,mode=700 boards $DIR
      printf %s "$BEFORE" > $DIR/config.json; chmod 600 $DIR/config.json
      printf %s "$BEFORE" > $DIR/config.json.tmp-0123abcd
      { ${prepare}; } 2> /dev/null
      $BOARDS logout; code=$?
      ls -A -I filler $DIR; cat $DIR/config.json*; exit $code`;
    const env = {
      DIR: directory,
      BOARDS_CONFIG_DIR: directory,
      BEFORE: JSON.stringify(FIELDS),
      SCRIPT: script,
    };
    return { directory, ended: runShell('unshare -m sh -c "$SCRIPT"', { env }) };
  }

  test('that is full: no file contains the key, and the preferences are kept where there is room', async ({
    skip,
  }) => {
    skip(!canMount(), 'needs permission to mount');
    const ended = await logoutOn('cp /dev/zero $DIR/filler').ended;
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^Deleted the key from .*config\.json\.\nconfig\.json\n/);
    expect(JSON.parse(ended.stdout.slice(ended.stdout.indexOf('{')))).toEqual({ limit: 3 });
    expect(leakIn(ended.stdout)).toBeNull();
  });

  test('that has no room: the config file is deleted, and a note lists its preferences', async ({ skip }) => {
    skip(!canMount(), 'needs permission to mount');
    const { directory, ended } = logoutOn('rm $DIR/config.json.tmp-*; cp /dev/zero $DIR/filler');
    const { exitCode, stdout, stderr } = await ended;
    const file = join(directory, 'config.json');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `Deleted the key from ${file}.\n` });
    expect(stderr).toMatch(
      /^note: .*\.json could not be rewritten and was deleted, including the preferences limit\n/,
    );
  });

  test('that is read-only: exit 3, with the files that still contain the key', async ({ skip }) => {
    skip(!canMount(), 'needs permission to mount');
    const { directory, ended } = logoutOn('mount -o remount,ro $DIR');
    const { exitCode, stderr, stdout } = await ended;
    expect({ exitCode, removed: stdout.includes('Removed') }).toEqual({ exitCode: 3, removed: false });
    expect(stderr).toMatch(/^error: could not delete .*config\.json: EROFS\n/);
    const files = [join(directory, 'config.json'), join(directory, 'config.json.tmp-0123abcd')];
    expect(stderr).toContain(`or delete ${files.join(' and ')}, which may still contain a key.`);
    expect(leakIn(stderr)).toBeNull();
  });
});
