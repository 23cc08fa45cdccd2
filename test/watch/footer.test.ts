import { describe, expect, test } from 'vitest';
import { footerKeys } from '../../src/watch/footer.ts';
import { pressKey } from '../../src/watch/keys.ts';
import { initialViewState, type ViewState } from '../../src/watch/state.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, screensAfter } from '../support/play.ts';
import { viewportOf } from '../support/viewport.ts';

/** The keys behind the labels of the footer that are not the key itself. */
const KEYS: Readonly<Record<string, ReadonlyArray<string>>> = {
  space: [' '],
  Enter: ['enter'],
  Tab: ['tab', 'shift-tab'],
  '1-5': ['1', '3', '4', '5'],
  'left right': ['left', 'right'],
  '[ ]': ['[', ']'],
  arrows: ['up', 'down'],
};

describe('each key of the footer works', () => {
  const viewport = viewportOf(['movers AAA BBB', 'rvol CCC', 'forum DDD'], { pageLines: 4 });
  const covered = { ...viewport, tiles: [] };
  const start = initialViewState({ timeframes: ['day'] });

  test.each<[string, Partial<ViewState>]>([
    ['tiles', {}],
    ['zoom', { zoom: 'rvol' }],
    ['log', { view: 'log' }],
    ['log, entered only', { view: 'log', enteredOnly: true }],
    ['confluence', { view: 'confluence' }],
    ['log, pins only', { view: 'log', pins: ['AAA'], pinnedOnly: true }],
    ['card', { card: { symbol: 'AAA', scroll: 0 } }],
    ['card of a pinned symbol', { card: { symbol: 'AAA', scroll: 0 }, pins: ['AAA'] }],
    ['replay', { recorded: ['day', 'scalp', 'swing', 'position', 'investing'] }],
    ['replay of one timeframe, stopped', { recorded: ['day'], paused: true }],
    ['log of a replay', { recorded: ['day'], view: 'log' }],
    ['zoom in a replay', { recorded: ['day'], zoom: 'rvol' }],
    ['card in a replay', { recorded: ['day', 'swing'], card: { symbol: 'AAA', scroll: 0 } }],
    ['help', { mode: 'help', coverScroll: 3 }],
    ['list of boards', { mode: 'boards', cursor: 1 }],
  ])('%s', (_, fields) => {
    const state = { ...start, ...fields };
    const isCovered = state.mode !== 'view';
    const shown = { ...viewport, boardOf: new Map([['AAA', 'movers']]), defaultSymbol: 'AAA' };
    const keys = footerKeys(state, isCovered ? covered : shown, 'last').flatMap(
      ({ label }) => KEYS[label] ?? [label],
    );
    expect(keys.slice(0, 2)).toContain('q');
    for (const key of keys) {
      const { state: next, effect } = pressKey(state, key, isCovered ? covered : shown);
      expect(next !== state || effect !== undefined, key).toBe(true);
    }
  });
});

/** The last line of the screen after each of the keys. */
async function footers(keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') {
  const boards = { movers: 'AAA BBB CCC DDD EEE', rvol: 'AAA', forum: 'BBB', search: 'NVDA' };
  const service = minuteService(() => boardsOf(boards));
  const screens = await screensAfter(args, keys, { ...service, columns: 120, ...options });
  return screens.map((screen) => screen.split('\n').at(-1) ?? '');
}

describe('a key that is gone changes nothing and says what took its place:', () => {
  test.each([
    ['t', 't is gone: Enter opens its card'],
    ['w', 'w is gone: z zooms a board'],
    ['0', '0 is gone: Esc leads back to live'],
  ])('%s', async (key, notice) => {
    for (const before of ['', 'jj', 'z', 'e', 'c', 'j\r']) {
      const [shown, after] = await screensAfter('watch', [before, key], {
        ...minuteService(() => boardsOf({ movers: 'AAA BBB', rvol: 'AAA' })),
        columns: 120,
      });
      const linesOf = (screen = '') => screen.split('\n').slice(0, -1);
      expect(linesOf(after)).toEqual(linesOf(shown));
      expect(after?.split('\n').at(-1)).toContain(notice);
    }
  });
});

describe('the footer says', () => {
  test.each([
    [
      'how to get out and get help, whatever is shown',
      ['', '?', '?b', 'bz'],
      /^q (?:quit|back) {2}\? help|^q back/,
    ],
    ['the same in 20 columns', ['', 'z'], /^q (?:quit|back) {2}\? help/],
  ])('%s', async (title, keys, expected) => {
    for (const footer of await footers(keys, title.includes('20') ? { columns: 20 } : {}))
      expect(footer).toMatch(expected);
  });

  test('how many boards are shown, with all their rows', async () => {
    expect((await footers(['']))[0]).toMatch(/ 4 boards$/);
    expect((await footers([''], {}, 'watch -b movers'))[0]).toMatch(/ 1 board$/);
  });

  test('how many rows each board has, where they are cut', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `S${index}`).join(' ');
    const keys = ['movers', 'rvol', 'forum', 'search', 'buzz', 'steady'];
    const service = minuteService(() => boardsOf(Object.fromEntries(keys.map((key) => [key, rows]))));
    const [all, few] = await footers(['', '/s2\rq'], { ...service, rows: 18 });
    expect(all).toMatch(/ 6 boards, 6 rows each$/);
    expect(few).toMatch(/ filter S2, 6 boards$/);
  });

  test('no number of rows where no board has more', async () => {
    const keys = ['movers', 'rvol', 'forum', 'search', 'buzz', 'steady'];
    const service = minuteService(() =>
      boardsOf(Object.fromEntries(keys.map((key) => [key, 'AAA BBB CCC']))),
    );
    expect((await footers([''], { ...service, columns: 140, rows: 18 }))[0]).toMatch(/pause .* 6 boards$/);
  });

  test('what keys do now: space resumes, ? closes the help and opens it from the list', async () => {
    const [tiles, paused, help, list, helpOfList] = await footers(['', ' ', ' ?', '?b', '?'], {
      columns: 140,
    });
    expect(tiles).toMatch(/z zoom .*space pause/);
    expect(paused).toMatch(/z zoom .*space resume/);
    expect(help).toMatch(/^q back {2}\? close {2}arrows scroll/);
    expect(list).toMatch(/^q back {2}\? help {2}space show or hide {2}a all or none {2}arrows move/);
    expect(helpOfList).toBe(help);
  });

  test('no zoom where there are no boards, and no other board in the zoom of the only one', async () => {
    const [none, one, several] = await footers(['/zzz\r', '/\x15dd\rz', '/\x15b\rq\x1b[27uz']);
    expect(none).not.toContain('z zoom');
    expect(one).toMatch(/^q back {2}\? help {2}\/ filter/);
    expect(several).toMatch(/^q back {2}\? help {2}left right other board/);
  });

  test.each([
    [120, 'filter B, 1 hidden, 1 board'],
    [40, 'filter B, 1 hidden'],
    [30, 'filter B'],
    [20, 'B'],
  ])('in %d columns, longest that something is left out: %s', async (columns, expected) => {
    const [footer = ''] = await footers(['/b\rbjj \r'], { columns });
    expect(footer.endsWith(`  ${expected}`), footer).toBe(true);
  });

  test('a notice beside q and ?, in every width', async () => {
    for (const columns of [20, 30, 40, 80]) {
      const [footer = ''] = await footers([' r'], { columns });
      expect(footer).toMatch(/^q(?: quit)? {2}\?(?: help)? {3}paused/);
      expect(footer.trimEnd().endsWith('to resume')).toBe(columns >= 40);
    }
  });

  test('which boards are on the screen, where not all fit', async () => {
    const [first, last] = await footers(['', 'G'], { columns: 60, rows: 16 });
    expect(first).toMatch(/ boards 1-\d\/4$/);
    expect(last).toMatch(/ boards? (?:\d-)?4\/4$/);
  });

  test('how many boards of this timeframe are hidden', async () => {
    const [, one, other, both] = await footers(['', 'b \r', '3', 'b j \r2'], {}, 'watch -t day,swing');
    expect(one).toMatch(/ 1 hidden, 3 boards$/);
    expect(other).toMatch(/ 4 boards$/);
    expect(both).toMatch(/ 1 hidden, 3 boards$/);
  });

  test('that all are hidden, and how to get them back', async () => {
    const [none] = await screensAfter(
      'watch',
      ['ba\r'],
      minuteService(() => boardsOf({ movers: 'AAA', rvol: 'BBB' })),
    );
    expect(none).toMatch(/^All boards are hidden; press b to choose\.$/m);
    expect(none?.split('\n').at(-1)).toMatch(/2 hidden$/);
  });

  test('why there is none of the boards that were asked for', async () => {
    const service = () => minuteService(() => boardsOf({ movers: 'AAA', rvol: 'BBB' }));
    const [one] = await screensAfter('watch -b nosuch', [''], service());
    expect(one).toMatch(
      /^The board of -b or the preference boards is not in this snapshot; it has movers, rvol\.$/m,
    );
    const [some] = await screensAfter('watch -b nosuch,none', [''], service());
    expect(some).toMatch(/^None of the boards of -b .* is in this snapshot; it has movers, rvol\.$/m);
  });

  test('the filter', async () => {
    const [typing, set, hidden] = await footers(['/bb', '\r', 'b \r']);
    expect(typing).toMatch(/^filter symbols: BB. {2}Enter apply, Esc clear/);
    expect(set).toMatch(/ filter BB, 2 boards$/);
    expect(hidden).toMatch(/ filter BB, 1 hidden, 1 board$/);
  });
});
