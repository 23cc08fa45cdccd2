import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/api/snapshot.ts';
import { type BoardsOptions, renderBoards } from '../../src/view/boards.ts';
import { paneWidth } from '../../src/view/pane-width.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { CLASSIC, rowsBoard } from './fixtures.ts';

const draw = (boards: ReadonlyArray<Board>, width: number, options: Partial<BoardsOptions> = {}) =>
  renderBoards(boards, { width, theme: CLASSIC, columns: null, timeframe: 'day', ...options }).lines;

/** Boards with one row each; a tile of the basic columns alone has 22 cells. */
const many = (count: number) => Array.from({ length: count }, (_, index) => rowsBoard([{}], `board${index}`));

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

describe('tiles side by side', () => {
  test.each([
    [2, 30, 1],
    [2, 45, 1],
    [2, 46, 2],
    [3, 69, 2],
    [3, 70, 3],
    [9, 200, 8],
    [9, 1000, 9],
  ])('%d in %d cells: %d per row', (count, width, columns) => {
    expect(draw(many(count), width)[0]?.match(/board\d/g)).toHaveLength(columns);
  });

  test('stand in the order of the boards, row by row', () => {
    const titles = draw(many(5), 50).flatMap((line) => line.match(/board\d/g) ?? []);
    expect(titles).toEqual(['board0', 'board1', 'board2', 'board3', 'board4']);
  });

  test('are never wider than the pane', () => {
    const boards = [
      ...many(3),
      rowsBoard([{ metric: 'm'.repeat(99), symbol: 'SYMBOLSYMBOL' }], 'b'.repeat(99)),
    ];
    for (let width = 20; width <= 300; width++)
      for (const wide of [false, true])
        for (const columns of [null, ['tag', 'name', 'metric'] as const])
          for (const line of draw([...boards, rowsBoard([], 'none')], width, { wide, columns }))
            expect(displayWidth(line), `at ${width}`).toBeLessThanOrEqual(width);
  });
});

test('a snapshot without boards has no lines', () => {
  expect(draw([], 80)).toEqual([]);
});

const UNEQUAL = [
  rowsBoard([
    { symbol: 'ALDM', rank: 1, metric: '37.2% of float', price: 712.5, boards: 0, bias: 'neutral' },
    { symbol: 'B', rank: 10, metric: '6% of float', boards: 4, bias: 'bearish' },
  ]),
  rowsBoard([], 'rvol'),
  rowsBoard([{ metric: '3 buys, $542.4K' }], 'insiderBuys'),
];

test('each tile is as wide as its own rows need, and shows the words that its metrics share in its title', () => {
  expect(draw(UNEQUAL, 76).join('\n')).toMatchInlineSnapshot(`
    "Movers ──────────────────────────────── of float  Relative volume ───
     # Symbol  Price    Chg   Vol Bds Metric           no symbols
     1 ALDM   712.50 +4.56% 82.1M   · 37.2%
    10 B       12.50 +4.56% 82.1M ◆4▼ 6%
    Insider buys ───────────────────────────────────
     # Symbol Price    Chg   Vol Bds Metric
     1 AAA    12.50 +4.56% 82.1M  2▲ 3 buys, $542.4K"
  `);
});

test('cells that are left go to price, volume and name, in every tile alike', () => {
  expect(draw(UNEQUAL, 100).join('\n')).toMatchInlineSnapshot(`
    "Movers ────────────────── of float  Relative volume ───  Insider buys ─────────────────────────────
     # Symbol  Price    Chg Bds Metric   no symbols           # Symbol Price    Chg Bds Metric
     1 ALDM   712.50 +4.56%   · 37.2%                         1 AAA    12.50 +4.56%  2▲ 3 buys, $542.4K
    10 B       12.50 +4.56% ◆4▼ 6%"
  `);
  expect(draw(UNEQUAL, 120).join('\n')).toMatchInlineSnapshot(`
    "Movers ──────────────────────── of float  Relative volume ───  Insider buys ───────────────────────────────────
     # Symbol  Price    Chg   Vol Bds Metric   no symbols           # Symbol Price    Chg   Vol Bds Metric
     1 ALDM   712.50 +4.56% 82.1M   · 37.2%                         1 AAA    12.50 +4.56% 82.1M  2▲ 3 buys, $542.4K
    10 B       12.50 +4.56% 82.1M ◆4▼ 6%"
  `);
});

test('chosen columns replace those after the rank', () => {
  expect(draw(UNEQUAL, 60, { columns: ['price', 'rank', 'symbol'] }).join('\n')).toMatchInlineSnapshot(`
    "Movers ── of float  Relative volume ───  Insider buys ───
     #  Price Symbol     no symbols           # Price Symbol
     1 712.50 ALDM                            1 12.50 AAA
    10  12.50 B"
  `);
});

describe('the metric', () => {
  const metric = 'new high on 1.9x the average volume of 30 days';
  const boards = [rowsBoard([{ metric }]), rowsBoard([{ symbol: 'BBB' }], 'rvol')];

  test('of more than 24 cells is wrapped in a tile', () => {
    expect(draw(boards, 80).join('\n')).toMatchInlineSnapshot(`
      "Movers ───────────────────────────────────  Relative volume ──────
       1 AAA +4.56%  2▲ new high on 1.9x the       1 BBB +4.56%  2▲ 4.2x
                        average volume of 30
                        days"
    `);
  });

  test('is whole where other columns can give way', () => {
    expect(draw(boards, 30).join('\n')).toMatchInlineSnapshot(`
      "Movers ───────────────────────
      AAA new high on 1.9x the
          average volume of 30 days
      Relative volume ──────────────
       1 BBB +4.56%  2▲ 4.2x"
    `);
  });

  test.each([30, 40, 80, 120, 200])('is nowhere cut, in %d cells', (width) => {
    for (const wide of [false, true]) {
      const lines = draw(boards, width, { wide });
      const start = lines.findIndex((line) => line.includes('new'));
      const own = lines.slice(start);
      for (const word of metric.split(' ')) expect(own.join('\n')).toContain(word);
    }
  });
});

describe('all columns, one board a row', () => {
  test('with --wide', () => {
    expect(draw(UNEQUAL, 80, { wide: true }).join('\n')).toMatchInlineSnapshot(`
      "Movers ─ move over the window ────────────────────────────────────────── 2 ranks
       # Symbol Name         Price    Chg   Vol Bds Metric         Tag
       1 ALDM   Alpha Works 712.50 +4.56% 82.1M   · 37.2% of float –
      10 B      Alpha Works  12.50 +4.56% 82.1M ◆4▼ 6% of float    –
      Relative volume ─ volume versus average ──────────────────────────────── 0 ranks
       no symbols
      Insider buys ─ Form 4 insider buys ────────────────────────────────────── 1 rank
       # Symbol Name        Price    Chg   Vol Bds Metric          Tag
       1 AAA    Alpha Works 12.50 +4.56% 82.1M  2▲ 3 buys, $542.4K –"
    `);
  });

  test('for a single board', () => {
    const [board] = UNEQUAL;
    expect(draw(board === undefined ? [] : [board], 80)).toEqual(
      draw(UNEQUAL, 80, { wide: true }).slice(0, 4),
    );
  });

  test('a wider terminal never shows fewer', () => {
    let before = 0;
    for (let width = 30; width <= 200; width++) {
      const labels = draw(UNEQUAL, width, { wide: true })[1]?.split(/ +/).length ?? 0;
      expect(labels, `at ${width}`).toBeGreaterThanOrEqual(before);
      before = labels;
    }
    expect(before).toBe(10);
  });
});

describe('moneyFlow', () => {
  const rows = Array.from({ length: 24 }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index + 1}` }));
  const drawFlow = (count: number) =>
    draw(snapshotOf({ boards: { movers: [rowOf()], moneyFlow: rows.slice(0, count) } }).boards, 60, {
      columns: ['symbol'],
    });

  test('is split into four tiers of six rows, with the ranks of the board', () => {
    expect(drawFlow(24).join('\n')).toMatchInlineSnapshot(`
      "Movers ───────────────  Money flow · blue ────
       # Symbol                # Symbol
       1 AAA                   1 S1
                               2 S2
                               3 S3
                               4 S4
                               5 S5
                               6 S6
      Money flow · mid ─────  Money flow · small ───
       # Symbol                # Symbol
       7 S7                   13 S13
       8 S8                   14 S14
       9 S9                   15 S15
      10 S10                  16 S16
      11 S11                  17 S17
      12 S12                  18 S18
      Money flow · penny ───
       # Symbol
      19 S19
      20 S20
      21 S21
      22 S22
      23 S23
      24 S24"
    `);
  });

  test('is one board when it is incomplete', () => {
    expect(drawFlow(23).filter((line) => line.includes('─'))).toEqual([
      expect.stringMatching(/^Movers ─* +Money flow ─*$/),
    ]);
  });
});

describe('for older data', () => {
  const sinceOf = (symbol: string | null) =>
    symbol === 'AAA' ? { now: 'left >10:17', boards: null, changePct: -1.5 } : null;

  test('what became of a symbol follows it', () => {
    const boards = [rowsBoard([{}, { rank: 2, symbol: 'BBB' }]), rowsBoard([{}], 'rvol')];
    expect(draw(boards, 120, { sinceOf }).join('\n')).toMatchInlineSnapshot(`
      "Movers ───────────────────────────────────────────────────  Relative volume ──────────────────────────────────────────
       # Symbol Now          Since Price    Chg   Vol Bds Metric   # Symbol Now          Since Price    Chg   Vol Bds Metric
       1 AAA    left >10:17 -1.50% 12.50 +4.56% 82.1M  2▲ 4.2x     1 AAA    left >10:17 -1.50% 12.50 +4.56% 82.1M  2▲ 4.2x
       2 BBB    –                – 12.50 +4.56% 82.1M  2▲ 4.2x"
    `);
    expect(draw(boards, 80, { sinceOf, wide: true }).join('\n')).toMatchInlineSnapshot(`
      "Movers ─ move over the window ────────────────────────────────────────── 2 ranks
       # Symbol Now          Since Name        Price    Chg   Vol Bds Metric Tag
       1 AAA    left >10:17 -1.50% Alpha Works 12.50 +4.56% 82.1M  2▲ 4.2x   –
       2 BBB    –                – Alpha Works 12.50 +4.56% 82.1M  2▲ 4.2x   –
      Relative volume ─ volume versus average ───────────────────────────────── 1 rank
       # Symbol Now          Since Name        Price    Chg   Vol Bds Metric Tag
       1 AAA    left >10:17 -1.50% Alpha Works 12.50 +4.56% 82.1M  2▲ 4.2x   –"
    `);
    expect(draw(boards, 40, { sinceOf, columns: ['volume'] }).join('\n')).toMatchInlineSnapshot(`
      "Movers ────────────────────
       # Now          Since   Vol
       1 left >10:17 -1.50% 82.1M
       2 –                – 82.1M
      Relative volume ───────────
       # Now          Since   Vol
       1 left >10:17 -1.50% 82.1M"
    `);
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
  expect(draw(boards, 80, { timeframe })[0]).toMatch(new RegExp(`^${title.replace(/[?[]/g, '\\$&')}`));
});
