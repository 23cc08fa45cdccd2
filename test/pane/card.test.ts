import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { ranked } from '../support/snapshots.ts';

const ESCAPE = '\x1b';
const PAGE_DOWN = '\x1b[6~';

/** GONE is on Movers until 14:32. AAA is on two boards until 14:32, then on three. */
function minutes(minute: number): JsonObject {
  const boards = {
    movers: [
      ...ranked('AAA', { boards: minute >= 3 ? 3 : 2 }),
      ...ranked(minute < 2 ? 'x BBB GONE' : 'x BBB', { boards: 1 }).slice(1),
    ],
    rvol: [...ranked('CCC', { boards: 1 }), ...ranked('x AAA', { boards: minute >= 3 ? 3 : 2 }).slice(1)],
    forum: minute >= 3 ? ranked('AAA', { boards: 3 }) : [],
    search: ranked('NVDA', { boards: 1, name: 'Nvid Works' }),
  };
  return { boards, boardNames: Object.keys(boards), topPlay: { symbol: 'BBB', reasons: ['first'] } };
}

const bodyLinesOf = (screen = '') =>
  screen
    .split('\n')
    .slice(3, -1)
    .map((line) => line.trimEnd());
const footerOf = (screen = '') => screen.split('\n').at(-1) ?? '';
/** Returns undefined if the screen has no card. */
const symbolOf = (screen = '') =>
  /^(\S+)(?: {2}\w+ Works)?(?: \* pinned)?(?: {3,}bullish)?(?: {2,}★ top play.*)?$/.exec(
    bodyLinesOf(screen)[0] ?? '',
  )?.[1];

/** Presses the keys one after the other from the given second on. */
const screensAt = (
  seconds: number,
  keys: ReadonlyArray<string>,
  options: PaneOptions = {},
  args = 'watch -t all',
) => screensFrom(seconds, keys, { ...minuteService(minutes), ...options }, args);

describe('Enter opens the card', () => {
  test.each([
    ['a row of the tiles', 'jj', 'BBB'],
    ['a row of a zoomed board', 'jlzk', 'CCC'],
    ['an entry of the log', 'ejj', 'GONE'],
    ['a line of the confluence view', 'cfjjj', 'CCC'],
    ['the top play if no row is selected in tiles', '', 'BBB'],
    ['the top play if no row is selected in the log', 'e', 'BBB'],
    ['the top play if no row is selected in the confluence view', 'c', 'BBB'],
    ['what the filter names exactly, if it is on a board', '/nvda\r', 'NVDA'],
    ['the first symbol of the filter', '/n\r', 'NVDA'],
    ['what is typed after another filter', '/zz\r/nvda\r', 'NVDA'],
    ['a selected row among those of the filter', '/a\rjlj', 'NVDA'],
    ['what the filter names, if it is on no board', '/zzz\r', 'ZZZ'],
    ['what the filter names, if it is on no board any more', '/gone\r', 'GONE'],
    ['what the filter of the log names', '/gone\re', 'GONE'],
  ])('of %s', async (_, keys, expected) => {
    const [screen] = await screensAt(330, [`${keys}\r`], {}, 'watch');
    expect(symbolOf(screen), screen).toBe(expected);
  });

  test('of the first symbol on the screen if there is no top play, and of none on an empty screen', async () => {
    const without = minuteService((minute) => ({ ...minutes(minute), topPlay: null }));
    expect(symbolOf((await screensAt(20, ['\r'], without))[0])).toBe('AAA');
    const empty = minuteService(() => ({ ...boardsOf({ movers: '' }), topPlay: null }));
    const [screen] = await screensAt(20, ['\r'], empty);
    expect(footerOf(screen)).toContain('no symbol in this view');
    expect(screen).toContain('no symbols');
  });
});

describe('the card of a symbol on no board', () => {
  test('stays open while the symbol is away, and goes on when it returns', async () => {
    const service = minuteService((minute) =>
      boardsOf({ movers: minute === 2 ? 'AAA BBB' : 'AAA BBB GONE', rvol: 'AAA' }),
    );
    const script: Script = [
      [70, press('jjj\r')],
      [75, shoot('listed')],
      [150, shoot('gone')],
      [200, shoot('back')],
      [201, press('q')],
      [201.5, shoot('closed')],
      [202, press('\x03')],
    ];
    const played = await play('watch', script, { ...service, columns: 120 });
    const standing = async (name: string) => bodyLinesOf(await played.screen(name))[1];
    expect(await standing('listed')).toMatch(/ 1 board {2}price 12\.50 to 12\.50 ▅▅ {2}since 14:30$/);
    expect(await standing('gone')).toMatch(
      /^on no board of day {2}\(2 until 14:32\) {2}last seen 14:31: \$12\.50 /,
    );
    expect(symbolOf(await played.screen('gone'))).toBe('GONE');
    expect(await played.screen('back')).toMatch(/^Movers +3 {2}by 14:30, 3m ago /m);
    expect(await played.screen('closed')).toMatch(/^ +3 .*▸GONE /m);
  });
});

describe('q and Esc close the card and lead back to', () => {
  const many = () =>
    minuteService((minute) => ({
      ...boardsOf({
        movers: `S${minute} S${minute + 1} S${minute + 2} AAA`,
        rvol: 'AAA BBB CCC DDD EEE',
        forum: 'CCC BBB',
      }),
      topPlay: { symbol: 'AAA', reasons: [] },
    }));

  test.each([
    ['scrolled tiles', 'jjjjjj'],
    ['tiles with a filter', '/a\rjj'],
    ['a log that was scrolled', `e${PAGE_DOWN}${PAGE_DOWN}`],
    ['a log of which a row far down is selected', `e${'j'.repeat(15)}`],
    ['a confluence view that was scrolled', `c${PAGE_DOWN}`],
  ])('%s', async (_, keys) => {
    const [before, card, after] = await screensAt(
      1210,
      [keys, '\r', ESCAPE],
      { ...many(), rows: 14 },
      'watch',
    );
    expect(symbolOf(card), card).toBeDefined();
    expect(after).toBe(before);
  });

  test('the same line of the card, after the help was scrolled', async () => {
    const size = { columns: 60, rows: 9 };
    const [card, , back] = await screensAt(330, ['j\rjj', `?${PAGE_DOWN}`, 'q'], size);
    expect(footerOf(card)).toMatch(/ 3-\d+\/\d+$/);
    expect(back).toBe(card);
  });
});

describe('in a card', () => {
  const service = () =>
    minuteService((_, timeframe) =>
      boardsOf({ movers: timeframe === 'swing' ? 'BBB AAA' : 'AAA BBB', rvol: 'BBB' }),
    );

  test('Tab and 1-5 keep the symbol, and show it in the other timeframe', async () => {
    const [day, swing, again, scalp] = await screensAt(
      20,
      ['j\r', '\t', '2', '1'],
      service(),
      'watch -t all',
    );
    expect([day, swing, again, scalp].map(symbolOf)).toEqual(['AAA', 'AAA', 'AAA', 'AAA']);
    expect(day).toMatch(/^Movers +1 /m);
    expect(swing).toMatch(/^ 1 scalp .*3 SWING/);
    expect(swing).toMatch(/^Movers +2 /m);
    expect(swing).toMatch(/^boards +2\+ +2\+ +2\+ +2\+ +2\+$/m);
    expect(again).toBe(day);
  });

  test('arrows scroll it by lines, g and G to its ends', async () => {
    const keys = ['j\r', 'j', '\x1b[B', 'k', 'G', 'g'];
    const screens = await screensAt(330, keys, { columns: 60, rows: 8 });
    const [first = [], second = [], third, fourth, last, home] = screens.map((screen) =>
      bodyLinesOf(screen.replace(/^.*\n/, '\n')),
    );
    expect(second[0]).toBe(first[1]);
    expect(third?.[0]).toBe(first[2]);
    expect(fourth).toEqual(second);
    expect(last?.at(-1)).toMatch(/^14:33 {2}◆3 {4}AAA /);
    expect(home).toEqual(first);
    expect(footerOf(screens[0])).toMatch(/ 1-\d+\/\d+$/);
    expect(footerOf(screens[1])).toMatch(/ 2-\d+\/\d+$/);
    for (const screen of screens) expect(screen).not.toContain('▸');
  });

  test('s and b say that they are for boards', async () => {
    const [, since, boards] = await screensAt(330, ['j\r', 's', 'b']);
    expect(footerOf(since)).toContain('s works only on the boards and in the log');
    expect(footerOf(boards)).toContain('a card shows all boards of its symbol');
  });
});

test('a wider pane shows all that a narrower one shows of a board', async () => {
  const parts = [/^Movers +1 /m, /by 14:3\d/, /\dm ago/, /trail/, /metric/];
  const widths = Array.from({ length: 61 }, (_, index) => 30 + index);
  const script = widths.flatMap(
    (columns, index): Script => [
      [331 + index / 5, (pane) => pane.resize(columns, 40)],
      [331.1 + index / 5, shoot(String(columns))],
    ],
  );
  const played = await play('watch', [[330, press('j\r')], ...script, [345, press('\x03')]], {
    ...minuteService(minutes),
    columns: 120,
    rows: 40,
  });
  let before: ReadonlyArray<RegExp> = [];
  for (const columns of widths) {
    expect(await played.overflow(String(columns))).toEqual([]);
    const screen = await played.screen(String(columns));
    const has = parts.filter((part) => part.test(bodyLinesOf(screen).join('\n')));
    expect(has, String(columns)).toEqual(expect.arrayContaining([...before]));
    before = has;
  }
  expect(before).toEqual(parts);
});

test('the log of a card omits a stay of one snapshot before a gap', async () => {
  const service = minuteService((minute) => ({
    ...boardsOf({ movers: minute < 8 ? 'AAA BBB' : 'AAA' }),
    asOf: new Date(START + (minute < 8 ? 0 : minute) * 60_000).toISOString(),
  }));
  const [card = ''] = await screensFrom(570, ['/bbb\r'], { ...service, columns: 120 });
  expect(card).toMatch(/^14:3\d {2}out +BBB +Movers \(was 2\)$/m);
});

test('a card shows a board that lists the symbol twice once, with its first rank', async () => {
  const service = minuteService(() => boardsOf({ movers: 'BBB AAA CCC AAA' }));
  const [screen] = await screensAt(20, ['/aaa\r\r'], service, 'watch');
  expect(bodyLinesOf(screen).filter((line) => line.startsWith('Movers'))).toEqual([
    expect.stringMatching(/^Movers +2 +by /),
    expect.stringMatching(/^Movers +2$/),
  ]);
});

test('a card leaves the metric of a board blank if it is null', async () => {
  const service = minuteService(() => ({
    ...boardsOf({}),
    boards: { movers: ranked('AAA', { metric: null }) },
  }));
  const [card = ''] = await screensFrom(1, ['j\r'], { ...service, columns: 120 });
  expect(card).toMatch(/^Movers +1 +by 14:30 +[▁-█]? *$/m);
});

test('without a snapshot of the timeframe, a muted line of the card says so', async () => {
  const fail = (_: number, timeframe: string) => (timeframe === 'swing' ? responseOf(503, {}) : null);
  const script: Script = [
    [10, press('j\r3')],
    [20, shoot('card')],
    [30, press('\x03')],
  ];
  const env = { TERM: 'xterm-256color' };
  const played = await play('watch', script, { ...minuteService(minutes, fail), env });
  const lines = await played.cells('card');
  const line = lines.filter((cells) =>
    cells
      .map(({ text }) => text)
      .join('')
      .startsWith('no snapshot of swing yet'),
  );
  expect(line).toHaveLength(1);
  expect(new Set(line[0]?.slice(0, 24).map(({ color }) => color))).toEqual(new Set([244]));
});
