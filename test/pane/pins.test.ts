import { readFileSync, writeFileSync } from 'node:fs';
// The fake clock does not wait for modules that load during a test.
import 'conf';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { writeConfigFile } from '../support/directories.ts';
import { boardsOf, minuteService, NIGHT } from '../support/minute-service.ts';
import {
  type Pane,
  type PaneOptions,
  play,
  press,
  type Script,
  screensFrom,
  shoot,
} from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { ranked, rowOf } from '../support/snapshots.ts';

/** The bias of AAA and BBB changes every minute. LATE enters in the second minute. */
function minutes(minute: number): JsonObject {
  const bias = minute % 2 === 0 ? 'bullish' : 'bearish';
  const boards = {
    movers: ranked(minute >= 2 ? 'AAA BBB LATE' : 'AAA BBB', { bias }),
    rvol: ranked('BBB AAA', { bias }),
  };
  return { boards, boardNames: Object.keys(boards) };
}

const footerOf = (screen = '') => screen.split('\n').at(-1) ?? '';
const entriesOf = (screen = '') =>
  screen
    .split('\n')
    .filter((line) => /^\d\d:\d\d /.test(line))
    .map((line) => line.trimEnd());

/** Presses the keys one after the other from the given second on. */
const screensAt = (seconds: number, keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') =>
  screensFrom(seconds, keys, { ...minuteService(minutes), ...options }, args);

describe('* pins a symbol and unpins it', () => {
  test.each([
    ['tiles', 'jj', / ▸BBB\* /, 2],
    ['the zoom', 'jzj', / ▸BBB\* /, 1],
    ['the confluence view', 'cjj', /▸BBB *\* /, 1],
    ['the log', 'ej', /▸LATE *\* /, 1],
  ])('in %s, with a notice', async (_, keys, expected, count) => {
    const [before = '', pinned = '', unpinned = ''] = await screensAt(130, [keys, '*', '*']);
    expect(before).not.toContain('*');
    expect(pinned).toMatch(expected);
    const withoutNotice = pinned.split('\n').slice(3, -1).join('\n');
    expect(withoutNotice.match(/\*/g)).toHaveLength(count);
    expect(footerOf(pinned)).toMatch(/ (?:BBB|LATE) pinned *$/);
    expect(footerOf(unpinned)).toMatch(/ (?:BBB|LATE) unpinned *$/);
    expect(unpinned.split('\n').slice(0, -1)).toEqual(before.split('\n').slice(0, -1));
  });

  test('and line 1 says notify from n on while there is a pin', async () => {
    const screens = await screensAt(130, ['jj*npins\r', '*', 'n\r', '*']);
    const isNotifying = screens.map((screen) => / notify/.test(screen.split('\n')[0] ?? ''));
    expect(isNotifying).toEqual([true, false, false, true]);
    expect(footerOf(screens[2])).toContain('notify: pins (no pins yet; press *)');
  });
});

describe('pins', () => {
  test('of the preferences are there from the start, and can be unpinned', async () => {
    const config = { pins: ['BBB', 'LATE'] };
    const [start = '', unpinned = ''] = await screensAt(130, ['', 'jj*'], { config });
    expect(start.match(/ (?:BBB|LATE)\* /g)).toHaveLength(3);
    expect(unpinned.match(/\* /g)).toHaveLength(1);
  });

  test('stay when the symbol leaves and returns', async () => {
    const service = minuteService((minute) => boardsOf({ movers: minute === 1 ? 'AAA' : 'AAA BBB' }));
    const script: Script = [
      [20, press('jj*k')],
      [100, shoot('gone')],
      [150, shoot('back')],
      [151, press('\x03')],
    ];
    const played = await play('watch', script, service);
    expect(await played.screen('gone')).not.toContain('*');
    expect(await played.screen('back')).toContain(' BBB* ');
  });
});

describe('* changes the preference pins,', () => {
  const rows = (symbols: string) => minuteService(() => boardsOf({ movers: symbols }));
  const config = { timeframe: ['day'], pins: ['CCC'] };
  const pressing = (keys: string, options: PaneOptions = {}, args = 'watch') =>
    play(
      args,
      [
        [20, press(keys)],
        [22, shoot('pinned')],
        [60, press('q')],
      ],
      {
        ...rows('AAA BBB CCC'),
        columns: 160,
        ...options,
      },
    );
  const messageOf = async (played: Awaited<ReturnType<typeof play>>) =>
    footerOf(await played.screen('pinned'))
      .split(/ {2,}/)
      .at(-1)
      ?.trim();

  test('so that pins last', async () => {
    const { world } = await pressing('jj*');
    expect(world.storedConfig()).toEqual({ pins: ['BBB'] });
    const again = await pressing('j*', { config: world.storedConfig() });
    expect(await again.screen('pinned')).toMatch(/[ ▸]BBB\* /);
    expect(again.world.storedConfig()).toEqual({ pins: ['BBB', 'AAA'] });
    expect(again.world.stderr()).toBe('');
  });

  test('even if several are pinned and unpinned at once', async () => {
    const { world } = await pressing('j*j*j*', { config });
    expect(world.storedConfig()).toEqual({ timeframe: ['day'], pins: ['AAA', 'BBB'] });
  });

  test('and removes an empty list, which would be invalid', async () => {
    const { world } = await pressing('jjj*', { config });
    expect(world.storedConfig()).toEqual({ timeframe: ['day'] });
  });

  test('also where they are stored in another spelling than that of the service', async () => {
    const options = { ...rows('AAA Bbb'), config };
    const pinning: Script = [[20, press('jj*')]];
    const end: Script = [[60, press('q')]];
    const pinned = await play('watch', [...pinning, ...end], options);
    expect(pinned.world.storedConfig()).toEqual({ timeframe: ['day'], pins: ['CCC', 'BBB'] });
    const unpinned = await play('watch', [...pinning, [30, press('*')], ...end], {
      ...options,
      ...rows('AAA Bbb'),
    });
    expect(unpinned.world.storedConfig()).toEqual(config);
  });

  test('and keeps what another pane has stored meanwhile', async () => {
    const change = (pane: Pane) =>
      writeConfigFile(pane.world.configDirectory, { ...config, limit: 5, pins: ['CCC', 'NVDA'] });
    const script: Script = [
      [10, change],
      [20, press('jjj*')],
      [30, press('kk*')],
      [60, press('q')],
    ];
    const { world } = await play('watch', script, { ...rows('AAA BBB CCC'), config });
    expect(world.storedConfig()).toEqual({ timeframe: ['day'], limit: 5, pins: ['NVDA', 'AAA'] });
  });

  test('but not in the sandbox, and says so', async () => {
    const played = await pressing('j*', {}, 'watch --sandbox');
    expect(await messageOf(played)).toMatch(/^\w+ pinned for this run only \(sandbox\)$/);
    expect(() => played.world.storedConfig()).toThrow('ENOENT');
  });

  test.each([
    ['{"pins": ["CCC"', 'is not valid JSON'],
    ['{"pins": {}}', 'invalid pins'],
  ])('but not in a file that cannot be read, %s, which stays as it is', async (text, fault) => {
    const change = (pane: Pane) => writeFileSync(pane.world.configFile, text);
    const script: Script = [
      [10, change],
      [20, press('jj*')],
      [22, shoot('pinned')],
      [60, press('q')],
    ];
    const played = await play('watch', script, { ...rows('AAA BBB'), config, columns: 160 });
    expect(await played.screen('pinned')).toMatch(/[ ▸]BBB\* /);
    expect(await messageOf(played)).toMatch(/^BBB pinned for this run only: /);
    expect(played.world.stderr()).toContain('note: pins are not saved: ');
    expect(played.world.stderr().replace(/\s+/g, ' ')).toContain(fault);
    expect(readFileSync(played.world.configFile, 'utf8')).toBe(text);
  });

  test('but not while another program holds its lock, and says so after q', async () => {
    const lock = (pane: Pane) => writeFileSync(`${pane.world.configFile}.lock`, '');
    const script: Script = [
      [10, lock],
      [20, press('jj*q')],
    ];
    const { world } = await play('watch', script, { ...rows('AAA BBB'), config, columns: 160 });
    expect(world.stderr()).toBe(
      'note: pins are not saved: the config file was in use, or the disk did not respond\n',
    );
  });

  test.each<readonly [string, readonly [string, string], ReadonlyArray<string>, string]>([
    ['and says nothing after q if the same pin is saved later', ['*', '*'], ['CCC', 'AAA'], ''],
    [
      'and says so after q if only another pin is saved',
      ['j', '*'],
      ['CCC', 'BBB'],
      'note: pins are not saved: ',
    ],
  ])('but not while the file is damaged, %s', async (_, [first, second], pins, note) => {
    const script: Script = [
      [10, ({ world }) => writeFileSync(world.configFile, '{')],
      [20, press('j*')],
      [30, ({ world }) => writeConfigFile(world.configDirectory, config)],
      [40, press(first)],
      [41, press(second)],
      [60, press('q')],
    ];
    const { world } = await play('watch', script, { ...rows('AAA BBB CCC'), config });
    expect(world.storedConfig()).toMatchObject({ pins });
    expect(world.stderr().slice(0, 26)).toBe(note);
  });

  test('but not with a symbol that no list can have', async () => {
    const script: Script = [
      [20, press('j*j*')],
      [22, shoot('pinned')],
      [60, press('q')],
    ];
    const odd = minuteService(() => ({
      boards: { movers: ['A,B', 'C D'].map((symbol) => rowOf({ symbol })) },
    }));
    const played = await play('watch', script, { ...odd, config, columns: 160 });
    expect(played.world.storedConfig()).toEqual({ timeframe: ['day'], pins: ['CCC', 'C D'] });
    expect(played.world.stderr()).toContain('note: pins are not saved: ');
    expect(await messageOf(played)).toMatch(/^A,B pinned for this run only: /);
  });
});

describe('the log', () => {
  test('has changes of bias only for pinned symbols', async () => {
    const [without, of, gone] = await screensAt(200, ['e', 'q/aaa\r*/\x15\re', 'q/aaa\r*/\x15\re']);
    const LATE = '14:32  in    LATE    Movers 3, first seen';
    expect(entriesOf(without)).toEqual([LATE]);
    expect(entriesOf(of)).toEqual([
      '14:33  ·     AAA*    bearish (was bullish)',
      LATE,
      '14:32  ·     AAA*    bullish (was bearish)',
      '14:31  ·     AAA*    bearish (was bullish)',
    ]);
    expect(entriesOf(gone)).toEqual([LATE]);
  });

  test('with f shows all ranks, then pinned symbols only, then ranks 1 to 5, and says so', async () => {
    const config = { pins: ['AAA'] };
    const screens = await screensAt(200, ['e', 'f', 'f', 'f'], { config });
    const [top = '', all = '', pinned = '', again = ''] = screens;
    expect(screens.map((screen) => /f (all ranks|pins|top ranks)/.exec(footerOf(screen))?.[1])).toEqual([
      'all ranks',
      'pins',
      'top ranks',
      'all ranks',
    ]);
    expect(screens.map((screen) => / · (all ranks|pins)$/m.exec(screen)?.[1])).toEqual([
      undefined,
      'all ranks',
      'pins',
      undefined,
    ]);
    expect(entriesOf(all)).toHaveLength(4);
    expect(entriesOf(pinned)).toHaveLength(3);
    for (const line of entriesOf(pinned)) expect(line).toContain('AAA*');
    expect(again).toBe(top);
  });
});

/** SONA climbs on movers and falls on rvol after five minutes. JAS is only below rank 5. */
function pinned(minute: number): JsonObject {
  const row = (symbol: string, rank: number, count: number) =>
    rowOf({ symbol, rank, boards: count, bias: 'neutral', dayPct: count === 0 ? 0.31 : 7.62 });
  const isLate = minute >= 5;
  return {
    boards: {
      movers: isLate
        ? [row('SONA', 1, 2), row('AAA', 2, 1), row('BBB', 3, 1)]
        : [row('AAA', 1, 1), row('BBB', 2, 1), row('SONA', 3, 2)],
      rvol: isLate
        ? [row('AAA', 1, 1), row('BBB', 2, 1), row('CCC', 3, 1), row('SONA', 7, 2)]
        : [row('SONA', 1, 2), row('AAA', 2, 1), row('BBB', 3, 1), row('CCC', 4, 1)],
      search: [row('AAA', 1, 1), row('SONA', 2, 2)],
      forum: [row('AAA', 1, 1), row('JAS', 8, 0)],
    },
  };
}

async function pinsLine(seconds: number, options: PaneOptions = {}, keys: ReadonlyArray<string> = ['']) {
  const screens = await screensFrom(seconds, keys, {
    ...minuteService(pinned),
    config: { pins: ['SONA', 'JAS', 'GONE'] },
    ...options,
  });
  return screens.map((screen) => screen.split('\n')[3]?.trimEnd());
}

describe('line 4 has the pins', () => {
  test('with the board of their best rank first, then boards where they moved; ranks below 5 are in brackets', async () => {
    expect(await pinsLine(20)).toEqual([
      'PINS  SONA +7.62% 2 Relative volume 1, Search 2, Movers 3 · JAS +0.31% (Forum 8) · GONE –',
    ]);
    expect(await pinsLine(310)).toEqual([
      'PINS  SONA +7.62% 2 Movers 1 ▲2, (Relative volume 7 ▼6), Search 2 · JAS +0.31% (Forum 8) · GONE –',
    ]);
  });

  test.each([
    [80, 'PINS  SONA +7.62% 2 Movers 1 ▲2 · JAS +0.31% (Forum 8) · GONE –'],
    [55, 'PINS  SONA 2 Movers 1 ▲2 · JAS (Forum 8) · GONE –'],
    [45, 'PINS  SONA 2 Movers 1 ▲2 (2 more)'],
    [33, 'PINS  SONA 2 Movers 1 ▲2 (2 more)'],
    [32, 'PINS  SONA 2 (2 more)'],
    [30, 'PINS  SONA 2 (2 more)'],
  ])(
    'in %d columns first with fewer boards, then without price changes, then fewer pins, at last no board',
    async (columns, line) => {
      expect(await pinsLine(310, { columns })).toEqual([line]);
    },
  );

  test('as many as fit, and counts the others', async () => {
    const pins = Array.from({ length: 100 }, (_, index) => `P${index}`);
    expect(await pinsLine(20, { columns: 60, config: { pins } })).toEqual([
      'PINS  P0 – · P1 – · P2 – · P3 – · P4 – · P5 – (94 more)',
    ]);
  });

  test('whatever is hidden or filtered', async () => {
    const [shown, hidden, filtered] = await pinsLine(20, {}, ['', 'bj \r', '/aaa\r']);
    expect(hidden).toBe(shown);
    expect(filtered).toBe(shown);
  });

  test('with the time when a pin left its last board, also in the past', async () => {
    const leaving = () =>
      minuteService((minute) =>
        boardsOf({
          movers: minute < 3 ? 'AAA EAT' : 'AAA',
          forum: minute < 2 ? 'EAT BBB' : 'BBB',
          rvol: minute === 5 ? 'EAT' : '',
        }),
      );
    const at = async (seconds: number, keys: ReadonlyArray<string> = ['']) =>
      (await pinsLine(seconds, { ...leaving(), config: { pins: ['eat', 'NONE'] } }, keys)).at(-1);
    expect(await at(140)).toBe('PINS  EAT +4.56% 2+ Movers 2 · NONE –');
    expect(await at(200)).toBe('PINS  EAT out 14:33 · NONE –');
    expect(await at(500)).toBe('PINS  EAT out 14:36 · NONE –');
    expect(await at(500, ['@14:34\r'])).toBe('PINS  EAT out 14:33 · NONE –');
  });

  test('with the time when a pin left before a new market day or a gap', async () => {
    const config = { pins: ['HLO', 'EVE', 'NONE'] };
    // HLO leaves at 03:58. EVE is in the last snapshot of the day, on a board that is missing from the next
    // one.
    const night = minuteService(
      (minute) =>
        boardsOf({ movers: minute < 1 ? 'AAA HLO' : 'AAA', ...(minute < 3 ? { rvol: 'EVE' } : {}) }),
      undefined,
      NIGHT,
    );
    expect(await pinsLine(260, { ...night, config })).toEqual([
      'PINS  HLO out 03:58 · EVE out 03:59 · NONE –',
    ]);
    const gap = minuteService(
      (minute) => boardsOf({ movers: minute < 1 ? 'AAA HLO' : 'AAA', forum: minute < 9 ? 'EVE' : '' }),
      (minute) => (minute >= 2 && minute < 9 ? responseOf(503, {}) : null),
    );
    expect(await pinsLine(600, { ...gap, config })).toEqual(['PINS  HLO out 14:31 · EVE out 14:31 · NONE –']);
  });

  test('with the best board of rank 1 to 5 before boards where the pin moved', async () => {
    const falling = () =>
      minuteService((minute) => {
        const row = (symbol: string, rank: number) => rowOf({ symbol, rank, boards: 2 });
        const others = ['A', 'B', 'C', 'D'].map((symbol, index) => row(symbol, index + 5));
        return {
          boards: {
            movers: [row('HLO', 3)],
            forum: [row('HLO', 2)],
            rvol: minute < 1 ? [row('HLO', 4), ...others] : [...others, row('HLO', 9)],
          },
        };
      });
    const lineAt = (columns: number) => pinsLine(80, { ...falling(), config: { pins: ['HLO'] }, columns });
    expect(await lineAt(120)).toEqual(['PINS  HLO +4.56% 2+ Forum 2, (Relative volume 9 ▼5), Movers 3']);
    expect(await lineAt(45)).toEqual(['PINS  HLO +4.56% 2+ Forum 2']);
  });

  test('only if there are pins and enough rows', async () => {
    const [none, some, again] = await pinsLine(20, { config: {} }, ['', 'j*', '*']);
    expect(none).toMatch(/^Movers ─/);
    expect(some).toMatch(/^PINS {2}AAA /);
    expect(again).toBe(none);
    expect(await pinsLine(20, { rows: 11 })).toEqual([expect.stringMatching(/^Movers ─/)]);
    expect(await pinsLine(20, { rows: 12 })).toEqual([expect.stringMatching(/^PINS/)]);
  });
});

describe('n pins', () => {
  /** PIN enters in minute 2, reaches rank 4 in 3, three boards in 4, four in 5, falls in 6, leaves in 7. */
  const reaching = (minute: number): JsonObject => {
    const rank = [null, null, 6, 4, 4, 3, 7, null][Math.min(minute, 7)] ?? null;
    const boards = minute < 4 ? 2 : minute === 5 ? 4 : 3;
    const rows = rank === null ? [] : [rowOf({ symbol: 'PIN', rank, boards })];
    return {
      boards: {
        movers: [rowOf({ symbol: `S${minute}`, rank: 1 }), ...rows],
        forum: minute === 0 ? [] : [rowOf({ symbol: 'PIN', rank: 9, boards })],
      },
    };
  };
  const watching = (args: string, script: Script) =>
    play(args, [...script, [500, press('\x03')]], { ...minuteService(reaching), config: { pins: ['PIN'] } });
  const notificationsIn = (raw: string) =>
    raw
      .split('\x1b]9;')
      .slice(1)
      .map((text) => text.split('\x07')[0]);

  test('reports when a pin reaches or leaves ranks 1 to 5, or reaches three boards, and line 1 says notify', async () => {
    const played = await watching('watch', [
      [20, press('npins\r')],
      [21, shoot('on')],
    ]);
    expect(notificationsIn(played.raw)).toEqual([
      'boards day: PIN Movers 4 (was 6)',
      'boards day: PIN on 3 boards (was 2)',
      'boards day: PIN Movers 7 (was 3)',
    ]);
    const screen = await played.screen('on');
    expect(screen.split('\n')[0]).toContain('  notify');
    expect(screen.split('\n').at(-1)).toContain(
      'notify: pins that enter or leave ranks 1-5 or reach 3 boards',
    );
  });

  test('joins the notification of --notify, and is not narrowed by --on', async () => {
    const both = await watching('watch --notify --on S3+entered', [[20, press('npins\r')]]);
    expect(notificationsIn(both.raw)[0]).toBe('boards day: S3 in Movers 1; PIN Movers 4 (was 6)');
    expect(notificationsIn(both.raw)).toHaveLength(3);
  });
});
