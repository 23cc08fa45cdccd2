import { describe, expect, test } from 'vitest';
import { createEmulator } from '../support/emulator.ts';
import {
  type CommandLine,
  describeBytes,
  describeCommands,
  describeScreen,
  goldenFolder,
} from '../support/golden.ts';
import { HOSTILE_TICKER, hostileTransport } from '../support/hostile-snapshot.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('hostile');

const VIEWS = {
  boards: 'boards',
  wide: 'boards --wide -b rvol,momentum,emaTrend,forum,search,lowFloat,shorted,relStrength,smartMoney',
  sorted: 'boards -b shorted,emaTrend --sort volume',
  confluence: 'confluence --first 40',
  top: 'top -t day,swing',
  symbol: `symbol ${HOSTILE_TICKER} -t day,swing`,
} as const;

const ROW = '{rank}|{symbol}|{name}|{price}|{dayPct}|{volume}|{boards}|{bias}|{metric}|{tag}|{board}';
const RAW =
  '{rank:raw}|{symbol:raw}|{price:raw}|{dayPct:raw}|{volume:raw}|{boards:raw}|{bias:raw}|{metric:raw}|{board:raw}';
/** Boards whose rows are odd, and those that have none. */
const FEW = 'rvol,momentum,emaTrend,search,lowFloat,shorted,smartMoney,insiderBuys,buzz,steady';

const FILES: Readonly<Record<string, ReadonlyArray<CommandLine>>> = {
  plain: ['boards'],
  'plain-others': [
    'top -t day,swing',
    `symbol ${HOSTILE_TICKER} -t day`,
    'boards -b shorted,emaTrend --sort rank',
  ],
  'plain-confluence': ['confluence --first 60 --columns rank,symbol,price,dayPct,volume,boards,bias,on'],
  csv: ['boards --csv'],
  'confluence-csv': ['confluence --csv --min-boards 4'],
  format: [
    ['-b', FEW, '--format', ROW],
    ['-b', FEW, '--format', RAW],
    ['top', '--format', '{symbol}|{boards}|{bias}|{reasons}|{reasons:raw}'],
    ['symbol', HOSTILE_TICKER, '-t', 'day', '--format', '{board:raw}|{rank}|{metric}|{tag:raw}'],
    ['confluence', '--min-boards', '4', '--format', '{symbol}|{boards}|{on}|{on:raw}'],
  ],
};

/** On a terminal, where JSON has a field a line. */
const JSON_FILES: typeof FILES = {
  json: [`boards --json --symbol ${HOSTILE_TICKER}`, `boards --json -b ${FEW},forum`],
  'confluence-json': ['confluence --json --first 60'],
  'symbol-json': [`symbol ${HOSTILE_TICKER} -t day --json`],
};

describe('a hostile snapshot', () => {
  const cases = Object.entries(VIEWS).flatMap(([view, command]) =>
    [40, 120].map((columns) => ({ view, command, columns })),
  );

  test.each(cases)('as $view in $columns columns', async ({ view, command, columns }) => {
    const env = { TERM: 'xterm-256color' };
    const options = { isTTY: true, columns, rows: 24, env, transport: hostileTransport() };
    const { exitCode, stdout } = await runCli(command, options);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n').slice(0, -1);
    const emulator = createEmulator({ columns, rows: lines.length });
    await emulator.write(lines.join('\n'));
    await golden.matches(`${view}-${columns}`, describeBytes(describeScreen(emulator.cells())));
  });

  test.each(Object.entries(FILES))('as %s', async (name, lines) => {
    await golden.matches(name, await describeCommands(lines, { transport: hostileTransport() }));
  });

  test.each(Object.entries(JSON_FILES))('as %s', async (name, lines) => {
    const terminal = { isTTY: true, columns: 80, rows: 24, env: { TERM: 'xterm-256color' } };
    await golden.matches(name, await describeCommands(lines, { ...terminal, transport: hostileTransport() }));
  });

  golden.hasNoOther();
});
