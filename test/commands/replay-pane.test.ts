import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
// Loaded here, because simulated time passes while a command loads what it needs.
import '../../src/commands/shared/replay-source.ts';
import '../../src/sandbox/protocol/past.ts';
import '../../src/watch/live.ts';
import '../../src/watch/replay-feed.ts';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Pane, play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { rowOf } from '../support/snapshots.ts';

const DAY = '2026-06-03';
const TIME = (minute: number) => `14:${String(minute).padStart(2, '0')}:00`;
/** Real time in which the files are read while simulated time stands still. */
const READ_MS = 500;

/** AAA, with the symbol `Sn` in minute n. */
function lineAt(minute: number, timeframe: string): string {
  const movers = ['AAA', `S${minute}`].map((symbol, index) => rowOf({ rank: index + 1, symbol }));
  return lineOf(`${DAY}T${TIME(minute)}Z`, 0, { timeframe, boards: { movers } });
}

const lines = (minutes: number, timeframe = 'day') =>
  Array.from({ length: minutes }, (_, minute) => lineAt(minute, timeframe));

/** Plays a recording of some minutes in a pane; the first snapshot is shown when the script begins. */
async function replay(
  args: string,
  script: Script,
  { minutes = 30, columns = 120, rows = 24, service = 'boards.example_443' } = {},
) {
  const data = temporaryDirectory();
  writeRecording(join(data, service), `${DAY}/day.ndjson`, lines(minutes));
  writeRecording(join(data, service), `${DAY}/swing.ndjson`, lines(minutes, 'swing'));
  const clock = createFakeClock(Date.parse('2026-06-05T16:00:00Z'));
  const file = args.replace('FILE', join(data, service, DAY, 'day.ndjson'));
  const steps: Script = [[0.001, () => clock.hold(delay(READ_MS))], ...script];
  const env = { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined };
  const played = await play(`replay${file === '' ? '' : ` ${file}`}`, steps, { clock, env, columns, rows });
  const first = async (name: string) => (await played.screen(name)).split('\n')[0] ?? '';
  const last = async (name: string) => (await played.screen(name)).split('\n').at(-1) ?? '';
  return { ...played, first, last };
}

const keys = (text: string) => (pane: Pane) => pane.press(text);
const recorded = (minute: number) => `RECORDED ${DAY} ${TIME(minute)} UTC`;

describe.concurrent('the pane of a replay', () => {
  test('counts no news from before --from', async () => {
    const played = await replay('-t day,swing --from 14:20', [
      [1.5, shoot('begun')],
      [5.5, shoot('later')],
      [6, press('q')],
    ]);
    expect(await played.first('begun')).toMatch(/3 swing •[12] .* 14:2[01]:00 UTC/);
    expect(await played.first('later')).toMatch(/3 swing •[56] .* 14:2[45]:00 UTC/);
  });

  test('leaves a frame behind that says RECORDED', async () => {
    const played = await replay('', [[1.5, press('q')]]);
    expect(await played.screen('end')).toContain(recorded(1));
  });

  test('r and a say that nothing is sent; other timeframes are those of the recording', async () => {
    const { first, last, screen, world } = await replay('', [
      [2.5, keys('r')],
      [2.6, shoot('r')],
      [2.7, keys('\ra')],
      [2.8, shoot('a')],
      [2.9, keys('q3')],
      [2.91, ({ world }) => world.clock.hold(delay(READ_MS))],
      [3.3, shoot('swing')],
      [3.4, keys('1')],
      [3.5, shoot('scalp')],
      [3.6, keys('\t')],
      [3.8, shoot('day')],
      [4, press('\x03')],
    ]);
    expect(await last('r')).toContain('a replay sends no requests');
    expect(await last('a')).toContain('a replay sends no requests');
    expect(await first('a')).toContain('RECORDED');
    expect(await screen('a')).toContain('swing ?');
    expect(await screen('a')).not.toMatch(/scalp|a asks/);
    expect(await first('swing')).toMatch(/^2 day .* 3 SWING .* [34] of 30, playing/);
    expect(await screen('swing')).toMatch(/NEW S[23]\b/);
    expect(await last('scalp')).toContain('scalp is not recorded');
    expect(await first('day')).toMatch(/^ 2 DAY .* 3 swing /);
    expect(world.requests).toEqual([]);
  });

  test.each<readonly [columns: number, expected: RegExp]>([
    [200, /^ 2 DAY {3}3 swing •4 +◀ RECORDED .* UTC +5 of 30, stopped/],
    [70, /^ 2 DAY {2}3•4 +◀ RECORDED .* UTC +5 of 30, stopped/],
    [56, /^2 DAY •4 +◀ RECORDED 2026-06-03 14:04:00 +stopped/],
    [40, /^2 DAY +◀ RECORDED 2026-06-03 14:04:00/],
  ])('in %d columns, other tabs give way before RECORDED and its time', async (columns, expected) => {
    const { first } = await replay(
      '-t day,swing',
      [
        [4.5, keys(' ')],
        [4.7, shoot('stopped')],
        [5, press('\x03')],
      ],
      { columns },
    );
    expect(await first('stopped')).toMatch(expected);
  });

  test('--from has what is before it in memory', async () => {
    const { first, screen } = await replay('--from 14:20', [
      [0.3, keys('z')],
      [0.5, shoot('start')],
      [0.6, keys('e')],
      [0.7, shoot('log')],
      [0.8, press('\x03')],
    ]);
    expect(await first('start')).toContain(`${recorded(20)}    21 of 30, playing`);
    expect(await screen('start')).toMatch(/AAA .*≥20m/);
    expect(await screen('log')).toMatch(/since 14:00 UTC · \d\d entries/);
  });

  test('of a file with several timeframes opens on the usual one', async () => {
    const path = writeRecording(temporaryDirectory(), 'all.ndjson', [
      lineAt(0, 'scalp'),
      lineAt(0, 'day'),
    ]).path;
    const { first } = await replay(path, [
      [0.5, shoot('first')],
      [0.6, keys('\t')],
      [0.8, shoot('next')],
      [1, press('\x03')],
    ]);
    expect(await first('first')).toMatch(/^1 scalp {3}2 DAY /);
    expect(await first('next')).toMatch(/^ 1 SCALP {3}2 day /);
  });

  test('its help has the keys of a replay', async () => {
    const { screen } = await replay(
      '',
      [
        [1, keys('?')],
        [1.2, shoot('help')],
        [1.4, press('\x03')],
      ],
      { rows: 60 },
    );
    const help = await screen('help');
    expect(help).toContain('play or stop');
    expect(help).toContain('15m before its end');
    expect(help).not.toMatch(/poll now|live|ask once/);
  });
});
