import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { CANARY_KEY, leakIn } from '../support/canary.ts';
import { createWorld, runCli } from '../support/world.ts';

const NAMES = (await createProgram(createWorld().context)).commands.map((command) => command.name());

describe('the options of the program', () => {
  test.each([
    ['-q --sandbox', 'top', '--json'],
    ['--sandbox --plain', 'confluence', '-t swing --min-boards 3'],
    ['--debug', 'config list', '--json'],
  ])('%s work before and after boards %s', async (options, command, rest) => {
    const before = await runCli(`${options} ${command} ${rest}`);
    expect(before.exitCode).toBe(0);
    const after = await runCli(`${command} ${rest} ${options}`);
    expect(before.stdout).toBe(after.stdout);
  });

  // An alias such as b='boards --sandbox -q' puts these options before every command.
  test.each([
    ...['help', 'help watch', 'help conditions', 'config list', 'config get limit', 'config set limit 5'],
    ...['config unset limit', 'config path', 'completion bash', 'logout'],
  ])('are accepted by commands without effect: boards %s', async (line) => {
    const shown = async (args: string) => {
      const { exitCode, stdout } = await runCli(args);
      // Each run has its own numbered directory.
      return { exitCode, stdout: stdout.replace(/[\\/]\d+[\\/]config[\\/]/g, '/config/') };
    };
    const plain = await shown(line);
    expect(plain.exitCode).toBe(0);
    // `logout` refuses --sandbox, which has no key.
    const sandbox = line === 'logout' ? '--plain' : '--sandbox';
    expect(await shown(`${sandbox} -q ${line}`)).toEqual(plain);
    expect(await shown(`${line} --retries 3 ${sandbox} -q`)).toEqual(plain);
  });

  test.each(NAMES)('take one line in the help of boards %s', async (name) => {
    const { stdout } = await runCli(`${name} --help`, { isTTY: true, columns: 80 });
    expect(stdout).toMatch(/^Common options \(boards --help\): .*--sandbox.*$/m);
    expect(stdout).not.toContain('--base-url <url>');
  });
});

test.each(['--version', '-V', '--version --json', 'top --version'])(
  'boards %s prints the version',
  async (args) => {
    const { exitCode, stdout } = await runCli(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1.2.3\n' });
  },
);

test('a key in an environment variable is shortened, too', async () => {
  const env = { BOARDS_TIMEFRAME: CANARY_KEY };
  for (const line of ['--sandbox', '--sandbox --debug']) {
    const { exitCode, stderr } = await runCli(line, { env });
    expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 2, leak: null });
  }
});
