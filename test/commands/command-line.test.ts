import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { OPTIONS_WITH_VALUE } from '../../src/commands/command-line.ts';
import { COMMANDS, ordered } from '../../src/commands/index.ts';
import { createProgram } from '../../src/commands/program.ts';
import { createWorld, runCli } from '../support/world.ts';

const words = (line: string) => line.split(' ').filter((word) => word !== '');

describe('options before the command', () => {
  test.each([
    ['--sandbox top', 'top --sandbox'],
    ['-t swing watch --json', 'watch -t swing --json'],
    ['--timeframe swing top', 'top --timeframe swing'],
    ['--timeframe=swing top', 'top --timeframe=swing'],
    ['-tswing top', 'top -tswing'],
    ['-qt swing top', 'top -qt swing'],
    ['-qtswing top', 'top -qtswing'],
    ['-b movers -l 3 watch', 'watch -b movers -l 3'],
    ['--debug config get limit', 'config get --debug limit'],
    ['config --debug get limit', 'config get --debug limit'],
    ['--exec top --bell watch', 'watch --exec top --bell'],
    ['--bogus top', 'top --bogus'],
    ['--help top', 'top --help'],
    ['-t day --help', 'boards -t day --help'],
    ['-h --sandbox', 'boards -h --sandbox'],
    ['- top', '- top'],
    // The value of an option is no command, nor is what follows `--`.
    ['-t top', '-t top'],
    ['--symbol top -q', '--symbol top -q'],
    ['--sandbox -- top', '--sandbox -- top'],
    ['tpo --sandbox top', 'tpo --sandbox top'],
    // Nothing moves where the command comes first.
    ['symbol -t day NVDA top', 'symbol -t day NVDA top'],
    ['config set palette list', 'config set palette list'],
    ['', ''],
  ])('boards %s', (line, expected) => {
    expect(ordered(words(line))).toEqual(words(expected));
  });

  test.each([
    'top -q --sandbox --json',
    'confluence --sandbox -t swing --first 2 --json',
    'config list --json',
  ])('print what they print after it: boards %s', async (line) => {
    const [command = '', ...rest] = words(line);
    const subcommand = command === 'config' ? rest.splice(0, 1) : [];
    const before = await runCli([...rest, command, ...subcommand]);
    expect(before).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') });
    const after = await runCli(words(line));
    expect(before.stdout).toBe(after.stdout);
  });

  test.each([
    ['--csv top', 'top --csv'],
    ['--port 1 watch', 'watch --port 1'],
    ['--bogus top', 'top --bogus'],
    ['-t top', '--timeframe top'],
    ['-t tpo top', 'top -t tpo'],
    ['--limit top', 'boards --limit top'],
    ['--sandbox top NVDA', 'top NVDA --sandbox'],
  ])('are refused as they are after it: boards %s', async (before, after) => {
    const { exitCode, stdout, stderr } = await runCli(before);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe((await runCli(after)).stderr);
  });

  // As with the alias b='boards --sandbox'.
  test.each([
    'help',
    'help watch',
    'help conditions',
    'config list',
    'config list --json',
    'config get limit',
    'config set limit 5',
    'config unset limit',
    'config path',
    'completion bash',
  ])('--sandbox is accepted, also behind it, where it has no effect: boards %s', async (line) => {
    const shown = async (words: string) => {
      const { exitCode, stdout, stderr } = await runCli(words);
      // Each run has a directory of its own, with a number.
      return { exitCode, output: (stdout + stderr).replace(/\/\d+\/config\//g, '/config/') };
    };
    const plain = await shown(line);
    expect(plain.exitCode).toBe(0);
    expect(await shown(`--sandbox ${line}`)).toEqual(plain);
    expect(await shown(`${line} --sandbox`)).toEqual(plain);
  });

  test.each(['help', 'config', 'config list', 'completion', 'sandbox', 'login', 'logout'])(
    '--sandbox is not in the help of boards %s',
    async (line) => {
      const { exitCode, stdout } = await runCli(`${line} --help`);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.not.stringContaining('--sandbox') });
    },
  );

  test('boards help options says so', async () => {
    const { stdout } = await runCli('help options');
    expect(stdout.replaceAll('\n', ' ')).toContain('help, config and completion ignore --sandbox.');
  });

  test.each(['boards top', '--sandbox boards top', '-- top'])('boards %s names the command', async (line) => {
    const { exitCode, stderr } = await runCli(line);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: top is not an argument of boards\nhint: To run the command top: `boards top`\n',
    });
  });
});

const program = await createProgram(createWorld().context);

function withSubcommands(commands: ReadonlyArray<Command>): ReadonlyArray<Command> {
  return commands.flatMap((command) => [command, ...withSubcommands(command.commands)]);
}

test('the known options with a value are those that the commands define', () => {
  const options = withSubcommands(program.commands).flatMap((command) => command.options);
  const flagsOf = (withValue: boolean) =>
    options
      .filter(({ required, optional }) => withValue === (required || optional))
      .flatMap(({ short, long }) => [short, long]);
  expect(new Set(flagsOf(true).filter((flag) => flag !== undefined))).toEqual(OPTIONS_WITH_VALUE);
  expect(flagsOf(false).filter((flag) => flag !== undefined && OPTIONS_WITH_VALUE.has(flag))).toEqual([]);
});

test('the known subcommands are those that the commands define', () => {
  for (const command of program.commands) {
    const entry = Object.entries(COMMANDS).find(([name]) => name === command.name())?.[1];
    const known = entry !== undefined && 'subcommands' in entry ? entry.subcommands : [];
    expect([...known]).toEqual(command.commands.map((sub) => sub.name()));
  }
});
