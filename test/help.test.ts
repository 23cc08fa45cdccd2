import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { PROGRAM_OPTIONS } from '../src/cli/options.ts';
import { TOPIC_NAMES } from '../src/cli/specification.ts';
import { createProgram } from '../src/commands/program.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { createWorld, runCli } from './support/world.ts';

const NAMES = (await createProgram(createWorld().context)).commands.map((command) => command.name());

test('boards --help names every command and topic in 50 lines, as -h and help do', async () => {
  const { stdout } = await runCli('--help', { isTTY: true, columns: 80 });
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^ {2}${name} .*\\S`, 'm'));
  for (const topic of TOPIC_NAMES) expect(stdout).toMatch(new RegExp(`^ {2}help .*\\b${topic}\\b`, 'ms'));
  for (const args of ['-h', 'help'])
    expect((await runCli(args, { isTTY: true, columns: 80 })).stdout).toBe(stdout);
});

test('a page has commands, then its own options, then those of the program, which others name in one line', async () => {
  const headingsOf = async (line: string) =>
    (await runCli(line)).stdout.match(/^(?:Commands|Options|Common options|Preferences|Examples)\b.*$/gm);
  const COMMON = 'Common options (boards --help): --sandbox --plain --palette -q --debug and more';
  expect(await headingsOf('--help')).toEqual(['Commands:', 'Options:', 'Common options:']);
  expect(await headingsOf('config --help')).toEqual(['Commands:', COMMON, 'Preferences:', 'Examples:']);
  expect(await headingsOf('config list --help')).toEqual(['Options:', COMMON]);
  const { stdout } = await runCli('--help');
  const common = stdout.slice(stdout.indexOf('Common options:'));
  for (const option of [...PROGRAM_OPTIONS.map(({ long }) => long), '-q', '--version', '--help'])
    expect(common).toContain(option);
});

test.each(['boards', 'confluence', 'watch', 'replay', 'top', 'symbol'])(
  'boards %s --help lists the fields once',
  async (command) => {
    const { stdout } = await runCli(`${command} --help`);
    for (const field of ['dayPct', 'volume', 'bias'])
      expect(stdout.match(new RegExp(`\\b${field},\\s`, 'g'))).toHaveLength(1);
  },
);

test.each([
  '--help',
  ...NAMES.map((name) => `${name} --help`),
  ...TOPIC_NAMES.map((topic) => `help ${topic}`),
])('boards %s fits 80 columns, and 30', async (line) => {
  for (const columns of [80, 30]) {
    const { exitCode, stdout } = await runCli(line, { isTTY: true, columns, rows: 5000 });
    expect({ exitCode, isLong: stdout.split('\n').length > 8 }).toEqual({ exitCode: 0, isLong: true });
    if (line !== 'help schema')
      expect(stdout.split('\n').filter((text) => text.length > columns)).toEqual([]);
  }
});

// `help boards` is a topic.
test.each(NAMES.filter((name) => name !== 'boards'))(
  'boards help %s prints the help of the command',
  async (name) => {
    const { stdout } = await runCli([name, '--help']);
    expect((await runCli(['help', name])).stdout).toBe(stdout);
    if (name !== 'completion') expect(stdout).toContain('\nExamples:\n  boards ');
  },
);

const CODES = ['ok', ...ERROR_CODES].map((name, code) => [name, code]);

describe('the exit codes', () => {
  test('of `boards help exit-codes` are those of the program', async () => {
    const { stdout } = await runCli('help exit-codes');
    const rows = [...stdout.matchAll(/^ {2}(\d+) {2,3}(\w+) {2,}\S/gm)];
    expect(rows.map(([, code, name]) => [name, Number(code)])).toEqual(CODES);
    const [, codes = '', names = ''] = /^ {2}((?:\d{3} ?)+) {2}ended by (.*)$/m.exec(stdout) ?? [];
    const signals = names.match(/SIG\w+/g) ?? [];
    expect(codes.trim().split(' ').map(Number)).toEqual(
      signals.map(
        (name) => 128 + (Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? 0),
      ),
    );
  });

  test('of docs/scripts.md are those of the program', () => {
    const page = readFileSync(new URL('../docs/scripts.md', import.meta.url), 'utf8');
    const [, list = ''] = /^Exit codes: (.*?)128 \+ n for a signal/ms.exec(page) ?? [];
    const pairs = [...list.matchAll(/(\d+)\s`(\w+)`/g)].map(([, code, name]) => [name, Number(code)]);
    expect(pairs).toEqual(CODES);
  });
});

test('boards help environment and the manual page name every variable that the program reads', async () => {
  const { stdout } = await runCli('help environment');
  const directory = new URL('../src/', import.meta.url);
  const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, directory), 'utf8'))
    .join('\n');
  const read = [...sources.matchAll(/\bvariable\('([A-Z_]+)'|'((?:BOARDS_|HTTPS_|ALL_)[A-Z_]+)'/g)].map(
    ([, name, quoted]) => name ?? quoted ?? '',
  );
  expect(read).toContain('BOARDS_API_KEY');
  // Variables set by terminals and operating systems need no documentation; the last two only cause errors.
  const undocumented = [
    'TERM',
    'COLORTERM',
    'WT_SESSION',
    'TMUX',
    'MSYSTEM',
    'APPDATA',
    'NODE_DEBUG',
    'NODE_TLS_REJECT_UNAUTHORIZED',
  ];
  const manual = readFileSync(new URL('../docs/man/boards.1', import.meta.url), 'utf8');
  const documented = [...new Set([...read, 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'])].filter(
    (name) => !undocumented.includes(name),
  );
  expect(documented.filter((name) => !stdout.includes(name))).toEqual([]);
  expect(documented.filter((name) => !manual.includes(name))).toEqual([]);
});
