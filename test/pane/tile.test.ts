import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutTiles } from '../../src/pane/views/tiles.ts';

/** Lines of the whole grid. */
function heightOf(tileRows: ReadonlyArray<number>, area: Parameters<typeof layOutTiles>[1]): number {
  const { columns, rows } = layOutTiles(tileRows, area);
  let height = 0;
  for (let start = 0; start < tileRows.length; start += columns)
    height += 1 + Math.min(rows, Math.max(...tileRows.slice(start, start + columns)));
  return height;
}

describe('in any terminal', () => {
  const tileRows = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 });
  const area = fc.record({
    width: fc.integer({ min: 20, max: 1000 }),
    lines: fc.integer({ min: 1, max: 200 }),
  });
  const runs = { numRuns: 100, seed: 7 };

  test('tiles and gaps are never wider than the terminal, and no tile is narrower than 36 cells', () => {
    fc.assert(
      fc.property(tileRows, area, (rows, size) => {
        const { columns, width } = layOutTiles(rows, size);
        expect(columns * width + 3 * (columns - 1)).toBeLessThanOrEqual(size.width);
        expect(width).toBeGreaterThanOrEqual(Math.min(36, size.width));
        expect(columns).toBeLessThanOrEqual(Math.max(1, rows.length));
      }),
      runs,
    );
  });

  test('tiles are cut below five rows only where all boards fit', () => {
    fc.assert(
      fc.property(tileRows, area, (rows, size) => {
        const { rows: shown } = layOutTiles(rows, size);
        const isCut = shown < Math.max(1, ...rows);
        expect(shown).toBeGreaterThanOrEqual(Math.min(4, Math.max(1, ...rows)));
        if (isCut && shown !== 5) {
          expect(heightOf(rows, size)).toBeLessThanOrEqual(size.lines);
        }
      }),
      runs,
    );
  });
});
