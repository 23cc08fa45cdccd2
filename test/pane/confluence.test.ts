import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { minuteService } from '../support/minute-service.ts';
import { type PaneOptions, screensAfter, screensFrom } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';

/** TOP and AGR are on three boards, TWO is on two, and ONE on one. LOW is only below rank 5. */
function boards(): JsonObject {
  const row = (symbol: string, rank: number, count: number) => rowOf({ symbol, rank, boards: count });
  return {
    movers: [row('AGR', 1, 3), row('TOP', 2, 3)],
    rvol: [row('AGR', 1, 3), row('TWO', 2, 2), row('TOP', 5, 3), row('LOW', 6, 0)],
    momentum: [row('TOP', 3, 3), row('ONE', 4, 1), row('TWO', 5, 2), row('AGR', 8, 3)],
    forum: [row('AGR', 2, 3), row('TOP', 9, 3)],
  };
}

const service = (of: () => JsonObject = boards) =>
  minuteService(() => ({ boards: of(), topPlay: { symbol: 'TOP', reasons: [] } }));

const bodyOf = (screen = '') =>
  screen
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => /^CONFLUENCE|^[★T]|^ {3,}/.test(line) && !/^TOP {2}/.test(line) && !/% up/.test(line));

const screens = (keys: ReadonlyArray<string>, options: PaneOptions = {}) =>
  screensAfter('watch', keys, { ...service(), columns: 120, ...options });

test('the confluence view lists symbols on two boards or more, with the top play first among equals; f shows all, then pins', async () => {
  const [two, all, pins, again] = await screens(['c', 'f', 'f', 'f']);
  expect(bodyOf(two)).toEqual([
    'CONFLUENCE  3 symbols on two boards or more · 5 in all (f)',
    '    # Symbol Name              Price     Chg    Vol Bds      Age 30 min    On',
    '★   1 TOP    Alpha Works       12.50  +4.56%  82.1M ◆3+      ≥0m        ▅  Movers 2 · Momentum 3 · Relative volume 5',
    `${' '.repeat(75)}(Forum 9)`,
    '    2 AGR    Alpha Works       12.50  +4.56%  82.1M ◆3+      ≥0m        ▅  Movers 1 · Relative volume 1 · Forum 2',
    `${' '.repeat(75)}(Momentum 8)`,
    '    3 TWO    Alpha Works       12.50  +4.56%  82.1M  2+      ≥0m        ▄  Relative volume 2 · Momentum 5',
  ]);
  expect(two?.split('\n').at(-1)).toMatch(/^q back {2}\? help {2}f all /);
  expect(bodyOf(all)[0]).toBe('CONFLUENCE  5 symbols in all · 0 pinned (f)');
  expect(bodyOf(all).slice(-2)).toEqual([
    '    4 ONE    Alpha Works       12.50  +4.56%  82.1M  1+      ≥0m        ▂  Momentum 4',
    '    5 LOW    Alpha Works       12.50  +4.56%  82.1M          ≥0m        ▁  (Relative volume 6)',
  ]);
  expect(pins).toMatch(
    /^CONFLUENCE {2}0 pinned · 3 symbols on two boards or more \(f\) *\nNothing is pinned; \* pins/m,
  );
  expect(again).toBe(two);
});

test('pins come first, even on one board, with their places; f f shows only pins', async () => {
  const config = { pins: ['TWO', 'LOW', 'GONE'] };
  const [two, all, pins] = await screens(['c', 'f', 'f'], { config });
  const places = (screen = '') =>
    bodyOf(screen).flatMap((line) => /^(.{5}) ([A-Z]+\*?) /.exec(line)?.slice(1) ?? []);
  expect(places(two)).toEqual([...['    3', 'TWO*', '    5', 'LOW*'], ...['★   1', 'TOP', '    2', 'AGR']]);
  expect(places(all).slice(-4)).toEqual(['    2', 'AGR', '    4', 'ONE']);
  expect(places(pins)).toEqual(['    3', 'TWO*', '    5', 'LOW*']);
  expect(bodyOf(pins)[0]).toBe('CONFLUENCE  2 pinned · 3 symbols on two boards or more (f)');
});

test('the number of boards is followed by how many were gained or lost since the baseline', async () => {
  const row = (symbol: string, rank: number, count: number) => rowOf({ symbol, rank, boards: count });
  const later = () => ({
    movers: [row('TOP', 1, 1), row('AGR', 2, 4)],
    rvol: [row('AGR', 1, 4), row('TWO', 2, 2)],
    momentum: [row('AGR', 3, 4), row('TWO', 5, 2)],
    forum: [row('AGR', 2, 4)],
  });
  const service = minuteService((minute) => ({ boards: minute < 2 ? boards() : later() }));
  const [all = ''] = await screensFrom(150, ['cf'], { ...service, columns: 120 });
  expect(all).toMatch(/^ +1 AGR .* ◆4\+ ▲1 +<1m /m);
  expect(all).toMatch(/^ +2 TWO .* 2\+ {2,}≥2m /m);
  expect(all).toMatch(/^ +3 TOP .* 1\+ ▼2 +<1m /m);
});

test('a hidden board still counts in the confluence view and in the card', async () => {
  const [tiles = '', list = '', card = ''] = await screens(['b \r', 'c', 'qj/AGR\r']);
  expect(tiles).not.toMatch(/^Movers ─/m);
  expect(list).toMatch(/ AGR .* ◆3\+ .* Movers 1 · Relative volume 1 · Forum 2/);
  expect(card).toMatch(/^Movers +1 /m);
});

test.each([
  ['watch --sort symbol', ['AGR', 'TOP', 'TWO']],
  ['watch --sort symbol --reverse', ['TWO', 'TOP', 'AGR']],
  ['watch --sort symbol -l 2', ['AGR']],
  ['watch --sort age', ['TOP', 'AGR', 'TWO']],
  ['watch -l 1', ['TOP', 'AGR']],
])('%s orders and cuts the confluence view as boards confluence does', async (args, expected) => {
  const [list] = await screensAfter(args, ['c'], { ...service(), columns: 120 });
  const symbols = bodyOf(list).flatMap((line) => /^.{5} ([A-Z]+) /.exec(line)?.[1] ?? []);
  expect(symbols.filter((symbol) => symbol !== 'LOW')).toEqual(expected);
});

test('-l leaves out ranks, and the title refuses an order by a field that only boards have', async () => {
  const [list] = await screensAfter('watch -l 1', ['c'], { ...service(), columns: 120 });
  expect(list).not.toContain('Forum 9');
  const [other] = await screensAfter('watch --sort metric', ['c'], { ...service(), columns: 120 });
  expect(other).toMatch(/^CONFLUENCE {2}sorted by number of boards: --sort does not apply here$/m);
});

test('a symbol that fell to one board or below rank 5 stays in the list until the baseline is after its fall', async () => {
  const row = (symbol: string, rank: number, count: number) => rowOf({ symbol, rank, boards: count });
  const later = () => ({
    movers: [row('TOP', 1, 1), row('ONE', 2, 1), row('AGR', 8, 0)],
    forum: [row('TWO', 2, 1)],
    rvol: [row('NEW', 1, 1)],
    momentum: [row('NEW', 8, 1)],
  });
  const service = minuteService((minute) => ({ boards: minute < 2 ? boards() : later(), topPlay: null }));
  const bodyIn = async (minute: number) => {
    const [screen] = await screensFrom(minute * 60 + 30, ['c'], { ...service, columns: 120 });
    return bodyOf(screen).map((line) => line.replace(/ +Alpha.*82\.1M| +[≥<\d]+m .*/g, ''));
  };
  expect(await bodyIn(2)).toEqual([
    'CONFLUENCE  0 symbols on two boards or more · 3 no longer · 5 in all (f)',
    expect.stringMatching(/^ +# Symbol /),
    '    2 TOP  1+ ▼2',
    '    4 TWO  1+ ▼1',
    '    5 AGR     ▼3',
  ]);
  expect(await bodyIn(7)).toEqual(['CONFLUENCE  0 symbols on two boards or more · 5 in all (f)']);
});
