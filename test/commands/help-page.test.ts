import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { generateCompletions } from '../../scripts/generators/completions.ts';
import { listPlaces } from '../../scripts/generators/places.ts';
import { TOPIC_NAMES } from '../../src/commands/help-topics.ts';
import { createProgram } from '../../src/commands/program.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { createWorld, runCli } from '../support/world.ts';

const program = await createProgram(createWorld().context);

/** The words of a command line for each command: `watch`, `config set`. */
function linesOf({ commands }: Command, before = ''): ReadonlyArray<string> {
  return commands.flatMap((command) => {
    const line = `${before}${command.name()}`;
    return [line, ...linesOf(command, `${line} `)];
  });
}

const COMMAND_LINES = linesOf(program);
const PAGES = [
  '--help',
  ...COMMAND_LINES.map((line) => `${line} --help`),
  ...TOPIC_NAMES.map((name) => `help ${name}`),
];

async function pageOf(line: string, terminal = {}): Promise<ReadonlyArray<string>> {
  const { exitCode, stdout, stderr } = await runCli(line, terminal);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

describe.each(PAGES)('boards %s', (line) => {
  const ending = `Longer than this screen: boards ${line} | less`;

  test('fits a terminal of 80 by 24, or its last line says how to read all of it', async () => {
    const lines = await pageOf(line, { isTTY: true, columns: 80, rows: 24 });
    // The prompt takes the last line.
    if (lines.length < 24) expect(lines).not.toContain(ending);
    else expect(lines.at(-1)).toBe(ending);
    // The texts of a JSON Schema are not broken.
    if (line !== 'help schema') expect(lines.filter((each) => displayWidth(each) > 80)).toEqual([]);
  });

  test.each([
    ['in a higher terminal', { isTTY: true, columns: 80, rows: 5000 }],
    ['in a terminal of unknown height', { isTTY: true, columns: 80 }],
    ['in a pipe', { columns: 80, rows: 24 }],
  ])('has no such line %s', async (_where, terminal) => {
    expect((await pageOf(line, terminal)).join('\n')).not.toContain('Longer than');
  });
});

test.each([
  ...['--help', 'top --help', 'symbol --help', 'history --help', 'login --help', 'status --help'],
  ...['config --help', 'sandbox --help', 'help exit-codes', 'help environment', 'help options'],
])('boards %s needs no pager', async (line) => {
  expect((await pageOf(line)).length).toBeLessThan(24);
});

test.each([
  ['leaves a row for the prompt', 80, 9, 'linux', ''],
  ['is cut off at its height', 80, 8, 'linux', 'less'],
  ['leaves the rows that it has in a narrow terminal', 50, 10, 'linux', ''],
  ['counts those rows', 50, 9, 'linux', 'less'],
  ['names the pager of Windows', 80, 8, 'win32', 'more'],
])('the help of eight lines %s (%d × %d, %s)', async (_what, columns, rows, platform, pager) => {
  const lines = await pageOf('logout --help', { isTTY: true, columns, rows, platform });
  expect(lines.slice(columns === 80 ? 8 : 9).join(' ')).toBe(
    pager === '' ? '' : `Longer than this screen: boards logout --help | ${pager}`,
  );
});

const COMMON = 'Common options (boards help options):';

/** Flags in the order in which help explains them and then names the common ones; `--[no-]wide` are two. */
function flagsIn(lines: ReadonlyArray<string>) {
  const start = lines.indexOf(COMMON);
  const end = lines.indexOf('', 3);
  const page = lines.slice(0, end === -1 ? undefined : end);
  const terms = page
    .slice(0, start === -1 ? undefined : start)
    .flatMap((line) => /^ {2}(-.*?)(?: {2,}|$)/.exec(line)?.[1] ?? []);
  const names =
    start === -1
      ? []
      : page
          .slice(start + 1)
          .join(' ')
          .split(',');
  return { explained: terms.flatMap(flagsOf), named: names.flatMap(flagsOf) };
}

/** `-b, --board <keys>` is `--board`, `-w, --[no-]wide` is `--wide` and `--no-wide`. */
function flagsOf(term: string): ReadonlyArray<string> {
  const flag = term.trim().split(', ').at(-1)?.replace(/ .*/, '') ?? '';
  const positive = longOf.get(flag) ?? flag.replace('[no-]', '');
  return flag.includes('[no-]') ? [positive, positive.replace('--', '--no-')] : [positive];
}

const places = listPlaces(program);
const longOf = new Map(
  places.flatMap(({ options }) => options.map(({ flags }) => [flags[0] ?? '', flags.at(-1) ?? ''] as const)),
);

/** The options of a command, as the completion scripts offer them. */
function offeredIn(line: string): ReadonlyArray<string> {
  const options = places.find(({ path }) => path === line)?.options ?? [];
  return options.map(({ flags }) => flags.at(-1) ?? '');
}

describe('the options', () => {
  const manual = (generateCompletions(program)['boards.1'] ?? '').replaceAll('\\-', '-');

  test.each(COMMAND_LINES)('of boards %s are all in its help, as completions offer them', async (line) => {
    const { explained, named } = flagsIn(await pageOf(`${line} --help`));
    expect([...explained, ...named]).toEqual(offeredIn(line));
  });

  test('of boards watch have this order', async () => {
    expect(offeredIn('watch').join(' ')).toBe(
      [
        '--timeframe --limit --board --symbol --bias --min-boards --sort --columns',
        '--since --interval --count --until --for --record --no-record',
        '--exec --bell --notify --on --cooldown --json --events --initial --plain --no-plain',
        '--sandbox --base-url --timeout --retries --color --no-color --palette --quiet --debug --help',
      ].join(' '),
    );
  });

  test('have the same order in all commands', () => {
    const before = new Set<string>();
    for (const line of COMMAND_LINES) {
      const flags = offeredIn(line);
      for (const [index, first] of flags.entries())
        for (const second of flags.slice(index + 1)) before.add(`${first} ${second}`);
    }
    expect(before.size).toBeGreaterThan(500);
    expect([...before].filter((pair) => before.has(pair.split(' ').toReversed().join(' ')))).toEqual([]);
  });

  test('have that order in the manual page', () => {
    const [commands = '', options = ''] = manual.split('.SH "OPTIONS"');
    const lists = [...commands.matchAll(/^Options, described below: (.*)\.$/gm)].map(([, list = '']) =>
      list.split(', ').flatMap(flagsOf),
    );
    expect(lists.length).toBeGreaterThan(8);
    const [described = ''] = options.split('.SH ');
    const tags = [...described.matchAll(/^\.B "(-.*)"$/gm)].map(([, term = '']) => flagsOf(term)[0] ?? '');
    expect(tags.length).toBeGreaterThan(25);
    const place = new Map(offeredIn('watch').map((flag, index) => [flag, index]));
    for (const flags of [...lists, tags]) {
      const known = flags.map((flag) => place.get(flag)).filter((index) => index !== undefined);
      expect(known).toEqual(known.toSorted((first, second) => first - second));
    }
  });
});

describe('boards help options', async () => {
  const topic = await pageOf('help options');
  const explained = topic.flatMap(
    (line) => /^ {2}(?:-\w, )?(--[\w-]+)(?: <\w+>)? {2,}\S/.exec(line)?.[1] ?? [],
  );

  test.each(COMMAND_LINES)('explains what the help of boards %s only names', async (line) => {
    const { named } = flagsIn(await pageOf(`${line} --help`));
    expect(named.filter((flag) => !explained.includes(flag))).toEqual([]);
    expect(named.length > 0).toBe(offeredIn(line).includes('--plain'));
  });

  test('explains nothing else', async () => {
    expect(explained).toEqual(offeredIn('top').slice(offeredIn('top').indexOf('--plain')));
  });
});
