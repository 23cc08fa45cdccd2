import { describe, test } from 'vitest';
import { type CommandLine, describeCommands, goldenFolder } from '../support/golden.ts';
import { recordedSandbox } from '../support/recordings.ts';

const golden = goldenFolder('plain');
const RECORDED = { env: { BOARDS_DATA_DIR: recordedSandbox() } };
const HOME = { homeDirectory: '/home/ann', env: { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' } };

/** Files, and the command lines of each, in a pipe, with the service of the fake world or with simulated data. */
const FILES: Readonly<Record<string, ReadonlyArray<CommandLine>>> = {
  boards: ['boards'],
  'boards-of-timeframes': [
    'boards -t day,swing -b movers,moneyFlow -l 2 --sandbox',
    'boards -t all -b emaTrend -l 1',
  ],
  'boards-at': [
    'boards --sandbox --at 14:00 -b movers,rvol,moneyFlow -l 3',
    'boards --sandbox --at 14:00 -b search,emaTrend --columns rank,symbol,price',
    'boards --sandbox --at 14:00 -b search -l 2 --columns gain,symbol',
    'boards --sandbox --at 15m -t day,swing -b movers -l 2',
    'boards --sandbox --at 2026-06-02T15:00 -b movers -l 2',
    'boards --sandbox --at 2026-06-03T09:30:00-05:00 -b movers -l 2',
  ],
  'boards-columns': [
    'boards -b movers,forum -l 2 --columns symbol,metric',
    'boards -b movers -l 2 --columns tag,bias,boards,volume,dayPct,price,name,symbol,rank',
    'boards -b movers -l 2 --columns age,trend',
  ],
  'boards-order': [
    'rank',
    'symbol',
    'name',
    'price',
    'dayPct',
    'volume',
    'boards',
    'bias',
    'metric',
    'tag',
  ].map((field) =>
    `boards -b alerted -l 6 --sort ${field} --columns rank,symbol,${field}`.replace(/,(rank|symbol)$/, ''),
  ),
  'boards-wide': ['boards -b movers,lowFloat -l 2 --wide'],
  'boards-filters': [
    'boards --symbol stoe,MLOE',
    'boards --bias bearish --min-boards 1 -l 5',
    'boards -b rvol,movers -b forum -l 1',
    'boards -b buzz',
    'boards -t swing -b lowFloat,buzz -l 1',
    'boards --symbol ZZZ',
    'boards --symbol ZZZ -q',
    'boards -l 50 -b movers',
    'boards -b movers,momentum,newBoard -l 1',
  ],
  'not-plain': ['boards -b movers,rvol -l 2 --no-plain', 'boards -b movers -l 1 --no-plain --color always'],
  top: ['top', 'top -t swing', 'top --no-plain'],
  'top-of-timeframes': ['top -t day,swing', 'top -t all'],
  'top-at': ['top --sandbox --at 14:00', 'top --sandbox -t all --at 14:00'],
  symbol: ['symbol STOE -t day', 'symbol HELOW', 'symbol zzz', 'symbol O -b moneyFlow'],
  symbols: [
    'symbol STOE,MLOE ZZZ -t day',
    'symbol SONA O ZZZ',
    'symbol BRK.B BF-B ^VIX BTC/USD ES=F 9988 -t day',
  ],
  'symbol-at': [
    'symbol STOE MLOE -t day,swing --sandbox --at 14:00',
    'symbol SONA --sandbox --at 14:20 -t day',
  ],
  confluence: ['confluence --first 12', 'confluence -b movers,rvol,forum -l 3', 'confluence --min-boards 3'],
  'confluence-of-timeframes': [
    'confluence -t all --first 12',
    'confluence -t day,swing --first 4 --bias bullish',
  ],
  'confluence-at': [
    'confluence --sandbox --at 14:00 --first 6',
    'confluence --sandbox -t day,swing --at 14:00 --first 6',
  ],
  'confluence-order': [
    'confluence --first 4 --sort name',
    'confluence --first 4 --sort dayPct',
    'confluence --first 4 --columns symbol,on,price',
    'confluence --symbol MLOE,ZZZ',
  ],
  history: ['history STOE --last 40m --sandbox', 'history SONA O ZZZ --last 10m -t day,swing --sandbox'],
};

/** Without a key, from a recording of two timeframes with a hole and a bad line. */
const RECORDED_FILES: typeof FILES = {
  'recorded-history': ['history SONA', 'history STOE zzz -t day --last 20m', 'history SONA -t day,scalp'],
  'recorded-boards': [
    'boards --at 14:05 -b movers,rvol -l 3',
    'top --at 14:29:59 -t day,swing',
    'symbol STOE SONA --at 13:59 -t day,swing',
    'confluence --at 14:20 --first 5',
    'confluence --at 14:20 -t day,swing --first 5',
    'boards --at 13:50 -t day,swing -b movers -l 2',
    'boards --at 13:50 -t day,scalp -b movers -l 2',
    'symbol STOE --at 14:20',
    'symbol STOE --at 14:20 -t day,scalp',
  ],
};

const SETTINGS_FILES: typeof FILES = {
  status: ['status', 'status --sandbox', 'status --base-url https://other.example'],
  'config-values': [
    'config list',
    ...['baseUrl', 'timeframe', 'limit', 'boards', 'palette', 'wide', 'pins', 'record', 'timezone'].map(
      (name) => `config get ${name}`,
    ),
    'config path',
  ],
};

const PREFERENCES = {
  timeframe: 'day,swing',
  limit: 2,
  boards: ['movers', 'emaTrend'],
  columns: ['symbol', 'dayPct', 'metric'],
  wide: true,
  pins: ['STOE'],
  timezone: 'America/New_York',
};

describe('plain output, byte by byte, of', () => {
  test.each(Object.entries(FILES))('%s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines));
  });

  test.each(Object.entries(RECORDED_FILES))('%s', async (name, lines) => {
    const env = { ...RECORDED.env, BOARDS_API_KEY: undefined };
    await golden.matches(name, await describeCommands(lines, { env }));
  });

  test.each(Object.entries(SETTINGS_FILES))('%s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines, HOME));
  });

  test('preferences', async () => {
    const lines = [
      'boards',
      'top',
      'symbol STOE',
      'history SONA',
      'boards --at 10:05',
      'config list',
      'config get columns',
    ];
    await golden.matches('preferences', await describeCommands(lines, { ...RECORDED, config: PREFERENCES }));
  });

  test('a terminal', async () => {
    const lines = [
      'boards -b movers -l 3 --plain',
      'top --plain',
      'symbol STOE -t day --plain --color always',
    ];
    const terminal = { isTTY: true, columns: 40, rows: 24, env: { TERM: 'xterm-256color' } };
    await golden.matches('on-a-terminal', await describeCommands(lines, terminal));
  });

  golden.hasNoOther();
});
