import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { minuteService } from '../support/minute-service.ts';
import { type PaneOptions, screensAfter } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';

/** TOP and AGR are on three boards, TWO on two, ONE on one, LOW below rank 5 alone. */
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

test('the confluence view lists from two boards on, the top play first among equals; f steps to all and to pins', async () => {
  const [two, all, pins, again] = await screens(['c', 'f', 'f', 'f']);
  expect(bodyOf(two)).toEqual([
    'CONFLUENCE  3 symbols on two boards or more · 5 in all (f)',
    '    # Symbol Name           Price     Chg    Vol Bds   Age 30 min   Trend  On',
    '★   1 TOP    Alpha Works    12.50  +4.56%  82.1M ◆3+   ≥0m ·······▅        Movers 2 · Momentum 3 · Relative volume 5',
    `${' '.repeat(75)}(Forum 9)`,
    '    2 AGR    Alpha Works    12.50  +4.56%  82.1M ◆3+   ≥0m ·······▅        Movers 1 · Relative volume 1 · Forum 2',
    `${' '.repeat(75)}(Momentum 8)`,
    '    3 TWO    Alpha Works    12.50  +4.56%  82.1M  2+   ≥0m ·······▄        Relative volume 2 · Momentum 5',
  ]);
  expect(two?.split('\n').at(-1)).toMatch(/^q back {2}\? help {2}f all /);
  expect(bodyOf(all)[0]).toBe('CONFLUENCE  5 symbols in all · 0 pinned (f)');
  expect(bodyOf(all).slice(-2)).toEqual([
    '    4 ONE    Alpha Works    12.50  +4.56%  82.1M  1+   ≥0m ·······▂        Momentum 4',
    '    5 LOW    Alpha Works    12.50  +4.56%  82.1M       ≥0m ·······▁        (Relative volume 6)',
  ]);
  expect(pins).toMatch(
    /^CONFLUENCE {2}0 pinned · 3 symbols on two boards or more \(f\) *\nNothing is pinned; \* pins/m,
  );
  expect(again).toBe(two);
});

test('pins come first, with their places, also those on one board, and f f leaves them alone', async () => {
  const config = { pins: ['TWO', 'LOW', 'GONE'] };
  const [two, all, pins] = await screens(['c', 'f', 'f'], { config });
  const places = (screen = '') =>
    bodyOf(screen).flatMap((line) => /^(.{5}) ([A-Z]+\*?) /.exec(line)?.slice(1) ?? []);
  expect(places(two)).toEqual([...['    3', 'TWO*', '    5', 'LOW*'], ...['★   1', 'TOP', '    2', 'AGR']]);
  expect(places(all).slice(-4)).toEqual(['    2', 'AGR', '    4', 'ONE']);
  expect(places(pins)).toEqual(['    3', 'TWO*', '    5', 'LOW*']);
  expect(bodyOf(pins)[0]).toBe('CONFLUENCE  2 pinned · 3 symbols on two boards or more (f)');
});
