import { describe, expect, test } from 'vitest';
import { commandsFor } from '../../src/commands/index.ts';
import { runCli } from '../support/world.ts';

describe('the commands that are loaded', () => {
  test.each<[string, ReadonlyArray<string>]>([
    ['', ['boards']],
    ['--json', ['boards']],
    ['-t day watch', ['boards']],
    ['bords', ['boards']],
    ['watch --json', ['watch']],
    ['config get limit', ['config']],
    ['top --help', ['top']],
    ['boards --json --help', ['boards']],
    ['help', ['help']],
    ['help top', ['top', 'help']],
    ['help keys', ['help']],
    ['help help', ['help']],
  ])('boards %s', (args, names) => {
    expect(commandsFor(args.split(' ').filter((word) => word !== ''))).toEqual(names);
  });
});

test.each(['--version', '-V', '--version --json', 'top --version'])(
  'boards %s prints the version',
  async (args) => {
    const { exitCode, stdout } = await runCli(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1.2.3\n' });
  },
);
