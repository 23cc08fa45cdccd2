import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeTileColumns } from '../../src/view/tile-columns.ts';
import { layOutTiles, rowHeights, TILE_GAP, type TileArea } from '../../src/view/tile-layout.ts';
import {
  BOARD_CATALOGUE,
  MAX_LIMIT,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  TIMEFRAMES,
  type Timeframe,
} from '../../src/vocabulary.ts';

/** Lines of the pane beside the tiles: three of the header, one of the footer. */
const FIXED_LINES = 4;

/** The rows of each tile of a timeframe, with all boards of the catalogue. */
function tileRowsOf(timeframe: Timeframe): ReadonlyArray<number> {
  return BOARD_CATALOGUE.filter(({ timeframes }) => timeframes.includes(timeframe)).flatMap(({ key }) =>
    key === 'moneyFlow' ? MONEY_FLOW_TIERS.map(() => MONEY_FLOW_TIER_ROWS) : [MAX_LIMIT],
  );
}

const tens = (count: number) => Array.from({ length: count }, () => MAX_LIMIT);
const terminal = (width: number, height: number): TileArea => ({ width, lines: height - FIXED_LINES });

/** `3 × 38, 6 rows`, with `headers` if each tile has them. */
function describeLayout(tileRows: ReadonlyArray<number>, area: TileArea): string {
  const { columns, width, rows, hasHeaders } = layOutTiles(tileRows, area);
  return `${columns} × ${width}, ${rows} rows${hasHeaders ? ', headers' : ''}`;
}

/** Lines of the whole grid. */
function heightOf(tileRows: ReadonlyArray<number>, area: TileArea): number {
  const { columns, rows, hasHeaders } = layOutTiles(tileRows, area);
  const heights = tileRows.map((count) => Math.min(count, rows) + (hasHeaders ? 2 : 1));
  return rowHeights(heights, columns).reduce((sum, height) => sum + height, 0);
}

test.each([
  ['scalp', 9],
  ['day', 15],
  ['swing', 18],
  ['position', 19],
  ['investing', 18],
] as const)('%s has %d tiles', (timeframe, count) => {
  expect(tileRowsOf(timeframe)).toHaveLength(count);
});

describe('all boards of a timeframe', () => {
  test.each([
    ['scalp', 120, 40, '3 × 38, 10 rows'],
    ['day', 120, 40, '3 × 38, 6 rows'],
    ['swing', 120, 40, '3 × 38, 5 rows'],
    ['investing', 120, 40, '3 × 38, 5 rows'],
    ['position', 120, 40, '3 × 38, 4 rows'],
    ['day', 120, 39, '3 × 38, 6 rows'],
    ['day', 120, 38, '3 × 38, 5 rows'],
    ['day', 120, 29, '3 × 38, 4 rows'],
    ['day', 120, 28, '3 × 38, 5 rows'],
    ['day', 80, 24, '2 × 38, 5 rows'],
    ['day', 40, 24, '1 × 40, 5 rows'],
    ['day', 30, 24, '1 × 30, 5 rows'],
    ['day', 20, 5, '1 × 20, 5 rows'],
    ['day', 200, 50, '4 × 47, 10 rows'],
    ['day', 200, 60, '3 × 64, 10 rows'],
    ['day', 200, 64, '3 × 64, 10 rows, headers'],
    ['day', 1000, 80, '3 × 116, 10 rows, headers'],
    ['day', 1000, 24, '15 × 63, 10 rows, headers'],
  ] as const)('%s in %d × %d: %s', (timeframe, width, height, layout) => {
    expect(describeLayout(tileRowsOf(timeframe), terminal(width, height))).toBe(layout);
  });

  test('80 × 24 shows six of them at a time, without a blank line above the footer', () => {
    const { columns, rows } = layOutTiles(tileRowsOf('day'), terminal(80, 24));
    const rowsOfTiles = Math.floor((24 - FIXED_LINES) / (rows + 1));
    expect(columns * rowsOfTiles).toBe(6);
  });

  test('a smaller limit leaves room for columns or headers', () => {
    const atMost = (limit: number) => tileRowsOf('day').map((rows) => Math.min(rows, limit));
    expect(describeLayout(atMost(5), terminal(120, 40))).toBe('3 × 38, 5 rows');
    expect(describeLayout(atMost(3), terminal(120, 40))).toBe('2 × 58, 3 rows');
    expect(describeLayout(atMost(1), terminal(120, 40))).toBe('1 × 116, 1 rows');
    expect(describeLayout(atMost(1), terminal(120, 50))).toBe('1 × 116, 1 rows, headers');
  });
});

describe('the fewest side by side that show all ranks', () => {
  test.each([
    [1, 120, 40, '1 × 116, 10 rows, headers'],
    [3, 120, 40, '1 × 116, 10 rows, headers'],
    [4, 120, 40, '2 × 58, 10 rows, headers'],
    [6, 120, 40, '2 × 58, 10 rows, headers'],
    [7, 120, 40, '3 × 38, 10 rows'],
    [9, 120, 40, '3 × 38, 10 rows'],
    [10, 120, 40, '3 × 38, 8 rows'],
  ])('%d boards in %d × %d: %s', (count, width, height, layout) => {
    expect(describeLayout(tens(count), terminal(width, height))).toBe(layout);
  });

  test('boards that lose ranks in a low terminal share its whole width', () => {
    expect(describeLayout(tens(1), { width: 120, lines: 8 })).toBe('1 × 116, 7 rows');
    expect(describeLayout(tens(2), { width: 200, lines: 8 })).toBe('2 × 98, 7 rows');
    expect(describeLayout(tens(2), { width: 200, lines: 3 })).toBe('2 × 98, 5 rows');
  });
});

describe('tiles of 36 or 37 cells', () => {
  test.each([
    ['all boards fit only with them', tileRowsOf('day'), { width: 114, lines: 36 }, '3 × 36, 6 rows'],
    ['all ranks fit only with them', tileRowsOf('day'), { width: 160, lines: 46 }, '4 × 37, 10 rows'],
    ['all boards fit without', tens(2), { width: 76, lines: 22 }, '1 × 76, 10 rows'],
    [
      'all boards fit without, but only with four ranks',
      tileRowsOf('day'),
      { width: 114, lines: 40 },
      '3 × 36, 7 rows',
    ],
    ['not all boards fit with them either', tens(15), { width: 77, lines: 20 }, '1 × 77, 5 rows'],
    ['38 cells are enough', tens(2), { width: 79, lines: 11 }, '2 × 38, 10 rows'],
    ['the terminal is no wider', tens(2), { width: 36, lines: 11 }, '1 × 36, 4 rows'],
  ])('%s', (_, tileRows, area, layout) => {
    expect(describeLayout(tileRows, area)).toBe(layout);
  });
});

describe('headers', () => {
  test('need a line above the rows of every tile', () => {
    expect(layOutTiles(tens(2), { width: 120, lines: 24 }).hasHeaders).toBe(true);
    expect(layOutTiles(tens(2), { width: 120, lines: 23 }).hasHeaders).toBe(false);
  });

  test('are only above tiles with more than the basic columns', () => {
    for (let width = 20; width <= 130; width++) {
      const layout = layOutTiles(tens(1), { width, lines: 50 });
      const hasPrice = placeTileColumns(layout.width, null).some(({ column }) => column === 'price');
      expect(layout.hasHeaders, `at ${width}`).toBe(hasPrice);
    }
  });
});

describe('in any terminal', () => {
  const tileRows = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 });
  const area = fc.record({
    width: fc.integer({ min: 20, max: 1000 }),
    lines: fc.integer({ min: 1, max: 200 }),
  });
  const runs = { numRuns: 280, seed: 7 };

  test('tiles and gaps are never wider than the terminal, and no tile is narrower than 36 cells', () => {
    fc.assert(
      fc.property(tileRows, area, (rows, size) => {
        const { columns, width } = layOutTiles(rows, size);
        expect(columns * width + TILE_GAP * (columns - 1)).toBeLessThanOrEqual(size.width);
        expect(width).toBeGreaterThanOrEqual(Math.min(36, size.width));
        expect(columns).toBeLessThanOrEqual(Math.max(1, rows.length));
      }),
      runs,
    );
  });

  test('tiles are cut below five rows, and headers are shown, only where all boards fit', () => {
    fc.assert(
      fc.property(tileRows, area, (rows, size) => {
        const { rows: shown, hasHeaders } = layOutTiles(rows, size);
        const isCut = shown < Math.max(1, ...rows);
        expect(shown).toBeGreaterThanOrEqual(Math.min(4, Math.max(1, ...rows)));
        if (hasHeaders) expect(isCut).toBe(false);
        if (hasHeaders || (isCut && shown !== 5)) {
          expect(heightOf(rows, size)).toBeLessThanOrEqual(size.lines);
        }
      }),
      runs,
    );
  });

  test('the same boards in the same terminal have the same layout', () => {
    fc.assert(
      fc.property(tileRows, area, (rows, size) => {
        expect(layOutTiles([...rows], { ...size })).toEqual(layOutTiles(rows, size));
      }),
      runs,
    );
  });

  // Not of 200: there, 36 cells would fit one more tile side by side than 38.
  test.each([40, 80, 120])(
    'of %d columns, once all boards fit, more lines never show fewer ranks',
    (width) => {
      for (const timeframe of TIMEFRAMES) {
        let before = 0;
        for (let lines = 1; lines <= 200; lines++) {
          const size = { width, lines };
          if (heightOf(tileRowsOf(timeframe), size) > lines) continue;
          const { rows } = layOutTiles(tileRowsOf(timeframe), size);
          expect(rows, `${timeframe}, ${lines} lines`).toBeGreaterThanOrEqual(before);
          before = rows;
        }
        expect(before).toBe(MAX_LIMIT);
      }
    },
  );
});

test('a row of tiles is as high as its highest tile', () => {
  expect(rowHeights([7, 11, 7, 7, 3], 2)).toEqual([11, 7, 3]);
  expect(rowHeights([7, 11], 3)).toEqual([11]);
  expect(rowHeights([], 3)).toEqual([]);
});
