import { describe, expect, test } from 'vitest';
import { createProgram } from '../src/cli.ts';
import { createWorld, runCli } from './support/world.ts';

const NAMES = (await createProgram(createWorld().context)).commands.map((command) => command.name());

test.each(['--help', '-h', 'help'])('boards %s fits a terminal of 80 by 24', async (args) => {
  const { exitCode, stdout, stderr } = await runCli(args, { isTTY: true, columns: 80 });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  // The prompt takes the last line.
  expect(lines.length).toBeLessThan(24);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(` ${name} +\\S`));
});

/** Command lines under the heading, up to a pipe or a file: what the program itself gets. */
function examplesIn(help: string): ReadonlyArray<string> {
  const [, examples = ''] = help.split('Examples:\n');
  const lines = examples.split('\n').filter((line) => line.startsWith('  '));
  return lines.map((line) => line.trim().split(/ {2,}/)[0] ?? '');
}

describe.each(NAMES)('boards %s', (name) => {
  test('--help has examples, and `boards help` has them too', async () => {
    const { exitCode, stdout } = await runCli([name, '--help']);
    expect(exitCode).toBe(0);
    expect((await runCli(['help', name])).stdout).toBe(stdout);
    if (name !== 'completion') expect(examplesIn(stdout).length).toBeGreaterThan(0);
  });

  test('--help fits 80 columns', async () => {
    const { stdout } = await runCli([name, '--help'], { isTTY: true, columns: 80 });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  // The others wait for a person, or go on for ever.
  test.skipIf(['watch', 'login', 'sandbox'].includes(name))('its examples work', async () => {
    const world = createWorld();
    for (const example of examplesIn((await runCli([name, '--help'])).stdout)) {
      const [line = ''] = example.split(/ [|>] /);
      const args = line.split(' ').slice(1);
      const { exitCode, stderr } = await runCli(args, { env: { BOARDS_CONFIG_DIR: world.configDirectory } });
      expect({ line, exitCode, stderr: stderr.replace(/^note: .*\n/gm, '') }).toEqual({
        line,
        exitCode: 0,
        stderr: '',
      });
    }
  });
});

test.each(['exit-codes', 'environment', 'json'])('boards help %s', async (topic) => {
  const { exitCode, stdout } = await runCli(['help', topic]);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').length).toBeGreaterThan(10);
});

describe('with nothing configured', () => {
  const env = { BOARDS_BASE_URL: undefined, BOARDS_API_KEY: undefined };

  test.each(['', 'boards', 'watch', 'top'])('boards %s says in four lines what to do', async (args) => {
    const { exitCode, stdout, stderr } = await runCli(args, { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatchInlineSnapshot(`
      "error: no base URL is set
      hint: Look around, with simulated data and no key: boards --sandbox
      hint: Begin with your own key: boards login --base-url https://…
      hint: See what else there is: boards help
      "
    `);
  });

  test('and with --json in one', async () => {
    const { exitCode, stderr } = await runCli('--json', { env });
    expect(exitCode).toBe(3);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr).error.hint).toContain('boards --sandbox');
  });

  test('what it says first works', async () => {
    expect(await runCli('--sandbox', { env })).toMatchObject({ exitCode: 0 });
  });
});
