import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

/** The clock of the fake world begins at 14:30. */
const DAY = 'boards.example_443/2026-06-03/day.ndjson';

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

describe('in the sandbox', () => {
  test.each(['boards -b movers', 'confluence', 'top', 'symbol OHL -t day'])('%s --at', async (command) => {
    const { exitCode, stdout } = await runCli(`${command} --no-plain --sandbox --at 30m`, { columns: 80 });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('now, gain: 14:30:00 UTC, the newest snapshot');
    expect(stdout).toMatch(/gain [+-]\d|Now +Gain/);
  });

  test('a symbol left at the minute of the first snapshot without it', async () => {
    const { stdout } = await runCli('boards --no-plain -b movers --sandbox --at 30m', { columns: 80 });
    const [, symbol = '', time = ''] = / ([A-Z]+) +left (\d\d:\d\d) /.exec(stdout) ?? [];
    expect(time).not.toBe('');
    const before = new Date(Date.parse(`2026-06-03T${time}Z`) - 60_000).toISOString().slice(11, 16);
    expect(await countBoards(symbol, before)).toBeGreaterThan(0);
    expect(await countBoards(symbol, time)).toBe(0);
  });

  /** The number of boards that list a symbol at a time. */
  async function countBoards(symbol: string, at: string): Promise<number> {
    const { stdout } = await runCli(`symbol ${symbol} -t day --json --sandbox --at ${at} -q`);
    return JSON.parse(stdout).timeframes.day.placements.length;
  }

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
        expect([symbol, last, (await countBoards(symbol, left.slice(1))) > 0]).toEqual([symbol, '', true]);
      else expect([symbol, left]).toEqual([symbol, after]);
    }
  });

  test('the newest snapshot has nothing to compare with', async () => {
    const { stdout } = await runCli('boards --no-plain -b movers --sandbox --at 10s', { columns: 80 });
    expect(stdout).toContain('14:29:00 UTC · SANDBOX');
    expect(stdout).toContain('now, gain: 14:30:00 UTC');
    const now = await runCli('boards --no-plain -b movers --sandbox --at 14:30', { columns: 80 });
    expect(now.stdout).not.toContain('gain');
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
