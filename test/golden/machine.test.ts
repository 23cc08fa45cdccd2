import { describe, test } from 'vitest';
import { type CommandLine, describeCommands, goldenFolder } from '../support/golden.ts';
import { recordedSandbox } from '../support/recordings.ts';
import { responseOf, transportByTimeframe, transportOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';

const golden = goldenFolder('machine');
const RECORDED = { BOARDS_DATA_DIR: recordedSandbox(), BOARDS_API_KEY: undefined };
const HOME = { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' };

const ROW = '{rank}|{symbol}|{name}|{price}|{dayPct}|{volume}|{boards}|{bias}|{metric}|{tag}|{board}';
const RAW =
  '{rank:raw}|{symbol:raw}|{price:raw}|{chg:raw}|{vol:raw}|{bds:raw}|{bias:raw}|{metric:raw}|{tag:raw}';
const ORIGIN =
  '{symbol} {timeframe} {asOf} {session} {source} {timeframe:raw} {asOf:raw} {session:raw} {source:raw}';
const OUTCOME = '{symbol} {now} {since} {now:raw} {since:raw}';

/** Files, and the command lines of each. */
const FILES: Readonly<Record<string, ReadonlyArray<CommandLine>>> = {
  'boards-json-selected': [
    'boards --json -l 2 -b movers,moneyFlow --sandbox',
    'boards --json -t day,swing -l 1 -b emaTrend',
    'boards --json -b movers -l 3 --sort symbol --bias bullish',
    'boards --json --symbol STOE',
    'boards --json -b buzz -q',
  ],
  'boards-json-at': [
    'boards --json -l 2 -b movers,rvol --sandbox --at 14:00',
    'boards --json -l 1 -b movers -t day,swing --sandbox --at 14:00 -q',
  ],
  'boards-csv': [
    'boards --csv -l 2',
    'boards --csv -t day,swing -l 2 -b movers,moneyFlow --sort name',
    'boards --csv --symbol ZZZ',
    'boards --csv -l 3 -b movers,rvol --sandbox --at 14:00',
    'boards --csv -l 1 -b movers --columns symbol,gain --sandbox --at 14:00',
    'boards --csv -l 1 -b movers --columns symbol,since,now',
  ],
  'boards-format': [
    ['-b', 'movers,lowFloat', '-l', '2', '--format', ROW],
    ['-b', 'movers,lowFloat', '-l', '2', '--format', RAW],
    ['-t', 'day,swing', '-b', 'movers', '-l', '1', '--format', ORIGIN],
    ['-t', 'day,swing', '-b', 'movers', '-l', '2', '--sandbox', '--at', '14:00', '--format', OUTCOME],
    ['-b', 'movers', '-l', '1', '--format', '{{{symbol}}}\\t{dayPct}%'],
    ['--symbol', 'ZZZ', '--format', '{symbol}'],
  ],
  top: [
    'top --json --sandbox',
    'top --json -t all',
    'top --json --sandbox --at 14:00',
    'top --json -t day,swing --sandbox --at 14:00',
  ],
  'top-format': [
    ['top', '--format', '{symbol}|{name}|{price}|{dayPct}|{volume}|{boards}|{bias}|{reasons}'],
    ['top', '-t', 'all', '--format', '{timeframe} {symbol:raw} {boards:raw} {reasons:raw} {bias:raw}'],
    ['top', '--sandbox', '--format', ORIGIN],
    ['top', '-t', 'all', '--sandbox', '--at', '14:00', '--format', OUTCOME],
  ],
  'symbol-json': [
    'symbol STOE -t day --json',
    'symbol O --json --sandbox',
    'symbol ZZZ --json',
    'symbol STOE MLOE ZZZ -t day --json',
    'symbol SONA O --json',
    'symbol STOE SONA -t day --json --sandbox --at 14:00',
    'symbol SONA -t day,swing --json --sandbox --at 14:20',
  ],
  'symbol-format': [
    ['symbol', 'STOE', '-t', 'day', '--format', ROW],
    ['symbol', 'SONA', 'ZZZ', 'O', '--format', '{symbol} {timeframe} {board} {rank} {metric:raw}'],
    ['symbol', 'STOE', '-t', 'day', '--sandbox', '--at', '14:00', '--format', `${OUTCOME} {board}`],
  ],
  'confluence-json': [
    'confluence --json --first 6',
    'confluence --json -t all --first 4 --sandbox',
    'confluence --json --symbol ZZZ',
    'confluence --json --sandbox --at 14:00 --first 6',
    'confluence --json -t day,swing --sandbox --at 14:00 --first 3 --sort symbol',
  ],
  'confluence-csv': [
    'confluence --csv --first 6',
    'confluence --csv -t all --first 6 --min-boards 2',
    'confluence --csv --sandbox --at 14:00 --first 6',
    'confluence --csv -t day,swing --sandbox --at 14:00 --first 3',
  ],
  'confluence-format': [
    [
      'confluence',
      '--first',
      '3',
      '--format',
      '{rank}|{symbol}|{name}|{price}|{dayPct}|{volume}|{boards}|{bias}|{on}',
    ],
    [
      'confluence',
      '--first',
      '3',
      '-t',
      'all',
      '--format',
      '{symbol} {timeframes} {on} {timeframes:raw} {on:raw} {bias:raw}',
    ],
    ['confluence', '--first', '2', '-t', 'day,swing', '--format', ORIGIN],
    ['confluence', '--first', '4', '--sandbox', '--at', '14:00', '--format', OUTCOME],
  ],
  'history-json': [
    'history STOE --last 5m --sandbox --json',
    'history SONA ZZZ -t day,swing --last 2m --sandbox --json',
  ],
  'history-csv': [
    'history STOE --last 5m --sandbox --csv',
    'history SONA ZZZ -t day,swing --last 3m --sandbox --csv',
  ],
};

const RECORDED_FILES: typeof FILES = {
  'recorded-history': [
    'history SONA -t day --last 20m --json',
    'history SONA zzz --last 8m --csv',
    'history SONA -t scalp,day --last 1m --json',
  ],
  'recorded-boards': [
    'boards --at 14:05 -b movers -l 2 --json',
    'boards --at 13:50 -t day,swing -b movers -l 2 --csv',
    'top --at 14:29:59 -t day,swing --json',
    'symbol STOE --at 13:59 --json -t day',
    'confluence --at 14:20 --first 5 --csv',
    ['top', '--at', '14:20', '--format', ORIGIN],
  ],
  'not-recorded': [
    'boards --at 09:00 --json',
    'top --at 2026-05-01T09:00 --json',
    'boards --at 14:00 -t scalp --json',
    'history SONA -t investing --json',
    'history SONA --base-url https://other.example --json',
  ],
};

const SETTINGS_FILES: typeof FILES = {
  status: ['status --json', 'status --json --sandbox', 'status --json --base-url https://other.example'],
  'config-list': ['config list --json'],
};

/** What a service responds, and the errors that follow. */
const FAILURES = {
  'no body': responseOf(200, ''),
  'not JSON': responseOf(200, 'garbage'),
  'not a snapshot': responseOf(200, { asOf: '2026-06-03T14:30:00Z' }),
  '401': responseOf(401, { error: 'bad key' }),
  '403': responseOf(403, { error: 'revoked' }),
  '404': responseOf(404, { error: 'nothing here' }),
  '429': responseOf(429, { error: 'limit of 120 requests per minute' }, { 'retry-after': '7' }),
  '503': responseOf(503, { error: 'rebuilding' }),
} as const;

describe('output for machines, byte by byte, of', () => {
  test.each(Object.entries(FILES))('%s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines));
  });

  test.each(Object.entries(RECORDED_FILES))('%s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines, { env: RECORDED }));
  });

  test.each(Object.entries(SETTINGS_FILES))('%s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines, { homeDirectory: '/home/ann', env: HOME }));
  });

  const TERMINAL = { isTTY: true, columns: 80, rows: 24, env: { TERM: 'xterm-256color' } };

  test.each([
    ['a whole snapshot', 'boards-json-on-a-terminal', ['boards --json']],
    [
      'others',
      'on-a-terminal',
      ['symbol ZZZ --json -t day', 'config list --json', 'boards --csv -l 1 -b movers'],
    ],
  ])('%s on a terminal, where JSON is indented', async (_, name, lines) => {
    await golden.matches(name, await describeCommands(lines, TERMINAL));
  });

  test('a time zone, which changes no time for machines', async () => {
    const lines: ReadonlyArray<CommandLine> = [
      'top --json',
      ['top', '--format', '{asOf} {asOf:raw}'],
      'boards --csv -l 1 -b movers',
    ];
    await golden.matches(
      'in-new-york',
      await describeCommands(lines, { config: { timezone: 'America/New_York' } }),
    );
  });

  test('bad command lines with --json', async () => {
    const lines: ReadonlyArray<CommandLine> = [
      'boards --json --limit 0',
      'top --json --timeframe weekly',
      ['boards', '--json', '--at', '25:00'],
      'symbol --json',
      'confluence --json --columns metric',
      'history --json',
      'tpo --json',
      'boards --json --csv',
      'boards --json --bad',
      'status --json --timeout 0',
    ];
    await golden.matches('usage-errors', await describeCommands(lines));
  });

  test('errors of the service', async () => {
    const blocks: Array<string> = [];
    for (const [name, response] of Object.entries(FAILURES)) {
      const options = { transport: transportOf(response) };
      blocks.push(
        `# ${name}\n${await describeCommands(['boards --json', 'status --json', 'boards'], options)}`,
      );
    }
    await golden.matches('service-errors', blocks.join('\n'));
  });

  test('two timeframes of which one fails', async () => {
    const transport = transportByTimeframe({ day: bodyOf() });
    const lines = [
      'boards -t day,swing --json',
      'boards -t day,swing --csv',
      'boards -t day,swing',
      'top -t all',
      'top -t all --json',
      'symbol AAA --json',
      'confluence -t all',
    ];
    await golden.matches('partial', await describeCommands(lines, { transport }));
  });

  golden.hasNoOther();
});
