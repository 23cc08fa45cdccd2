import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import {
  cleanEnvironment,
  type Environment,
  endOf,
  openProgram,
  PANE_READY,
  startSandbox,
} from '../support/program.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const EXECUTABLE = join(DIST, `boards-${platform()}-${arch()}`);
const { version } = JSON.parse(readFileSync(join(DIST, '../package.json'), 'utf8'));

/** There is no `node` in this PATH, and no other program. */
const PATH = temporaryDirectory();

/** Runs the executable. Without a config directory of its own, each run has an empty one. */
function run(args: ReadonlyArray<string>, env: Environment = {}, input = '') {
  const child = spawn(EXECUTABLE, args, { env: cleanEnvironment({ ...env, PATH }) });
  child.stdin.end(input);
  return endOf(child);
}

test('the executable is there, with the licence of Node', () => {
  expect(existsSync(EXECUTABLE), 'run `npm run executable` first').toBe(true);
  expect(readFileSync(join(DIST, 'NODE-LICENSE'), 'utf8')).toContain(
    'Node.js is licensed for use as follows',
  );
});

test.each([
  ['--version', new RegExp(`^${version.replaceAll('.', '\\.')}\n$`)],
  ['--help', /^Usage: boards .*\n {2}watch /s],
  ['help conditions', /held>=5m/],
  ['help schema', /^\{/],
  ['--sandbox', /^day .*SANDBOX\n.*\nmovers: /s],
  ['--sandbox --json', /^\{"asOf":.*\n$/],
  ['--sandbox -b movers --csv', /^asOf,timeframe,board,rank/],
  ['top -t all --sandbox --no-plain', /investing/],
  ['symbol QI --sandbox', /QI/],
  ['confluence --sandbox --json', /^\[\{"symbol":/],
  ['history QI --sandbox --last 2m', /QI/],
  ['history --sandbox --last 2m', /SANDBOX/],
  ['watch --sandbox --count 1 --json', /^\{"asOf":.*\n$/],
  ['status --sandbox', /SANDBOX|simulated/],
  ['config list', /timeframe +day/],
])('boards %s', async (line, shown) => {
  const { exitCode, stdout, stderr } = await run(line.split(' '));
  expect(stderr).not.toMatch(/error|Warning/);
  expect(stdout).toMatch(shown);
  expect(exitCode).toBe(0);
});

test.each([
  ['bash', 'boards.bash'],
  ['zsh', 'boards.zsh'],
  ['fish', 'boards.fish'],
  ['powershell', 'boards.ps1'],
])('boards completion %s', async (shell, file) => {
  const { stdout } = await run(['completion', shell]);
  expect(stdout).toBe(readFileSync(join(DIST, '../completions', file), 'utf8'));
});

test('errors have their exit code and hint', async () => {
  expect(await run(['swnig'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('boards -t swing'),
  });
});

test('options for Node in the environment change nothing', async () => {
  const { stderr } = await run(['--version'], { NODE_OPTIONS: '--require=/missing.cjs' });
  expect(stderr).toBe('');
});

test('login stores a key, with which the service responds, and logout deletes it', async () => {
  const service = await startSandbox();
  try {
    const BOARDS_CONFIG_DIR = temporaryDirectory();
    const login = ['login', '--base-url', service.url];
    expect(await run(login, { BOARDS_CONFIG_DIR }, `${service.env.BOARDS_API_KEY}\n`)).toMatchObject({
      exitCode: 0,
    });
    expect((await run(['--json'], { BOARDS_CONFIG_DIR })).stdout).toMatch(/^\{"asOf":/);
    expect(await run(['logout'], { BOARDS_CONFIG_DIR })).toMatchObject({ exitCode: 0 });
    expect(await run(['--json'], { BOARDS_CONFIG_DIR })).toMatchObject({ exitCode: 4 });
  } finally {
    service.close();
  }
});

test('the pane opens, and q leaves it', async () => {
  const pane = openProgram([], { shell: `${EXECUTABLE} watch --sandbox`, env: { PATH } });
  await pane.waitFor(PANE_READY);
  pane.type('q');
  expect(await pane.ended).toMatchObject({ exitCode: 0 });
});
