import { describe, expect, test } from 'vitest';
import { tileColumns } from '../../src/output/board.ts';
import { layOut } from '../../src/output/table.ts';
import { COLUMNS, ctxOf } from '../support/view-fixtures.ts';

const WIDTHS = Array.from({ length: 181 }, (_, index) => 20 + index);

const placeTileColumns = (width: number, chosen: ReadonlyArray<string> | null, rows = 5) => {
  const style = { ctx: ctxOf(width), chosen, metric: 'metric' } as const;
  const { columns } = layOut(tileColumns({ width, lastRank: rows }, style), [], width);
  return columns.map(({ field, width: cells }) => ({ column: field.id, width: cells }));
};

const cellsOf = (width: number, name: string, rows = 5) =>
  placeTileColumns(width, null, rows).find(({ column }) => column === name)?.width ?? 0;

describe('a wider tile', () => {
  test('has the ranks, then price, volume, name and tag', () => {
    const steps = new Map<string, number>();
    for (const width of WIDTHS.filter((cells) => cells >= 30)) {
      const names = placeTileColumns(width, null)
        .map(({ column }) => column)
        .join(' ');
      if (!steps.has(names)) steps.set(names, width);
    }
    expect([...steps].map(([names, width]) => `from ${width}: ${names}`).join('\n')).toMatchInlineSnapshot(`
      "from 30: mark symbol dayPct standing metric
      from 31: rank mark symbol dayPct standing metric
      from 46: rank mark symbol price dayPct standing metric
      from 53: rank mark symbol price dayPct volume standing metric
      from 64: rank mark symbol name price dayPct volume standing metric
      from 91: rank mark symbol name price dayPct volume standing metric tag"
    `);
  });

  test('of ten rows has both the price and a whole metric from 47 cells on', () => {
    expect([46, 47].map((width) => ['price', 'metric'].map((name) => cellsOf(width, name, 10)))).toEqual([
      [0, 20],
      [7, 13],
    ]);
  });

  test('never drops a column or shows less of one, but for a metric of more than 13 cells', () => {
    for (const width of WIDTHS.filter((cells) => cells >= 31)) {
      for (const { column, width: cells } of placeTileColumns(width, null)) {
        const least = column === 'metric' ? Math.min(13, cells) : cells;
        expect(cellsOf(width + 1, column), `${column} at ${width + 1}`).toBeGreaterThanOrEqual(least);
      }
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
