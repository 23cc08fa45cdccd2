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
  test('plays one snapshot a second, says when and where it is, and sends nothing', async () => {
    const played = await replay('', [
      [0.5, shoot('first')],
      [2.5, shoot('third')],
      [40, shoot('end')],
      [40.1, press(' ')],
      [40.2, shoot('space')],
      [41, press('q')],
    ]);
    expect(await played.first('first')).toContain(`▶ ${recorded(0)}    1 of 30, playing`);
    expect(await played.first('third')).toContain(`▶ ${recorded(2)}    3 of 30, playing`);
    expect(await played.screen('third')).toMatch(/NEW S2\b/);
    expect(await played.first('end')).toContain(`◀ ${recorded(29)}    30 of 30, end`);
    expect(await played.screen('end')).not.toMatch(/stale|next ~/);
    expect(await played.last('third')).toContain('space stop');
    expect(await played.last('end')).not.toContain('space');
    expect(await played.last('space')).toContain('the end of the recording');
    expect(played).toMatchObject({ exitCode: 0, cooked: true });
    expect(played.world.requests).toEqual([]);
  });

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

  test('space stops and plays; stepping back stops; ] steps forward, then plays one more', async () => {
    const { first, last } = await replay('', [
      [3.5, keys(' ')],
      [9, shoot('stopped')],
      [9.1, keys('[')],
      [9.2, shoot('back')],
      [9.3, keys(']')],
      [9.4, shoot('newest')],
      [9.5, keys(']')],
      [9.7, shoot('one more')],
      [12, keys(' ')],
      [12.3, shoot('playing')],
      [12.5, keys('[')],
      [20, shoot('back again')],
      [20.1, keys(' ')],
      [20.3, shoot('playing on')],
      [21, press('\x03')],
    ]);
    expect(await first('stopped')).toContain(`◀ ${recorded(3)}    4 of 30, stopped`);
    expect(await last('stopped')).toMatch(/^q quit {2}\? help {2}space play {2}\[ \] step {2}@ time/);
    expect(await first('back')).toContain(`${recorded(2)}    3 of 30, 1m ago`);
    expect(await first('newest')).toContain(`${recorded(3)}    4 of 30, stopped`);
    expect(await first('one more')).toContain(`${recorded(4)}    5 of 30, stopped`);
    expect(await first('playing')).toContain(`${recorded(5)}    6 of 30, playing`);
    expect(await last('playing')).toContain('space stop');
    expect(await first('back again')).toContain(`${recorded(4)}    5 of 30, 1m ago`);
    expect(await first('playing on')).toContain(`${recorded(6)}    7 of 30, playing`);
  });

  test('@ goes to a time before and after, and to its end, where ] says so', async () => {
    const { first, last } = await replay('', [
      [1.2, keys('@14:20\r')],
      [1.6, shoot('forward')],
      [1.7, keys('@14:05\r')],
      [1.9, shoot('back')],
      [2, keys('@15:20\r')],
      [2.1, shoot('beyond')],
      [6.9, keys('0')],
      [6.95, shoot('gone')],
      [7, keys('@14:29\r')],
      [7.5, shoot('end')],
      [7.6, keys(']')],
      [7.7, shoot('no more')],
      [8, press('\x03')],
    ]);
    expect(await first('forward')).toContain(`${recorded(20)}    21 of 30, playing`);
    expect(await first('back')).toContain(`${recorded(5)}    6 of 30, 15m ago`);
    expect(await last('beyond')).toContain('has not come yet');
    expect(await last('gone')).toContain('0 is gone: @ goes to a time, such as 1s before the end');
    expect(await first('end')).toContain(`${recorded(29)}    30 of 30, end`);
    expect(await last('no more')).toContain('the end of the recording');
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

  test('has tabs of what is recorded, with the number of symbols that entered others since they were shown', async () => {
    const { first, cells } = await replay('-t day,swing', [
      [4.5, keys(' ')],
      [4.7, shoot('day')],
      [4.8, keys('3')],
      [4.9, shoot('swing')],
      [5, keys('2')],
      [5.1, shoot('day again')],
      [5.2, press('\x03')],
    ]);
    expect(await first('day')).toMatch(/^ 2 DAY {3}3 swing •4 +◀ RECORDED/);
    expect((await cells('day'))[0]?.slice(0, 7).every(({ inverse }) => inverse)).toBe(true);
    expect(await first('swing')).toMatch(/^2 day {3}3 SWING +◀ RECORDED/);
    expect(await first('day again')).toMatch(/^ 2 DAY {3}3 swing +◀ RECORDED/);
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

  test.each([30, 40, 80, 200])(
    'in %d columns every view says RECORDED and its time, and SANDBOX',
    async (columns) => {
      // Each view with the keys that open and close it, and what nothing else shows.
      const views: ReadonlyArray<readonly [open: string, close: string, sign: RegExp]> = [
        ['', '', /^q quit/m],
        ['z', '\x1b', /^left: S\d[\s\S]*^q back/m],
        ['e', '\x1b', /^LOG /m],
        ['c', '\x1b', /^CONFLUENCE /m],
        ['\r', '\x1b', /^AAA {2}Alpha Works/m],
        ['?', '\x1b', /^Keys /m],
        ['b', '\x1b', /\[x\] Movers/],
        ['/', '\x1b', /^filter symbols:/m],
        ['@', '\x1b', /^time:/m],
      ];
      const script = views.flatMap(
        ([open, close], index): Script => [
          [2 + index, keys(open)],
          [2.3 + index, shoot(String(index))],
          [2.5 + index, keys(close)],
        ],
      );
      const played = await replay('FILE', [...script, [20, press('\x03')]], {
        columns,
        service: 'sandbox-1',
      });
      for (const [index, [, , sign]] of views.entries()) {
        expect(await played.first(String(index))).toMatch(/RECORDED (?:2026-06-03 )?14:\d\d.* SANDBOX/);
        expect(await played.screen(String(index))).toMatch(sign);
        expect(await played.overflow(String(index))).toEqual([]);
      }
    },
  );
});

test('the pane of boards replay --sandbox', async () => {
  const clock = createFakeClock(Date.parse('2026-06-03T01:30:30Z'));
  const script: Script = [
    [0.5, shoot('start')],
    [2.5, shoot('third')],
    [3, press('q')],
  ];
  const played = await play('replay --sandbox --from 01:20', script, { clock, columns: 100 });
  const first = async (name: string) => (await played.screen(name)).split('\n')[0] ?? '';
  expect(await first('start')).toMatch(/RECORDED 01:20:00 UTC {4}81 of 91, playing .*SANDBOX/);
  expect(await first('third')).toMatch(/RECORDED 01:22:00 UTC {4}83 of 91, playing .*SANDBOX/);
  expect(played.world.requests).toEqual([]);
});
