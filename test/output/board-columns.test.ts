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
