import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { play, press, shoot } from '../support/play.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf, listsOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

/** Sends a new snapshot each minute, with boards `b0`, `b1` and so on. */
function serviceOf(boards: number, rows: number) {
  const clock = createFakeClock(Date.UTC(2026, 5, 3, 14, 30));
  const list = Array.from({ length: rows }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` }));
  const boardNames = Array.from({ length: boards }, (_, index) => `b${index}`);
  const transport = async () => {
    const asOf = new Date(Math.floor(clock.now() / 60_000) * 60_000).toISOString();
    const lists = Object.fromEntries(boardNames.map((key) => [key, list]));
    return responseOf(200, bodyOf({ asOf, boards: lists, boardNames, timeframe: undefined }));
  };
  return { clock, transport };
}

const NOTE = /^note: only .* are shown; the limits are 100 boards, 100 rows of each and 1000 in all/gm;

describe.each([
  ['5,000 boards', serviceOf(5000, 1), /100 of 5000 boards and 100 of 5000 rows are shown/],
  ['20,000 rows', serviceOf(1, 20_000), /100 of 20000 rows are shown/],
])('a response of %s is cut, with one note', (_, service, note) => {
  test.each(['boards', 'boards -t all --json', 'boards --csv', 'confluence', 'watch --json --count 3'])(
    '%s',
    async (line) => {
      const { exitCode, stdout, stderr } = await runCli(line, service);
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(note);
      expect(stderr.match(NOTE)).toHaveLength(1);
      expect(stdout).toContain('S0');
      expect(stdout).not.toMatch(/b100\b|S100\b/);
    },
  );

  test('watch: the pane shows it once', async () => {
    const steps = [
      [2, shoot('first')],
      [70, shoot('next')],
      [71, press('q')],
    ] as const;
    const played = await play('watch', [...steps], { ...service, columns: 140 });
    expect(await played.screen('first')).toMatch(/\d+ of \d+ (boards|rows)/);
    expect(await played.screen('next')).not.toMatch(/\d+ of \d+ (boards|rows)/);
    expect(played.exitCode).toBe(0);
  });
});

test.each(['boards', 'boards --json'])(
  '64 levels in a response are read, and 65 are refused: %s',
  async (line) => {
    const run = async (levels: number) => {
      const body = { ...bodyOf(), odd: listsOf(levels - 1) };
      return runCli(line, { transport: transportOf(responseOf(200, body)) });
    };
    expect(await run(64)).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('AAA') });
    const refused = await run(65);
    expect(refused).toMatchObject({ exitCode: 8, stdout: '' });
    expect(refused.stderr).toContain('the response is nested too deeply');
  },
);
