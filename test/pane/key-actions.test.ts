import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { screensAfter, screensFrom } from '../support/play.ts';

const PAGE_DOWN = '\x1b[6~';
const PAGE_UP = '\x1b[5~';

describe('on a screen of', () => {
  /** Five boards have five rows each, the fourth has three. All symbols differ: A0 to A4 are on Movers. */
  const boards = ['movers', 'rvol', 'forum', 'search', 'buzz'].map((key, board) => ({
    key,
    symbols: Array.from({ length: board === 3 ? 3 : 5 }, (_, row) => `${'ABCDE'[board]}${row}`),
  }));
  const all = boards.flatMap(({ symbols }) => symbols);
  const service = () =>
    minuteService(() =>
      boardsOf(Object.fromEntries(boards.map(({ key, symbols }) => [key, symbols.join(' ')]))),
    );
  const shownOn = (screen: string) => all.filter((symbol) => new RegExp(`[ ▸]${symbol} `).test(screen));

  test.each([
    [80, 14, true],
    [30, 8, false],
    [60, 24, true],
  ])('%d × %d, the selected row and its whole board stay visible: %s', async (columns, rows, fits) => {
    const keys = [...'jjjjjjjjjjjjjjjjjjjjkkkkkkkkkkkkkkkjjlljjjhk'];
    for (const [index, screen] of (
      await screensAfter('watch', keys, { ...service(), columns, rows })
    ).entries()) {
      const selected = screen.match(/▸\w+/g) ?? [];
      const after = `after ${keys.slice(0, index + 1).join('')}\n${screen}`;
      expect(selected, after).toHaveLength(1);
      const board = boards.find(({ symbols }) => symbols.includes(selected[0]?.slice(1) ?? ''));
      if (fits) expect(shownOn(screen), after).toEqual(expect.arrayContaining(board?.symbols ?? ['none']));
    }
  });

  // The tiles stand in three rows: Movers and Relative volume, Forum and the shorter Search, Buzz.
  test.each([
    ['the first row of the screen', 'j', 'A0'],
    ['the row below', 'jj', 'A1'],
    ['the row above', 'jjjk', 'A1'],
    ['nothing above the first row', 'jk', 'A0'],
    ['the board below', 'jjjjjj', 'C0'],
    ['the board above', 'jjjjjjk', 'A4'],
    ['the same row of the board to the right', 'jjl', 'B1'],
    ['the same row of the board to the left', 'jjlh', 'A1'],
    ['nothing to the right of the last board', 'jll', 'B0'],
    ['nothing to the right of a board that stands alone', 'jjjjjjjjjjjl', 'E0'],
    ['the last row of a shorter board', 'jjjjjjjjjjl', 'D2'],
  ])('80 × 30, arrows lead to %s: %s', async (_, keys, expected) => {
    const [screen = ''] = await screensAfter('watch', [keys], { ...service(), columns: 80, rows: 30 });
    expect(screen.match(/▸\w+/g)).toEqual([`▸${expected}`]);
  });

  test('40 × 17, the tiles scroll as little as the selected board needs', async () => {
    const [screen = ''] = await screensAfter('watch', ['j'.repeat(11)], {
      ...service(),
      columns: 40,
      rows: 17,
    });
    expect(screen).toContain('▸C0');
    expect(shownOn(screen)).toEqual(all.filter((symbol) => /[BC]/.test(symbol)));
  });

  test.each([
    [80, 14],
    [30, 8],
    [40, 17],
  ])('%d × %d, pages down and up leave out no row', async (columns, rows) => {
    const pages = (key: string) => Array.from({ length: 20 }, () => key);
    const keys = ['', ...pages(PAGE_DOWN), ...pages(PAGE_UP)];
    const screens = await screensAfter('watch', keys, { ...service(), columns, rows });
    for (const walked of [screens.slice(0, 21), screens.slice(20)])
      expect([...new Set(walked.flatMap(shownOn))].toSorted()).toEqual(all);
    expect(screens.at(-1)).toBe(screens[0]);
  });
});

test('in a list, page up shows the previous page', async () => {
  const symbols = Array.from({ length: 40 }, (_, index) => `S${index}`).join(' ');
  const list = minuteService(() => boardsOf({ movers: symbols }));
  const keys = ['c', PAGE_DOWN, PAGE_DOWN, PAGE_UP, PAGE_UP];
  const [first, second, , fourth, fifth] = await screensAfter('watch', keys, {
    ...list,
    columns: 80,
    rows: 16,
  });
  expect(first).toMatch(/^CONFLUENCE/m);
  expect(second).not.toBe(first);
  expect([fourth, fifth]).toEqual([second, first]);
});

describe('Esc', () => {
  const service = () => minuteService(() => boardsOf({ movers: 'AAA BBB', forum: 'FFF GGG' }));
  const ESCAPE = '\x1b';

  test.each<[string, ReadonlyArray<string>, ReadonlyArray<string | null>]>([
    ['the selected row, then the filter', ['/bb\rj', ESCAPE, ESCAPE], ['▸BBB filter', 'filter', '']],
    ['the filter at once, if the selected row is on no board of it', ['j/ff\r', ESCAPE], ['filter', '']],
    ['the filter at once, if no row is selected', ['/bb\r', ESCAPE], ['filter', '']],
  ])('clears %s', async (_, keys, expected) => {
    const screens = await screensAfter('watch', keys, service());
    const describeState = (screen: string) =>
      [/▸\w+/.exec(screen)?.[0], /filter \w+, \d/.test(screen) ? 'filter' : undefined]
        .filter(Boolean)
        .join(' ');
    expect(screens.map(describeState)).toEqual(expected);
  });
});

describe('the zoom', () => {
  const boards = Object.fromEntries(
    ['movers', 'rvol', 'forum', 'search'].map((key) => [
      key,
      `${key}1 ${key}2 ${key}3 ${key}4 ${key}5 ${key}6 ${key}7`,
    ]),
  );
  const service = () => ({ ...minuteService(() => boardsOf(boards)), columns: 40, rows: 14 });

  test('shows the whole board of the selected row, then the boards beside it, then the screen before', async () => {
    const [below, zoomed, right, left, back] = await screensAfter(
      'watch',
      ['\x1b[6~jj', 'z', '\x1b[C', '\x1b[D', 'q'],
      service(),
    );
    expect(below).toMatch(/▸rvol2/);
    expect(zoomed).toMatch(/^Relative volume ─.*\n #.*Symbol/m);
    expect(zoomed).toMatch(/▸rvol2/);
    expect(zoomed).toMatch(/rvol7/);
    expect(right).toMatch(/^Forum ─/m);
    expect(left).toMatch(/^Relative volume ─/m);
    expect(back?.replace('▸', ' ')).toBe(below?.replace('▸', ' '));
  });

  test('goes left and right to boards that have symbols to show, in their order', async () => {
    const keys = ['/2\rz', 'l', 'l', 'l', 'h', 'h', 'h'];
    const boardOf = (screen: string) => /^(\w[\w ]*?) ─/m.exec(screen)?.[1];
    const some = { ...boards, rvol: [], search: 'search2', forum: 'FFF', buzz: 'buzz2' };
    const visited = await screensAfter('watch', keys, {
      ...minuteService(() => boardsOf({ ...some, rvol: '' })),
      rows: 30,
    });
    expect(visited.map(boardOf)).toEqual(['Movers', 'Search', 'Buzz', 'Buzz', 'Search', 'Movers', 'Movers']);
    const hidden = await screensAfter('watch', ['bj \rz', 'l', 'l', 'h'], service());
    expect(hidden.map(boardOf)).toEqual(['Movers', 'Forum', 'Search', 'Forum']);
  });

  test('lists below the board what entered and left it last, as far as there is room', async () => {
    const movers = ['AAA BBB CCC DDD EEE FFF', 'AAA BBB CCC DDD NEW GGG', 'NEW AAA CCC DDD EEE GGG'];
    const changing = () =>
      minuteService((minute) =>
        boardsOf({ movers: movers[minute] ?? 'NEW AAA CCC DDD HHH', rvol: minute < 2 ? 'III' : 'JJJ' }),
      );
    const size = { ...changing(), columns: 80, rows: 23 };
    const [all = '', past = '', one = ''] = await screensFrom(190, ['z', '[', ']/ne\r'], size);
    const logOf = (screen: string) => screen.match(/^\d\d:\d\d .*$/gm)?.map((line) => line.trimEnd());
    const lines = all.split('\n').map((line) => line.trimEnd());
    expect(lines.slice(15, 22)).toEqual([
      'left since 3m: BBB 14:32 (was 2), EEE 14:33 (was 5), FFF 14:31 (was 6)',
      '',
      '14:33  in    HHH     Movers 5, first seen',
      '14:33  out   EEE     Movers (was 5, there ≥3m), again',
      '14:33  out   GGG     Movers (was 6, there 2m), again',
      '14:32  out   BBB     Movers (was 2, there ≥2m)',
      '14:31  in    NEW     Movers 5, first seen',
    ]);
    expect(logOf(past)).toEqual([
      '14:32  in    EEE     Movers 5, back after 1m',
      '14:32  out   BBB     Movers (was 2, there ≥2m)',
      '14:31  in    NEW     Movers 5, first seen',
      '14:31  in    GGG     Movers 6, first seen',
      '14:31  out   FFF     Movers (was 6, there ≥1m)',
    ]);
    expect(logOf(one)).toEqual(['14:31  in    NEW     Movers 5, first seen']);
    const [low = ''] = await screensFrom(190, ['z'], { ...changing(), columns: 80, rows: 18 });
    expect(low).toMatch(/^left since 3m: .*\n\s*\nq back/m);
  });

  test('ends when its board is hidden', async () => {
    const [hidden] = await screensAfter('watch', ['zb \r'], service());
    expect(hidden).toMatch(/^Relative volume ─/m);
    expect(hidden).not.toContain('All boards are hidden');
  });

  test.each([
    ['hidden', 'watch', 'ba\r/aaa\rz'],
    ['without rows that pass the options', 'watch --bias bearish', '/aaa\rz'],
  ])('is refused with the reason for a symbol whose boards are %s', async (_, args, keys) => {
    const listed = minuteService(() => boardsOf({ movers: 'AAA BBB', forum: 'AAA' }));
    const [screen = ''] = await screensAfter(args, [keys], { ...listed, columns: 120 });
    expect(screen.split('\n').at(-1)).toContain('is on no visible board of day');
  });
});

test('the keys t a w p 0 of earlier versions do nothing', async () => {
  const service = minuteService(() => boardsOf({ movers: 'AAA' }));
  const [before, ...screens] = await screensAfter('watch', ['', 't', 'a', 'w', 'p', '0'], { ...service });
  for (const screen of screens) expect(screen).toBe(before);
});
