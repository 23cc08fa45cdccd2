import { describe, expect, test } from 'vitest';
import { paneWidth, renderBoards } from '../../src/view/boards.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { CLASSIC, rowsBoard } from './fixtures.ts';

const draw = (count: number, width: number) =>
  renderBoards(
    Array.from({ length: count }, (_, index) => rowsBoard([{}], `board${index}`)),
    { width, theme: CLASSIC, columns: null, timeframe: 'day' },
  );

test.each([
  [undefined, 80],
  [0, 80],
  [-5, 80],
  [Number.NaN, 80],
  [Number.POSITIVE_INFINITY, 80],
  [1, 20],
  [19, 20],
  [20, 20],
  [30, 30],
  [79, 79],
  [79.9, 79],
  [10_000, 1000],
])('a terminal of %s columns is a pane of %d', (columns, width) => {
  expect(paneWidth(columns)).toBe(width);
});

describe('boards side by side', () => {
  test.each([
    [2, 30, 1],
    [2, 80, 1],
    [2, 112, 1],
    [2, 113, 2],
    [2, 200, 2],
    [1, 200, 1],
    [9, 200, 3],
    [9, 1000, 9],
  ])('%d in %d cells: %d per row', (count, width, columns) => {
    expect(draw(count, width)[0]?.split('╭')).toHaveLength(columns + 1);
  });

  test('are never wider than the pane', () => {
    for (let width = 20; width <= 300; width++) {
      for (const line of draw(5, width)) expect(displayWidth(line), `at ${width}`).toBeLessThanOrEqual(width);
    }
  });
});

test('a snapshot without boards has no lines', () => {
  expect(draw(0, 80)).toEqual([]);
});

test('boards of different height have their own frames, without trailing spaces', () => {
  const boards = [rowsBoard([{}, {}]), rowsBoard([]), rowsBoard([{}], 'third')];
  expect(
    renderBoards(boards, { width: 114, theme: CLASSIC, columns: ['symbol'], timeframe: 'day' }).join('\n'),
  ).toMatchInlineSnapshot(`
    "╭─ Movers ─ move over the window ──────────────────────╮ ╭─ Movers ─ move over the window ──────────────────────╮
    │ Symbol                                               │ │ no symbols                                           │
    │ AAA                                                  │ ╰──────────────────────────────────────────────────────╯
    │ AAA                                                  │
    ╰──────────────────────────────────────────────────────╯
    ╭─ third ──────────────────────────────────────────────╮
    │ Symbol                                               │
    │ AAA                                                  │
    ╰──────────────────────────────────────────────────────╯"
  `);
});

describe('moneyFlow', () => {
  const rows = Array.from({ length: 24 }, (_, index) =>
    rowOf({ rank: (index % 6) + 1, symbol: `S${index}` }),
  );
  const titles = (count: number) =>
    renderBoards(snapshotOf({ boards: { moneyFlow: rows.slice(0, count) } }).boards, {
      width: 60,
      theme: CLASSIC,
      columns: ['symbol'],
      timeframe: 'day',
    });

  test('is split into four tiers of six rows', () => {
    expect(titles(24).map((line) => line.replace(/^[│╭] ?─?|[ ─]*[│╮]$/g, '').trim())).toMatchInlineSnapshot(`
      [
        "Money flow · blue ─ dollars traded, by market-cap tier",
        "Symbol",
        "S0",
        "S1",
        "S2",
        "S3",
        "S4",
        "S5",
        "╰──────────────────────────────────────────────────────────╯",
        "Money flow · mid",
        "Symbol",
        "S6",
        "S7",
        "S8",
        "S9",
        "S10",
        "S11",
        "╰──────────────────────────────────────────────────────────╯",
        "Money flow · small",
        "Symbol",
        "S12",
        "S13",
        "S14",
        "S15",
        "S16",
        "S17",
        "╰──────────────────────────────────────────────────────────╯",
        "Money flow · penny",
        "Symbol",
        "S18",
        "S19",
        "S20",
        "S21",
        "S22",
        "S23",
        "╰──────────────────────────────────────────────────────────╯",
      ]
    `);
  });

  test('is one board when it is incomplete', () => {
    expect(titles(23).filter((line) => line.startsWith('╭'))).toEqual([
      `╭─ Money flow ─ dollars traded, by market-cap tier ${'─'.repeat(8)}╮`,
    ]);
  });
});

test.each([
  ['alerted', 'scalp', 'Alerted ─ alert count ──'],
  ['alerted', 'day', 'Alerted ─ alert count ──'],
  ['alerted', 'swing', 'Alerted ─ distance from 52-week high ──'],
  ['alerted', 'investing', 'Alerted ─ distance from 52-week high ──'],
  ['alerted', null, 'Alerted ─ alert count ──'],
  ['relStrength', 'swing', 'Relative strength ─ strength versus the broad market'],
  ['someNewBoard', 'day', 'someNewBoard ──'],
  ['__proto__', 'day', '__proto__ ──'],
  ['constructor', 'day', 'constructor ──'],
  ['\x1b[2J', 'day', '?[2J ──'],
])('the board %j of %s has the title %j', (key, timeframe, title) => {
  const { boards } = snapshotOf({ boards: Object.fromEntries([[key, [rowOf()]]]) });
  const lines = renderBoards(boards, { width: 80, theme: CLASSIC, columns: null, timeframe });
  expect(lines[0]).toContain(`╭─ ${title}`);
});
