import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { boardsOf, minuteService, NIGHT } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { ranked } from '../support/snapshots.ts';

/**
 * AAA enters a third board in the fourth minute, GONE returns in the fifth, and the market closes in the
 * sixth.
 */
function minutes(minute: number): JsonObject {
  const confluence = minute >= 3 ? 3 : 2;
  const boards = {
    movers: ranked(minute % 4 === 0 ? 'AAA BBB GONE' : 'AAA BBB').map((row, index) =>
      index === 0 ? { ...row, boards: confluence } : row,
    ),
    rvol: ranked('AAA', { boards: confluence }),
    forum: minute >= 3 ? ranked('AAA', { boards: confluence }) : [],
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

const entriesOf = (screen: string) => linesOf(screen).filter((line) => /^\d\d:\d\d /.test(line));

/** Presses the keys one after the other from the given second on. */
const screensAt = (seconds: number, keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') =>
  screensFrom(seconds, keys, { ...minuteService(minutes), ...options }, args);

describe('the log', () => {
  test('names the boards that the number counts, which are those with rank 1 to 5', async () => {
    // XYZ is on rvol, forum and search, then on movers and buzz, not on search. Else it is below rank 5.
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
      '14:32  ◆4    XYZ     on 4 boards (was 3): in Movers 6→2, Buzz 2; out Search 1→6; Relative volume, Forum',
    ]);
  });

  test('z zooms the first board of the symbol, or says that it is on none', async () => {
    // The first entry, of the session, has no symbol. The symbol of the second entry has left.
    const keys = ['e', 'jz', 'jz', 'jz'];
    const [log = '', session = '', gone = '', zoomed = ''] = await screensAt(330, keys);
    expect(session.split('\n').at(-1)).toContain('no symbol in this view');
    expect(gone.split('\n').at(-1)).toContain('is on no visible board of day');
    for (const screen of [session, gone]) expect(linesOf(screen)[0]).toBe(linesOf(log)[0]);
    expect(zoomed).not.toContain('LOG');
    expect(zoomed).toMatch(/^Movers ─ .*\n.*\n 1 .*▸AAA /m);
    expect(zoomed.match(/▸/g)).toHaveLength(1);
  });

  test('begins with the oldest entry that it has kept', async () => {
    // Each minute, 220 symbols enter and 220 leave.
    const boards = (minute: number) =>
      Array.from({ length: 22 }, (_, board) => [
        `b${board}`,
        Array.from({ length: 10 }, (__, rank) => `M${minute}B${board}R${rank}`).join(' '),
      ]);
    const changing = () => minuteService((minute) => boardsOf(Object.fromEntries(boards(minute))));
    const [whole = ''] = await screensFrom(90, ['efG'], changing());
    expect(whole).toMatch(/\/440$/);
    expect(entriesOf(whole).at(-1)).toMatch(/^14:31 /);
    const [full = '', past = ''] = await screensFrom(600, ['efG', '[[[[[[[[G'], changing());
    // The log keeps 3,000 entries and joins 1,320 pairs of a symbol that left and came back.
    expect(full).toMatch(/\/1680$/);
    expect(entriesOf(full).at(-1)).toMatch(/^14:33 /);
    // Eight minutes back, the log has all of its entries at that time.
    expect(past).toMatch(/\/440$/);
    expect(entriesOf(past).at(-1)).toMatch(/^14:31 /);
  });

  test('keeps its lines in place while it grows above them, and shows new entries at its top', async () => {
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

test('a new market day is one line, with changes of the session and the top play but not of boards', async () => {
  const night = (minute: number): JsonObject => {
    const isNew = minute >= 3;
    return {
      ...boardsOf({ movers: isNew ? 'NEW AAA' : 'AAA OLD', rvol: minute >= 4 ? 'AAA NEW' : 'AAA' }),
      topPlay: { symbol: isNew ? 'PINW' : 'DVET', reasons: [] },
      session: isNew ? 'closed' : 'afterhours',
    };
  };
  const [screen = ''] = await screensFrom(260, ['e'], minuteService(night, undefined, NIGHT));
  expect(entriesOf(screen).map((line) => line.trimEnd())).toEqual([
    '04:01  in    NEW     Relative volume 2',
    '04:00                new market day',
    '04:00  ○             market closed (was after hours)',
    '04:00  ★     PINW    top play (was DVET for ≥2m)',
  ]);
  const [filtered = ''] = await screensFrom(260, ['e/zzz,yyy\r'], minuteService(night, undefined, NIGHT));
  expect(entriesOf(filtered)).toEqual(['04:00                new market day']);
});

test('an entry shows its time until it is 18 hours old, then its date', async () => {
  const service = minuteService((minute) => boardsOf({ movers: minute >= 3 ? 'AAA NEW' : 'AAA' }));
  const beforeSuspension = 300;
  // NEW enters at 14:33.
  const then = (3 + 18 * 60) * 60;
  const script: Script = [
    [beforeSuspension - 10, press('e')],
    [beforeSuspension, ({ world }) => world.clock.stopSoon((then - 90 - beforeSuspension) * 1000)],
    [then - 20, shoot('before')],
    [then + 20, shoot('after')],
    [then + 30, press('\x03')],
  ];
  const played = await play('watch', script, service);
  expect(await played.screen('before')).toMatch(/^14:33 {2}in .*NEW /m);
  expect(await played.screen('after')).toMatch(/^06-03 {2}in .*NEW /m);
});

const upTo = (from: number, end: number) => Array.from({ length: end - from }, (_, index) => from + index);

/** Opens the log at 14:50 with `keys`, after the reader was last here at 14:33. */
async function linesAt(
  minutesOf: (minute: number) => JsonObject,
  keys = 'e',
  options: PaneOptions = {},
): Promise<ReadonlyArray<string>> {
  const script: Script = [
    [200, press('j')],
    [1205, press(keys)],
    [1206, shoot('log')],
    [1207, press('\x03')],
  ];
  const fail = (minute: number) => (minute >= 6 && minute < 13 ? responseOf(503, {}) : null);
  const played = await play('watch', script, { columns: 80, ...minuteService(minutesOf, fail), ...options });
  return linesOf(await played.screen('log')).slice(0, -1);
}

/** GGG and BBB swap ranks in the 16th minute, NEW enters in the 14th, HHH climbs below rank 5. */
function lunch(minute: number): JsonObject {
  const movers = minute < 16 ? 'AAA BBB CCC DDD EEE FFF GGG HHH' : 'AAA GGG CCC DDD EEE HHH FFF BBB';
  return {
    ...boardsOf({
      movers: minute === 15 ? `${movers} LOW` : movers,
      rvol: minute % 3 === 2 ? 'AAA PINW' : 'AAA',
      search: minute >= 14 ? 'CCC NEW' : 'CCC',
    }),
    topPlay: { symbol: minute >= 17 ? 'BBB' : 'AAA', reasons: [] },
    session: minute >= 18 ? 'closed' : 'open',
  };
}

describe('the summary of the log', () => {
  const SUMMARY = [
    '  top  BBB (was AAA)',
    '  in   GGG Movers 2 · PINW Relative volume 2 · NEW Search 2',
    '  out  BBB Movers 2',
  ];

  test('has all changes of ranks 1 to 5 since the last pause; entries of both sides of the rule follow', async () => {
    expect(await linesAt(lunch)).toEqual([
      'LOG  since you were here 14:33 (17 min)',
      ...SUMMARY,
      '14:50  in    PINW    Relative volume 2, third time in 7 min',
      '14:48  ○             market closed (was open)',
      '14:47  ★     BBB     top play (was AAA for ≥4m)',
      '14:46  in    GGG     Movers 7→2',
      '14:46  out   BBB     Movers 2→8',
      '14:44  in    NEW     Search 2, first seen',
      '14:43                no data 14:35–14:43',
      '14:35  in    PINW    Relative volume 2, second time in 3 min',
      '───────────────────────────── you were here 14:33 ──────────────────────────────',
    ]);
  });

  /**
   * Takes symbols with their numbers of boards, such as `AAA/3 BBB/2`, for the first minute and for later.
   */
  const counting = (before: string, after: string) =>
    minuteService((minute) => {
      const counts = minute < 1 ? before : after;
      const rows = counts.split(' ').flatMap((text) => {
        const [symbol = '', boards] = text.split('/');
        return ranked(symbol, { boards: Number(boards) });
      });
      return { boards: { movers: rows.map((row, index) => ({ ...row, rank: index + 1 })) }, topPlay: null };
    });

  test('has rises to three boards or more and falls from there, the largest first, as line 3 does', async () => {
    // AAA and BBB gain a board, CCC and DDD lose one, and EEE leaves.
    const service = counting('AAA/3 BBB/2 CCC/4 DDD/3 EEE/3', 'AAA/4 BBB/3 CCC/3 DDD/2');
    const [screen = ''] = await screensAt(90, ['e'], service);
    expect(screen.split('\n')[2]).toMatch(
      /^1m {2}lost EEE ◆3→0 {2}◆4 AAA {2}lost CCC ◆4→3 {2}◆3 BBB {2}lost DDD ◆3→2 {2}out EEE Movers 5 {3}/,
    );
    expect(linesOf(screen).slice(1, 4)).toEqual([
      '  ◆    lost EEE ◆3→0 · ◆4 AAA · lost CCC ◆4→3 · ◆3 BBB · lost DDD ◆3→2',
      '  out  EEE Movers 5',
      '14:31  lost  EEE     on 0 boards (was 3): out Movers (was 5, there ≥1m)',
    ]);
  });

  test('has a loss after the first of equal gains, even in a narrow line 3', async () => {
    const service = counting('AAA/3 BBB/2 CCC/2 DDD/3', 'AAA/4 BBB/3 CCC/3 DDD/2');
    const [screen = ''] = await screensFrom(90, [''], { ...service, columns: 40 });
    expect(screen.split('\n')[2]?.trimEnd()).toBe('1m  ◆4 AAA  lost DDD ◆3→2  (2 more: e)');
  });

  test('names timeframes as the tabs do, by digits in a narrow pane', async () => {
    const entriesIn = async (columns: number) => {
      const [log = ''] = await screensAt(
        150,
        ['e'],
        { ...minuteService((minute) => boardsOf({ movers: minute < 1 ? 'AAA' : 'AAA BBB' })), columns },
        'watch -t day,position,investing',
      );
      return linesOf(log)
        .filter((line) => / in +BBB /.test(line) && /^\d\d:/.test(line))
        .map((line) => line.slice(6, 42).trimEnd());
    };
    const words = ['day', 'position', 'investing'].map((name) => `  in    BBB     ${name.padEnd(9)}`);
    expect(await entriesIn(80)).toEqual(words.map((line) => expect.stringContaining(line.trim())));
    expect(await entriesIn(40)).toEqual(
      ['2', '4', '5'].map((digit) => expect.stringMatching(new RegExp(`BBB +${digit} Movers 2`))),
    );
  });

  /** Each minute, five symbols enter each of two boards, and five leave. */
  const busy = () =>
    minuteService((minute) => {
      const named = (board: string) => [1, 2, 3, 4, 5].map((rank) => `${board}${minute}R${rank}`).join(' ');
      return { ...boardsOf({ movers: named('M'), rvol: named('V') }), topPlay: null };
    });

  test.each([
    [120, 40],
    [80, 24],
    [40, 24],
    [30, 20],
    [80, 12],
  ])('takes a third of a pane of %d × %d at most, and counts the rest', async (columns, rows) => {
    const [log = ''] = await screensFrom(90, ['e'], { ...busy(), columns, rows });
    const lines = linesOf(log);
    const summary = lines.slice(
      0,
      lines.findIndex((line) => /^14:31 /.test(line)),
    );
    expect(summary.length).toBeLessThanOrEqual((rows - 4) / 3);
    const text = summary.join(' ');
    const named = text.match(/\b[MV]\dR\d/g)?.length ?? 0;
    const counted = [...text.matchAll(/\((\d+) more\)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(named + counted).toBe(20);
    expect(text).toMatch(/ in {3}M1R1/);
  });
});

test('f also shows what entered and left below rank 5, and each climb to the top ranks', async () => {
  const lines = await linesAt(lunch, 'ef');
  expect(lines[0]).toBe('LOG  since you were here 14:33 (17 min) · all ranks');
  expect(lines.slice(4, 8)).toEqual([
    '14:50  in    PINW    Relative volume 2, third time in 7 min',
    '14:48  ○             market closed (was open)',
    '14:47  ★     BBB     top play (was AAA for ≥4m)',
    '14:46  in    GGG     Movers 7→2',
  ]);
  expect(lines).toContain('14:46  out   LOW     Movers (was 9, there 1m), again');
});

test.each([
  ['e', 'No line about ranks 1 to 5.'],
  ['/AA\ref', 'No line matches the filter.'],
])('says why the list is empty after %j', async (keys, expected) => {
  const service = minuteService((minute) =>
    boardsOf({ movers: minute < 1 ? 'AAA B C D E F' : 'AAA B C D E F LOW' }),
  );
  const [screen = ''] = await screensFrom(70, [keys], service);
  expect(linesOf(screen)).toContain(expected);
});

describe('a symbol that comes and goes on a board', () => {
  /** Returns the log of a symbol that is on one board in these minutes, and always on `others`. */
  async function entriesIn(there: ReadonlyArray<number>, others: ReadonlyArray<string> = []) {
    const service = minuteService((minute) => {
      const boards = others.length + (there.includes(minute) ? 1 : 0);
      const listing = (isThere: boolean) => ranked(isThere ? 'AAA XYZ' : 'AAA', { boards });
      const onOthers = others.map((board) => [board, listing(true)]);
      return { boards: { movers: listing(there.includes(minute)), ...Object.fromEntries(onOthers) } };
    });
    const [screen = ''] = await screensFrom(1500, ['e'], service);
    return entriesOf(screen).filter((line) => line.includes('XYZ'));
  }

  test.each<readonly [string, ReadonlyArray<number>, ReadonlyArray<string>]>([
    ['once', [3, 4], ['14:35  out   XYZ     Movers (was 2, there 2m), again']],
    [
      'for longer than ten minutes: that is another entry',
      [3, 4, 9, 15, 16],
      [
        '14:47  out   XYZ     Movers (was 2, there 2m), again',
        '14:40  out   XYZ     Movers (was 2, there 1m), again',
      ],
    ],
    ['and is there', [3, 4, 9, ...upTo(10, 40)], ['14:39  in    XYZ     Movers 2, second time in 6 min']],
    [
      'once, for longer than ten minutes',
      upTo(3, 14),
      ['14:44  out   XYZ     Movers (was 2, there 11m)', '14:33  in    XYZ     Movers 2, first seen'],
    ],
  ])('%s', async (_, there, expected) => {
    expect(await entriesIn(there)).toEqual(expected);
  });

  test('and is on four boards with it', async () => {
    expect(await entriesIn([3, 4, 9], ['rvol', 'forum', 'buzz'])).toEqual([
      '14:40  lost  XYZ     on 3 boards (was 4), again: out Movers (was 2, there 1m); Relative volume, Forum, Buzz',
    ]);
  });
});

test('a symbol that was missing from only one snapshot has not changed, and has one entry in the log', async () => {
  const service = () =>
    minuteService((minute) => {
      const isMissing = minute === 3;
      const row = { boards: isMissing ? 2 : 3 };
      return {
        boards: {
          movers: [...ranked('AAA'), ...(isMissing ? [] : ranked('XYZ', { ...row, rank: 2 }))],
          rvol: ranked('XYZ', row),
          forum: ranked('XYZ', row),
        },
        topPlay: null,
      };
    });
  const [missing = ''] = await screensFrom(200, ['e'], service(), 'watch --since last');
  expect(missing.split('\n')[2]).toMatch(/^last {2}lost XYZ ◆3→2 {2}out XYZ Movers 2 {3}/);
  expect(entriesOf(missing)).toEqual([
    '14:33  lost  XYZ     on 2 boards (was 3): out Movers (was 2, there ≥3m); Relative volume, Forum',
  ]);
  const [back = '', marks = ''] = await screensFrom(260, ['e', 'q'], service(), 'watch --since last');
  expect(back.split('\n')[2]).toMatch(/^last {2}nothing changed {4}/);
  expect(entriesOf(back)).toEqual([
    '14:34  ◆3    XYZ     on 3 boards (was 2), again: in Movers 2; Relative volume, Forum',
  ]);
  expect(marks).toMatch(/^ 2 +XYZ /m);
});

describe('the rule of the log', () => {
  const ruleOf = (screen: string) => /you were here (\d\d:\d\d)/.exec(screen)?.[1];
  const belowRule = (screen: string) =>
    linesOf(screen)[linesOf(screen).findIndex((line) => line.includes('you were here')) + 1];

  async function rulesAfter(keys: ReadonlyArray<readonly [seconds: number, keys: string]>) {
    const script = keys.flatMap(
      ([seconds, pressed]): Script => [
        [seconds, press(pressed)],
        [seconds + 0.1, shoot(String(seconds))],
      ],
    );
    const changing = minuteService((minute) => boardsOf({ movers: `S${minute}` }));
    const played = await play('watch', [...script, [900, press('\x03')]], { ...changing, columns: 100 });
    return Promise.all(keys.map(([seconds]) => played.screen(String(seconds))));
  }

  test('is at the last key press before a pause of a minute', async () => {
    const screens = await rulesAfter([
      [100, 'j'],
      [200, 'k'],
      [400, 'j'],
      [410, 'j'],
      [450, 'e'],
    ]);
    expect(ruleOf(screens[4] ?? '')).toBe('14:33');
    expect(belowRule(screens[4] ?? '')).toMatch(/^14:33 {2}out {3}S2 /);
  });

  test('moves only at the first key press after a pause, even while the log is open', async () => {
    const screens = await rulesAfter([
      [200, 'j'],
      [400, 'e'],
      [440, 'j'],
      [480, 'q'],
      [490, 'e'],
      [600, 'f'],
    ]);
    expect(screens.map(ruleOf)).toEqual([undefined, '14:33', '14:33', undefined, '14:33', '14:38']);
  });

  test('does not move while it is the baseline', async () => {
    const screens = await rulesAfter([
      [200, 'j'],
      [400, 'ssse'],
      [600, 'j'],
      [601, 'qse'],
      [800, 'j'],
    ]);
    expect(screens.map(ruleOf)).toEqual([undefined, '14:33', '14:33', '14:33', '14:40']);
  });
});

describe('what is hidden or filtered', () => {
  test('a symbol is still on a hidden board, which only loses its tile', async () => {
    const [all = '', hidden = ''] = await screensAt(330, ['e', 'qb qe']);
    const countOf = (screen: string) => entriesOf(screen).find((line) => line.includes('◆3'));
    expect(countOf(all)).toMatch(/AAA +on 3 boards \(was 2\): in Forum 1; Movers, Relative volume$/);
    expect(countOf(hidden)).toBe(countOf(all));
  });

  test('if nothing changed for the symbols of the filter, the log names them', async () => {
    const [screen = ''] = await screensAt(330, ['e/zzz,yyy\r']);
    expect(linesOf(screen)[1]).toBe('  nothing changed in ranks 1 to 5 for ZZZ, YYY');
  });
});
