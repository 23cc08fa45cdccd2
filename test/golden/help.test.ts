import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { createProgram } from '../../src/commands/program.ts';
import { goldenFolder } from '../support/golden.ts';
import { createWorld, runCli } from '../support/world.ts';

const golden = goldenFolder('help');
const program = await createProgram(createWorld().context);

/** The words of a command line for each command: `watch`, `config set`. */
function namesIn({ commands }: Command, before = ''): ReadonlyArray<string> {
  return commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    return [name, ...namesIn(command, `${name} `)];
  });
}

const PAGES = ['--help', ...namesIn(program).map((name) => `${name} --help`), '--version'].map((line) => ({
  line,
  name: line.replace(' --help', '').replace('--', 'root-').replaceAll(' ', '-'),
}));
const TOPICS = TOPIC_NAMES.map((topic) => ({ line: `help ${topic}`, name: `topic-${topic}` }));

describe('the page of', () => {
  test.each([...PAGES, ...TOPICS])('boards $line in 80 columns', async ({ line, name }) => {
    const { exitCode, stdout, stderr } = await runCli(line, {
      platform: 'linux',
      isTTY: true,
      columns: 80,
      rows: 5000,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await golden.matches(name, stdout);
  });

  test.each(['--help', 'watch --help'])('boards %s in 40 columns', async (line) => {
    const { stdout } = await runCli(line, { platform: 'linux', isTTY: true, columns: 40, rows: 5000 });
    await golden.matches(`narrow-${line.replaceAll('-', '').replaceAll(' ', '-')}`, stdout);
  });
});
