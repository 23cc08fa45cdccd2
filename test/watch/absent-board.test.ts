import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { ranked, topPlayOf } from '../support/snapshots.ts';
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
    expect(sentences).toMatch(/^14:36:00 UTC {2}day {2}top play {2}-\n {2}ONLY out of Movers \(was 3\)\n/);
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
    [7, 'ONLY left 14:36 0.00%', 'XXX 3 0.00%'],
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
    expect(log).toContain('nothing changed in ranks 1 to 5');
    expect(log).not.toMatch(/^14:3\d /m);
    if (minute < 4) expect(zoom).toMatch(/^Movers ─ .*\n not in this snapshot/m);
  });

  test('a filter shows the symbol on the other boards only', async () => {
    const [, , filtered = ''] = await screensAt(2, ['/', 'xx', '\r']);
    expect(filtered).toMatch(/^Relative volume ─.* {3}Forum ─/m);
    expect(filtered).not.toContain('Movers');
  });

  test('cards have the symbols where they were, and ages go on', async () => {
    const [only = '', , , other = ''] = await screensAt(3, ['/only\r', '\x1b', '\x1b', '/xxx\r']);
    for (const card of [only, other]) expect(card).not.toMatch(/on no board|left:/);
    expect(only).toMatch(/^Movers +3 +by 14:30, 3m ago/m);
    expect(other).toMatch(/◆3 boards/);
    expect(other).toMatch(/^Movers +1 +by 14:30, 3m ago/m);
  });

  test('and when it returns, there is no news of it, and the age is that of before', async () => {
    const keys = ['', 'e', '\x1b', '/only\r'];
    const [tiles = '', log = '', , card = ''] = await screensAt(5, keys, 'watch -t swing,day');
    expect(tiles.split('\n')[0]).toMatch(/2 day {5}3 SWING/);
    expect(tiles).not.toMatch(/OUT|NEW|[▲▼•]/);
    expect(log).not.toMatch(/^14:3\d /m);
    expect(card).toMatch(/^Movers +3 +by 14:30, 5m ago/m);
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
      [100, shoot('still absent')],
      [210, press('\x1b')],
      [211, press('\x1b')],
      [212, press('e')],
      [213, shoot('back')],
      [214, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...service, env, columns: 120 });
    expect(await screen('absent')).toMatch(/^Movers +3 +by 14:28, 2m ago/m);
    expect(await screen('still absent')).toMatch(/^Movers +3 +by 14:28, 3m ago/m);
    expect(await screen('back')).not.toMatch(/^14:3\d /m);
  });

  test('confluence and pins have the symbols where they were', async () => {
    const env = { BOARDS_DATA_DIR: temporaryDirectory() };
    const script: Script = [
      [20, press('/only\r')],
      [21, press('*\x1b\x1b')],
      [22, press('\x1b')],
      [23, press('cf')],
      [90, shoot('before')],
      [210, shoot('absent')],
      [331, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...minuteService(minutes), env, columns: 120 });
    for (const name of ['before', 'absent']) {
      const shown = await screen(name);
      expect(linesOf(shown)[3]).toMatch(/^PINS {2}ONLY .*\(?Movers 3/);
      expect(shown).toMatch(/^ +5 ONLY\* .* {2}Movers 3$/m);
      expect(shown).toMatch(/^.* XXX .*◆3/m);
    }
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

describe('if a requested board is absent at first', () => {
  /** Without `movers` until 14:31; `extra` is no board of the catalogue, but named. */
  const service = (absent: JsonObject) =>
    minuteService((minute) => ({ boards: minute === 0 ? { ...OTHERS, ...absent } : FULL }));

  test.each(['boards --json', 'watch --json --count 2', 'watch --events --count 2', 'confluence'])(
    '%s notes it',
    async (line) => {
      for (const absent of [{}, { movers: null }]) {
        const { exitCode, stderr } = await runCli(`${line} -t day -b movers`, service(absent));
        expect({ exitCode, stderr }).toEqual({
          exitCode: 0,
          stderr: 'note: board not in this snapshot: movers; available: rvol, forum\n',
        });
      }
    },
  );

  test.each([
    ['boards', { boards: { rvol: [], extra: null } }, 0],
    ['boards', { boards: { rvol: [] }, boardNames: ['rvol', 'extra'] }, 0],
    ['watch --json --count 1', { boards: { rvol: [] }, boardNames: ['rvol', 'extra'] }, 0],
    ['boards', { boards: { rvol: [] } }, 2],
  ])('one that only the service names can be absent, too: %s %j', async (line, fields, expected) => {
    const { exitCode } = await runCli(
      `${line} -t day -b extra`,
      minuteService(() => fields),
    );
    expect(exitCode).toBe(expected);
  });

  test('one that the timeframe does not have is an error', async () => {
    expect((await runCli('watch --json --count 2 -t day -b buzz', service({}))).exitCode).toBe(2);
  });
});

describe('a condition on a board that was absent', () => {
  const atFirst = () => minuteService((minute) => ({ boards: minute === 0 ? OTHERS : FULL }));
  /** ONLY is on rank 4 of movers, which is absent after a gap at 14:40, and on rank 3 when it returns at 14:41. */
  const afterGap = () =>
    minuteService(
      (minute) => ({
        boards: minute < 2 ? { ...FULL, movers: rows('XXX/3 AAA DDD ONLY') } : minute < 11 ? OTHERS : FULL,
      }),
      (minute) => (minute > 1 && minute < 10 ? responseOf(503, {}) : null),
    );

  test.each([
    ['at first', atFirst, '14:31'],
    ['after a gap', afterGap, '14:41'],
  ])('%s ends --until when it returns, and does not fire', async (_, service, time) => {
    const until = await runCli('watch -n 60 --plain --until ONLY+rank<=3 --for 20m', service());
    expect(until.exitCode).toBe(0);
    expect(linesOf(until.stdout).at(-1)).toMatch(`${time}:00 UTC  day  listed  ONLY  movers`);
    const on = await runCli('watch -n 60 --events --on ONLY+rank<=3 --for 20m', service());
    expect(on).toMatchObject({ exitCode: 0, stdout: '' });
  });
});

describe('while top play and breadth are absent', () => {
  const NVDA = topPlayOf({ symbol: 'NVDA' });
  const LOW = { advancers: 10, decliners: 90, symbols: 100 };
  /** Of 14:31 and 14:32. Without any board, null does not say that no symbol qualifies. */
  const ABSENT: ReadonlyArray<readonly [string, JsonObject]> = [
    ['missing, as are all boards', { boards: {}, session: null, topPlay: undefined, breadth: undefined }],
    ['null without boards', { boards: {}, session: null, topPlay: null, breadth: null }],
    ['missing', { boards: FULL, topPlay: undefined, breadth: {} }],
    ['of a wrong type', { boards: FULL, topPlay: 'NVDA', breadth: 'low' }],
  ];
  const present = { boards: FULL, topPlay: NVDA, breadth: LOW };
  const serviceOf = (absent: JsonObject) =>
    minuteService((minute) => (minute === 1 || minute === 2 ? absent : present));

  test.each(ABSENT)('there is no event, and no condition fires: %s', async (_, absent) => {
    for (const options of ['', ' --on topPlay,breadth<=0.4,bias,session']) {
      const { stdout } = await runCli(`watch -n 60 --events --count 4${options}`, serviceOf(absent));
      expect(stdout).toBe('');
    }
  });

  test.each(ABSENT)('the pane has the top play of before: %s', async (_, absent) => {
    const [absentNow = '', log = '', , back = ''] = await screensFrom(
      150,
      ['', 'e', '\x1b', ''],
      serviceOf(absent),
    );
    expect(linesOf(absentNow)[1]).toMatch(/^TOP {2}NVDA .* for 2 min or more/);
    expect(absentNow).not.toMatch(/No symbol qualifies|★/);
    expect(log).not.toMatch(/^14:3\d /m);
    expect(linesOf(back)[1]).toMatch(/^TOP {2}NVDA /);
  });

  test('no top play where boards are there is data', async () => {
    const service = serviceOf({ boards: FULL, topPlay: null });
    const { stdout } = await runCli('watch -n 60 --events --count 4', service);
    expect(linesOf(stdout).map((line) => JSON.parse(line).to)).toEqual([null, 'NVDA']);
  });

  test('breadth that gets known ends --until', async () => {
    const service = minuteService((minute) => ({ ...present, breadth: minute === 0 ? null : LOW }));
    const { exitCode, stdout } = await runCli('watch -n 60 --plain --until breadth<=0.4 --for 5m', service);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^14:31:00 UTC {2}day {2}breadth .* 0\.10$/m);
  });

  test.each(['boards', 'boards --plain', 'top', 'top --plain', 'top -t day,swing'])(
    '%s does not claim that none qualifies',
    async (line) => {
      const { stdout } = await runCli(line, {
        ...minuteService(() => ({ topPlay: undefined })),
        isTTY: true,
        columns: 80,
      });
      expect(stdout).not.toMatch(/qualifies/);
      expect(stdout).toMatch(/not in this snapshot/i);
    },
  );
});
