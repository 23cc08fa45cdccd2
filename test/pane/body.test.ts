import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import type { View } from '../../src/pane/view.ts';
import { TILES } from '../../src/pane/views/tiles-view.ts';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { bodyOf, ranked, rowOf } from '../support/snapshots.ts';

const TEN = 'A1 A2 A3 A4 A5 A6 A7 A8 A9 A10';
const FLOW = Array.from({ length: 24 }, (_, index) => `S${index + 1}`);

async function twoScreens(
  before: JsonObject,
  after: JsonObject,
  { args = 'watch', ...options }: PaneOptions & { readonly args?: string } = {},
): Promise<readonly [string, string]> {
  const script: Script = [
    [50, shoot('before')],
    [110, shoot('after')],
    [111, press('\x03')],
  ];
  const service = minuteService((minute) => (minute === 0 ? before : after));
  const played = await play(args, script, { ...service, ...options });
  return [await played.screen('before'), await played.screen('after')];
}

/** Returns titles with line and column, such as `Movers 3:0`. Titles contain single blanks only. */
function titles(screen: string): ReadonlyArray<string> {
  return screen
    .split('\n')
    .flatMap((line, y) =>
      [...line.matchAll(/(\w+(?: \w+)*?) (?:─+|bds)/g)]
        .filter(({ 1: title = '' }) => !/^(bds|vol|price|tag)\b/.test(title))
        .map(({ 1: title, index }) => `${title} ${y}:${index}`),
    );
}

describe('nothing jumps:', () => {
  const all = boardsOf({ movers: TEN, rvol: TEN, search: TEN, forum: TEN });

  test.each<[string, JsonObject, string]>([
    ['a board is missing for a while', boardsOf({ movers: TEN, search: TEN, forum: TEN }), 'watch'],
    ['a board is empty', boardsOf({ movers: TEN, rvol: '', search: TEN, forum: TEN }), 'watch'],
    ['boards are short', boardsOf({ movers: 'A1', rvol: 'A1 A2', search: '', forum: TEN }), 'watch'],
    ['no board is left', boardsOf({}), 'watch'],
    [
      'the boards are in another order',
      boardsOf({ forum: TEN, search: TEN, rvol: TEN, movers: TEN }),
      'watch',
    ],
    ['a board of -b is missing', boardsOf({ forum: TEN }), 'watch -b forum,rvol,movers'],
    ['few rows are shown', boardsOf({ movers: 'A1', search: '', forum: TEN }), 'watch --limit 3'],
  ])('%s', async (_, after, args) => {
    const [first, second] = await twoScreens(all, after, { args, rows: 60 });
    expect(titles(first).length).toBe(args.includes('-b') ? 3 : 4);
    expect(titles(second)).toEqual(titles(first));
  });

  test('a new board comes last', async () => {
    const after = boardsOf({ movers: TEN, first: TEN, rvol: TEN });
    const [, screen] = await twoScreens(boardsOf({ movers: TEN, rvol: TEN }), after, {
      columns: 60,
      rows: 60,
    });
    expect(titles(screen).map((title) => title.split(' ')[0])).toEqual(['Movers', 'Relative', 'first']);
  });
});

describe('boards that are missing keep their places', () => {
  const many = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'AAA']));

  test.each<[string, number, number, number]>([
    ['up to 100 boards', 50, 50, 100],
    ['not where there would be more', 50, 51, 51],
  ])('%s', async (_, before, after, expected) => {
    const [, screen] = await twoScreens(boardsOf(many('old', before)), boardsOf(many('new', after)), {
      columns: 40,
      rows: 700,
    });
    expect(titles(screen)).toHaveLength(expected);
  });
});

describe('money flow has four tiles', () => {
  const tiers = ['blue', 'mid', 'small', 'penny'].map((tier) => `Money flow ${tier}`);
  const complete = boardsOf({ movers: TEN, moneyFlow: FLOW.join(' '), forum: TEN });
  const names = (screen: string) => titles(screen).map((title) => title.replace(/ \d+:\d+$/, ''));
  const places = (screen: string) => titles(screen).map((title) => title.replace(/^.* /, ''));

  test.each<[string, JsonObject, ReadonlyArray<string>]>([
    ['when it is missing', boardsOf({ movers: TEN, forum: TEN }), tiers],
    ['when it is empty', boardsOf({ movers: TEN, moneyFlow: '', forum: TEN }), tiers],
    [
      'when its tiers cannot be told apart',
      boardsOf({ movers: TEN, moneyFlow: FLOW.slice(1).join(' '), forum: TEN }),
      tiers.map(() => 'Money flow'),
    ],
  ])('%s', async (_, after, expected) => {
    const [first, second] = await twoScreens(complete, after, { columns: 120, rows: 40 });
    expect(names(first)).toEqual(['Movers', ...tiers, 'Forum']);
    expect(names(second)).toEqual(['Movers', ...expected, 'Forum']);
    expect(places(second)).toEqual(places(first));
  });

  test.each([
    [10, 6],
    [2, 2],
  ])('with --limit %d, the first %d ranks of each tier, as the service sent them', async (limit, count) => {
    const options = { args: `watch --limit ${limit}`, columns: 40, rows: 60 };
    const [screen] = await twoScreens(complete, complete, options);
    const shown = FLOW.flatMap((symbol) => new RegExp(`^ ?(\\d+) +${symbol} `, 'm').exec(screen)?.[1] ?? []);
    const ranks = [1, 7, 13, 19].flatMap((first) =>
      Array.from({ length: count }, (_, index) => first + index),
    );
    expect(shown.map(Number)).toEqual(ranks);
    expect(screen.includes(' A3 ')).toBe(limit > 2);
  });
});

describe('with --limit', () => {
  test.each([
    ['a symbol that climbs into them has moved', `A1 A2 A3 A4 A6 A5 A7 A8 A9 A10`, /5 ▲1 {2}A6 /],
    ['a symbol that enters from outside is new', `A1 A2 A3 A4 NNN A5 A6 A7 A8 A9`, /5 NEW NNN /],
    [
      'a symbol that falls out of them is said to be below',
      `A1 A2 A3 A4 A6 A7 A8 A9 A10 A5`,
      /out A5 Movers 5 /,
    ],
  ])('only that many rows are shown, and %s', async (_, after, expected) => {
    const [first, second] = await twoScreens(boardsOf({ movers: TEN }), boardsOf({ movers: after }), {
      args: 'watch --limit 5',
      columns: 60,
    });
    expect(first).toMatch(/5 {5}A5 /);
    expect(first).not.toContain('A6');
    expect(second.split('\n').slice(2).join(' ')).toMatch(expected);
    expect(second.match(/^ *\d+ .*%/gm)).toHaveLength(5);
  });
});

describe('the filter', () => {
  const boards = boardsOf({ movers: 'AAA NVDA BBB', rvol: 'CCC', search: 'NVO AAA', forum: 'NVDA' });
  const service = () => ({ ...minuteService(() => boards), columns: 60 });
  const shown = (screen = '') => titles(screen).map((title) => title.split(' ')[0]);

  test('shows only boards with matching symbols while it is typed, and all boards once it is cleared', async () => {
    const [all, n, nvd, entered, cleared] = await screensAfter(
      'watch',
      ['', '/n', 'vd', '\r', '\x1b'],
      service(),
    );
    expect(shown(all)).toEqual(['Movers', 'Relative', 'Search', 'Forum']);
    expect(shown(n)).toEqual(['Movers', 'Search', 'Forum']);
    expect(shown(nvd)).toEqual(['Movers', 'Forum']);
    expect(nvd).not.toMatch(/AAA +\+4/);
    expect(nvd).toMatch(/^filter symbols: NVD/m);
    expect(entered).toMatch(/filter NVD, 2 boards$/);
    expect(cleared).toBe(all);
  });

  test('does not change the columns and heights of the tiles', async () => {
    const many = boardsOf(
      Object.fromEntries([...'abcdefgh'].map((key) => [key, key === 'a' ? TEN : 'B1 B2'])),
    );
    const size = { columns: 120, rows: 24 };
    const [all, few] = await screensAfter('watch', ['', '/a\r'], { ...minuteService(() => many), ...size });
    expect(few).toMatch(/^a ─{18} bds ─+$/m);
    expect(all).toMatch(/^a ─{18} bds ─+ {3}b ─{18} bds ─/m);
    expect(few?.match(/ A\d+ /g)).toEqual(all?.match(/ A\d+ /g));
  });

  test('keeps the common words of the metrics in the title of the board', async () => {
    const metrics = (symbols: string) => ({
      boards: {
        forum: symbols
          .split(' ')
          .map((symbol, index) => ({ rank: index + 1, symbol, metric: `${index + 3} posts` })),
      },
    });
    const [all, one] = await screensAfter('watch', ['', '/bb\r'], {
      ...minuteService(() => metrics('AAA BBB')),
      columns: 60,
    });
    expect(all).toMatch(/^Forum ─{9} price {12}vol bds posts ─+$/m);
    expect(one).toMatch(/^Forum ─{9} price {12}vol bds posts ─+$/m);
    expect(one).toMatch(/BBB .* 4 *$/m);
  });
});

test.each<[string, string, Readonly<Record<string, string>>, PaneOptions?]>([
  ['The snapshot has no boards.', '', {}],
  ['No symbol matches.', '/zzz,yyy\r', { movers: 'AAA' }],
  ['No symbol is on a board.', 'c', { movers: '' }],
  ['No symbol on two boards; f shows all 2.', 'c', { movers: 'AAA BBB' }],
  ['No matching symbol on two boards; f shows all 1.', 'c/bb\r', { movers: 'AAA BBB' }],
  ['Nothing is pinned; * pins a symbol.', 'cff', { movers: 'AAA' }],
  ['No pinned symbol is on a board.', 'cff', { movers: 'AAA' }, { config: { pins: ['GONE'] } }],
  ['Nothing has changed yet.', 'e', { movers: 'AAA' }],
])('says "%s" after %j', async (expected, keys, symbols, options) => {
  const row = { boards: 1 };
  const boards = Object.entries(symbols).map(([key, list]) => [key, list === '' ? [] : ranked(list, row)]);
  const service = minuteService(() => ({ boards: Object.fromEntries(boards), topPlay: null }));
  const [screen] = await screensAfter('watch', [keys], { ...service, ...options });
  expect(screen?.split('\n').map((line) => line.trimEnd())).toContain(expected);
});

describe('unknown metrics', () => {
  const invented: Readonly<Record<string, ReadonlyArray<string | null>>> = {
    relStrength: ['+47.3 pts', '+35.2 pts', '+31.3 pts'],
    highClub: ['new high on 3.4x', 'new high on 2.4x', 'new low on 1.1x'],
    pullback: ['0.1% above rising 50-day', '0.2% above rising 50-day', null],
    single: ['new high on 3.4x'],
    nothing: [null, null],
    sameStart: ['crossed the 200-day by 3%', 'crossed the 200-day by 4%', 'far away'],
    aBoardWithAVeryLongKey: ['極東証券 12', '極東証券 9'],
    movers: ['+4.6%', '+4.6%', '+4.6%'],
  };
  const boardsWith = (metrics: typeof invented) => ({
    boards: Object.fromEntries(
      Object.entries(metrics).map(([key, values]) => [
        key,
        values.map((metric, index) =>
          rowOf({ rank: index + 1, symbol: `${key.slice(0, 3)}${index}`, metric }),
        ),
      ]),
    ),
  });
  const screenOf = async (metrics: typeof invented) => {
    const service = minuteService(() => boardsWith(metrics));
    const [screen = ''] = await screensAfter('watch -l 5', [''], { ...service, columns: 120, rows: 24 });
    return screen;
  };

  test('show where they differ, below a title with their common words', async () => {
    const screen = await screenOf(invented);
    expect(screen).toMatch(/Relative strength ── bds pts ─/);
    const metricsOf = (symbols: string) =>
      symbols
        .split(' ')
        .map((symbol) => new RegExp(` ${symbol} .*? 2\\+ (.{1,13})`).exec(screen)?.[1]?.trim());
    expect(metricsOf('rel0 hig0 hig2 pul0 sin0')).toEqual([
      ...['+47.3', 'high on 3.4x', 'low on 1.1x', '0.1%', '… on 3.4x'],
    ]);
    expect(metricsOf('not0 sam0 sam1 sam2 aBo0 mov0')).toEqual([
      ...['–', '… by 3%', '… by 4%', 'far away', '12', '12.50'],
    ]);
    for (const title of ['aBoardWithAVeryLong…', 'Movers ─+', 'High club ─+'])
      expect(screen).toMatch(new RegExp(`${title} bds `));
  });

  test('do not move the columns', async () => {
    const columnsOf = (screen: string) =>
      screen
        .split('\n')
        .map((line) => [...line.matchAll(/ bds /g)].map(({ index }) => displayWidth(line.slice(0, index))))
        .filter((columns) => columns.length > 0);
    const short = Object.fromEntries(Object.keys(invented).map((key) => [key, ['1', '2']]));
    expect(columnsOf(await screenOf(short))).toEqual(columnsOf(await screenOf(invented)));
  });
});

test('with 100 boards, a frame draws only those on the screen, and pages show them all', () => {
  const keys = Array.from({ length: 100 }, (_, index) => `board${index}`);
  const boards = Object.fromEntries(keys.map((key, index) => [key, symbolsFrom(index * 10)]));
  const snapshot = decodeSnapshot(bodyOf(boardsOf(boards)), 'day');
  if (snapshot === null) throw new Error('not a snapshot');
  let drawn = 0;
  const base: View = {
    ...TILES,
    draw(input, opened) {
      const body = TILES.draw(input, opened);
      drawn += body.lines.filter((line) => typeof line === 'string').length;
      const counted = (line: string | (() => string)) => {
        if (typeof line === 'string') return line;
        return () => {
          drawn++;
          return line();
        };
      };
      return { ...body, lines: body.lines.map(counted) };
    },
  };
  const size = { width: 80, rows: 24 };
  const pane = createLoosePane({ now: () => Date.UTC(2026, 5, 3, 14, 30), base, size });
  pane.receive(snapshot);
  const pages = keys.map((_, index) => {
    drawn = 0;
    const page = index === 0 ? pane.render() : pane.press('pagedown');
    expect(drawn).toBeLessThan(2 * size.rows);
    return page.join('\n');
  });
  const shown = new Set(pages.join('\n').match(/\bS\d+\b/g));
  expect([...shown].filter((symbol) => Number(symbol.slice(1)) % 10 < 5)).toHaveLength(500);
});

function symbolsFrom(first: number): string {
  return Array.from({ length: 10 }, (_, index) => `S${first + index}`).join(' ');
}
