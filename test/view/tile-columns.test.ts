import { describe, expect, test } from 'vitest';
import { PRICE_WIDTH } from '../../src/view/format.ts';
import { placeTileColumns } from '../../src/view/tile-columns.ts';
import { COLUMNS } from '../support/fields.ts';

const WIDTHS = Array.from({ length: 181 }, (_, index) => 20 + index);

const cellsOf = (width: number, name: string) =>
  placeTileColumns(width, null).find(({ column }) => column === name)?.width ?? 0;

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

test('columns and the spaces between them are never wider than the tile', () => {
  for (const chosen of [null, [...COLUMNS], [...COLUMNS].reverse(), ['metric', 'name'] as const]) {
    for (const width of WIDTHS) {
      const columns = placeTileColumns(width, chosen);
      const used = columns.reduce((sum, { width: cells }) => sum + cells + 1, -1);
      expect(used, `at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});
