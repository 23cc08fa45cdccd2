import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Pane, play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { rowOf } from '../support/snapshots.ts';

const DAY = '2026-06-03';
const TIME = (minute: number) => new Date(Date.UTC(2026, 5, 3, 14, minute)).toISOString().slice(11, 19);

/** Each minute n lists AAA and `Sn`. */
function lineAt(minute: number, timeframe: string): string {
  const movers = ['AAA', `S${minute}`].map((symbol, index) => rowOf({ rank: index + 1, symbol }));
  return lineOf(`${DAY}T${TIME(minute)}Z`, 0, { timeframe, boards: { movers } });
}

const lines = (minutes: number, timeframe = 'day') =>
  Array.from({ length: minutes }, (_, minute) => lineAt(minute, timeframe));

/** Plays a recording of some minutes. The script begins when the first snapshot is shown. */
async function replay(
  args: string,
  script: Script,
  {
    minutes = 30,
    day = lines(minutes),
    columns = 120,
    rows = 24,
    service = 'boards.example_443',
    now = '2026-06-05T16:00:00Z',
  } = {},
) {
  const data = temporaryDirectory();
  writeRecording(join(data, service), `${DAY}/day.ndjson`, day);
  writeRecording(join(data, service), `${DAY}/swing.ndjson`, lines(minutes, 'swing'));
  const clock = createFakeClock(Date.parse(now));
  const file = args.replace('FILE', join(data, service, DAY, 'day.ndjson'));
  const env = { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined };
  const played = await play(`replay${file === '' ? '' : ` ${file}`}`, script, { clock, env, columns, rows });
  const first = async (name: string) => (await played.screen(name)).split('\n')[0] ?? '';
  const last = async (name: string) => (await played.screen(name)).split('\n').at(-1) ?? '';
  return { ...played, first, last };
}

const keys = (text: string) => (pane: Pane) => pane.press(text);
const recorded = (minute: number) => `RECORDED ${DAY} ${TIME(minute)} UTC`;

describe('the pane of a replay', () => {
  test('counts no changes from before --from', async () => {
    const played = await replay('-t day,swing --from 14:20', [
      [1.5, shoot('begun')],
      [5.5, shoot('later')],
      [6, press('q')],
    ]);
    expect(await played.first('begun')).toMatch(/3 swing •[12] .* 14:2[01]:00 UTC/);
    expect(await played.first('later')).toMatch(/3 swing •[56] .* 14:2[45]:00 UTC/);
  });

  test.each([
    [60, /^ 2 DAY +▶ RECORDED 14:00:00 UTC, playing {3}ORIGIN UNKNOWN $/],
    [36, /^ 2 {2}▶ RECORDED 14:00 ORIGIN UNKNOWN $/],
    [35, /^ 2 DAY {2}▶ RECORDED 14:00 {2}ORIGIN \? $/],
    [30, /^ 2 {2}▶ RECORDED 14:00 ORIGIN \? $/],
  ])('of unknown origin has its time and a label in %d columns', async (columns, expected) => {
    const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', lines(5));
    const script: Script = [
      [0.5, shoot('first')],
      [0.8, press('q')],
    ];
    const { first } = await replay(path, script, { columns, now: `${DAY}T16:00:00Z` });
    expect(await first('first')).toMatch(expected);
  });

  test('plays one snapshot a second, stops, continues, steps, and stays at its end', async () => {
    const script: Script = [
      [2.5, shoot('playing')],
      [2.6, keys(' ')],
      [5, shoot('stopped')],
      [5.1, keys(' ')],
      [7.3, shoot('on')],
      [7.4, keys(' ')],
      [8, keys(']')],
      [8.5, keys(']')],
      [9, shoot('one by one')],
      [9.1, keys(' ')],
      [40, shoot('at its end')],
      [41, press('q')],
    ];
    const { first } = await replay('-t day,swing', script, { minutes: 12 });
    const positions = [];
    for (const name of ['playing', 'stopped', 'on', 'one by one', 'at its end'])
      positions.push(
        /, (\w+) +(\d+ of 12)$/
          .exec((await first(name)).trimEnd())
          ?.slice(1)
          .join(' '),
      );
    expect(positions).toEqual([
      'playing 3 of 12',
      'stopped 3 of 12',
      'playing 6 of 12',
      'stopped 8 of 12',
      'end 12 of 12',
    ]);
  });

  test('leaves a last frame that says RECORDED', async () => {
    const played = await replay('', [[1.5, press('q')]]);
    expect(await played.screen('end')).toContain(recorded(1));
  });

  test('r says that a replay does not poll; other timeframes come from the recording', async () => {
    const { first, last, screen, world } = await replay('', [
      [2.5, keys('r')],
      [2.6, shoot('r')],
      [2.7, keys('\r')],
      [2.8, shoot('card')],
      [2.9, keys('q3')],
      [3.3, shoot('swing')],
      [3.4, keys('1')],
      [3.5, shoot('scalp')],
      [3.6, keys('\t')],
      [3.8, shoot('day')],
      [4, press('\x03')],
    ]);
    expect(await last('r')).toContain('a replay does not poll');
    expect(await first('card')).toContain('RECORDED');
    expect(await first('swing')).toMatch(/^ 2 day.* 3 SWING .*, playing {4}[34] of 30$/);
    expect(await screen('swing')).toMatch(/NEW S[23]\b/);
    expect(await last('scalp')).toContain('scalp is not recorded');
    expect(await first('day')).toMatch(/^ 2 DAY .* 3 swing /);
    expect(world.requests).toEqual([]);
  });

  test('a card has the other timeframes of the recording at the time that it shows', async () => {
    const { screen, world } = await replay('-t day', [
      [2.5, keys(' /s2\r\r')],
      [2.8, shoot('opened')],
      [3, keys('[')],
      [3.3, shoot('before')],
      [3.4, keys(']')],
      [3.7, shoot('again')],
      [3.8, keys(' ')],
      [4.3, shoot('playing')],
      [5, press('\x03')],
    ]);
    const boards = async (name: string) =>
      /^boards .*$/m
        .exec(await screen(name))?.[0]
        .trimEnd()
        .replace(/ +/g, ' ');
    expect(await boards('opened')).toBe('boards ? 2+ 2+ ? ?');
    expect(await boards('before')).toBe('boards ? – – ? ?');
    expect(await boards('again')).toBe('boards ? 2+ 2+ ? ?');
    expect(await boards('playing')).toBe('boards ? – – ? ?');
    // The numbers in the tabs ignore what only the card fetched.
    expect(await screen('playing')).toMatch(/^ 2 DAY {3}3 swing +▶ RECORDED .* 4 of 30$/m);
    expect(world.requests).toEqual([]);
  });

  test.each<readonly [columns: number, expected: RegExp]>([
    [200, /^ 2 DAY {5}3 swing •4 +◀ RECORDED 2026-06-03 14:04:00 UTC, stopped {4}5 of 30$/],
    [70, /^ 2 DAY {5}3 swing •4 +◀ RECORDED 2026-06-03 14:04:00 UTC, stopped $/],
    [56, /^ 2 DAY {4}3 swing •4 ◀ RECORDED 2026-06-03 14:04:00 UTC $/],
    [52, /^ 2 DAY {4}3 •4 {3}◀ RECORDED 2026-06-03 14:04:00 UTC $/],
    [40, /^ 2 DAY {3}◀ RECORDED 2026-06-03 14:04:00 $/],
  ])('in %d columns, other tabs disappear before RECORDED and its time', async (columns, expected) => {
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
    expect(await first('stopped')).not.toContain('paused');
  });

  test('--from keeps earlier snapshots in memory', async () => {
    const { first, screen } = await replay('--from 14:20 -t day', [
      [0.3, keys('z')],
      [0.5, shoot('start')],
      [0.6, keys('e')],
      [0.7, shoot('log')],
      [0.8, press('\x03')],
    ]);
    expect(await first('start')).toContain(`${recorded(20)}, playing   21 of 30`);
    expect(await screen('start')).toMatch(/AAA .*≥20m/);
    expect(await screen('log')).toMatch(/ 1-\d+\/21$/);
  });

  test('starts at once late in a long recording, and space stops it there', async () => {
    const { first, last, screen } = await replay(
      '--from 15m -t day,swing',
      [
        [0.1, keys(' ')],
        [0.2, shoot('stopped')],
        [8, shoot('later')],
        [8.1, keys('3')],
        [8.3, shoot('swing')],
        [16, keys('e')],
        [16.1, shoot('log')],
        [16.2, press('\x03')],
      ],
      { minutes: 600 },
    );
    expect(await first('stopped')).toContain(', stopped   585 of 600');
    expect(await first('later')).toContain(', stopped   585 of 600');
    expect(await first('swing')).toMatch(/SWING .*, stopped {3}585 of 600/);
    expect(await screen('log')).toMatch(/^LOG {2}since 23:39 \(5 min\) · swing$/m);
    // The log has an entry for each of 585 minutes in two timeframes.
    expect(await screen('log')).toMatch(/ 1-\d+\/1170$/);
    expect(await screen('log')).not.toContain('you were here');
    expect(await last('stopped')).toContain('space play');
  });

  test('jumps far at once while it still reads, and then has all earlier snapshots', async () => {
    const { first, screen } = await replay(
      '--from 17:00',
      [
        [0.2, keys(' @23:59\r')],
        [0.4, shoot('there')],
        [10, keys('z')],
        [10.1, shoot('filled')],
        [10.2, press('\x03')],
      ],
      { minutes: 600 },
    );
    expect(await first('there')).toContain(', end   600 of 600');
    expect(await screen('filled')).toMatch(/AAA .*≥9h59/);
  });

  test('rows show their metric while it plays, and their ranks at the end of the recording when it stops', async () => {
    const movers = (minute: number) => (minute < 20 ? ['AAA', 'BBB'] : ['CCC', 'AAA']);
    const day = Array.from({ length: 30 }, (_, minute) => {
      const rows = movers(minute).map((symbol, index) => rowOf({ rank: index + 1, symbol, price: 2 }));
      return lineOf(`${DAY}T${TIME(minute)}Z`, 0, { boards: { movers: rows } });
    });
    const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', day);
    const { screen } = await replay(`${path} --from 14:05`, [
      [1.5, shoot('playing')],
      [1.6, keys('[')],
      [1.7, shoot('stepped')],
      [1.8, keys(' ')],
      [2, shoot('again')],
      [3, keys('q')],
    ]);
    expect(await screen('playing')).toMatch(/^ 2 +BBB .* 4\.2x +–$/m);
    expect(await screen('stepped')).toMatch(/^ 1 +AAA .* 2 ▼1 0\.0%/m);
    expect(await screen('stepped')).toMatch(/^ 2 +BBB .* out 14:20 0\.0%/m);
    expect(await screen('again')).toMatch(/^ 2 +BBB .* 4\.2x +–$/m);
  });

  test('goes back and forth in a recording that is too large for memory', async () => {
    const at = (second: number) => new Date(Date.parse(`${DAY}T14:00:00Z`) + second * 1000).toISOString();
    const day = Array.from({ length: 1800 }, (_, index) => lineOf(at(index * 12), 1));
    const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', day);
    const { first, screen } = await replay(path, [
      [0.5, keys(' @19:30\r')],
      [1, shoot('late')],
      [1.1, keys('[')],
      [1.2, shoot('before')],
      [1.3, keys('z')],
      [1.4, shoot('zoom')],
      [1.5, keys('@14:00\r')],
      [1.6, shoot('start')],
      [1.7, keys(']]')],
      [1.8, shoot('after')],
      [2, press('\x03')],
    ]);
    expect(await first('late')).toContain('19:30:00 UTC, stopped   1651 of 1800');
    expect(await first('before')).toContain('19:29:48 UTC, stopped   1650 of 1800');
    expect(await screen('zoom')).toMatch(/ 1 +S0 .* ≥\dh/);
    expect(await first('start')).toContain('14:00:00 UTC, stopped      1 of 1800');
    expect(await first('after')).toContain('14:00:24 UTC, stopped      3 of 1800');
  });

  test('skips an unreadable line, and says where the recording begins and ends', async () => {
    const day = lines(4).with(1, `{"asOf":"${DAY}T14:01:00Z","boards":{"movers":}}`);
    const script: Script = [
      [1.4, shoot('second')],
      [5, shoot('end')],
      [5.1, keys(' ')],
      [5.2, shoot('space')],
      [5.3, keys('[[')],
      [5.4, shoot('first')],
      [5.5, keys('[')],
      [5.6, shoot('before')],
      [5.7, keys(']]')],
      [5.8, keys(']')],
      [5.9, shoot('after')],
      [6, press('q')],
    ];
    const { first, last, exitCode, world } = await replay('-t day', script, { day });
    expect(await first('second')).toContain('14:02:00 UTC, playing   2 of 3');
    expect(await first('end')).toContain('14:03:00 UTC, end   3 of 3');
    expect(await last('space')).toContain('the end of the recording');
    expect(await first('first')).toContain('14:00:00 UTC, stopped   1 of 3');
    expect(await last('before')).toContain('the start of the recording');
    expect(await last('after')).toContain('the end of the recording');
    expect(exitCode).toBe(0);
    expect(world.stderr()).toContain('skipped 1 invalid line of the recording');
  });

  test('opens a file with several timeframes on the usual timeframe', async () => {
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
    expect(await first('first')).toMatch(/^ 1 scalp {5}2 DAY /);
    expect(await first('next')).toMatch(/^ 1 SCALP {5}2 day /);
  });
});
