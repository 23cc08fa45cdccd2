import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { ranked } from '../support/snapshots.ts';
import { linesOf, runCli } from '../support/world.ts';

/** Rows in short form, ranked in their order: symbols with their number of boards. */
const rows = (text: string) =>
  text.split(' ').flatMap((each, index) => {
    const [symbol = '', boards = '1'] = each.split('/');
    return ranked(symbol, { rank: index + 1, boards: Number(boards) });
  });

const FULL = { movers: rows('XXX/3 AAA ONLY'), rvol: rows('XXX/3 BBB'), forum: rows('XXX/3 CCC') };
/** The service counts without the board that it does not send. */
const OTHERS = { rvol: rows('XXX/2 BBB'), forum: rows('XXX/2 CCC') };

/** Movers is absent from 14:32 to 14:34, each time in another way. ONLY, which is on no other board, leaves it at 14:36. */
function minutes(minute: number): JsonObject {
  const boards: ReadonlyArray<JsonObject> = [
    ...[FULL, FULL, OTHERS, { ...OTHERS, movers: null }, {}, FULL],
    { ...FULL, movers: rows('XXX/3 AAA') },
  ];
  const found = boards[Math.min(minute, boards.length - 1)] ?? {};
  const session = minute === 3 ? null : 'open';
  return { boards: found, boardNames: Object.keys(found), session, topPlay: null };
}

const LEFT = ['left movers ONLY 3>null', 'confluence null ONLY 1>0'];
const eventsIn = (stdout: string) =>
  linesOf(stdout)
    .map((line) => JSON.parse(line))
    .map(({ type, board, symbol, from, to }) => `${type} ${board} ${symbol} ${from}>${to}`);

/** Runs a watch of so many snapshots that records, and returns what a later command in its world prints. */
async function recorded(count: number) {
  const env = { BOARDS_DATA_DIR: temporaryDirectory(), TZ: 'UTC' };
  await runCli(`watch -n 60 --json --record --count ${count}`, { ...minuteService(minutes), env });
  return async (args: string) => {
    const clock = createFakeClock(START + count * 60_000);
    const { exitCode, stdout } = await runCli(args, { clock, env, columns: 120 });
    expect(exitCode).toBe(0);
    return stdout;
  };
}

describe('while a board is absent, nothing follows from that:', () => {
  test.each([
    ['all events', '', LEFT],
    ['what left', ' --on left', LEFT.slice(0, 1)],
    ['three boards or more', ' --on boards>=3,boards<=2+XXX', []],
    ['events of the session', ' --on session', []],
  ])('%s of --events', async (_, options, expected) => {
    const service = minuteService(minutes);
    const { stdout } = await runCli(`watch -n 60 --events --count 7${options}`, service);
    expect(eventsIn(stdout)).toEqual(expected);
  });

  test('no sentence of plain output, and --until goes on', async () => {
    const { stdout } = await runCli('watch -n 60 --until left --for 1h', minuteService(minutes));
    const sentences = stdout.slice(stdout.indexOf('14:36:00'));
    expect(stdout.match(/^\d\d:\d\d:00 /gm)).toHaveLength(2);
    expect(sentences).toMatch(/^14:36:00 UTC {2}day {2}top play {2}-\n {2}ONLY left Movers \(was 3\)\n/);
  });

  test('nothing in a replay, and in the points of history it is as it was', async () => {
    const print = await recorded(7);
    expect(eventsIn(await print('replay --events'))).toEqual(LEFT);
    const [{ points }] = JSON.parse(await print('history ONLY --json'));
    expect(points.map(({ boards, ranks }: JsonObject) => `${boards} ${JSON.stringify(ranks)}`)).toEqual([
      ...Array<string>(6).fill('1 {"movers":3}'),
      '0 {}',
    ]);
    expect(await print('boards --at 14:33 --json')).toContain('"movers":null');
  });

  test.each([
    [3, 'ONLY 1 0.00%', 'XXX 3 0.00%'],
    [4, 'ONLY 1 0.00%', 'XXX 3 0.00%'],
    [5, 'ONLY 1 0.00%', 'XXX 3 0.00%'],
    [7, 'ONLY left 14:36 -', 'XXX 3 0.00%'],
  ])('no outcome of --at after %d snapshots', async (count, only, other) => {
    const print = await recorded(count);
    const lines = linesOf(await print('confluence --at 14:31 --format {symbol}\\t{now}\\t{gain}'));
    expect(lines.map((line) => line.replaceAll('\t', ' '))).toEqual(expect.arrayContaining([only, other]));
  });
});

describe('in the pane, while a board is absent', () => {
  const screensAt = (minute: number, keys: ReadonlyArray<string>, args = 'watch') =>
    screensFrom(minute * 60 + 30, keys, minuteService(minutes), args);

  test.each([2, 3, 4])('its place says so, and nothing is marked, at minute %d', async (minute) => {
    const [tiles = '', log = '', , , zoom = ''] = await screensAt(minute, ['', 'e', '\x1b', 'z', 'h']);
    expect(tiles).toMatch(/^Movers ─.*\n not in this snapshot/m);
    expect(tiles).not.toContain('no symbols');
    expect(tiles).not.toMatch(/OUT|NEW|[▲▼]/);
    expect(log).toContain('nothing changed on ranks 1 to 5');
    expect(log).not.toMatch(/^14:3\d /m);
    if (minute < 4) expect(zoom).toMatch(/^Movers ─ movers .*\n not in this snapshot/m);
  });

  test('cards have the symbols where they were, and ages go on', async () => {
    const [only = '', , , other = ''] = await screensAt(3, ['/only\r', '\x1b', '\x1b', '/xxx\r']);
    for (const card of [only, other]) expect(card).not.toMatch(/on no board|left:/);
    expect(only).toMatch(/^Movers +3 +3 +≤14:30 · ≥3m/m);
    expect(other).toMatch(/◆3 boards/);
    expect(other).toMatch(/^Movers +1 +1 +≤14:30 · ≥3m/m);
  });

  test('and when it returns, there is no news of it, and the age is that of before', async () => {
    const keys = ['', 'e', '\x1b', '/only\r'];
    const [tiles = '', log = '', , card = ''] = await screensAt(5, keys, 'watch -t swing,day');
    expect(tiles.split('\n')[0]).toMatch(/2 day {4}3 SWING/);
    expect(tiles).not.toMatch(/OUT|NEW|[▲▼•]/);
    expect(log).not.toMatch(/^14:3\d /m);
    expect(card).toMatch(/^Movers +3 +3 +≤14:30 · ≥5m/m);
  });

  test('memory that is filled from a recording has it as it was', async () => {
    const data = temporaryDirectory();
    const lines = [2, 1].map((ago) =>
      lineOf(new Date(START - ago * 60_000).toISOString(), 0, { boards: FULL, topPlay: null }),
    );
    writeRecording(join(data, 'boards.example_443'), '2026-06-03/day.ndjson', lines);
    const service = minuteService((minute) => minutes(minute + 2));
    const env = { BOARDS_DATA_DIR: data };
    const script: Script = [
      [30, press('/only\r')],
      [32, shoot('absent')],
      [210, press('\x1b')],
      [211, press('\x1b')],
      [212, press('e')],
      [213, shoot('back')],
      [214, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...service, env, columns: 120 });
    expect(await screen('absent')).toMatch(/^Movers +3 +3 +≤14:28 · ≥2m/m);
    expect(await screen('back')).not.toMatch(/^14:3\d /m);
  });

  test('the selected row is found again when it returns', async () => {
    const script: Script = [
      [90, press('jj')],
      [92, shoot('before')],
      [210, shoot('absent')],
      [330, shoot('back')],
      [331, press('q')],
    ];
    const { screen } = await play('watch', script, { ...minuteService(minutes), columns: 120 });
    const selected = async (name: string) => /▸\w+/.exec(await screen(name))?.[0];
    expect(await selected('before')).toBe('▸AAA');
    expect(await selected('absent')).toBeUndefined();
    expect(await selected('back')).toBe('▸AAA');
  });

  test('an older snapshot has no outcome but those that are known', async () => {
    const [absent = '', back = ''] = await screensAt(3, ['[[', '']);
    for (const screen of [absent, back]) {
      expect(screen.split('\n')[0]).toContain('PAST');
      expect(screen).not.toContain('left');
    }
  });
});
