import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, openProgram } from '../support/program.ts';
import { runCli } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm start` runs after the build. */
const START = `cd '${ROOT}' && $NODE scripts/start.js`;
const env = { NODE: process.execPath };

/** Lines that npm prints before the program starts. */
const LINES_OF_NPM = 9;

describe('npm start', () => {
  test('fits one screen of 120 x 40, and names what comes next', async () => {
    const pane = openProgram([], { shell: `${START}`, columns: 120, rows: 40, env });
    const screen = await pane.waitFor(/npm start -- watch/);
    const lines = screen.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40 - LINES_OF_NPM - 1);
    expect(lines[0]).toMatch(/^DAY .* SANDBOX $/);
    expect(lines[1]).toMatch(/^ {2}Symbol |^No symbol qualifies/);
    // Money flow has four tiles, of which one begins with rank 1.
    expect(screen.match(/^(?:.{41}|.{82})? 1 [A-Z]+ /gm)?.length).toBeGreaterThan(3);
    expect(screen).toContain('Insider buys');
    expect(lines.at(-1)).toBe(
      'in this clone, without installing boards: npm start -- -b movers, npm start -- watch',
    );
    await pane.ended;
  });

  test('-- watch opens the pane', async () => {
    const pane = openProgram([], { shell: `${START} watch`, columns: 120, rows: 40, env });
    await pane.waitFor(/q quit/);
    pane.type('q');
    await pane.ended;
  });

  // Every command accepts --sandbox.
  test.each([
    ['help', 'Usage: boards [options] [command]'],
    ['config list', 'timeframe  day'],
    ['top -t swing', 'SANDBOX'],
  ])('-- %s adds --sandbox, which the command accepts', async (line, expected) => {
    const { exitCode, stdout } = await runCli(`${line} --sandbox`);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(expected);
  });

  test.each([
    ['--help', 'Usage: boards [options] [command]'],
    ['--debug config list', 'timeframe  day'],
    ['symbol HELP config', 'SANDBOX'],
  ])('-- %s runs the command in the sandbox', (args, expected) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `${START} ${args}`], {
      encoding: 'utf8',
      env: { ...cleanEnvironment(), ...env },
    });
    expect({ status, errors: stderr.match(/error:.*/g) }).toEqual({ status: 0, errors: null });
    expect(stdout).toContain(expected);
  });
});
