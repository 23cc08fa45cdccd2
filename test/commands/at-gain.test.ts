import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';
import { linesOf, runCli } from '../support/world.ts';

/** Snapshots by timeframe: `10:10 UP 10, GONE 10` has two symbols with prices, `-` for no price. */
type Recorded = Readonly<Record<string, ReadonlyArray<string>>>;

/** Returns the environment of a command that reads these recordings of today. */
function recorded(all: Recorded) {
  const directory = temporaryDirectory();
  for (const [timeframe, snapshots] of Object.entries(all)) {
    const lines = snapshots.map((text) => {
      const [, time = '', symbols = ''] = /^(\S+) ?(.*)$/.exec(text) ?? [];
      const movers = symbols
        .split(', ')
        .map((each) => each.split(' '))
        .map(([symbol = '', price = ''], index) =>
          rowOf({ symbol, rank: index + 1, price: price === '-' ? null : Number(price) }),
        );
      const asOf = `2026-06-03T${time.padEnd(8, ':00')}Z`;
      return JSON.stringify(bodyOf({ asOf, timeframe, boards: { movers }, topPlay: null }));
    });
    writeRecording(join(directory, 'boards.example_443'), `2026-06-03/${timeframe}.ndjson`, lines);
  }
  return { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined };
}

/** Returns a line for each symbol but the first, which is still listed: `LEFT left 10:11 -20.00%`. */
async function gains(all: Recorded, args = 'boards --at 10:10:30 -t day') {
  const line = [...args.split(' '), '--format', '{symbol} {now} {gain}'];
  const { exitCode, stdout } = await runCli(line, { env: recorded(all) });
  expect(exitCode).toBe(0);
  return linesOf(stdout);
}

const DAY = ['10:10 UP 10, GONE 10', '10:11 UP 11', '10:15 UP 12'];

test('a symbol that left on another day has its date, and no time if it left more than three days ago', async () => {
  const directory = temporaryDirectory();
  const days = { '2026-05-29': 3, '2026-06-02': 2, '2026-06-03': 1 };
  for (const [day, rows] of Object.entries(days))
    writeRecording(join(directory, 'boards.example_443'), `${day}/day.ndjson`, [
      lineOf(`${day}T14:00:00Z`, rows),
    ]);
  const env = { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined };
  const line = ['boards', '--at', '2026-05-29T14:00', '--format', '{symbol} {now}'];
  expect(linesOf((await runCli(line, { env })).stdout)).toEqual(['S0 2', 'S1 left 06-02', 'S2 left']);
});

describe('the gain of a symbol that left', () => {
  test.each<readonly [string, string, Recorded]>([
    ['is until its last price in another timeframe', '-20.00%', { swing: ['10:13 GONE 9', '10:14 GONE 8'] }],
    ['is unknown if it was never priced again', '-', { swing: ['10:10 GONE 8', '10:14 UP 12'] }],
    ['is unknown if only its own timeframe is recorded', '-', {}],
    ['is unknown if all prices are null', '-', { swing: ['10:13 GONE -', '10:14 GONE -'] }],
    ['is until the last price, not the last row', '-10.00%', { swing: ['10:13 GONE 9', '10:14 GONE -'] }],
    [
      'does not follow prices behind the newest snapshot',
      '-10.00%',
      { swing: ['10:13 GONE 9', '10:16 GONE 5'] },
    ],
    [
      'is the first timeframe at the same time',
      '+20.00%',
      { scalp: ['10:13 GONE 12'], swing: ['10:13 GONE 5'] },
    ],
    ['is the latest of all', '-50.00%', { scalp: ['10:13 GONE 12'], swing: ['10:13:01 GONE 5'] }],
  ])('%s: %s', async (_, gain, others) => {
    expect(await gains({ day: DAY, ...others })).toEqual(['UP 2 +20.00%', `GONE left 10:11 ${gain}`]);
  });

  test.each<readonly [string, string, string]>([
    ['10:11 GONE 5', '10:11 UP 11, GONE 11', '+10.00%'],
    ['10:10:59 GONE 5', '10:11 UP 11, GONE 11', '+10.00%'],
    ['10:11:01 GONE 5', '10:11 UP 11, GONE 11', '-50.00%'],
    ['10:10:40 GONE 5', '10:11 UP 11, GONE -', '-50.00%'],
  ])(
    'ends at its last price in its own timeframe, or a later price in another one: %s',
    async (other, own, gain) => {
      const day = ['10:10 UP 10, GONE 10', own, '10:12 UP 11', '10:15 UP 12'];
      expect(await gains({ day, swing: [other] })).toEqual(['UP 2 +20.00%', `GONE left 10:12 ${gain}`]);
    },
  );

  test('is missing if the symbol had no price then', async () => {
    const day = ['10:10 UP 10, GONE -', '10:11 UP 11', '10:15 UP 12'];
    expect(await gains({ day, swing: ['10:13 GONE 9'] })).toEqual(['UP 2 +20.00%', 'GONE left 10:11 -']);
  });

  test('also ends at the last price for a listed symbol whose price is unknown now', async () => {
    const day = ['10:10 UP 10', '10:11 UP 11', '10:15 UP -'];
    expect(await gains({ day })).toEqual(['UP 2 +10.00%']);
    expect(await gains({ day, swing: ['10:14 UP 12'] })).toEqual(['UP 2 +20.00%']);
  });

  test('is part of the average of a column, in each format and for several timeframes', async () => {
    const env = recorded({
      day: DAY,
      swing: ['10:10 UP 10, GONE 10', '10:13 GONE 9', '10:15 UP 12, GONE 8'],
    });
    const at = '--at 10:10:30 -t';
    const print = async (args: string) => (await runCli(args, { env, columns: 120 })).stdout;
    const rows = JSON.parse(await print(`confluence --json ${at} day`));
    expect(rows.map(({ symbol, now, gain }: Record<string, unknown>) => [symbol, now, gain])).toEqual([
      ['UP', 2, 20],
      ['GONE', null, -20],
    ]);
    const csv = linesOf(await print(`boards --csv ${at} day`)).map((line) =>
      line.trim().split(',').slice(-2),
    );
    expect(csv).toEqual([
      ['now', 'gain'],
      ['2', '20'],
      ['', '-20'],
    ]);
    expect(await print(`symbol GONE --no-plain ${at} day`)).toContain('gain -20.00%');
    expect(await print(`confluence --plain ${at} day,swing`)).toMatch(/^.*\bGONE\b.* -20\.00%/m);
  });
});

test.each([
  ['symbol,price', 'Symbol Now Gain Price'],
  ['name,symbol', 'Name Symbol Now Gain'],
  ['gain,symbol', 'Gain Symbol Now'],
  ['price', 'Now Gain Price'],
])('now and gain follow the symbol among the columns %s', async (columns, expected) => {
  const line = `boards -b movers --no-plain --at 10:10:30 -t day --columns ${columns}`;
  const { stdout } = await runCli(line, { env: recorded({ day: DAY }), columns: 100 });
  const labels = linesOf(stdout).find((text) => /^ *# /.test(text));
  expect(labels?.trim().split(/ +/).join(' ')).toBe(`# ${expected}`);
});

test.each([
  ['while all symbols have a price', ['10:10 UP 10', '10:15 UP 12'], false],
  ['if a symbol left', DAY, true],
])('other timeframes are read only if a symbol left: %s', async (_, day, isRead) => {
  const env = recorded({ day });
  const directory = join(env.BOARDS_DATA_DIR, 'boards.example_443');
  writeRecording(directory, '2026-06-03/swing.ndjson', ['garbage']);
  const { exitCode, stderr } = await runCli('boards --csv --at 10:10:30 -t day --debug', { env });
  expect({ exitCode, isRead: stderr.includes('swing.ndjson:1') }).toEqual({ exitCode: 0, isRead });
});

/** On Linux, this directory has a link to each open file. */
const OPEN_FILES = '/proc/self/fd';

test.skipIf(!existsSync(OPEN_FILES)).each([
  ['boards --at 10:10:30 -t day', 0],
  ['confluence --json --at 10:10:30 -t day,swing', 0],
  ['top --at 10:10:30 -t day', 0],
  ['boards --at 10:00', 10],
  ['boards --at 23:59', 2],
])('%s closes the files that it has read', async (args, expected) => {
  const env = recorded({ day: DAY, swing: ['10:10 GONE 10', '10:13 GONE 9'] });
  expect((await runCli(args, { env })).exitCode).toBe(expected);
  const openFiles = () =>
    readdirSync(OPEN_FILES).flatMap((name) => {
      // Listing opens the directory, too, but its link is gone by now.
      if (!existsSync(join(OPEN_FILES, name))) return [];
      const path = readlinkSync(join(OPEN_FILES, name));
      return path.startsWith(env.BOARDS_DATA_DIR) ? [path] : [];
    });
  await until(
    () => openFiles().length === 0,
    () => `still open: ${openFiles()}`,
  );
});
