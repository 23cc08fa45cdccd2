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
async function endOf(args: string, options: WorldOptions): Promise<ReadonlyArray<string>> {
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

describe('output that is longer than the terminal', () => {
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
});
