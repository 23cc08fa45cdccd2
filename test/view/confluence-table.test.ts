import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfluenceTrend } from '../../src/model/confluence-trend.ts';
import {
  type ConfluenceRow,
  renderConfluenceRow,
  renderConfluenceTitle,
} from '../../src/view/confluence-table.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { BIASES } from '../../src/vocabulary.ts';
import { anyText } from '../support/any-text.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const _ = null;
const age = (minutes: number, isAtLeast = false) => ({ milliseconds: minutes * 60_000, isAtLeast });
const places = (text: string) =>
  text.split(' ').map((place) => {
    const [board = '', rank] = place.split('/');
    return { board, rank: rank === undefined ? null : Number(rank) };
  });
const trend = (word: ConfluenceTrend['word'], ...counts: ReadonlyArray<number | null>): ConfluenceTrend => ({
  word,
  counts,
});

const TLLT: ConfluenceRow = {
  symbol: 'TLLT',
  price: 91.47,
  dayPct: -1.45,
  boards: 5,
  bias: 'bearish',
  isPinned: false,
  age: age(125),
  trend: trend('hold', 1, 2, 3, 5, 5, 5, 5, 5),
  places: places('alerted/1 rvol/1 search/1 moneyFlow/1 forum/2'),
};
const NVDA: ConfluenceRow = {
  ...TLLT,
  symbol: 'NVDA',
  price: 182.4,
  dayPct: 6.12,
  boards: 3,
  bias: 'bullish',
  age: age(41, true),
  trend: trend('rise', _, _, _, 1, 1, 2, 2, 3),
  places: places('movers/1 rvol/2 momentum/4'),
};
const K: ConfluenceRow = {
  symbol: 'K',
  price: null,
  dayPct: null,
  boards: 0,
  bias: null,
  isPinned: false,
  age: null,
  trend: null,
  places: places('forum'),
};

function draw(width: number, theme = CLASSIC, selected: number | null = null): string {
  const rows = [TLLT, NVDA, K];
  const lines = [
    ...renderConfluenceTitle(rows.length, { width, theme }),
    ...rows.flatMap((row, index) =>
      renderConfluenceRow(row, { index, isSelected: index === selected }, { width, theme }),
    ),
  ];
  return `\n${lines.map(({ painted }) => painted).join('\n')}\n`;
}

describe('the symbols by the number of their boards', () => {
  test('in 120 cells', () => {
    expect(draw(120)).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols by number of boards
        # Symbol    Price      Chg Bds   Age 30 min   Trend  On
        1 TLLT      91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 1  rvol 1  search 1  moneyFlow 1  forum 2
        2 NVDA     182.40   +6.12% ◆3▲  ≥41m ···▁▁▂▂▃ rise   movers 1  rvol 2  momentum 4
        3 K             –        –                           forum
      "
    `);
  });

  test('in 80 cells: the boards are on a line of their own', () => {
    expect(draw(80)).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols by number of boards
        # Symbol    Price      Chg Bds   Age 30 min   Trend
        1 TLLT      91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold 
            alerted 1  rvol 1  search 1  moneyFlow 1  forum 2
        2 NVDA     182.40   +6.12% ◆3▲  ≥41m ···▁▁▂▂▃ rise 
            movers 1  rvol 2  momentum 4
        3 K             –        –                         
            forum
      "
    `);
  });

  test('in 30 cells', () => {
    expect(draw(30)).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols
        # Symbol      Chg Bds   Age
        1 TLLT     -1.45% ◆5▼  2h05
            alerted 1  rvol 1
            search 1  moneyFlow 1
            forum 2
        2 NVDA     +6.12% ◆3▲  ≥41m
            movers 1  rvol 2
            momentum 4
        3 K             –          
            forum
      "
    `);
  });

  test('are painted by role', () => {
    expect(draw(120, ROLES, 1)).toMatchInlineSnapshot(`
      "
      <highlight>CONFLUENCE</highlight><muted>  3 symbols by number of boards</muted>
      <muted>  # Symbol    Price      Chg Bds   Age 30 min   Trend  On</muted>
      <muted>  1</muted> <strong>TLLT  </strong>    91.47 <down>  -1.45%</down> <highlight>◆5</highlight><down>▼</down> <muted> 2h05</muted> <muted>▁▂▃▅▅▅▅▅</muted> <muted>hold </muted>  alerted 1  rvol 1  search 1  moneyFlow 1  forum 2
      <muted>  2</muted><accent>▸</accent><selected>NVDA  </selected>   182.40 <up>  +6.12%</up> <highlight>◆3</highlight><up>▲</up> <muted> ≥41m</muted> <up>···▁▁▂▂▃</up> <up>rise </up>  movers 1  rvol 2  momentum 4
      <muted>  3</muted> K             –        –                           forum
      "
    `);
  });
});

describe('a pinned symbol', () => {
  const lines = (row: ConfluenceRow, isSelected = false, theme = CLASSIC) =>
    [100, 62, 23].map((width) => renderConfluenceRow(row, { index: 0, isSelected }, { width, theme })[0]);

  test('has its sign behind it, and the columns stay in place', () => {
    const rows = ['K', 'TLLT', 'ABCDEF', 'ABCDEFGH'].map((symbol) => ({ ...TLLT, symbol, isPinned: true }));
    const first = rows.flatMap((row) => lines(row).map((line) => line?.plain));
    expect(`\n${first.join('\n')}\n`).toMatchInlineSnapshot(`
      "
        1 K*        91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 1  rvol 1  search 1  moneyFlow 1
        1 K*        91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold 
        1 K*       -1.45% ◆5▼
        1 TLLT*     91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 1  rvol 1  search 1  moneyFlow 1
        1 TLLT*     91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold 
        1 TLLT*    -1.45% ◆5▼
        1 ABCDEF*   91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 1  rvol 1  search 1  moneyFlow 1
        1 ABCDEF*   91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold 
        1 ABCDEF*  -1.45% ◆5▼
        1 ABCDE…*   91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 1  rvol 1  search 1  moneyFlow 1
        1 ABCDE…*   91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold 
        1 ABCDE…*  -1.45% ◆5▼
      "
    `);
    for (const row of rows) {
      const without = lines({ ...row, isPinned: false }).map((line) => line?.plain);
      expect(lines(row).map((line) => line?.plain.replace('*', ' '))).toEqual(without);
    }
  });

  test('is painted by role, and selected like any other', () => {
    const row = { ...TLLT, isPinned: true };
    expect(lines(row, false, ROLES)[0]?.painted).toContain(
      '</muted> <pinned>TLLT</pinned><pinned>*</pinned>     91.47 <down>',
    );
    expect(lines(row, true, ROLES)[0]?.painted).toContain(
      '<accent>▸</accent><selected>TLLT</selected><pinned>*</pinned>     91.47 <down>',
    );
  });
});

test('columns give way in this order, the sparkline first', () => {
  const steps = new Map<string, number>();
  for (let width = 120; width >= 20; width--) {
    const [, labels] = renderConfluenceTitle(3, { width, theme: CLASSIC });
    steps.set(labels?.plain.replace(/ {2,}/g, ' ').trim() ?? '', width);
  }
  expect([...steps].map(([labels, width]) => `from ${width}: ${labels}`).join('\n')).toMatchInlineSnapshot(`
    "from 100: # Symbol Price Chg Bds Age 30 min Trend On
    from 62: # Symbol Price Chg Bds Age 30 min Trend
    from 50: # Symbol Price Chg Bds Age Trend
    from 36: # Symbol Chg Bds Age Trend
    from 30: # Symbol Chg Bds Age
    from 23: # Symbol Chg Bds
    from 20: # Symbol Chg"
  `);
});

describe('the boards of a symbol', () => {
  const row = {
    ...TLLT,
    places: places('alerted/10 relStrength/10 moneyFlow/24 forum/9 movers/1 search/10'),
  };
  const lines = (width: number) =>
    renderConfluenceRow(row, { index: 0, isSelected: false }, { width, theme: CLASSIC }).map(
      ({ plain }) => plain,
    );

  test('are never cut, but broken over lines', () => {
    for (let width = 30; width <= 200; width++) {
      const text = lines(width).join('  ').replace(/ {2,}/g, '  ');
      for (const { board, rank } of row.places) expect(text, `at ${width}`).toContain(`  ${board} ${rank}`);
      expect(text).not.toContain('…');
    }
  });

  test('stand below each other', () => {
    expect(`\n${[...lines(100), ...lines(40)].join('\n')}\n`).toMatchInlineSnapshot(`
      "
        1 TLLT      91.47   -1.45% ◆5▼  2h05 ▁▂▃▅▅▅▅▅ hold   alerted 10  relStrength 10  moneyFlow 24
                                                             forum 9  movers 1  search 10
        1 TLLT     -1.45% ◆5▼  2h05 hold 
            alerted 10  relStrength 10
            moneyFlow 24  forum 9  movers 1
            search 10
      "
    `);
  });

  test('that are all hidden leave no blank line', () => {
    const hidden = { ...TLLT, places: [] };
    for (const width of [120, 60])
      expect(
        renderConfluenceRow(hidden, { index: 0, isSelected: false }, { width, theme: CLASSIC }),
      ).toHaveLength(1);
  });
});

test.each([
  [0, '  1 TLLT'],
  [8, '  9 TLLT'],
  [98, ' 99 TLLT'],
  [99, '100 TLLT'],
  [998, '999 TLLT'],
])('index %d begins with %j', (index, start) => {
  const [line] = renderConfluenceRow(TLLT, { index, isSelected: false }, { width: 80, theme: CLASSIC });
  expect(line?.plain.slice(0, start.length)).toBe(start);
});

test('one symbol is not several', () => {
  const titles = [0, 1, 2].map(
    (count) => renderConfluenceTitle(count, { width: 80, theme: CLASSIC })[0]?.plain,
  );
  expect(titles).toEqual([
    'CONFLUENCE  0 symbols by number of boards',
    'CONFLUENCE  1 symbol by number of boards',
    'CONFLUENCE  2 symbols by number of boards',
  ]);
});

describe('whatever the service sends,', () => {
  const evil = fc.oneof(
    fc.constantFrom('\x1b]8;;http://evil\x07漢字👩‍💻\u202e', '\r\n\t', '', 'x'.repeat(500), '\u200b\u0301'),
    anyText({ maxLength: 20 }),
  );
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const rows: fc.Arbitrary<ConfluenceRow> = fc.record({
    symbol: evil,
    price: fc.option(number),
    dayPct: fc.option(number),
    boards: fc.nat(),
    bias: fc.option(fc.constantFrom(...BIASES)),
    isPinned: fc.boolean(),
    age: fc.option(fc.record({ milliseconds: fc.nat(), isAtLeast: fc.boolean() })),
    trend: fc.option(
      fc.record({
        word: fc.constantFrom('rise', 'fade', 'hold'),
        counts: fc.array(fc.option(fc.nat(255)), { minLength: 8, maxLength: 8 }),
      }),
    ),
    places: fc.array(fc.record({ board: evil, rank: fc.option(number) }), { maxLength: 6 }),
  });
  const width = fc.integer({ min: 20, max: 200 });

  test('lines are clean, never wider than the terminal, and the same text painted', () => {
    fc.assert(
      fc.property(rows, width, fc.nat(200), fc.boolean(), (row, cells, index, isSelected) => {
        const render = (theme: typeof ROLES) => [
          ...renderConfluenceTitle(index, { width: cells, theme }),
          ...renderConfluenceRow(row, { index, isSelected }, { width: cells, theme }),
        ];
        const withoutTags = (text: string) => text.replace(/<\/?[a-z]+>/g, '');
        const painted = render(ROLES).map((line) => withoutTags(line.painted));
        expect(painted).toEqual(render(CLASSIC).map(({ plain }) => withoutTags(plain)));
        for (const { plain } of render(CLASSIC)) {
          expect(displayWidth(plain)).toBeLessThanOrEqual(cells);
          expect(plain).not.toMatch(/\p{C}|NaN|undefined/u);
        }
      }),
      { numRuns: 200, seed: 15 },
    );
  });
});
