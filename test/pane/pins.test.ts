import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { ranked } from '../support/snapshots.ts';

/** The bias of AAA and of BBB changes every minute. LATE enters in the second minute. */
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

/** The screens after the keys, which are pressed one after the other from the given second on. */
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
    expect(footerOf(pinned)).toMatch(/ (?:BBB|LATE) pinned for this run *$/);
    expect(footerOf(unpinned)).toMatch(/ (?:BBB|LATE) unpinned *$/);
    expect(unpinned.split('\n').slice(0, -1)).toEqual(before.split('\n').slice(0, -1));
  });

  test('and line 1 says notify from n on while there is a pin', async () => {
    const screens = await screensAt(130, ['jj*n', '*', 'n', '*']);
    const isNotifying = screens.map((screen) => / notify/.test(screen.split('\n')[0] ?? ''));
    expect(isNotifying).toEqual([true, false, false, true]);
    expect(footerOf(screens[2])).toContain('nothing is pinned');
  });
});

describe('pins', () => {
  test('of the preferences are there from the start, and can be unpinned for this run', async () => {
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

describe('the log', () => {
  test('has the changes of bias of pinned symbols only', async () => {
    const [without, of, gone] = await screensAt(200, ['e', 'q/aaa\r*/\x15\re', 'q/aaa\r*/\x15\re']);
    const LATE = '14:32  in     LATE    Movers 3, first seen';
    expect(entriesOf(without)).toEqual([LATE]);
    expect(entriesOf(of)).toEqual([
      '14:33  ·      AAA*    bearish (was bullish)',
      LATE,
      '14:32  ·      AAA*    bullish (was bearish)',
      '14:31  ·      AAA*    bearish (was bullish)',
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
