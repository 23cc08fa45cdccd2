import { describe, expect, test } from 'vitest';
import { PRICE_WIDTH } from '../../src/view/format.ts';
import { placeTileColumns } from '../../src/view/tile-columns.ts';
import { COLUMNS, type Column } from '../../src/vocabulary.ts';

const WIDTHS = Array.from({ length: 181 }, (_, index) => 20 + index);

/** `rank 2, mark 3, …` */
function describeColumns(width: number, chosen: ReadonlyArray<Column> | null = null): string {
  return placeTileColumns(width, chosen)
    .map(({ column, width: cells }) => `${column} ${cells}`)
    .join(', ');
}

const cellsOf = (width: number, name: string) =>
  placeTileColumns(width, null).find(({ column }) => column === name)?.width ?? 0;

describe('the basic columns', () => {
  test.each([
    [38, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 11'],
    [37, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 10'],
    [36, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 9'],
    [35, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 8'],
    [34, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 7'],
    [33, 'rank 2, mark 3, symbol 6, dayPct 8, standing 3, metric 6'],
    [32, 'mark 3, symbol 6, dayPct 8, standing 3, metric 8'],
    [31, 'mark 3, symbol 6, dayPct 8, standing 3, metric 7'],
    [30, 'mark 3, symbol 6, dayPct 8, standing 3, metric 6'],
    [27, 'mark 3, symbol 6, dayPct 8, standing 3, metric 3'],
    [26, 'mark 3, symbol 6, dayPct 8, standing 3'],
    [23, 'mark 3, symbol 6, dayPct 8, standing 3'],
    [22, 'mark 3, symbol 6, dayPct 8'],
    [20, 'mark 3, symbol 6, dayPct 8'],
  ])('in %d cells: %s', (width, columns) => {
    expect(describeColumns(width)).toBe(columns);
  });

  test('the metric has at least 6 cells from 30', () => {
    for (const width of WIDTHS.filter((cells) => cells >= 30))
      expect(cellsOf(width, 'metric'), `at ${width}`).toBeGreaterThanOrEqual(6);
  });

  test('stand at the same places from 33 cells until the price comes before the change', () => {
    const before = ({ column }: { readonly column: string }) => column !== 'metric';
    const places = WIDTHS.filter((width) => width >= 33 && width <= 50).map((width) =>
      placeTileColumns(width, null).filter(before),
    );
    for (const place of places) expect(place).toEqual(places[0]);
  });
});

describe('a wider tile', () => {
  test('has a longer metric, then price, volume, name and tag', () => {
    const steps = new Map<string, number>();
    for (const width of WIDTHS.filter((cells) => cells >= 33)) {
      const names = placeTileColumns(width, null)
        .map(({ column }) => column)
        .join(' ');
      if (!steps.has(names)) steps.set(names, width);
    }
    expect([...steps].map(([names, width]) => `from ${width}: ${names}`).join('\n')).toMatchInlineSnapshot(`
      "from 33: rank mark symbol dayPct standing metric
      from 51: rank mark symbol price dayPct standing metric
      from 58: rank mark symbol price dayPct volume standing metric
      from 79: rank mark symbol name price dayPct volume standing metric
      from 106: rank mark symbol name price dayPct volume standing metric tag"
    `);
  });

  test.each([
    [42, 'metric', 15],
    [50, 'metric', 15],
    [51, 'price', 8],
    [58, 'volume', 6],
    [67, 'metric', 24],
    [68, 'price', PRICE_WIDTH],
    [79, 'name', 10],
    [95, 'name', 26],
    [106, 'tag', 10],
    [114, 'tag', 18],
    [200, 'metric', 24],
  ])('at %d cells, %s has %d', (width, column, cells) => {
    expect(cellsOf(width, column)).toBe(cells);
  });

  test('never drops a column or shows less of one', () => {
    for (const width of WIDTHS.filter((cells) => cells >= 33)) {
      for (const { column, width: cells } of placeTileColumns(width, null))
        expect(cellsOf(width + 1, column), `${column} at ${width + 1}`).toBeGreaterThanOrEqual(cells);
    }
  });
});

describe('chosen columns', () => {
  test.each<readonly [width: number, chosen: ReadonlyArray<Column>, columns: string]>([
    [38, ['symbol', 'price'], 'rank 2, mark 3, symbol 6, price 9'],
    [38, ['price', 'symbol'], 'rank 2, mark 3, price 9, symbol 6'],
    [38, ['symbol', 'rank', 'symbol'], 'rank 2, mark 3, symbol 6'],
    [38, ['name', 'price'], 'rank 2, mark 3, name 21, price 9'],
    [38, ['symbol', 'metric'], 'rank 2, mark 3, symbol 6, metric 24'],
    [38, ['name', 'metric'], 'rank 2, mark 3, name 10, metric 20'],
    [38, ['bias', 'boards'], 'rank 2, mark 3, bias 9, boards 3'],
    [38, ['name', 'tag', 'symbol'], 'rank 2, mark 3, name 16, tag 14'],
    [60, ['name', 'tag', 'symbol'], 'rank 2, mark 3, name 26, tag 18, symbol 6'],
    [30, ['tag'], 'rank 2, mark 3, tag 18'],
    [20, ['symbol', 'dayPct'], 'rank 2, mark 3, symbol 6'],
  ])('in %d cells, %j: %s', (width, chosen, columns) => {
    expect(describeColumns(width, chosen)).toBe(columns);
  });
});

test('columns and the spaces between them are never wider than the tile', () => {
  for (const chosen of [null, [...COLUMNS], [...COLUMNS].reverse(), ['metric', 'name'] as const]) {
    for (const width of WIDTHS) {
      const columns = placeTileColumns(width, chosen);
      const used = columns.reduce((sum, { width: cells }) => sum + cells + 1, -1);
      expect(used, `at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});
