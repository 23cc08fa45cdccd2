import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, commandsFor } from '../../src/commands/names.ts';
import { runCli } from '../support/world.ts';

describe('the commands that are loaded', () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['', ['boards']],
    ['--json', ['boards']],
    ['-t day watch', ['boards']],
    ['bords', ['boards']],
    ['watch --json', ['watch']],
    ['config get limit', ['config']],
    ['top --help', ['top']],
    ['--help', COMMAND_NAMES],
    ['-h', COMMAND_NAMES],
    ['--json --help', COMMAND_NAMES],
    ['help top', COMMAND_NAMES],
  ])('boards %s', (args, names) => {
    expect(commandsFor(args.split(' ').filter((word) => word !== ''))).toEqual(names);
  });
});

it.each(['--version', '-V', '--version --json', 'top --version'])(
  'boards %s prints the version',
  async (args) => {
    const { exitCode, stdout } = await runCli(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1.2.3\n' });
  },
);
