import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { SANDBOX_KEY } from '../../src/sandbox/service.ts';
import type { CommandLine } from '../support/golden.ts';
import { faultOf } from '../support/printed-lines.ts';
import { createWorld, runCli } from '../support/world.ts';

/** Typical mistakes with their error and hint. A hint is compared up to its `…`. */
const WRONG_LINES: ReadonlyArray<readonly [line: CommandLine, error: string, hint: string]> = [
  ['watch NVDA', 'unexpected argument "NVDA"', 'Did you mean `boards watch --symbol NVDA`?'],
  [
    'watch NVDA AMD -t swing',
    'unexpected arguments "NVDA", "AMD"',
    'Did you mean `boards watch -t swing --symbol NVDA,AMD`?',
  ],
  [
    'watch nvda movers --interval 30',
    'unexpected arguments "nvda", "movers"',
    'Did you mean `boards watch --interval 30 --symbol NVDA -b movers`?',
  ],
  [['watch', 'A B'], 'unexpected argument "A B"', 'Did you mean `boards watch --symbol "A B"`?'],
  ['top swing', 'unexpected argument "swing"', 'Did you mean `boards top -t swing`?'],
  ['top NVDA', 'unexpected argument "NVDA"', 'Did you mean `boards symbol NVDA`?'],
  ['top movers', 'unexpected argument "movers"', 'Did you mean `boards -b movers`?'],
  ['top -t day swing', 'unexpected argument "swing"', 'Did you mean `boards top -t day,swing`?'],
  ['top -t day day swing', 'unexpected arguments "day", "swing"', 'Did you mean `boards top -t day,swing`?'],
  ['confluence NVDA', 'unexpected argument "NVDA"', 'Did you mean `boards confluence --symbol NVDA`?'],
  [
    'confluence swing --csv',
    'unexpected argument "swing"',
    'Did you mean `boards confluence --csv -t swing`?',
  ],
  ['confluence bullish', 'unexpected argument "bullish"', 'Did you mean `boards confluence --bias bullish`?'],
  ['NVDA', 'unknown command "NVDA"', 'Did you mean `boards symbol NVDA`?'],
  ['NVDA AMD -t day', 'unknown command "NVDA"', 'Did you mean `boards symbol NVDA AMD -t day`?'],
  ['NVDA --sort price', 'unknown command "NVDA"', 'Did you mean `boards --sort price --symbol NVDA`?'],
  ['NVDA swing', 'unknown command "NVDA"', 'Did you mean `boards symbol NVDA -t swing`?'],
  ['NVDA -b buzz', 'unknown command "NVDA"', 'Did you mean `boards symbol NVDA -b buzz`?'],
  ['nvda', 'unknown command "nvda"', 'Did you mean `boards symbol NVDA`?'],
  [['M&M'], 'unknown command "M&M"', 'Did you mean `boards symbol "M&M"`?'],
  ['swing', 'unknown command "swing"', 'Did you mean `boards -t swing`?'],
  ['day,swing', 'unknown command "day,swing"', 'Did you mean `boards -t day,swing`?'],
  ['movers', 'unknown command "movers"', 'Did you mean `boards -b movers`?'],
  ['movers rvol', 'unknown command "movers"', 'Did you mean `boards -b movers,rvol`?'],
  ['buzz', 'unknown command "buzz"', 'Did you mean `boards -b buzz -t swing`?'],
  ['-b movers rvol', 'unknown command "rvol"', 'Did you mean `boards -b movers,rvol`?'],
  ['-t day swing', 'unknown command "swing"', 'Did you mean `boards -t day,swing`?'],
  ['--csv top', 'unexpected argument "top"', 'Put the command first: `boards top`'],
  ['boards top', 'unexpected argument "top"', 'Put the command first: `boards top`'],
  ['watch top', 'unexpected argument "top"', 'The command takes no arguments: `boards watch`'],
  ['top watch -t day', 'unexpected argument "watch"', 'The command takes no arguments: `boards top -t day`'],
  [
    '-b movers watch --count 1',
    "unknown option '--count'",
    'Did you mean `boards watch -b movers --count 1`?',
  ],
  [
    '-t day history NVDA --day 2026-11-20',
    "unknown option '--day'",
    'Did you mean `boards history NVDA -t day --day 2026-11-20`?',
  ],
  ['--help=watch', "option '--help' takes no value", 'Use --help without a value. See `boards --help`.'],
  ['swnig', 'unknown command "swnig"', 'Did you mean `boards -t swing`?'],
  ['watchh', 'unknown command "watchh"', 'Did you mean `boards watch`?'],
  ['watchh NVDA', 'unknown command "watchh"', 'Did you mean `boards watch --symbol NVDA`?'],
  ['low', 'unknown command "low"', 'Did you mean `boards -b lowFloat`? For the ticker: `boards symbol LOW`'],
  ['ls', 'unknown command "ls"', 'Did you mean `boards`?'],
  ['list', 'unknown command "list"', 'Did you mean `boards`?'],
  ['hot', 'unknown command "hot"', 'Did you mean `boards`?'],
  ['gainers', 'unknown command "gainers"', 'Did you mean `boards -b movers`?'],
  ['keys', 'unknown command "keys"', 'Did you mean `boards help keys`? For the ticker: `boards symbol KEYS`'],
  ['conditions', 'unknown command "conditions"', 'Did you mean `boards help conditions`?'],
  ['quote NVDA', 'unknown command "quote"', 'Did you mean `boards symbol NVDA`?'],
  ['chart NVDA -t day', 'unknown command "chart"', 'Did you mean `boards symbol NVDA -t day`?'],
  // cmd.exe knows double quotes only.
  [
    ['replay', String.raw`C:\x\day.ndjson`, 'swing'],
    'unexpected argument "swing"',
    'Did you mean `boards replay "C:\\x\\day.ndjson" -t swing`?',
  ],
  [['$NVDA'], 'unknown command "$NVDA"', 'Did you mean `boards symbol NVDA`?'],
  ['--bearish', "unknown option '--bearish'", 'Did you mean `boards --bias bearish`?'],
  ['top --all', "unknown option '--all'", 'Did you mean `boards top --timeframe all`?'],
  [
    '--csv symbol,price',
    'unknown command "symbol,price"',
    'Did you mean `boards --csv --columns symbol,price`?',
  ],
  ['--at 2020-01-01', '--at: invalid time "2020-01-01"', 'Add a time: 2020-01-01T10:15.'],
  ['replay today -t swing', '"today" is neither a date nor a file', 'Did you mean `boards replay -t swing`?'],
  ['exit', 'unknown command "exit"', 'Commands: boards, top,…'],
  ['hello world', 'unknown command "hello"', 'Did you mean `boards help`?'],
  ['set timeframe swing', 'unknown command "set"', 'Did you mean `boards config set timeframe swing`?'],
  ['2026-11-20', 'unknown command "2026-11-20"', 'Did you mean `boards replay 2026-11-20`?'],
  ['10:15', 'unknown command "10:15"', 'Did you mean `boards --at 10:15`?'],
  ['-b -t day', "option '-b, --board <keys>' argument '-t' is invalid", 'Valid: alerted, movers,…'],
  ['watch --exec -n 30', "option '--exec <command>' argument '-n' is invalid", 'See `boards watch --help`.'],
  ['version', 'unknown command "version"', 'Did you mean `boards --version`?'],
  ['-v', "unknown option '-v'", 'Did you mean `boards --version`?'],
  ['--watch', "unknown option '--watch'", 'Did you mean `boards watch`?'],
  [
    '--watch -t swing NVDA',
    "unknown option '--watch'",
    'Did you mean `boards watch -t swing --symbol NVDA`?',
  ],
  ['--follow --sandbox', "unknown option '--follow'", 'Did you mean `boards watch --sandbox`?'],
  ['-o json', "unknown option '-o'", 'Did you mean `boards --json`?'],
  ['top --output json', "unknown option '--output'", 'Did you mean `boards top --json`?'],
  ['--output=csv', "unknown option '--output'", 'Did you mean `boards --csv`?'],
  [
    '--format json',
    '--format takes a template',
    'Did you mean --json? For example: --format "{symbol} {dayPct}"',
  ],
  ['--json=true', "option '--json' takes no value", 'Use --json without a value. See `boards --help`.'],
  ['help timeframes', 'unknown help topic "timeframes"', 'Did you mean `boards help boards`?'],
  ['help movers', 'unknown help topic "movers"', 'Did you mean `boards help boards`?'],
  [
    'help keys watch',
    'unknown help topic "keys watch"',
    'Did you mean `boards help keys` or `boards help watch`?',
  ],
  ['help record', 'unknown help topic "record"', 'Did you mean `boards help recordings`?'],
  ['watch help', 'unexpected argument "help"', 'Did you mean `boards watch --help`?'],
  [
    '-t daily',
    'unknown timeframe "daily"',
    'Did you mean day? Valid: scalp, day, swing, position, investing, all.',
  ],
  [
    '-t 1d',
    'unknown timeframe "1d"',
    'Did you mean day? Valid: scalp, day, swing, position, investing, all.',
  ],
  ['-t day -t foo', 'unknown timeframe "foo"', 'Valid: scalp, day, swing, position, investing, all.'],
  [
    '-t foo,swnig',
    'unknown timeframes "foo", "swnig"',
    'Did you mean swing? Valid: scalp, day, swing, position, investing, all.',
  ],
  ['--columns since --csv', 'unknown column "since"', 'Did you mean gain? Valid: rank,…'],
  ['--at 15m --sort since', 'unknown field "since"', 'Did you mean gain? Valid: rank,…'],
  [['--format', '{since:raw}'], 'unknown field "since"', 'Did you mean gain? Valid: rank,…'],
  [
    'history NVDA --since 5m',
    "unknown option '--since'",
    'For the time before the newest snapshot, use --last: `boards history NVDA --last 2h`.',
  ],
  ['--columns foo,prce', 'unknown columns "foo", "prce"', 'Did you mean price? Valid: rank,…'],
  [
    ['--format', '{symbl} {foo:raw} {symbl} {price}'],
    'unknown fields "symbl", "foo"',
    'Did you mean symbol? Valid: rank,…',
  ],
  [
    'sandbox --fault oops,503:0.1,cut:2',
    '--fault expects kind:share, not "oops", "cut:2"',
    'The kind is cut, slow, garbage, or a status from 400 to 599; the share is from 0 to 1. For example: --fault 503:0.1,cut:0.02',
  ],
  ['--bell', "unknown option '--bell'", 'Did you mean `boards watch --bell`?'],
  [
    'watch --bell --on foo,bar',
    '--on: invalid condition "foo"',
    'For example: --on FOO. See `boards help conditions`.',
  ],
  ['--symbols NVDA', "unknown option '--symbols'", 'Did you mean `boards --symbol NVDA`?'],
  ['--tickers NVDA,AMD', "unknown option '--tickers'", 'Did you mean `boards --symbol NVDA,AMD`?'],
  ['--tickers AMD -o json', "unknown option '--tickers'", 'Did you mean `boards --symbol AMD --json`?'],
  ['--since 5m', "unknown option '--since'", 'Did you mean `boards watch --since 5m`?'],
  ['--interval 5', "unknown option '--interval'", 'Did you mean `boards watch --interval 5`?'],
  [['--exec', 'date +%s'], "unknown option '--exec'", 'Did you mean `boards watch --exec "date +%s"`?'],
  ['--on topPlay', "unknown option '--on'", 'Commands with --on: watch, replay. See `boards --help`.'],
  ['--port 8080', "unknown option '--port'", 'Did you mean `boards sandbox --port 8080`?'],
  ['ls --sandbox', 'unknown command "ls"', 'Did you mean `boards --sandbox`?'],
  ['--demo', "unknown option '--demo'", 'Did you mean `boards --sandbox`?'],
  ['--demo=1', "unknown option '--demo'", 'Did you mean --sandbox? See `boards --help`.'],
  ['--watch=1 -t swing', "unknown option '--watch'", 'Did you mean `boards watch -t swing`?'],
  ['-n 5', "unknown option '-n'", 'Did you mean `boards --limit 5`?'],
  ['--colum symbol', "unknown option '--colum'", 'Did you mean --columns? See `boards --help`.'],
  [
    'top --csv',
    "unknown option '--csv'",
    'Commands with --csv: boards, confluence, history. See `boards top --help`.',
  ],
  [
    'watch --at 10:15',
    "unknown option '--at'",
    'Commands with --at: boards, top, symbol, confluence. See `boards watch --help`.',
  ],
  [
    '--api-key of-mine',
    'a key is not accepted on the command line',
    'Enter a key at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.',
  ],
  [
    'login of-mine',
    'login takes no arguments',
    'Enter a key at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.',
  ],
  [
    'config timeframe swing',
    'unknown command "timeframe"',
    'Did you mean `boards config set timeframe swing`?',
  ],
  ['config timeframe', 'unknown command "timeframe"', 'Did you mean `boards config get timeframe`?'],
  ['config ls', 'unknown command "ls"', 'Did you mean `boards config list`?'],
  [
    'config set boards movers rvol',
    'unexpected argument "rvol"',
    'Did you mean `boards config set boards movers,rvol`?',
  ],
  [
    'config set boards moverz,rvoll',
    'unknown boards "moverz", "rvoll"',
    'Did you mean movers, rvol? Valid: alerted,…',
  ],
  [
    'config set timeframe=swing',
    'unknown preference "timeframe=swing"',
    'Put a space after the name: timeframe swing',
  ],
  ['sandbox start', 'unexpected argument "start"', 'The command takes no arguments: `boards sandbox`'],
  ['sandbox 9000', 'unexpected argument "9000"', 'Did you mean `boards sandbox --port 9000`?'],
  ['now', 'unknown command "now"', 'Did you mean `boards --at now`? For the ticker: `boards symbol NOW`'],
  ['yesterday 10:15', 'unknown command "yesterday 10:15"', 'Did you mean `boards --at "yesterday 10:15"`?'],
  [
    '--at yesterday 10:15',
    '--at: invalid time "yesterday"',
    'Add a time, and put both in quotes: "yesterday 10:15".',
  ],
  ['status now', 'unexpected argument "now"', 'The command takes no arguments: `boards status`'],
  ['completion bash zsh', 'unexpected argument "zsh"', 'Did you mean `boards completion bash`?'],
  [
    'replay yesterday',
    '"yesterday" is neither a date nor a file',
    'Give a date such as 2026-11-20, or a file such as ./day.ndjson. For the last recorded day: `boards replay`',
  ],
  ['replay swing', '"swing" is neither a date nor a file', 'Did you mean `boards replay -t swing`?'],
  ['replay NVDA', '"NVDA" is neither a date nor a file', 'Did you mean `boards replay --symbol NVDA`?'],
  [
    'replay 2026-11-20 10:15',
    'unexpected argument "10:15"',
    'Did you mean `boards replay 2026-11-20 --from 10:15`?',
  ],
  [
    'replay 2026-11-20 2026-11-21',
    'unexpected argument "2026-11-21"',
    'Did you mean `boards replay 2026-11-20..2026-11-21 --json`?',
  ],
  [
    'replay 2026-11-20..2026-11-21',
    'a replay of several days needs --json or --events',
    'For example: `boards replay 2026-11-20..2026-11-21 --events`',
  ],
  [
    'replay 2026-11-21..2026-11-20',
    'the last day is before the first one',
    'Did you mean `boards replay 2026-11-20..2026-11-21 --json`?',
  ],
  [
    'replay --day 2026-11-20',
    "unknown option '--day'",
    'Give the day as an argument: `boards replay 2026-11-20`.',
  ],
  [
    'replay --at 10:15',
    "unknown option '--at'",
    'To start at a time, use --from: `boards replay --from 10:15`.',
  ],
  [
    'symbol swing',
    '"swing" is a timeframe, not a ticker',
    'Did you mean `boards symbol NVDA -t swing`? For the ticker: `boards symbol SWING`',
  ],
  [
    'symbol NVDA swing',
    '"swing" is a timeframe, not a ticker',
    'Did you mean `boards symbol NVDA -t swing`? For the ticker: `boards symbol NVDA SWING`',
  ],
  [
    'symbol 2026-11-20',
    '"2026-11-20" is a date, not a ticker',
    'Did you mean `boards history NVDA --day 2026-11-20`?',
  ],
  [
    'history swing',
    '"swing" is a timeframe, not a ticker',
    'Did you mean `boards history -t swing`? For the ticker: `boards history SWING`',
  ],
  [
    'history NVDA 2026-11-20',
    '"2026-11-20" is a date, not a ticker',
    'Did you mean `boards history NVDA --day 2026-11-20`?',
  ],
  [
    'history NVDA --at 10:15',
    "unknown option '--at'",
    'For a day, use --day 2026-11-20. For one time of the day: `boards symbol NVDA --at 10:15`.',
  ],
  // The program does not suggest a line that would fail.
  ['--until=__proto__', "unknown option '--until'", 'Commands with --until: watch. See `boards --help`.'],
  ['NVDA --sort gain', 'unknown command "NVDA"', 'Commands: boards, top,…'],
  ['set boards moverz', 'unknown command "set"', 'Did you mean `boards config set --help`?'],
  ['--columns symbol -o json', "unknown option '-o'", 'Did you mean `boards --columns symbol --json`?'],
  [
    '--interval 5 --on topPlay',
    "unknown option '--interval'",
    'Commands with --interval: watch. See `boards --help`.',
  ],
  [
    '--sandbox --csv symbol swing',
    'unexpected argument "symbol"',
    'Put the command first: `boards symbol --help`',
  ],
  ['logout --sandbox now', 'unexpected argument "now"', 'See `boards logout --help`.'],
];

// `runCli` also fails if a command line in the hint does not work.
test.each(WRONG_LINES)('boards %s: %s', async (line, error, hint) => {
  const { exitCode, stdout, stderr, world } = await runCli(line);
  expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
    exitCode: 2,
    stdout: '',
    requests: 0,
  });
  const expected = `error: ${error}\nhint: ${hint}\n`;
  const [start = '', end] = expected.split('…');
  expect(end === undefined ? stderr : stderr.slice(0, start.length)).toBe(
    end === undefined ? expected : start,
  );
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function filesIn(directory: string): ReadonlyArray<string> {
  return readdirSync(`${ROOT}/${directory}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

const PLACEHOLDER = '\0';

/** Returns the strings of a source file; `PLACEHOLDER` replaces each value in a template. */
function textsIn(node: unknown): ReadonlyArray<string> {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(textsIn);
  if (!('type' in node)) return below;
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
    return [node.value, ...below];
  if (node.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return below;
  return [node.quasis.map(({ value }) => value.cooked).join(PLACEHOLDER), ...below];
}

/** Matches a command line in backticks, or after a colon at the end. */
const COMMAND_LINE = /`((?:[^`]*\| |winpty )?boards(?: [^`]*)?)`|: boards(?: [-\w.,:\0]+)+$/g;

function linesOfSources(): ReadonlyArray<string> {
  const texts = filesIn('src').flatMap((file) =>
    textsIn(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' })),
  );
  return [...new Set(texts.flatMap((text) => [...text.matchAll(COMMAND_LINE)].map(([line]) => line)))];
}

describe('command lines in messages', () => {
  const shown = [
    ...filesIn('test/golden')
      .filter((file) => file.endsWith('.txt'))
      .map((file) => readFileSync(file, 'utf8')),
    ...WRONG_LINES.map(([, , hint]) => hint),
  ].map((text) => text.replace(/\\"/g, '"').replace(/\s+/g, ' '));
  const lines = linesOfSources();

  test('are found', () => {
    expect(lines.length).toBeGreaterThan(25);
  });

  test.each(lines.filter((line) => !line.includes(PLACEHOLDER)))(
    '%s works as it is printed',
    async (line) => {
      const printed = line.replace(/^: |`/g, '');
      expect(await faultOf(printed, () => createWorld({ stdin: SANDBOX_KEY }))).toBeNull();
    },
  );

  // A golden file has already run the line with values.
  test.each(lines.filter((line) => line.includes(PLACEHOLDER)))(
    '%j is shown with values in a golden file or in the lines above',
    (line) => {
      const parts = line.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const pattern = new RegExp(parts.join('[^`]*'));
      expect(shown.some((text) => pattern.test(text))).toBe(true);
    },
  );
});
