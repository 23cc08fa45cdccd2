import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completionsOf, generateCompletions } from '../scripts/generators/completions.ts';
import { renderManual } from '../scripts/generators/manual.ts';
import { createProgram } from '../src/commands/program.ts';
import { createWorld, runCli } from './support/world.ts';

const program = await createProgram(createWorld().context);

const GENERATED = generateCompletions(program);

function committed(name: string, directory = 'completions'): string {
  return readFileSync(new URL(`../${directory}/${name}`, import.meta.url), 'utf8');
}

test.each(Object.entries(GENERATED))('completions/%s is up to date (npm run completions)', (name, text) => {
  expect(committed(name)).toBe(text);
});

test('docs/man/boards.1 is up to date (npm run completions)', () => {
  expect(committed('boards.1', 'docs/man')).toBe(renderManual(program));
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
const scripts = Object.keys(GENERATED);
const choices = completionsOf(program);
const textsAt = (key: string) => choices.get(key)?.words.map(({ text }) => text) ?? [];

test('without a command, the options of `boards` and of the program are offered', () => {
  expect(new Set(textsAt('-'))).toEqual(new Set([...textsAt('boards -'), '-V', '--version']));
});

test('the description of an option explains no other option', () => {
  const described = [...choices].flatMap(([key, { words }]) => (key.endsWith('-') ? words : []));
  expect(described).toContainEqual({ text: '--version', description: 'print the version' });
  expect(described.filter(({ description }) => description.includes('; -'))).toEqual([]);
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

test('the PowerShell script has balanced brackets and completes both program names', () => {
  const text = committed('boards.ps1');
  const code = text.replace(/'[^']*'|"[^"]*"|#.*$/gm, '');
  for (const [open, close] of ['{}', '()', '[]']) {
    expect(code.split(open ?? '').length).toBe(code.split(close ?? '').length);
  }
  expect(text).toMatch(/Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards'/);
});
