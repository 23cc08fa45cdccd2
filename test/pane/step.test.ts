import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';
import { nodeCommand, slashed } from '../support/system.ts';
import { until } from '../support/wait.ts';
import { bellsIn } from '../support/world.ts';

const ESCAPE = '\x1b';
const PAST =
  /^ 1 scalp {3}2 DAY {3}3 swing {3}4 position {3}5 investing +◀ PAST 14:(\d\d):00 UTC, (\d+)m ago {3}(\d+) of (\d+)/;
const LIVE = /^ 1 scalp {3}2 DAY .* live 14:(\d\d):00 UTC/;

/** NEW replaces GONE and BBB overtakes AAA at 14:33. BBB is the top play from 14:32 on. */
function minutes(minute: number): JsonObject {
  return {
    ...boardsOf({ movers: minute < 3 ? 'AAA BBB GONE' : 'BBB AAA NEW', rvol: 'AAA' }),
    topPlay: { symbol: minute < 2 ? 'AAA' : 'BBB', reasons: [] },
  };
}

/** Presses the keys one after the other at 14:35:30. The first snapshot is from 14:30. */
const screensAt = (keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') =>
  screensFrom(330, keys, { ...minuteService(minutes), ...options }, args);

const linesOf = (screen = '') => screen.split('\n').map((line) => line.trimEnd());
const footerOf = (screen = '') => screen.split('\n').at(-1) ?? '';
const bodyOf = (screen = '') =>
  linesOf(screen)
    .slice(3, -1)
    .filter((line) => line !== '');

/** Returns, for example, `14:33, 4 of 6, 2m ago` or `live 14:35`. */
function timeOf(screen = ''): string {
  const [, live] = LIVE.exec(screen) ?? [];
  if (live !== undefined) return `live 14:${live}`;
  const [, minute, ago, position, count] = PAST.exec(screen) ?? [];
  return minute === undefined ? screen : `14:${minute}, ${position} of ${count}, ${ago}m ago`;
}

describe('[ and ] show', () => {
  test('the snapshot before and after the one shown, and the newest is live again', async () => {
    const screens = await screensAt(['[', '[', ',', ']', '.', ']', ']']);
    expect(screens.map(timeOf)).toEqual([
      '14:34, 5 of 6, 1m ago',
      '14:33, 4 of 6, 2m ago',
      '14:32, 3 of 6, 3m ago',
      '14:33, 4 of 6, 2m ago',
      '14:34, 5 of 6, 1m ago',
      'live 14:35',
      'live 14:35',
    ]);
  });

  test('nothing before the oldest snapshot, and the pane says so', async () => {
    const [oldest, further] = await screensAt(['[[[[[', '[']);
    expect(timeOf(oldest)).toBe('14:30, 1 of 6, 5m ago');
    expect(timeOf(further)).toBe('14:30, 1 of 6, 5m ago');
    expect(footerOf(oldest)).not.toContain('no older snapshot');
    expect(footerOf(further)).toContain('no older snapshot in memory');
  });

  test.each([
    [80, /^ 1 scalp {2}2 DAY {2}3 swing .* PAST 14:33:00 UTC, 2m ago +$/],
    [60, /^ 1 scalp {2}2 DAY {2}3 swing {2}4 {2}5 .* PAST 14:33:00 UTC, 2m ago +$/],
  ])(
    'in %d columns how long ago it was, before the names of tabs that are far',
    async (columns, expected) => {
      const [screen = ''] = await screensAt(['[['], { columns });
      expect(screen.split('\n')[0]).toMatch(expected);
    },
  );

  test('the market of that time, and the outcome of each row', async () => {
    const [screen, next] = await screensAt(['[[[', ']'], { rows: 20 });
    expect(linesOf(screen)[1]).toMatch(/^TOP {2}BBB .* new, was AAA$/);
    expect(linesOf(screen)[2]).toMatch(/^2m {2}★ BBB {3,}60% up ▓▓▓▓▓▓░░░░$/);
    expect(bodyOf(screen).map((line) => line.slice(0, 58).trimEnd())).toEqual([
      'Movers ──────── price            vol bds rank now ────────',
      ' 1     AAA      12.50  +4.56%  82.1M  2+ 2 ▼1 0.0%',
      ' 2     BBB      12.50  +4.56%  82.1M  2+ 1 ▲1 0.0%',
      ' 3     GONE     12.50  +4.56%  82.1M  2+ out 14:33',
    ]);
    expect(linesOf(next)[2]).toMatch(
      /^3m {2}★ BBB {2}in NEW Movers 3 {2}out GONE Movers 3 {2}up BBB Movers 2→1 /,
    );
    expect(bodyOf(next).map((line) => line.slice(0, 58).trimEnd())).toEqual([
      'Movers ──────── price            vol bds rank now ────────',
      ' 1 ▲1  BBB      12.50  +4.56%  82.1M  2+ = 0.0%',
      ' 2     AAA      12.50  +4.56%  82.1M  2+ = 0.0%',
      ' 3 NEW NEW      12.50  +4.56%  82.1M  2+ = 0.0%',
    ]);
  });
});

test('in the past, tiles and cards have the last price that any timeframe in memory has of a symbol that left', async () => {
  const row = (symbol: string, price: number | null) => rowOf({ symbol, price });
  const service = minuteService((minute, timeframe) => {
    if (timeframe === 'day') return { boards: { movers: [row(minute < 2 ? 'GONE' : 'AAA', 10)] } };
    return { boards: { movers: [row('GONE', [10, 10, 9, 8, null][minute] ?? null)] } };
  });
  const screens = async (args: string) => screensFrom(300, ['[[[[', 'j\r'], service, args);
  const [tiles = '', card = ''] = await screens('watch -t day,swing');
  expect(tiles).toMatch(/ GONE .* out 14:32 -20\.0% /m);
  expect(card).toMatch(/ -20\.00% since then/);
});

test('in the past, tiles and cards show the current or last rank and price of a row', async () => {
  const prices = { AAA: [10, 10.5, 9.6], BBB: [10, 10.1, 10.2, 10.31], CCC: [10] };
  const service = minuteService((minute) => {
    const symbols = minute < 3 ? (['AAA', 'BBB', 'CCC'] as const) : (['BBB', 'CCC'] as const);
    const rows = symbols.map((symbol, index) =>
      rowOf({ symbol, rank: index + 1, price: prices[symbol][minute] ?? prices[symbol].at(-1) }),
    );
    return { boards: { movers: rows } };
  });
  const [tiles = '', left = '', still = '', flat = ''] = await screensFrom(
    200,
    ['[[[', 'j\r', 'qj\r', 'qj\r'],
    { ...service, columns: 120 },
  );
  expect(tiles).toMatch(/ AAA .* out 14:33 -4\.0% /m);
  expect(tiles).toMatch(/ BBB .* 1 ▲1 \+3\.1% /m);
  expect(tiles).toMatch(/ CCC .* 2 ▲1 0\.0% /m);
  expect(left).toMatch(/ -4\.00% since then/);
  expect(left).toMatch(/^Movers +1 {2}out 14:33 /m);
  expect(still).toMatch(/ \+3\.10% since then/);
  expect(still).toMatch(/^ +then {2}now +entered/m);
  expect(still).toMatch(/^Movers +2 {2}1 ▲1 +by 14:30 /m);
  expect(flat).toMatch(/^Movers +3 {2}2 ▲1 /m);
});

test('a card names the range of the price, and draws a change of less than 0.1 % flat', async () => {
  const service = minuteService((minute) => ({
    boards: {
      movers: [
        rowOf({ symbol: 'AAA', rank: 1, price: minute < 2 ? 27.53 : 27.54 }),
        rowOf({ symbol: 'BBB', rank: 2, price: [3, 3.2, 3.4, 3.1][minute] }),
      ],
    },
  }));
  const [flat = '', path = ''] = await screensFrom(200, ['j\r', 'qj\r'], { ...service, columns: 120 });
  expect(flat).toMatch(/ price 27\.53 to 27\.54 ▅▅▅▅ {2}since 14:30$/m);
  expect(path).toMatch(/ price 3\.00 to 3\.40 ▁▅█▃ {2}since 14:30$/m);
});

describe('back to live leads', () => {
  test.each([
    ['Esc', '[[', ESCAPE],
    ['@ with the present time', '[[', '@14:35\r'],
  ])('%s', async (_, keys, back) => {
    const [live, past, after] = await screensAt(['', keys, back]);
    expect(timeOf(past)).toBe('14:33, 4 of 6, 2m ago');
    expect(after).toBe(live);
  });

  test('Esc, after it has closed open views and before it clears the row and the filter', async () => {
    const keys = ['/a\rj', '[', 'e', ESCAPE, ESCAPE, ESCAPE, ESCAPE];
    const screens = await screensAt(keys);
    const seen = screens.map((screen) => [
      /PAST/.test(screen),
      /^LOG/m.test(screen),
      screen.includes('▸'),
      footerOf(screen).includes('filter A'),
    ]);
    expect(seen).toEqual([
      [false, false, true, true],
      [true, false, true, true],
      [true, true, false, true],
      [true, false, true, true],
      [false, false, true, true],
      [false, false, false, true],
      [false, false, false, false],
    ]);
  });
});

describe('@ asks for a time', () => {
  test.each([
    ['14:32', '14:32, 3 of 6, 3m ago'],
    ['14:32:59', '14:32, 3 of 6, 3m ago'],
    ['2026-06-03T14:31', '14:31, 2 of 6, 4m ago'],
    ['2026-06-03t16:31+02:00', '14:31, 2 of 6, 4m ago'],
    ['3m', '14:32, 3 of 6, 3m ago'],
    ['90S', '14:34, 5 of 6, 1m ago'],
    ['3m ago', '14:32, 3 of 6, 3m ago'],
    ['3mago', '14:32, 3 of 6, 3m ago'],
    [' 3M AGO ', '14:32, 3 of 6, 3m ago'],
    ['\x1b[200~3m ago\n\x1b[201~', '14:32, 3 of 6, 3m ago'],
    ['2026-06-03 14:31', '14:31, 2 of 6, 4m ago'],
    ['14:31\x7f0', '14:30, 1 of 6, 5m ago'],
    ['9\x1514:31', '14:31, 2 of 6, 4m ago'],
    ['\x1b[200~ 14:31\n\x1b[201~', '14:31, 2 of 6, 4m ago'],
    ['14:35', 'live 14:35'],
    ['10s', 'live 14:35'],
  ])('%j: %s', async (typed, expected) => {
    const [screen] = await screensAt([`@${typed}\r`]);
    expect(timeOf(screen)).toBe(expected);
  });

  test.each([
    ['', 'no time given'],
    ['  ', 'no time given'],
    ['3 ago', 'time: invalid time "3 ago"'],
    ['14:29', 'no snapshots before 14:30'],
    ['2h', 'no snapshots before 14:30'],
    ['14:36', 'time: 14:36 has not come yet'],
    ['25:61', 'time: invalid time "25:61"'],
    ['0', 'time: invalid time "0"'],
    ['-5m', 'time: invalid time "-5m"'],
    ['1e9d', 'time: invalid time "1e9d"'],
    ['2026-02-30T10:15:00Z', 'time: invalid time "2026-02-30T10:15:00Z"'],
  ])('%j is refused in live and in the past, without a jump: %s', async (typed, problem) => {
    const [live, past] = await screensAt([`@${typed}\r`, `[[@${typed}\r`]);
    expect(timeOf(live)).toBe('live 14:35');
    expect(timeOf(past)).toBe('14:33, 4 of 6, 2m ago');
    for (const screen of [live, past]) expect(footerOf(screen)).toContain(problem);
  });

  test('in the footer, and Esc closes only the prompt', async () => {
    const [past, prompt, closed] = await screensAt(['[', '@1 q0?', ESCAPE]);
    expect(footerOf(prompt)).toMatch(/^time: 1 q0▏ {2}10:15 or 15m ago; Enter go, Esc cancel/);
    expect(linesOf(prompt).slice(0, -1)).toEqual(linesOf(past).slice(0, -1));
    expect(closed).toBe(past);
  });
});

describe('a snapshot that arrives while an older one is shown', () => {
  test('changes only the position and the age of the older one', async () => {
    const script: Script = [
      [330, press('j[[')],
      [335, shoot('before')],
      [395, shoot('after')],
      [396, press(ESCAPE)],
      [397, shoot('live')],
      [398, press('\x03')],
    ];
    const played = await play('watch', script, { ...minuteService(minutes), columns: 120 });
    const [before, after] = [await played.screen('before'), await played.screen('after')];
    expect([timeOf(before), timeOf(after)]).toEqual(['14:33, 4 of 6, 2m ago', '14:33, 4 of 7, 3m ago']);
    expect(linesOf(after).slice(1)).toEqual(linesOf(before).slice(1));
    expect(played.bytesBetween('before', 'after')).toBeLessThan(200);
    expect(timeOf(await played.screen('live'))).toBe('live 14:36');
  });

  test('changes the outcome of its rows', async () => {
    const service = minuteService((minute) => boardsOf({ movers: minute < 6 ? 'AAA BBB' : 'BBB CCC' }));
    const script: Script = [
      [330, press('[')],
      [335, shoot('before')],
      [395, shoot('after')],
      [398, press('\x03')],
    ];
    const played = await play('watch', script, { ...service, columns: 120 });
    const outcomes = async (name: string) => (await played.screen(name)).match(/\d [▲▼]\d|out 14:\d\d/g);
    expect(await outcomes('before')).toBeNull();
    expect(await outcomes('after')).toEqual(['out 14:36', '1 ▲1']);
  });

  test('and an unchanged poll writes nothing but how long ago it was', async () => {
    const service = minuteService((minute) => ({
      ...minutes(Math.min(minute, 5)),
      session: 'closed',
      asOf: new Date(START + Math.min(minute, 5) * 60_000).toISOString(),
    }));
    const script: Script = [
      [330, press('j[[')],
      [340, shoot('before')],
      [900, shoot('after')],
      [901, press('\x03')],
    ];
    const played = await play('watch -n 30', script, { ...service, columns: 120 });
    expect(timeOf(await played.screen('before'))).toBe('14:33, 4 of 6, 2m ago');
    expect(timeOf(await played.screen('after'))).toBe('14:33, 4 of 6, 11m ago');
    expect(played.world.requests.length).toBeGreaterThan(25);
    expect(played.bytesBetween('before', 'after')).toBeLessThan(10 * 60);
  });
});

describe('in the past', () => {
  test('the log, open while stepping, loses and gains entries', async () => {
    const screens = await screensAt(['e', '[[[', '[', ']]']);
    const counts = screens.map((screen) => screen.match(/^\d\d:\d\d .*$/gm)?.length ?? 0);
    expect(counts).toEqual([3, 1, 0, 3]);
  });

  test('Tab keeps the time', async () => {
    const options = { ...minuteService(minutes), columns: 120 };
    const screens = await screensFrom(330, ['[[', '\t', '[', '\t'], options, 'watch -t day,swing');
    expect(screens.map((screen) => /(\d [A-Z]+ ).*(◀ PAST 14:\d\d)/.exec(screen)?.slice(1).join(''))).toEqual(
      ['2 DAY ◀ PAST 14:33', '3 SWING ◀ PAST 14:33', '3 SWING ◀ PAST 14:32', '2 DAY ◀ PAST 14:32'],
    );
  });

  test('the selection follows its symbol', async () => {
    const screens = await screensAt(['jj', '[[[', '[', ']]]']);
    const selected = screens.map((screen) => /^ (\d) .*▸(\w+)/m.exec(screen)?.slice(1).join(' '));
    expect(selected).toEqual(['2 AAA', '1 AAA', '1 AAA', '2 AAA']);
  });

  test.each([30, 40, 80, 200])('every view of %d columns says PAST and the time', async (columns) => {
    const screens = await screensAt(['[[', 'z', 'qe', 'c', 'qj\r', '?'], { columns, rows: 20 });
    for (const screen of screens) expect(screen.split('\n')[0]).toMatch(/◀ PAST 14:33:00/);
  });

  test.each([4, 6, 8])('a pane of %d rows says PAST and the time', async (rows) => {
    const [screen] = await screensAt(['[['], { rows });
    expect(timeOf(screen)).toBe('14:33, 4 of 6, 2m ago');
  });
});

describe('banners are about live data:', () => {
  test('stale data has no banner in the past, where line 1 says so, but again in live', async () => {
    const refused = new NetworkError('cannot connect', { reason: 'connection refused' });
    const service = minuteService(minutes, (minute) => (minute >= 4 ? refused : null));
    const [stale, past, live] = await screensFrom(330, ['', '[', ESCAPE], service);
    const STALE = /^ stale: last data 14:33:00, 2 min old \(connection refused\)/m;
    expect(stale).toMatch(STALE);
    expect(linesOf(past)[0]).toMatch(/ ! PAST 14:32:00 UTC, 3m ago {3}3 of 4$/);
    expect(past).not.toContain('stale:');
    expect(live).toMatch(STALE);
  });

  test('a pause, which stops polls and commands of --exec, is shown in the past, too', async () => {
    const [past, paused, live] = await screensAt(['[', ' ', ESCAPE]);
    expect(timeOf(past)).toBe('14:34, 5 of 6, 1m ago');
    expect(past).not.toContain('paused');
    expect(timeOf(paused)).toBe('14:34, 5 of 6, 1m ago');
    expect(footerOf(paused)).toMatch(/ paused, 2 boards$/);
    expect(footerOf(live)).toMatch(/ paused, 2 boards$/);
  });
});

test('the frame that Ctrl-C leaves on the main screen says PAST', async () => {
  const played = await play(
    'watch',
    [
      [330, press('[[')],
      [331, press('\x03')],
    ],
    {
      ...minuteService(minutes),
      columns: 120,
    },
  );
  expect(played.exitCode).toBe(130);
  const screen = await played.screen('end');
  expect(screen).toMatch(/◀ PAST 14:33:00 UTC/);
  expect(screen).toContain('rank now');
});

describe('only live data', () => {
  const entering = (at: number) =>
    minuteService((minute) => boardsOf({ movers: minute < at ? 'AAA' : 'AAA NEW' }));

  test.each([
    ['rings while an older snapshot is shown', 6, 1],
    ['does not ring for what is stepped over', 3, 0],
  ])('--bell %s', async (_, at, bells) => {
    let before = 0;
    const script: Script = [
      [
        330,
        (pane) => {
          before = bellsIn(pane.raw());
          pane.press('[[[');
        },
      ],
      [331, press('[')],
      [332, press(']]')],
      [400, shoot('after')],
      [401, press('\x03')],
    ];
    const played = await play('watch --bell --on entered', script, entering(at));
    expect(bellsIn(played.raw) - before).toBe(bells);
    expect(await played.screen('after')).toContain('◀ PAST');
  });

  test('runs the command of --exec, with its own time', async () => {
    const file = slashed(join(temporaryDirectory(), 'events'));
    const hook = nodeCommand(`fs.appendFileSync('${file}', fs.readFileSync(0))`);
    const hasEvents = () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
    const service = entering(6);
    const script: Script = [
      [330, press('[[[')],
      [331, press('[')],
      [332, press(']')],
      // The `--exec` command is a process, which takes real time.
      [364, () => service.clock.hold(until(hasEvents))],
      [400, press('\x03')],
    ];
    await play(['watch', '--on', 'entered', '--exec', hook], script, {
      ...service,
      env: { PATH: process.env.PATH },
    });
    const events = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(events).toHaveLength(1);
    expect(events[0]).toContain('"asOf":"2026-06-03T14:36:00.000Z"');
  });
});
