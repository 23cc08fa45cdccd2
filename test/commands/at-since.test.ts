import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

/** The clock of the fake world begins at 14:30. */
const DAY = 'boards.example_443/2026-06-03/day.ndjson';
const SWING = 'boards.example_443/2026-06-03/swing.ndjson';

interface Row {
  readonly boards?: number;
  readonly price?: number | null;
}

/** A line of 3 June with these symbols on one board; the first is the top play. */
function line(time: string, rows: Readonly<Record<string, Row>>, timeframe = 'day'): string {
  const movers = Object.entries(rows).map(([symbol, row], index) =>
    rowOf({ symbol, rank: index + 1, ...row }),
  );
  const topPlay = { ...movers[0], reasons: ['top mover'] };
  return JSON.stringify(
    bodyOf({ asOf: `2026-06-03T${time}Z`, timeframe, boards: { movers }, topPlay, breadth: null }),
  );
}

const LINES = [
  line('10:15:02', {
    KEPT: { boards: 4, price: 10 },
    GONE: { boards: 3, price: 20 },
    LOST: {},
    HALT: { boards: 1, price: null },
  }),
  line('10:16:02', { KEPT: {}, GONE: {}, LOST: {} }),
  line('10:17:02', { KEPT: {}, LOST: {} }),
  line('10:58:02', { KEPT: {} }),
  line('10:59:02', { KEPT: { boards: 5, price: 10.5 }, HALT: { boards: 0, price: 9 }, LATE: {} }),
];

function worldWith(files: Readonly<Record<string, ReadonlyArray<string>>>, columns = 80): WorldOptions {
  const directory = temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeRecording(directory, name, lines);
  return { env: { BOARDS_DATA_DIR: directory, BOARDS_API_KEY: undefined }, columns };
}

async function shown(
  command: string,
  columns = 80,
  files: Readonly<Record<string, ReadonlyArray<string>>> = { [DAY]: LINES },
): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(`${command} --no-plain`, worldWith(files, columns));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** The lines of the output that begin with a rank and a symbol. */
function rowsOf(stdout: string): ReadonlyArray<string> {
  const rows = stdout.split('\n').filter((text) => /^ *\d+ +[A-Z]{4} /.test(text));
  return rows.map((text) => text.trim());
}

describe('boards --at shows what became of each symbol', () => {
  test('in columns beside it: boards now or when it left, and the change of its price', async () => {
    const stdout = await shown('boards --at 10:15:30');
    expect(stdout).toMatch(/# Symbol Now {10}Since +Name +Price +Chg .*Metric/);
    expect(rowsOf(stdout)).toEqual([
      expect.stringMatching(/^1 KEPT {3}◆5 {10}\+5\.00% Alpha Works +10\.00 /),
      expect.stringMatching(/^2 GONE {3}left 10:17 +– Alpha Works +20\.00 /),
      expect.stringMatching(/^3 LOST {3}left >10:17 +– Alpha Works +12\.50 /),
      expect.stringMatching(/^4 HALT {3}0 +– Alpha Works +– /),
    ]);
  });

  test('and in the top play, and says when "now" is', async () => {
    const stdout = await shown('boards --at 10:15:30');
    expect(stdout).toContain('┃ now ◆5 boards  since +5.00%');
    expect(stdout.split('\n')[1]).toBe('now, since: 10:59:02 UTC, the newest snapshot');
  });

  test.each([30, 40, 80, 120, 200])('in %i cells, with the columns, and nothing beyond', async (columns) => {
    const stdout = await shown('boards --at 10:15:30', columns);
    expect(stdout).toMatch(/Symbol Now +Since/);
    expect(stdout).toContain('left >10:17');
    expect(Math.max(...stdout.split('\n').map((text) => text.length))).toBeLessThanOrEqual(columns);
  });

  test('with chosen columns too', async () => {
    expect(await shown('boards --columns symbol,volume --at 10:15:30')).toMatch(/Symbol Now +Since +Vol/);
    expect(await shown('boards --columns volume --at 10:15:30')).toMatch(/ Now +Since +Vol/);
  });

  test('not if the newest snapshot is shown', async () => {
    for (const command of ['boards', 'top', 'symbol KEPT -t day', 'confluence']) {
      const stdout = await shown(`${command} --at 11:30`);
      expect(stdout).toContain('KEPT');
      expect(stdout).not.toMatch(/\bnow\b|since/i);
    }
  });

  test('with the date if it left on another day', async () => {
    const yesterday = line('10:15:02', { GONE: {} }).replace('06-03', '06-01');
    const files = {
      'boards.example_443/2026-06-01/day.ndjson': [yesterday],
      [DAY]: LINES,
    };
    expect(await shown('boards --at 2026-06-01T12:00', 80, files)).toMatch(/GONE {3}left 06-03 /);
  });

  test('in no machine format', async () => {
    for (const command of ['boards --json', 'boards --csv', 'top --json', 'confluence --json'])
      expect((await runCli(`${command} --at 10:15:30`, worldWith({ [DAY]: LINES }))).stdout).not.toMatch(
        /since|left|10:59/i,
      );
  });
});

test('top --at shows what became of the top play', async () => {
  expect(await shown('top --at 10:15:30')).toContain('┃ now ◆5 boards  since +5.00%');
  const gone = [line('10:15:02', { GONE: { boards: 3 } }), line('10:16:02', { KEPT: { boards: 1 } })];
  expect(await shown('top --at 10:15:30', 30, { [DAY]: gone })).toContain('┃ left 10:16  since –  ');
});

test('top -t day,swing --at shows it in each timeframe', async () => {
  const swing = [line('10:15:00', { GONE: {} }, 'swing'), line('10:16:00', { KEPT: {} }, 'swing')];
  const stdout = await shown('top -t day,swing --at 10:15:30', 100, { [DAY]: LINES, [SWING]: swing });
  expect(stdout).toMatch(/day +KEPT +◆5 +\+5\.00% [\s\S]*swing +GONE +left 10:16 +– /);
});

describe('confluence --at', () => {
  test('shows it beside each symbol', async () => {
    const stdout = await shown('confluence --at 10:15:30');
    expect(rowsOf(stdout)[0]).toMatch(/^1 KEPT {3}◆5 +\+5\.00% .* 10\.00 /);
    expect(stdout).toMatch(/^ +2 GONE {3}left 10:17 +– /m);
  });

  test('adds boards up across timeframes, as the sum beside it', async () => {
    const swing = [line('10:15:00', { KEPT: { boards: 2 }, GONE: {} }, 'swing')];
    const stdout = await shown('confluence -t day,swing --at 10:15:30', 100, {
      [DAY]: LINES,
      [SWING]: swing,
    });
    expect(stdout).toMatch(/KEPT {3}◆7 +\+5\.00% /);
    expect(stdout).toMatch(/GONE {3}2 /);
  });
});

describe('symbol --at', () => {
  test('shows boards now in each timeframe, and the change of the price', async () => {
    const stdout = await shown('symbol KEPT GONE ZZZ -t day --at 10:15:30');
    expect(stdout).toMatch(/^\$10\.00 {2}\+5\.00% since {2}\+4\.56% day/m);
    expect(stdout).toMatch(/^now +◆5$/m);
    expect(stdout).toMatch(/^now +left 10:17$/m);
    expect(stdout).toMatch(/^\$20\.00 {2}\+4\.56% day/m);
    expect(stdout).toContain('ZZZ is on no board in day.');
  });

  test('names the timeframe of the move, or leaves it out', async () => {
    const lines = await Promise.all(
      [40, 30].map((columns) => shown('symbol KEPT -t day --at 10:15:30', columns)),
    );
    expect(lines.map((text) => text.split('\n').find((each) => each.startsWith('$')))).toEqual([
      '$10.00  +5.00% since  +4.56% day',
      '$10.00  +5.00% since',
    ]);
  });

  test.each([30, 40, 80])('fits %i cells', async (columns) => {
    const lines = (timeframe: string) => [
      line('10:15:02', { GONE: {} }, timeframe),
      line('10:16:02', { KEPT: {} }, timeframe),
    ];
    const names = ['scalp', 'day', 'swing', 'position', 'investing'];
    const files = names.map((name) => [DAY.replace('day.', `${name}.`), lines(name)] as const);
    const stdout = await shown('symbol GONE --at 10:15:30', columns, Object.fromEntries(files));
    expect(stdout).toMatch(columns === 80 ? /^now {9}left 10:16 {2}left 10:16/m : /^now +left +left/m);
    expect(Math.max(...stdout.split('\n').map((text) => text.length))).toBeLessThanOrEqual(columns);
  });
});

describe('--format has it as {now} and {since}', () => {
  const swing = [line('10:15:00', { GONE: {} }, 'swing'), line('10:16:00', { KEPT: {} }, 'swing')];
  const files = { [DAY]: LINES, [SWING]: swing };

  test.each([
    ['boards', ['KEPT 5 +5.00%', 'GONE left 10:17 –', 'LOST left >10:17 –', 'HALT 0 –']],
    ['top', ['KEPT 5 +5.00% RECORDED 10:15:02 UTC']],
    ['top -t day,swing', ['KEPT 5 +5.00% RECORDED 10:15:02 UTC', 'GONE left 10:16 – RECORDED 10:15:00 UTC']],
    ['confluence --first 2', ['KEPT 5 +5.00%', 'GONE left 10:17 –']],
    ['confluence -t day,swing --first 2', ['GONE left 10:17 –', 'KEPT 7 +5.00%']],
    ['symbol kept zzz -t day', ['KEPT 5 +5.00%', 'ZZZ – –']],
    ['symbol GONE -t day,swing', ['GONE left 10:17 –', 'GONE left 10:16 –']],
  ])('%s --at', async (command, expected) => {
    const args = [...command.split(' '), '--at', '10:15:30', '--format', '{symbol} {now} {since}'];
    const { exitCode, stdout } = await runCli(args, worldWith(files));
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual(expected);
  });

  test.each([
    ['--at 10:15:30', ['KEPT [5] [5]', 'GONE [] []', 'LOST [] []', 'HALT [0] []']],
    ['--at 11:30', ['KEPT [] []', 'HALT [] []', 'LATE [] []']],
  ])('raw, as numbers: boards %s', async (options, expected) => {
    const args = ['boards', ...options.split(' '), '--format', '{symbol} [{now:raw}] [{since:raw}]'];
    const { stdout } = await runCli(args, worldWith(files));
    expect(stdout.trimEnd().split('\n')).toEqual(expected);
  });
});

describe('in the sandbox', () => {
  test.each(['boards -b movers', 'confluence', 'top', 'symbol OHL -t day'])('%s --at', async (command) => {
    const { exitCode, stdout } = await runCli(`${command} --no-plain --sandbox --at 30m`, { columns: 80 });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('now, since: 14:30:00 UTC, the newest snapshot');
    expect(stdout).toMatch(/since [+-]\d|[+-]\d\.\d\d% since|Now +Since/);
  });

  test('a symbol left at the minute of the first snapshot without it', async () => {
    const { stdout } = await runCli('boards --no-plain -b movers --sandbox --at 30m', { columns: 80 });
    const [, symbol = '', time = ''] = / ([A-Z]+) +left (\d\d:\d\d) /.exec(stdout) ?? [];
    expect(time).not.toBe('');
    const before = new Date(Date.parse(`2026-06-03T${time}Z`) - 60_000).toISOString().slice(11, 16);
    const onBoards = async (at: string) =>
      JSON.parse((await runCli(`symbol ${symbol} -t day --json --sandbox --at ${at} -q`)).stdout).timeframes
        .day.placements.length;
    expect(await onBoards(before)).toBeGreaterThan(0);
    expect(await onBoards(time)).toBe(0);
  });

  /** By symbol, the last minute of the replay at which any board lists it, and the minute after. */
  async function lastMinutes(from: string): Promise<ReadonlyMap<string, { last: string; after: string }>> {
    const { stdout } = await runCli(`replay --sandbox -q --json -t day --from ${from}`);
    const found = new Map<string, { last: string; after: string }>();
    for (const text of stdout.trim().split('\n')) {
      const { asOf, boards } = JSON.parse(text);
      const after = new Date(Date.parse(asOf) + 60_000).toISOString().slice(11, 16);
      for (const { symbol } of Object.values<ReadonlyArray<{ symbol: string }>>(boards).flat())
        found.set(symbol, { last: asOf.slice(11, 16), after });
    }
    return found;
  }

  /** `14:03`, `>10:25`: when symbols left, as the command says it. */
  async function departures(time: string): Promise<ReadonlyArray<readonly [string, string]>> {
    const args = ['boards', '--sandbox', '-q', '--at', time, '--format', '{symbol} {now}'];
    const { stdout } = await runCli(args);
    const all = [...stdout.matchAll(/^(\S+) left (\S*)$/gm)].map(([, symbol = '', left = '']) => [
      symbol,
      left,
    ]);
    return [...new Map(all.map(([symbol = '', left = '']) => [symbol, left]))];
  }

  test.each(['13:58', '12:10'])('each symbol of %s left when the replay says so', async (time) => {
    const seen = await lastMinutes(time);
    const found = await departures(time);
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(found.map(([symbol]) => [symbol, seen.get(symbol)?.after]));
  });

  test('a symbol that left more than four hours ago left after a minute at which it was listed', async () => {
    const seen = await lastMinutes('09:00');
    const found = await departures('09:00');
    const isExact = ([, left]: readonly [string, string]) => !left.startsWith('>');
    expect(found.some(isExact)).toBe(true);
    expect(found.every(isExact)).toBe(false);
    for (const [symbol, left] of found) {
      const { last = '', after = '' } = seen.get(symbol) ?? {};
      if (left.startsWith('>'))
        expect([symbol, left.slice(1) <= last, last < '10:30']).toEqual([symbol, true, true]);
      else expect([symbol, left]).toEqual([symbol, after]);
    }
  });

  test('the newest snapshot has nothing to compare with', async () => {
    const { stdout } = await runCli('boards --no-plain -b movers --sandbox --at 10s', { columns: 80 });
    expect(stdout).toContain('14:29:00 UTC · SANDBOX');
    expect(stdout).toContain('now, since: 14:30:00 UTC');
    const now = await runCli('boards --no-plain -b movers --sandbox --at 14:30', { columns: 80 });
    expect(now.stdout).not.toContain('since');
  });
});

test('hostile texts of recordings are cleaned', async () => {
  const hostile = '\x1b]0;x\x07\x1b[2J\u202e';
  const lines = [line('10:15:02', { [hostile]: {} }), line('10:16:02', { KEPT: {} })];
  for (const command of ['boards', 'top', 'confluence'])
    expect((await shown(`${command} --at 10:15:30`, 80, { [DAY]: lines })).replaceAll('\n', '')).not.toMatch(
      /[\p{Cc}\p{Cf}]/u,
    );
});
