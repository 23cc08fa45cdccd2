import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completionsOf, generateCompletions } from '../scripts/generators/completions.ts';
import { TOPIC_NAMES } from '../src/cli/specification.ts';
import { createProgram } from '../src/commands/program.ts';
import { createWorld, runCli } from './support/world.ts';

const program = await createProgram(createWorld().context);

const GENERATED = generateCompletions(program);

function committed(name: string): string {
  return readFileSync(new URL(`../completions/${name}`, import.meta.url), 'utf8');
}

test.each(Object.entries(GENERATED))('completions/%s is up to date (npm run completions)', (name, text) => {
  expect(committed(name)).toBe(text);
});

describe('boards completion', () => {
  test.each([
    ['bash', 'boards.bash'],
    ['zsh', 'boards.zsh'],
    ['fish', 'boards.fish'],
    ['powershell', 'boards.ps1'],
    ['PowerShell', 'boards.ps1'],
  ])('%s prints completions/%s', async (shell, file) => {
    const { exitCode, stdout, stderr } = await runCli(`completion ${shell}`);
    expect({ exitCode, stderr, same: stdout === committed(file) }).toEqual({
      exitCode: 0,
      stderr: '',
      same: true,
    });
  });
});

/** What the scripts know, as words. */
const scripts = Object.keys(GENERATED).filter((name) => name !== 'boards.1');
const choices = completionsOf(program);
const textsAt = (key: string) => choices.get(key)?.words.map(({ text }) => text) ?? [];

test('without a command, the options of `boards` and of the program are offered', () => {
  expect(new Set(textsAt('-'))).toEqual(new Set([...textsAt('boards -'), '-V', '--version']));
});

test.each(scripts)('completions/%s names every command, option and value of a closed set', (name) => {
  const known = [...choices].flatMap(([key, { words }]) => [
    ...key.split(' '),
    ...words.map(({ text }) => text),
  ]);
  expect(known).toEqual(
    expect.arrayContaining(['path', '--exec', 'schema', 'trend', 'confluence', 'red-up', 'off', 'start']),
  );
  const words = committed(name).split(/[^\w-]+/);
  expect([...new Set(known)].filter((word) => !words.includes(word))).toEqual([]);
});

describe('the manual page', () => {
  const page = committed('boards.1');
  const lines = page.replaceAll('\\:', '').replaceAll('\\-', '-').replaceAll('\\(ti', '~').split('\n');
  const sections = lines.flatMap((line) => /^\.SH "(.*)"$/.exec(line)?.[1] ?? []);
  const section = (title: string) => {
    const start = lines.indexOf(`.SH "${title}"`) + 1;
    const length = lines.slice(start).findIndex((line) => line.startsWith('.SH '));
    return lines.slice(start, start + length).join('\n');
  };

  test('has the commands, then the pages of `boards help` but for the schema', () => {
    const pages = TOPIC_NAMES.filter((name) => name !== 'schema').map((name) => name.replace('-', ' '));
    expect(sections).toEqual([
      ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'COMMANDS', 'OPTIONS', 'EXAMPLES'],
      ...pages.map((name) => name.toUpperCase()),
    ]);
  });

  test('describes the options of the program once, and those of a command at the command', () => {
    const tagsIn = (text: string) => [...text.matchAll(/^\.B "(-.*)"$/gm)].map(([, tag]) => tag);
    const ofProgram = tagsIn(section('OPTIONS'));
    expect(ofProgram).toEqual(expect.arrayContaining(['--sandbox', '-q, --quiet', '-V, --version']));
    const [, ...commands] = section('COMMANDS').split(/^\.SS /m);
    for (const text of commands) expect(tagsIn(text).filter((tag) => ofProgram.includes(tag))).toEqual([]);
    const withTime = commands.filter((text) => tagsIn(text).includes('--at <time>'));
    expect(withTime.map((text) => /^"boards (\w+)/.exec(text)?.[1])).toEqual([
      'boards',
      'top',
      'symbol',
      'confluence',
    ]);
  });

  test('has the first example of every command', async () => {
    for (const command of program.commands.filter((each) => each.name() !== 'completion')) {
      const { stdout } = await runCli([command.name(), '--help']);
      const [, first] = /Examples:\n {2}(.+?) {2}/.exec(stdout) ?? [];
      expect(section('EXAMPLES')).toContain(`.B "${first}"`);
    }
  });
});

test('the PowerShell script has balanced brackets and completes both program names', () => {
  const text = committed('boards.ps1');
  const code = text.replace(/'[^']*'|"[^"]*"|#.*$/gm, '');
  for (const [open, close] of ['{}', '()', '[]']) {
    expect(code.split(open ?? '').length).toBe(code.split(close ?? '').length);
  }
  expect(text).toMatch(/Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards'/);
});
