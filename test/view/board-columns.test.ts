import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { sizeBoardColumns } from '../../src/view/board-columns.ts';
import { type PaneRow, renderPaneLabels, renderPaneRow } from '../../src/view/pane-row.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { COLUMNS, type Column } from '../../src/vocabulary.ts';
import { CLASSIC, paneRowOf, pastOf } from './fixtures.ts';

const PAST = { past: pastOf(41, 'rise') };
const rowsOf = (...rows: ReadonlyArray<JsonObject>) => rows.map((fields) => paneRowOf(fields));
const SHORT = rowsOf({ symbol: 'K', name: 'Kay', price: 9.5, metric: '67', tag: 'low float' });
const LONG = rowsOf({
  symbol: 'BRK.A',
  name: 'Berkshire Hathaway Inc. Class A Common Stock',
  price: 712_345.67,
  metric: '3 buys, $193.3K',
  tag: 'fresh 52-week high',
});

function describeColumns(
  rows: ReadonlyArray<PaneRow>,
  width: number,
  chosen: ReadonlyArray<Column> | null = null,
): string {
  return sizeBoardColumns(rows, width, chosen)
    .map(({ column, width: cells }) => `${column} ${cells}`)
    .join(', ');
}

describe('a column is as wide as the widest of its rows and its label', () => {
  test.each([
    [
      'short rows',
      SHORT,
      'rank 2, mark 3, symbol 6, name 4, price 5, dayPct 6, volume 5, standing 3, metric 6, tag 9',
    ],
    [
      'long rows',
      LONG,
      'rank 2, mark 3, symbol 6, name 26, price 9, dayPct 6, volume 5, standing 3, metric 15, tag 18',
    ],
    [
      'both',
      [...SHORT, ...LONG],
      'rank 2, mark 3, symbol 6, name 26, price 9, dayPct 6, volume 5, standing 3, metric 15, tag 18',
    ],
    [
      'very long rows: only the metric is not limited',
      rowsOf({ symbol: 'S'.repeat(99), name: 'n'.repeat(99), metric: 'm'.repeat(99), tag: 't'.repeat(99) }),
      'rank 2, mark 3, symbol 12, name 26, price 5, dayPct 6, volume 5, standing 3, metric 99, tag 24',
    ],
    [
      'no rows',
      [],
      'rank 2, mark 3, symbol 6, name 4, price 5, dayPct 3, volume 3, standing 3, metric 6, tag 3',
    ],
  ])('%s', (_, rows, columns) => {
    expect(describeColumns(rows, 240)).toBe(columns);
  });
});

test('columns give way in this order, and the metric last', () => {
  const steps = new Map<string, number>();
  for (let width = 120; width >= 20; width--) {
    const columns = sizeBoardColumns(LONG, width, null);
    const names = columns.map(({ column, width: cells }) =>
      column === 'metric' && cells < 15 ? 'metric (cut)' : column,
    );
    steps.set(names.join(' '), width);
  }
  expect([...steps].map(([names, width]) => `from ${width}: ${names}`).join('\n')).toMatchInlineSnapshot(`
    "from 94: rank mark symbol name price dayPct volume standing metric tag
    from 67: rank mark symbol name price dayPct volume standing metric
    from 56: rank mark symbol price dayPct volume standing metric
    from 50: rank mark symbol price dayPct standing metric
    from 40: rank mark symbol dayPct standing metric
    from 37: mark symbol dayPct standing metric
    from 33: mark symbol dayPct metric
    from 26: mark symbol metric
    from 20: mark symbol metric (cut)"
  `);
});

describe('with memory', () => {
  const remembered = [paneRowOf({ symbol: 'NVDA', metric: '+6.1%', tag: 'low float' }, PAST)];

  test('the sparkline gives way first of what memory adds, then the age, then the trend', () => {
    const steps = new Map<string, number>();
    for (let width = 140; width >= 30; width--) {
      const columns = sizeBoardColumns(remembered, width, null).map(({ column }) => column);
      steps.set(columns.join(' '), width);
    }
    expect([...steps].map(([names, width]) => `from ${width}: ${names}`).join('\n')).toMatchInlineSnapshot(`
      "from 86: rank mark symbol name price dayPct volume standing age spark trend metric tag
      from 75: rank mark symbol name price dayPct volume standing age spark trend metric
      from 64: rank mark symbol price dayPct volume standing age spark trend metric
      from 55: rank mark symbol price dayPct volume standing age trend metric
      from 49: rank mark symbol price dayPct standing age trend metric
      from 43: rank mark symbol dayPct standing age trend metric
      from 37: rank mark symbol dayPct standing trend metric
      from 31: rank mark symbol dayPct standing metric
      from 30: mark symbol dayPct standing metric"
    `);
  });

  test('its columns are always as wide, so that the others do not move every minute', () => {
    const cellsOf = (past: PaneRow['past']) =>
      sizeBoardColumns([paneRowOf({}, { past })], 140, null)
        .filter(({ column }) => ['age', 'spark', 'trend'].includes(column))
        .map(({ column, width }) => `${column} ${width}`)
        .join(', ');
    const pasts = [
      pastOf(0, 'new'),
      pastOf(9),
      pastOf(725, 'hold', { isAtLeast: true }),
      pastOf(1e6, 'back'),
    ];
    expect(new Set(pasts.map(cellsOf))).toEqual(new Set(['age 5, spark 8, trend 5']));
    expect(cellsOf(null)).toBe('');
  });

  test('a row of which it has nothing leaves its cells blank', () => {
    const rows = [paneRowOf({ symbol: 'BBB' }), ...remembered];
    const columns = sizeBoardColumns(rows, 80, null);
    const lines = rows.map((row) => renderPaneRow(row, columns, CLASSIC).plain);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      " 1     BBB    Alpha Works 12.50 +4.56% 82.1M  2▲                      4.2x  
       1     NVDA   Alpha Works 12.50 +4.56% 82.1M  2▲   41m ▆▆▆▆▆▆▆▆ rise  +6.1% "
    `);
  });
});

test('name and tag are cut before they give way', () => {
  const cellsAt = (width: number, name: string) =>
    sizeBoardColumns(LONG, width, null).find(({ column }) => column === name)?.width;
  expect([66, 67, 73, 83, 93].map((width) => cellsAt(width, 'name'))).toEqual([undefined, 10, 16, 26, 26]);
  expect([93, 94, 99, 102, 120].map((width) => cellsAt(width, 'tag'))).toEqual([undefined, 10, 15, 18, 18]);
});

describe('chosen columns', () => {
  test.each<readonly [width: number, chosen: ReadonlyArray<Column>, columns: string]>([
    [80, ['price', 'symbol'], 'rank 2, mark 3, price 9, symbol 6'],
    [80, ['symbol', 'rank', 'symbol'], 'rank 2, mark 3, symbol 6'],
    [80, ['bias', 'boards'], 'rank 2, mark 3, bias 9, boards 3'],
    [80, ['metric'], 'rank 2, mark 3, metric 15'],
    [30, ['name'], 'rank 2, mark 3, name 23'],
    [30, ['name', 'price'], 'rank 2, mark 3, name 23'],
    [30, ['price', 'name'], 'rank 2, mark 3, price 9, name 13'],
    [20, ['metric'], 'rank 2, mark 3, metric 13'],
  ])('in %d cells, %j: %s', (width, chosen, columns) => {
    expect(describeColumns(LONG, width, chosen)).toBe(columns);
  });
});

describe('for any rows', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '%'), maxLength: 40 });
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const row = fc.record({
    rank: fc.nat(30),
    symbol: text,
    name: text,
    price: number,
    dayPct: number,
    volume: number,
    metric: text,
    tag: text,
  });
  const rows = fc
    .array(fc.tuple(row, fc.boolean()), { maxLength: 4 })
    .map((list) => list.map(([fields, isRemembered]) => paneRowOf(fields, isRemembered ? PAST : {})));
  const chosen = fc.option(fc.array(fc.constantFrom(...COLUMNS), { minLength: 1 }));
  const width = fc.integer({ min: 20, max: 200 });
  const runs = { numRuns: 200, seed: 11 };

  test('a wider terminal never shows fewer columns, or less of one', () => {
    fc.assert(
      fc.property(rows, chosen, width, (board, columns, cells) => {
        const wider = new Map(
          sizeBoardColumns(board, cells + 1, columns).map((placed) => [placed.column, placed.width]),
        );
        for (const placed of sizeBoardColumns(board, cells, columns))
          expect(wider.get(placed.column) ?? 0, placed.column).toBeGreaterThanOrEqual(placed.width);
      }),
      runs,
    );
  });

  test('the metric is cut only where nothing but mark and symbol is beside it', () => {
    fc.assert(
      fc.property(rows, width, (board, cells) => {
        const columns = sizeBoardColumns(board, cells, null);
        const whole = sizeBoardColumns(board, 1000, null).find(({ column }) => column === 'metric');
        const shown = columns.find(({ column }) => column === 'metric');
        if (shown?.width !== whole?.width)
          expect(columns.map(({ column }) => column)).toEqual(['mark', 'symbol', 'metric']);
      }),
      runs,
    );
  });

  test('labels and rows are never wider than the terminal', () => {
    fc.assert(
      fc.property(rows, chosen, width, (board, columns, cells) => {
        const placed = sizeBoardColumns(board, cells, columns);
        const lines = [
          renderPaneLabels(placed, CLASSIC),
          ...board.map((paneRow) => renderPaneRow(paneRow, placed, CLASSIC)),
        ];
        for (const { plain } of lines) expect(displayWidth(plain)).toBeLessThanOrEqual(cells);
      }),
      runs,
    );
  });
});
