import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { writeRecording } from '../support/recordings.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const boards = Object.fromEntries(
  ['alerted', 'movers', 'rvol', 'forum'].map((key) => [
    key,
    Array.from({ length: 10 }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` })),
  ]),
);
const body = bodyOf({ boards });
const transport = transportByTimeframe({
  day: body,
  swing: { ...body, timeframe: 'swing', topPlay: null },
});

/** The last lines in a terminal, from the disclaimer on. */
async function endOf(args: string, options: WorldOptions = {}): Promise<ReadonlyArray<string>> {
  const { exitCode, stdout } = await runCli(args, {
    transport,
    isTTY: true,
    columns: 120,
    rows: 24,
    ...options,
    env: { NO_COLOR: '1', ...options.env },
  });
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  return lines.slice(lines.findIndex((line) => line.endsWith('advice.')) + 1);
}

const TOP = 'TOP  AAA $12.50 +4.56% ◆4▲  ·  4 boards of day, 14:30:00 UTC';

describe('output that is longer than the terminal', () => {
  test('ends with the top play and the next steps', async () => {
    expect(await endOf('boards', { columns: 80 })).toEqual([
      TOP,
      'Shorter: boards -l 5 · all columns: boards --wide · one board: boards -b movers',
      'live: boards watch',
    ]);
    expect((await endOf('boards', { rows: 12 })).slice(1)).toEqual([
      'Shorter: boards -l 5 · all columns: boards --wide · one board: boards -b movers · live: boards watch',
    ]);
  });

  test('is wrapped in a narrow terminal', async () => {
    expect(await endOf('boards', { columns: 30 })).toEqual([
      'TOP AAA $12.50 +4.56% ◆4▲',
      '4 boards of day, 14:30:00 UTC',
      'Shorter: boards -l 5',
      'all columns: boards --wide',
      'one board: boards -b movers',
      'live: boards watch',
    ]);
  });

  test('shows the top play of each timeframe', async () => {
    const lines = await endOf('boards -t day,swing');
    expect(lines.slice(0, 2)).toEqual([
      TOP,
      'TOP  No symbol qualifies right now.  ·  4 boards of swing, 14:30:00 UTC',
    ]);
    expect(lines.at(-1)).toBe('live: boards watch -t day,swing');
  });

  test.each([
    ['boards --wide', 'Shorter: boards -l 5 · one board: boards -b movers · live: boards watch'],
    ['boards -l 4 --wide', 'one board: boards -b movers · live: boards watch'],
    [
      'boards -b rvol,forum --wide',
      'Shorter: boards -b rvol,forum -l 5 · one board: boards -b rvol · live: boards watch',
    ],
    ['boards -b rvol', 'Shorter: boards -b rvol -l 5 · live: boards watch'],
  ])('%s names only what changes something', async (args, steps) => {
    const lines = await endOf(args, { rows: 10 });
    expect(lines.at(-1)).toBe(steps);
  });

  test('names commands for the same data', async () => {
    expect((await endOf('boards --sandbox -t swing')).slice(-2)).toEqual([
      'Shorter: boards --sandbox -t swing -l 5 · all columns: boards --sandbox -t swing --wide',
      'one board: boards --sandbox -t swing -b movers · live: boards watch --sandbox -t swing',
    ]);
    const past = await endOf('boards --sandbox --at 14:00', { columns: 150 });
    expect(past).toEqual([
      expect.stringMatching(/^TOP {2}\w+ .* {2}· {2}12 boards of day {3}RECORDED 14:00:00 UTC · SANDBOX $/),
      'Shorter: boards --sandbox --at 2026-06-03T14:00:00Z -l 5 · all columns: boards --sandbox --at 2026-06-03T14:00:00Z --wide',
      'one board: boards --sandbox --at 2026-06-03T14:00:00Z -b movers · replay: boards replay --sandbox',
    ]);
  });

  test.each([
    ['2026-06-03T10:15:02Z', '2026-06-03'],
    // Still the day before in New York.
    ['2026-06-03T02:15:02Z', '2026-06-02'],
  ])('names the day of the recording of %s', async (asOf, day) => {
    const directory = temporaryDirectory();
    writeRecording(directory, `boards.example_443/${day}/day.ndjson`, [JSON.stringify({ ...body, asOf })]);
    const lines = await endOf(`boards --at ${asOf}`, { rows: 10, env: { BOARDS_DATA_DIR: directory } });
    expect(lines.at(-1)).toMatch(new RegExp(`replay: boards replay ${day}$`));
  });

  test('shows no control characters of the service', async () => {
    const hostile = { '\x1b[2J': [rowOf()], 'a b': [rowOf()] };
    const lines = await endOf('boards', {
      rows: 5,
      transport: transportByTimeframe({ day: bodyOf({ boards: hostile, timeframe: '\x1b[2J' }) }),
    });
    expect(lines.join('')).not.toMatch(/\p{Cc}|one board/u);
  });

  test('is left alone in a pipe, and where it fits', async () => {
    expect(await endOf('boards', { rows: 60 })).toEqual([]);
    const piped = await runCli('boards', { transport, columns: 80 });
    expect(piped.stdout).not.toMatch(/Informational|Shorter/);
  });
});

describe('npm start', () => {
  const env = { npm_lifecycle_event: 'start', npm_package_name: 'ranked-boards' };

  test('ends with the number of boards, and how to see all, and live', async () => {
    expect(await endOf('boards -l 5 -b movers,rvol', { env, rows: 40 })).toEqual([
      '2 of 4 boards · all boards: npm start -- boards · live: npm start -- watch',
    ]);
    expect(await endOf('boards -l 5', { env, rows: 5 })).toEqual([TOP, 'live: npm start -- watch']);
  });

  test('of another package is none of ours', async () => {
    const other = { ...env, npm_package_name: 'other' };
    expect(await endOf('boards -l 5 -b movers,rvol', { env: other, rows: 40 })).toEqual([]);
  });
});
