import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { tablesOf } from '../support/plain.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const boards = {
  movers: [rowOf(), rowOf({ rank: 2, symbol: 'BBB', name: null, dayPct: -1.2, boards: 1, bias: 'bearish' })],
  rvol: [rowOf({ rank: 7, metric: '11.4x', tag: 'low float' })],
};
const transport = transportByTimeframe({
  day: bodyOf({ boards, boardNames: ['movers', 'rvol'] }),
  swing: bodyOf({
    timeframe: 'swing',
    asOf: '2026-06-03T14:29:00Z',
    boards: { rvol: [rowOf({ boards: null, bias: 'bearish', dayPct: 20 })] },
    topPlay: null,
  }),
});

async function plain(line: string, options: WorldOptions = {}): Promise<string> {
  const env = { TZ: 'UTC', ...options.env };
  const { exitCode, stdout, stderr } = await runCli(line, { transport, columns: 30, ...options, env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('in a pipe', () => {
  test('top is the header and one line of the top play', async () => {
    expect(await plain('top')).toBe(`\
day  open  as of 2026-06-03 14:30:00 UTC
advancers 231  decliners 154  symbols 400
top play  AAA  Alpha Works  12.50  +4.56%  4 boards  bullish
  top mover; high relative volume
`);
  });

  test('top of several timeframes is a table with a row for each, dashes where no symbol qualifies', async () => {
    expect(await plain('top -t day,swing')).toBe(`\
2 timeframes  open  as of 2026-06-03 14:29:00 UTC
advancers 231  decliners 154  symbols 400

timeframe  symbol  name         price  dayPct  volume  boards  bias     asOf                     reasons
day        AAA     Alpha Works  12.50  +4.56%   82.1M       4  bullish  2026-06-03 14:30:00 UTC  top mover; high relative volume
swing      -       -                -       -       -       -  -        2026-06-03 14:29:00 UTC  -
`);
  });

  test('symbol is a table for each ticker, with a row for each timeframe and board', async () => {
    expect(await plain('symbol aaa zzz -t day,swing')).toBe(`\
2 timeframes  open  as of 2026-06-03 14:29:00 UTC

AAA: Alpha Works
price 12.50  volume 82.1M
timeframe  boards  bias      dayPct  board   rank  metric  tag
day             2  bullish   +4.56%  movers     1  4.2x    -
day             2  bullish   +4.56%  rvol       7  11.4x   low float
swing           1  bearish  +20.00%  rvol       1  4.2x    -

ZZZ
timeframe  boards  bias  dayPct  board  rank  metric  tag
day             0  -          -  -         -  -       -
swing           0  -          -  -         -  -       -
`);
  });

  test('confluence names the boards of each symbol with its ranks', async () => {
    expect(await plain('confluence')).toBe(`\
day  open  as of 2026-06-03 14:30:00 UTC
advancers 231  decliners 154  symbols 400

confluence: 2 symbols
rank  symbol  name         price  dayPct  volume  boards  bias     on
   1  AAA     Alpha Works  12.50  +4.56%   82.1M       2  bullish  movers 1, rvol 7
   2  BBB     -            12.50  -1.20%   82.1M       1  bearish  movers 2
`);
  });

  test('confluence of several timeframes has a column for each', async () => {
    expect(await plain('confluence -t day,swing --first 1')).toBe(`\
2 timeframes  open  as of 2026-06-03 14:29:00 UTC
advancers 231  decliners 154  symbols 400

confluence: 1 of 2 symbols
rank  symbol  name         price  volume  day  swing  total  bias   on
   1  AAA     Alpha Works  12.50   82.1M    2      1      3  mixed  day movers 1, day rvol 7, swing rvol 1
`);
    expect(await plain('confluence -t day,swing --columns boards,symbol --symbol zzz')).toMatch(
      /confluence: 0 symbols\nno symbols\n$/,
    );
    expect(tablesOf(await plain('confluence -t day,swing --columns symbol,boards'))[0]).toEqual([
      ['symbol', 'day', 'swing', 'total'],
      ['AAA', '2', '1', '3'],
      ['BBB', '1', '-', '1'],
    ]);
  });

  test.each([
    'top -t all',
    'symbol STOE ZZZ',
    'confluence',
    'confluence -t all',
    'history STOE ZZZ --since 1h',
  ])('%s has as many fields in each row as in the header, live and recorded', async (line) => {
    expect(tablesOf(await plain(`${line} --sandbox`)).length).toBeGreaterThan(0);
    if (line.startsWith('history')) return;
    const tables = tablesOf(await plain(`${line} --sandbox --at 20m`));
    for (const [header] of tables) expect(header?.join()).toMatch(/(symbol|timeframe),now,since/);
  });

  test.each([
    'boards',
    'top',
    'top -t all',
    'symbol STOE',
    'confluence',
    'history STOE --since 1h',
    'watch --count 1',
    'replay --from 1m',
  ])('%s labels simulated data in the first line, in ASCII and without colours', async (line) => {
    const stdout = await plain(`${line} --sandbox`);
    expect(stdout.split('\n')[0]).toMatch(/ {2}SANDBOX$/);
    expect(stdout).not.toMatch(/[^\n -~]/);
  });

  test.each(['top', 'top -t all', 'symbol STOE', 'confluence', 'history STOE --since 1h', 'watch --count 1'])(
    '%s --color always has colours beside the same text',
    async (line) => {
      const stdout = await plain(`${line} --sandbox --color always`);
      expect(stdout).toContain('\x1b[');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off.
      const text = stdout.replace(/\x1b\[[\d;]*m/g, '');
      expect(text).toBe(await plain(`${line} --sandbox`));
    },
  );

  test.each(['top', 'top -t all', 'symbol STOE', 'confluence', 'history STOE --since 1h'])(
    '%s --no-plain has tables, and --plain none on a terminal',
    async (line) => {
      const piped = await plain(`${line} --sandbox`);
      expect(await plain(`${line} --sandbox --no-plain`)).toMatch(/[▲│━╭─]/);
      const shown = await plain(`${line} --sandbox --plain --no-color -q`, { isTTY: true, columns: 100 });
      expect(shown.replace('\nInformational only, not investment advice.\n', '')).toBe(piped);
    },
  );
});

describe('history in a pipe', () => {
  const NOW = Date.parse('2026-06-03T20:10:00Z');
  const recorded = (minute: number, rows: Readonly<Record<string, ReadonlyArray<object>>>) =>
    lineOf(new Date(Date.parse('2026-06-03T20:00:00Z') + minute * 60_000).toISOString(), 0, {
      topPlay: null,
      boards: rows,
      boardNames: Object.keys(rows),
    });

  test('is a table of the boards that the symbol is on, and of those that it left', async () => {
    const data = temporaryDirectory();
    writeRecording(join(data, 'boards.example_443'), '2026-06-03/day.ndjson', [
      recorded(0, { movers: [rowOf({ rank: 3 })], search: [rowOf()] }),
      recorded(1, { movers: [rowOf({ rank: 2, dayPct: 5 })] }),
      recorded(2, {
        movers: [rowOf({ dayPct: 6.5 })],
        rvol: [rowOf({ rank: 4, name: '  ', metric: 'a  b' })],
      }),
      recorded(3, {
        movers: [rowOf({ dayPct: 6.5 })],
        rvol: [rowOf({ rank: 4, name: '  ', metric: 'a  b' })],
      }),
    ]);
    const options = {
      env: { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined },
      clock: createFakeClock(NOW),
    };
    expect(await plain('history AAA ZZZ', options)).toBe(`\
history  as of 2026-06-03 20:03:00 UTC  RECORDED

AAA day: Alpha Works
snapshots 4  from 2026-06-03 20:00:00 UTC  to 2026-06-03 20:03:00 UTC
price 12.50  dayPct +6.50%  volume 82.1M  boards 2  bias bullish
boards from 2 to 2  dayPct from +4.56% to +6.50%
board   rank  best  since     there        left   was  trail        trend  metric
movers     1     1  by 20:00  at least 3m  -        -  ? ? ? ? ? 1  hold   4.2x
rvol       4     4  20:02     1m           -        -  ? ? ? ? ? 4  new    a b
search     -     1  by 20:00  -            20:01    1  -            -      -

ZZZ day
snapshots 4  from 2026-06-03 20:00:00 UTC  to 2026-06-03 20:03:00 UTC
on no board  boards 0  bias -
`);
  });
});

describe('watch and replay', () => {
  const PLAIN = /^movers: move over the window$/gm;
  const TABLE = /^Movers ─/gm;

  test.each([
    ['watch', {}, PLAIN],
    ['watch --plain', {}, PLAIN],
    ['watch --plain', { isTTY: true }, PLAIN],
    ['watch', { isTTY: true, env: { TERM: 'dumb' } }, PLAIN],
    ['watch --no-plain', {}, TABLE],
    ['watch --no-plain', { isTTY: true, env: { TERM: 'dumb' } }, TABLE],
    ['replay --from 1m', {}, PLAIN],
    ['replay --from 1m', { isTTY: true, env: { TERM: 'dumb' } }, PLAIN],
    ['replay --from 1m --plain', { isTTY: true }, PLAIN],
    ['replay --from 1m --no-plain', {}, TABLE],
  ])('%s with %j appends each new snapshot, without cursor movement', async (line, options, expected) => {
    const count = line.startsWith('watch') ? '--count 2' : '';
    const stdout = await plain(`${line} ${count} -b movers --sandbox -q --no-color`, options);
    expect(stdout.match(expected)).toHaveLength(2);
    expect(stdout).not.toContain('\x1b');
  });

  test('separate snapshots by a blank line, each with its label', async () => {
    const stdout = await plain('replay --sandbox --from 1m -b movers -l 1');
    expect(stdout.match(/^day {2}open {2}as of \S+ 14:\d\d:00 UTC {2}RECORDED {2}SANDBOX$/gm)).toHaveLength(
      2,
    );
    expect(stdout).not.toContain('\n\n\n');
    expect(tablesOf(stdout).map((rows) => rows.length)).toEqual([2, 2]);
  });

  test.each(['--sort age', '--columns symbol,age'])('%s needs the pane', async (option) => {
    const { exitCode, stderr } = await runCli(`watch --sandbox --plain ${option}`, { isTTY: true });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: ${option.replace('symbol,', '')} works in the pane only\n`);
  });
});

test('tables in a pipe have no spaces at the end of a line', async () => {
  const { stdout } = await runCli('--sandbox --no-plain -l 1', { env: { COLUMNS: '120' } });
  expect(stdout).toContain('SANDBOX\n');
  expect(stdout.split('\n').filter((line) => line.endsWith(' '))).toEqual([]);
});
