import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { type Environment, openProgram, runProgram } from '../support/program.ts';
import { responseOf } from '../support/responses.ts';
import { BASH_IS_MISSING, hasBash, runShell } from '../support/shell.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { hasFullDevice } from '../support/system.ts';
import { runCli } from '../support/world.ts';

/** Removes the note about simulated data, which `--quiet` does not hide. */
function withoutSandboxNote(stderr: string): string {
  return stderr.replace('note: SANDBOX: simulated data\n', '');
}

const lacksDevice = (line: string) => line.includes('/dev/full') && !hasFullDevice;

describe.concurrent('a reader that closes the pipe is not an error', () => {
  beforeEach(({ skip }) => skip(!hasBash, BASH_IS_MISSING));

  // watch.test.ts has lines without --json.
  test.each([
    '--sandbox | head -1',
    'watch -n 1 --json | head -1',
    '--sandbox --json 2>&1 >/dev/null | true',
  ])('%s', async (line) => {
    const { env } = await serveBoards();
    const { stdout, stderr } = await runShell(`$BOARDS ${line}; echo " \${PIPESTATUS[*]}"`, {
      env,
    });
    expect(stdout).toMatch(/ 0 0\n$/);
    expect(withoutSandboxNote(stderr)).toBe('');
  });
});

describe.skipIf(!hasFullDevice).concurrent('output that cannot be written', () => {
  test.each(['--sandbox', 'watch --sandbox', '--help'])(
    '%s > /dev/full: exit 1 with the reason',
    async (line) => {
      const { exitCode, stderr } = await runShell(`$BOARDS ${line} > /dev/full`);
      expect(exitCode).toBe(1);
      expect(withoutSandboxNote(stderr)).toMatch(
        /^error: output could not be written \(ENOSPC\)\nhint: Check the disk or the program that reads the output\.\n$/,
      );
    },
  );

  test('watch --sandbox -q --json > /dev/full: as JSON', async () => {
    const { exitCode, stderr } = await runShell('$BOARDS watch --sandbox -q --json > /dev/full');
    expect(exitCode).toBe(1);
    expect(JSON.parse(withoutSandboxNote(stderr))).toMatchObject({
      error: { code: 'internal', message: /ENOSPC/ },
    });
  });
});

describe('notes that cannot be written do not affect the data', () => {
  beforeEach(({ skip }) => skip(!hasBash, BASH_IS_MISSING));

  test.for(['2> >(true)', '2> /dev/full'])('-l 20 --json %s', async (redirection, { skip }) => {
    skip(lacksDevice(redirection), 'needs /dev/full');
    const { env } = await serveBoards({ held: delay(400) });
    const { exitCode, stdout } = await runShell(`$BOARDS -l 20 --json ${redirection}`, { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('boards.movers');
  });
});

describe.concurrent('closed or full streams cause no error', () => {
  test.for<[string, number, RegExp]>([
    ['--sandbox <&- 2>&-', 0, /movers/],
    ['--sandbox <&- >&- 2>&-', 0, /^$/],
    ['--sandbox --json 2> /dev/full', 0, /^\{.*\}\n$/],
    ['--nope >&- 2>&-', 2, /^$/],
  ])('%s', async ([line, exitCode, shown], { skip }) => {
    skip(lacksDevice(line), 'needs /dev/full');
    const ended = await runShell(`$BOARDS ${line}`);
    expect(ended).toMatchObject({ exitCode, stdout: expect.stringMatching(shown) });
    expect(ended.stderr).not.toMatch(/error:| {3}at /);
  });
});

describe('a slow reader receives all of an output of more than 1 MB', () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    rowOf({ rank: index + 1, name: `Name ${index} ${'x'.repeat(380)}`, metric: 'y'.repeat(390) }),
  );
  const boards = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`board${index}`, rows]));

  test.each(['--json', '--no-color'])('%s', async (option) => {
    const fields = { asOf: null, timeframe: null, boards };
    const { env } = await serveBoards({ fields });
    const slow = await runProgram(['-t', 'day,swing', option], {
      env,
      onStart: ({ stdout }) =>
        stdout?.on('data', () => {
          stdout.pause();
          setTimeout(() => stdout.resume(), 15);
        }),
    });
    expect(slow).toMatchObject({ exitCode: 0, stderr: '' });
    const transport = async () => responseOf(200, bodyOf(fields));
    const { stdout } = await runCli(['-t', 'day,swing', option], { transport });
    expect(slow.stdout.length).toBeGreaterThan(1024 * 1024);
    expect(slow.stdout === stdout).toBe(true);
    if (option === '--json') expect(JSON.parse(slow.stdout)[1].boards.board9).toEqual(rows);
  });
});

/** Bold, dim and inverse, on and off. */
const WEIGHTS = ['1', '2', '22', '27', '7'];
const COLOURED = ['1', '22', '27', '31', '32', '38;5;244', '38;5;31', '39', '7'];

/** The numbers of the styles in a text, each once. Other escape sequences stay as they are. */
function codesIn(text: string): ReadonlyArray<string> {
  const codes = text
    .split('\x1b')
    .slice(1)
    .map((each) => /^\[([\d;]*)m/.exec(each)?.[1] ?? each);
  return [...new Set(codes)].sort();
}

describe('escape codes on stdout', () => {
  test.each<[string, boolean, Environment, ReadonlyArray<string>]>([
    ['--sandbox', true, {}, COLOURED],
    ['--sandbox', true, { NO_COLOR: '1' }, WEIGHTS],
    ['--sandbox --no-color', true, {}, WEIGHTS],
    ['--sandbox --no-color', true, { TERM: 'dumb' }, []],
    ['--sandbox', true, { FORCE_COLOR: '0' }, WEIGHTS],
    ['--sandbox', true, { TERM: 'dumb' }, []],
    ['--sandbox', false, {}, []],
    ['--sandbox --no-plain', false, { NO_COLOR: '1' }, []],
    ['--sandbox --no-plain', false, { FORCE_COLOR: '1' }, COLOURED],
    ['--sandbox --json', true, { FORCE_COLOR: '1' }, []],
  ])('%s at a terminal: %s, with %j: %j', async (line, isTTY, env, expected) => {
    const { exitCode, stdout } = await runCli(line, {
      isTTY,
      columns: 100,
      env: { TERM: 'xterm-256color', ...env },
    });
    expect({ exitCode, codes: codesIn(stdout) }).toEqual({ exitCode: 0, codes: expected });
  });

  test('stdout and stderr are colored independently of each other', async () => {
    const directory = temporaryDirectory();
    const shell = `cd ${directory}; $BOARDS --sandbox -b nope,movers 2> notes; $BOARDS --sandbox --quiet > tables; echo done; read forever`;
    const pane = openProgram([], { shell });
    await pane.waitFor(/^done$/m);
    expect(codesIn(pane.raw())).toEqual(COLOURED);
    expect(readFileSync(join(directory, 'notes'), 'utf8')).toMatch(/^note: [ -~]*\n$/);
    expect(readFileSync(join(directory, 'tables'), 'utf8')).not.toContain('\x1b');
    pane.kill('SIGKILL');
  });
});
