import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, runProgram } from '../support/program.ts';
import { BASH_IS_MISSING, hasBash, runShell } from '../support/shell.ts';
import { rowOf } from '../support/snapshots.ts';
import { hasFullDevice } from '../support/system.ts';

/** Removes the note about simulated data, which `--quiet` does not hide. */
function withoutSandboxNote(stderr: string): string {
  return stderr.replace('note: SANDBOX: simulated data\n', '');
}

const lacksDevice = (line: string) => line.includes('/dev/full') && !hasFullDevice;

describe.concurrent('a reader that closes the pipe is not an error', () => {
  beforeEach(({ skip }) => skip(!hasBash, BASH_IS_MISSING));

  test.each([
    '--sandbox | head -1',
    '--sandbox -q --json | head -c1',
    'help | head -1',
    'watch -n 1 --no-plain | head -1',
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
  test.each(['--sandbox', 'watch --sandbox', 'config list', 'help json', '--help'])(
    '%s > /dev/full: exit 1 with the reason',
    async (line) => {
      const { exitCode, stderr } = await runShell(`$BOARDS ${line} > /dev/full`);
      expect(exitCode).toBe(1);
      expect(withoutSandboxNote(stderr)).toMatch(
        /^error: output could not be written \(ENOSPC\)\nhint: .*\n$/,
      );
    },
  );

  test.each(['--sandbox -q --json', 'watch --sandbox -q --json'])('%s > /dev/full: as JSON', async (line) => {
    const { exitCode, stderr } = await runShell(`$BOARDS ${line} > /dev/full`);
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
    ['--sandbox >&-', 0, /^$/],
    ['--sandbox 2>&-', 0, /movers/],
    ['--sandbox <&-', 0, /movers/],
    ['--sandbox <&- >&- 2>&-', 0, /^$/],
    ['--sandbox --json 2> /dev/full', 0, /^\{.*\}\n$/],
    ['--nope 2> /dev/full', 2, /^$/],
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
    const { env } = await serveBoards({ fields: { asOf: null, timeframe: null, boards } });
    const slow = await runProgram(['-t', 'day,swing', option], {
      env,
      onStart: ({ stdout }) =>
        stdout?.on('data', () => {
          stdout.pause();
          setTimeout(() => stdout.resume(), 15);
        }),
    });
    expect(slow).toMatchObject({ exitCode: 0, stderr: '' });
    const file = join(temporaryDirectory(), 'out');
    await runShell(`$BOARDS -t day,swing ${option} > ${file}`, { env });
    expect(slow.stdout.length).toBeGreaterThan(1024 * 1024);
    expect(slow.stdout === readFileSync(file, 'utf8')).toBe(true);
    if (option === '--json') expect(JSON.parse(slow.stdout)[1].boards.board9).toEqual(rows);
  });
});

/** Bold, dim and inverse, on and off. */
const WEIGHTS = ['1', '2', '22', '27', '7'];
const COLOURED = ['1', '22', '27', '31', '32', '38;5;244', '38;5;31', '39', '7'];

describe.concurrent('escape codes on stdout', () => {
  test.each([
    ['--sandbox', {}, COLOURED],
    ['--sandbox', { NO_COLOR: '1' }, WEIGHTS],
    ['--sandbox --no-color', {}, WEIGHTS],
    ['--sandbox --no-color', { TERM: 'dumb' }, []],
    ['--sandbox', { FORCE_COLOR: '0' }, WEIGHTS],
    ['--sandbox', { TERM: 'dumb' }, []],
    ['--sandbox | cat', {}, []],
    ['--sandbox --no-plain | cat', { NO_COLOR: '1' }, []],
    ['--sandbox --no-plain | cat', { FORCE_COLOR: '1' }, COLOURED],
    ['--sandbox --json', { FORCE_COLOR: '1' }, []],
  ])('%s with %j at a terminal: %j', async (line, env, expected) => {
    const pane = openProgram([], {
      env,
      shell: `$BOARDS ${line} 2>/dev/null; echo; echo done; read forever`,
    });
    await pane.waitFor(/^done$/m);
    const codes = pane
      .raw()
      .split('\x1b')
      .slice(1)
      .map((text) => /^\[([\d;]*)m/.exec(text)?.[1] ?? text);
    expect([...new Set(codes)].sort()).toEqual(expected);
    pane.kill('SIGKILL');
  });

  test('stdout and stderr are colored independently of each other', async () => {
    const directory = temporaryDirectory();
    const shell = `cd ${directory}; $BOARDS --sandbox -b nope,movers 2> notes; $BOARDS --sandbox > tables; echo done; read forever`;
    const pane = openProgram([], { shell });
    await pane.waitFor(/^done$/m);
    expect(pane.raw()).toContain('\x1b');
    expect(readFileSync(join(directory, 'notes'), 'utf8')).toMatch(/^note: [ -~]*\n$/);
    expect(readFileSync(join(directory, 'tables'), 'utf8')).not.toContain('\x1b');
    pane.kill('SIGKILL');
  });
});
