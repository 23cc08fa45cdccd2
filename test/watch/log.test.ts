import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { ranked } from '../support/timeframe-snapshots.ts';

/** In the fourth minute AAA enters a third board. In the fifth GONE is back, and in the sixth the market closes. */
function minutes(minute: number): JsonObject {
  const confluence = minute >= 3 ? 3 : 2;
  const boards = {
    movers: ranked(minute % 4 === 0 ? 'AAA BBB GONE' : 'AAA BBB').map((row, index) =>
      index === 0 ? { ...row, boards: confluence } : row,
    ),
    rvol: ranked('AAA', { boards: confluence }),
    ...(minute >= 3 ? { forum: ranked('AAA', { boards: confluence }) } : {}),
    search: ranked(minute >= 2 ? 'CCC NEW' : 'CCC'),
  };
  return {
    boards,
    boardNames: Object.keys(boards),
    topPlay: { symbol: minute >= 2 ? 'BBB' : 'AAA', reasons: [] },
    session: minute >= 5 ? 'closed' : 'open',
  };
}

const linesOf = (screen: string) =>
  screen
    .split('\n')
    .slice(3)
    .filter((line) => line !== '');

/** The entries of a screen of the log, without title, rule and footer. */
const entriesOf = (screen: string) => linesOf(screen).filter((line) => /^\d\d:\d\d /.test(line));

/** The screens after the keys, which are pressed one after the other from the given second on. */
const screensAt = (seconds: number, keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') =>
  screensFrom(seconds, keys, { ...minuteService(minutes), ...options }, args);

describe('the log', () => {
  test('names as many boards as the number counts: those where the symbol has rank 1 to 5', async () => {
    // Its boards are rvol, forum and search, then movers, too, and not search. It is not among the top 5 of steady and moneyFlow.
    const service = minuteService((minute) => {
      const row = { boards: minute < 2 ? 3 : 4 };
      const others = 'A B C D E';
      return {
        boards: {
          movers: ranked(minute < 2 ? `${others} XYZ` : `A XYZ`, row),
          rvol: ranked('XYZ', row),
          forum: ranked('A XYZ', row),
          search: ranked(minute < 2 ? 'XYZ' : `${others} XYZ`, row),
          buzz: ranked(minute < 2 ? 'A' : 'A XYZ', row),
          steady: ranked(`${others} F XYZ`, row),
          moneyFlow: ranked(`${others} XYZ`, row),
        },
        topPlay: null,
      };
    });
    const [screen = ''] = await screensAt(150, ['e/xy\r'], service);
    expect(entriesOf(screen)).toEqual([
      '14:32 ◆4  XYZ     on 4 boards (was 3): +movers rvol forum +buzz -search',
    ]);
  });

  test('z zooms the first board of the symbol, and says so of one that is on none', async () => {
    // The first entry is that of the session, which has no symbol. The second symbol is gone.
    const keys = ['e', 'jz', 'jz', 'jjz'];
    const [log = '', session = '', gone = '', zoomed = ''] = await screensAt(330, keys);
    expect(session.split('\n').at(-1)).toContain('no symbol here');
    expect(gone.split('\n').at(-1)).toContain('on no board of day now');
    for (const screen of [session, gone]) expect(linesOf(screen)[0]).toBe(linesOf(log)[0]);
    expect(zoomed).not.toContain('LOG');
    expect(zoomed).toMatch(/^Movers ─ .*\n.*\n 1 .*▸AAA /m);
    expect(zoomed.match(/▸/g)).toHaveLength(1);
  });

  test.each(['q', '\x1b', 'e'])('%j closes it, also after its symbols were selected', async (key) => {
    const [tiles = '', closed = ''] = await screensAt(330, ['x', `ejj${key}`]);
    expect(closed).toBe(tiles);
  });

  test.each([['c', /^CONFLUENCE/m]])(
    '%s goes from it to another view, which q leaves with one key',
    async (key, expected) => {
      const [view = '', left = ''] = await screensAt(330, [`ejjjj${key}`, 'q']);
      expect(view).toMatch(expected);
      expect(view).not.toContain('LOG');
      expect(left).toMatch(/^Movers ─+ /m);
    },
  );

  test.each([
    ['', 'ejjjj'],
    ['a card in ', 'ejjjj\r'],
  ])('from %sthe log, z zooms a board, and q goes back', async (from, keys) => {
    const [before, zoomed, back] = await screensAt(330, [keys, 'z', 'q']);
    expect(zoomed).toMatch(/1 board$/);
    expect(zoomed).not.toContain('LOG');
    expect(back).toBe(before);
    expect(back?.includes('LOG')).toBe(from === '');
  });

  test('that has dropped its oldest entries begins with the oldest that is left', async () => {
    // 220 symbols enter in each minute, and as many leave.
    const boards = (minute: number) =>
      Array.from({ length: 22 }, (_, board) => [
        `b${board}`,
        Array.from({ length: 10 }, (__, rank) => `M${minute}B${board}R${rank}`).join(' '),
      ]);
    const changing = () => minuteService((minute) => boardsOf(Object.fromEntries(boards(minute))));
    const [whole] = await screensFrom(90, ['e'], changing());
    expect(whole).toMatch(/^LOG {2}newest first · since 14:30 UTC · 440 entries/m);
    const [full] = await screensFrom(600, ['e'], changing());
    expect(full).toMatch(/^LOG {2}newest first · since 14:3[45] UTC · 2,?000 entries/m);
  });

  test('keeps its lines in place while it grows above them, and shows what is new at its top', async () => {
    const growing = minuteService((minute) => ({
      ...boardsOf({ movers: Array.from({ length: 8 }, (_, rank) => `M${minute}R${rank}`).join(' ') }),
    }));
    const script: Script = [
      [330, press('e')],
      [331, press('\x1b[6~')],
      [332, shoot('before')],
      [400, shoot('scrolled')],
      [401, press('g')],
      [402, shoot('top')],
      [470, shoot('newest')],
      [471, press('\x03')],
    ];
    const { screen } = await play('watch', script, { ...growing, rows: 20 });
    const before = entriesOf(await screen('before'));
    expect(before.length).toBeGreaterThan(10);
    expect(entriesOf(await screen('scrolled'))).toEqual(before);
    expect(entriesOf(await screen('top'))[0]).toMatch(/^14:36 /);
    expect(entriesOf(await screen('newest'))[0]).toMatch(/^14:37 /);
  });
});

describe('the rule of the log', () => {
  const ruleOf = (screen: string) => /you were here (\d\d:\d\d)/.exec(screen)?.[1];
  /** The first entry below the rule. */
  const belowRule = (screen: string) =>
    linesOf(screen)[linesOf(screen).findIndex((line) => line.includes('you were here')) + 1];

  async function rulesAfter(script: Script): Promise<ReadonlyArray<string>> {
    const shots: Array<string> = [];
    const all = script.flatMap(([seconds, step], index): Script => {
      shots.push(String(index));
      return [
        [seconds, step],
        [seconds + 0.1, shoot(String(index))],
      ];
    });
    const played = await play('watch', [...all, [900, press('\x03')]], {
      ...minuteService((minute) => boardsOf({ movers: `S${minute}` })),
      columns: 100,
    });
    const screens: Array<string> = [];
    for (const name of shots) screens.push(await played.screen(name));
    return screens;
  }

  test('is at the start if no key was pressed a minute before', async () => {
    const screens = await rulesAfter([
      [300, press('j')],
      [310, press('e')],
    ]);
    expect(ruleOf(screens[1] ?? '')).toBe('14:30');
  });

  test('is at the last key press at least a minute before the log was opened', async () => {
    const screens = await rulesAfter([
      [100, press('j')],
      [200, press('k')],
      [400, press('j')],
      [410, press('j')],
      [450, press('e')],
    ]);
    // 200 s after the start.
    expect(ruleOf(screens[4] ?? '')).toBe('14:33');
    expect(belowRule(screens[4] ?? '')).toMatch(/^14:33 \+ {3}S3/);
  });

  test('stays where it is while the log is open, and moves when it is opened again', async () => {
    const screens = await rulesAfter([
      [200, press('j')],
      [400, press('e')],
      [500, press('j')],
      [600, press('f')],
      [601, press('q')],
      [602, press('e')],
    ]);
    expect(screens.map(ruleOf)).toEqual([undefined, '14:33', '14:33', '14:33', undefined, '14:38']);
  });
});
