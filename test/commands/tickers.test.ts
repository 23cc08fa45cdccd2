import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { cleanText } from '../../src/text/safe-text.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { ranked, rowOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const runShell = (line: string) => promisify(execFile)('sh', ['-c', line]);

const TICKERS: ReadonlyArray<readonly [sent: string, typed: string]> = [
  ['NVDA', 'nvda'],
  ['Bacl', 'BACL'],
  ['M&M', 'm&m'],
  ['BRK.B', 'brk.b'],
  ['A B', 'a b'],
  ['ΟΤΕ', 'οτε'],
  ['ΟΔΟΣ', 'οδος'],
  ['Straße', 'STRASSE'],
  ['İŞ', 'iş'],
  ['Ål', 'a\u030aL'],
  ['$SPX', '$spx'],
  ["A'B", "a'b"],
  ['A+B', 'a+b'],
  ['A_B', 'a_b'],
  ['A:B', 'a:b'],
  ['~X', '~x'],
  ['*X', '*x'],
  ['-X', '-x'],
  ['A"B', 'a"b'],
  ['A;`$(B)`', 'a;`$(b)`'],
  ['騰訊', '騰訊'],
  ['𝒜1', '𝒜1'],
  ['LONG'.repeat(16), 'long'.repeat(16)],
];

/** The symbol, from the second minute on, and OTHER are first on Movers. */
const boardsWith = (sent: string, minute: number): JsonObject => {
  const listed = minute === 0 ? [] : [sent];
  const rest = TICKERS.map(([symbol]) => symbol).filter((symbol) => symbol !== sent);
  const symbols = ['OTHER', ...listed, ...rest];
  const movers = symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1, name: 'Some Company' }));
  return { boards: { movers }, boardNames: ['movers'], topPlay: null };
};

async function succeed(args: ReadonlyArray<string>, options: WorldOptions) {
  const { stdout, exitCode } = await runCli(args, options);
  expect([stdout === '', exitCode]).toEqual([false, 0]);
  return stdout;
}

describe.each(TICKERS)('%s, typed as %s, is found and shown as sent', (sent, typed) => {
  const service = () => minuteService((minute) => boardsWith(sent, minute));
  const listing = () => minuteService(() => boardsWith(sent, 1));
  /** The text has only characters with the same width in all terminals. */
  const clean = cleanText(sent);
  /** A column of the pane shows this much of the symbol. */
  const shown = clean.slice(0, 5);

  test('by the command symbol, in each format', async () => {
    const symbol = async (...options: ReadonlyArray<string>) =>
      succeed(['symbol', '-t', 'day', ...options, '--', typed], listing());
    expect(JSON.parse(await symbol('--json'))).toMatchObject([
      { symbol: clean, timeframes: { day: { placements: [{ board: 'movers', rank: 2 }] } } },
    ]);
    expect(await symbol('--format', '{symbol:raw} {board}')).toBe(`${clean} movers\n`);
    expect(await symbol('--plain')).toContain(`\n${shown}`);
    expect(await symbol('--no-plain')).toContain(`\n${shown}`);
  });

  test('by --symbol, also beside others', async () => {
    const list = await succeed(['--json', `--symbol= ${typed} , other`], listing());
    expect(JSON.parse(list).boards.movers).toMatchObject([{ symbol: 'OTHER' }, { symbol: sent }]);
    const csv = await succeed(['--csv', '--columns', 'symbol', `--symbol= ${typed}`], listing());
    const cell = csv.trimEnd().split('\n').at(-1) ?? '';
    // A leading apostrophe stops a spreadsheet from running the cell.
    expect(
      cell
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .replace(/^'/, ''),
    ).toBe(clean);
    const confluence = await succeed(['confluence', '--json', `--symbol= ${typed}`], listing());
    expect(JSON.parse(confluence)).toMatchObject([{ symbol: clean }]);
  });

  test('by conditions', async () => {
    const isWord = !/[\s,+"]/.test(sent);
    const isInCapitals = isWord && /\p{Lu}/u.test(sent) && !/\p{Ll}/u.test(sent);
    for (const condition of [
      `symbol:"${typed.replaceAll('"', '""')}"+entered`,
      ...(isWord ? [`entered + SYMBOL : ${typed}`] : []),
      ...(isInCapitals ? [`${sent}+rank<=3`] : []),
    ]) {
      const args = ['watch', '--events', `--on= ${condition}`, `--until= ${condition}`, '--for', '4m'];
      const events = await succeed(args, service());
      expect(JSON.parse(events)).toMatchObject({ type: 'entered', symbol: clean, board: 'movers', to: 2 });
    }
  });

  test('by the filter of the pane, whose Enter opens the card, and as a pin', async () => {
    const script: Script = [
      [70, press(`/${typed}`)],
      [70.5, shoot('filtered')],
      [71, press('\r')],
      [71.5, shoot('card')],
      [72, press('*')],
      [72.5, shoot('pinned')],
      [73, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...service(), columns: 120 });
    const filtered = (await screen('filtered')).trimEnd().split('\n');
    expect(filtered.filter((line) => /^ *\d+ NEW /.test(line))).toHaveLength(1);
    expect(filtered.find((line) => line.startsWith(` 2 NEW ${shown}`))).toBeDefined();
    const card = (await screen('card')).split('\n');
    expect(card.find((line) => line.startsWith(shown))).toMatch(/ {2}Some Company/);
    expect(card.join('\n')).toMatch(/^Movers +2 /m);
    expect(await screen('pinned')).toContain(`PINS  ${shown}`);
    expect(await screen('pinned')).toMatch(/ \* pinned/);
  });

  test('by the preference pins', async () => {
    const { world } = await runCli(['config', 'set', '--', 'pins', `other,${typed}`]);
    const config = world.storedConfig();
    const script: Script = [
      [1, shoot('pins')],
      [2, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...listing(), config, columns: 120 });
    const lines = (await screen('pins')).split('\n');
    expect(lines.find((line) => line.startsWith('PINS  OTHER'))).toContain(` · ${shown}`);
    expect(lines.find((line) => line.startsWith(` 2     ${shown}`))).toMatch(/^.{7}\S+(?: \S+)?\*/);
  });

  test('by the command history', async () => {
    const data = temporaryDirectory();
    const lines = [0, 1].map((minute) =>
      lineOf(new Date(START + minute * 60_000).toISOString(), 0, boardsWith(sent, minute)),
    );
    writeRecording(join(data, 'boards.example_443'), '2026-06-03/day.ndjson', lines);
    const options = { env: { BOARDS_DATA_DIR: data }, clock: createFakeClock(START + 120_000) };
    const found = await succeed(['history', '--json', '--', typed], options);
    expect(JSON.parse(found)).toMatchObject([{ symbol: clean, points: [{ boards: 0 }, { boards: 2 }] }]);
    const card = (await succeed(['history', '--no-plain', '--', typed], options)).split('\n');
    expect(card.find((line) => line.startsWith(shown))).toMatch(/ {2}Some Company/);
    expect(card.join('\n')).toMatch(/^Movers +2 /m);
  });
});

describe('a list of tickers is split at commas only', () => {
  const service = () => minuteService(() => boardsWith('A', 1));

  test('so that a blank is part of a ticker', async () => {
    const { stdout } = await runCli(['symbol', '-t', 'day', '--json', 'a b', 'NVDA,a , nvda'], service());
    expect(JSON.parse(stdout).map(({ symbol }: JsonObject) => symbol)).toEqual(['A B', 'NVDA', 'A']);
  });

  const LONG = 'X'.repeat(65);

  test.each([
    ['A\x07B', String.raw`A\\u0007B`, 'a ticker cannot contain control characters'],
    ['NVDA,A\n', String.raw`A\\n`, 'a ticker cannot contain control characters'],
    [LONG, LONG, 'a ticker has at most 64 characters'],
  ])('%j is refused everywhere, with an explanation', async (ticker, quoted, fault) => {
    const condition = `symbol:"${ticker}"`;
    for (const args of [
      ['symbol', ticker],
      ['history', ticker],
      ['--symbol', ticker],
      ['watch', '--symbol', ticker],
      ['config', 'set', 'pins', ticker],
      ['watch', '--events', '--on', ticker.includes('NVDA') ? 'symbol:"A\n"' : condition],
      ['watch', '--until', ticker.includes('NVDA') ? 'symbol:"A\n"' : condition],
    ]) {
      const { exitCode, stdout, stderr } = await runCli(args);
      expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^error: invalid ticker "${quoted}"?: ${fault}\nhint: `));
    }
  });
});

describe('a note names tickers that differ only in their separator', () => {
  const service = () => minuteService(() => boardsWith('BRK.B', 1));
  const NOTE = 'note: "BRK-B" is on no board, but "BRK.B" is\n';

  test.each([
    ['symbol brk-b -t day'],
    ['symbol BRK-B AMD --json'],
    ['--symbol BRK-B --json'],
    ['-t all --symbol BRK-B,NVDA --plain'],
    ['confluence --symbol BRK-B --csv'],
    ['watch --symbol BRK-B --json --count 1'],
    ['watch --on BRK-B --events --count 2 -t day,swing'],
    ['watch --until BRK-B --plain --count 1'],
  ])('%s', async (args) => {
    const { stderr } = await runCli(args, service());
    expect(stderr.split(NOTE)).toHaveLength(2);
    expect((await runCli(`${args} -q`, service())).stderr).not.toContain('BRK.B');
  });

  test.each([
    ['symbol BRK.B -t day'],
    ['symbol brk.c -t day'],
    ['symbol --json -t day - .'],
    ['--symbol BRK.B --json'],
  ])('%s prints no note', async (args) => {
    expect((await runCli(args, service())).stderr).toBe('');
  });

  test.each([
    ['BRK.B BRK/B', '"BRK.B" and "BRK/B"'],
    ['BRK.B BRK/B BRK:B', '"BRK.B" and "BRK/B" and "BRK:B"'],
    ['BRK.B BRK/B BRK:B BRK_B', '"BRK.B" and "BRK/B" and "BRK:B"'],
  ])('names the first three of %s', async (symbols, named) => {
    const several = minuteService(() => ({ boards: { movers: ranked(symbols) } }));
    const { stderr } = await runCli('symbol BRK-B -t day', several);
    expect(stderr).toBe(`note: "BRK-B" is on no board, but ${named} are\n`);
  });

  test('by history, from recordings', async () => {
    const data = temporaryDirectory();
    const lines = [0, 1].map((minute) =>
      lineOf(new Date(START + minute * 60_000).toISOString(), 0, boardsWith('BRK.B', minute)),
    );
    for (const timeframe of ['day', 'swing'])
      writeRecording(join(data, 'boards.example_443'), `2026-06-03/${timeframe}.ndjson`, lines);
    const options = { env: { BOARDS_DATA_DIR: data }, clock: createFakeClock(START + 120_000) };
    for (const form of ['--json', '--csv', '--no-plain'])
      expect((await runCli(`history ${form} BRK-B NVDA`, options)).stderr).toMatch(
        /^note: "BRK-B" is not recorded, but "BRK\.B" is$/m,
      );
    expect((await runCli('history --json BRK.B NVDA', options)).stderr).not.toContain('BRK');
  });

  test('in the pane, at the start', async () => {
    const script: Script = [
      [1, shoot('start')],
      [10, press('\x03')],
    ];
    const { screen } = await play('watch --symbol BRK-B', script, { ...service(), columns: 120 });
    expect((await screen('start')).trimEnd()).toMatch(/"BRK-B" is on no board, but "BRK\.B" is$/);
  });
});

test.each([
  ['M&M', '"M&M"'],
  ['A B', '"A B"'],
  ['οτε', '"ΟΤΕ"'],
  ['A$B', "'A$B'"],
  ['a`b', "'A`B'"],
  [`a"'b`, `'A"'\\''B'`],
  ['~X', '"~X"'],
  ['^spx', '"^SPX"'],
  ['brk.b', 'BRK.B'],
])('boards %s: the hint is a command line that works in a Unix shell', async (word, quoted) => {
  const { exitCode, stderr } = await runCli([word]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`hint: Did you mean \`boards symbol ${quoted}\`?`);
  if (isWindows) return;
  const { stdout } = await runShell(`printf %s ${quoted}`);
  expect(stdout).toBe(word === 'οτε' ? 'ΟΤΕ' : word.toUpperCase());
});
