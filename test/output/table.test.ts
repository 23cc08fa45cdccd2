import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_ROW, ON_SCREEN } from '../../src/fields/field.ts';
import { fieldNamed } from '../../src/fields/fields.ts';
import { draw, fixed, layOut, measure, type TableColumn } from '../../src/output/table.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { styleOf } from '../support/view-fixtures.ts';

const ROWS = [
  { ...EMPTY_ROW, symbol: 'AAA', name: 'Aster Holdings', price: 12.5 },
  { ...EMPTY_ROW, symbol: 'BB', name: '日本', price: null },
];
const PLACES = ['movers 1 ·', 'rvol 2 ·', 'moneyFlow 13'];
const list = (order: number) => ({ label: 'On', order, textsOf: () => PLACES });
const column = (id: string, order: number): TableColumn => {
  const field = fieldNamed(id);
  return { field, order, size: measure(field, ROWS, ON_SCREEN) };
};
const COLUMNS = [column('symbol', 0), column('name', 2), column('price', 1)];

const linesIn = (width: number, listOrder: number | null = null) => {
  const table = layOut(COLUMNS, ROWS, width, listOrder === null ? null : list(listOrder));
  return draw(table, ROWS, styleOf(width)).flat();
};

describe('a table', () => {
  test('has columns as wide as their widest texts', () => {
    expect(linesIn(80)).toEqual([
      'Symbol Name           Price',
      'AAA    Aster Holdings 12.50',
      'BB     日本               –',
    ]);
  });

  test('leaves out what was to be added last', () => {
    expect(linesIn(26)).toEqual(['Symbol Price', 'AAA    12.50', 'BB         –']);
    expect(linesIn(11)).toEqual(['Symbol', 'AAA', 'BB']);
  });

  test('has a list beside the columns where none is lost by that', () => {
    expect(linesIn(64, 3).slice(0, 2)).toEqual([
      'Symbol Name           Price  On',
      'AAA    Aster Holdings 12.50  movers 1 · rvol 2 · moneyFlow 13',
    ]);
    expect(linesIn(40, 3).slice(0, 3)).toEqual([
      'Symbol Name           Price',
      'AAA    Aster Holdings 12.50',
      '      movers 1 · rvol 2 · moneyFlow 13',
    ]);
  });

  test('has columns after the list only where it stays on one line', () => {
    expect(linesIn(60, 2)[1]).toBe('AAA    12.50  movers 1 · rvol 2 · moneyFlow 13');
    expect(linesIn(61, 2)[1]).toBe('AAA    Aster Holdings 12.50  movers 1 · rvol 2 · moneyFlow 13');
    expect(linesIn(40, 2)[0]).toBe('Symbol Price');
  });
});

test('a table with two blanks between columns fits a line of just its cells', () => {
  const table = layOut(COLUMNS, ROWS, 29, null, 2);
  expect(draw(table, ROWS, styleOf(29)).flat()[1]).toBe('AAA     Aster Holdings  12.50');
  expect(layOut(COLUMNS, ROWS, 28, null, 2).columns).toHaveLength(2);
});

test('a list without columns goes on below its own beginning', () => {
  const lines = draw(layOut([], ROWS, 22, { ...list(0), least: 10 }), ROWS, styleOf(22)).flat();
  expect(lines.slice(1, 3)).toEqual(['  movers 1 · rvol 2 ·', '  moneyFlow 13']);
});

const anyColumns = fc
  .array(
    fc.record({
      order: fc.nat(5),
      least: fc.integer({ min: 1, max: 12 }),
      more: fc.nat(12),
      most: fc.nat(20),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((columns) =>
    columns.map(
      ({ order, least, more, most }): TableColumn => ({
        field: { ...fieldNamed('name') },
        order,
        size: { ...fixed(least, least + more + most), usual: least + more },
      }),
    ),
  );

describe('a wider table', () => {
  test('never has fewer columns, and none is wider than asked', () => {
    fc.assert(
      fc.property(anyColumns, fc.option(fc.nat(6)), (columns, order) => {
        let before = 0;
        for (let width = 20; width <= 160; width++) {
          const table = layOut(columns, ROWS, width, order === null ? null : list(order));
          const shown = table.columns.length + (table.list?.isBelow === false ? 1 : 0);
          expect(shown).toBeGreaterThanOrEqual(before);
          before = shown;
          for (const line of draw(table, ROWS, styleOf(width)).flat())
            expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});
