import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nextPlace,
  placeAt,
  placeOf,
  type RowPlace,
  settleSelectedRow,
} from '../../src/pane/selected-row.ts';
import type { SelectedRow, Tile } from '../../src/pane/view.ts';

/** Boards as tiles, each given as its key and the symbols of its rows: `movers AAA BBB`. A row `-` has no symbol. */
function tilesOf(boards: ReadonlyArray<string>, columns = 1): ReadonlyArray<Tile> {
  const tiles: Array<Tile> = [];
  let line = 0;
  for (let start = 0; start < boards.length; start += columns) {
    const side = boards.slice(start, start + columns).map((board) => board.split(' '));
    for (const [column, [board = '', ...symbols]] of side.entries()) {
      const shown = symbols.map((symbol) => (symbol === '-' ? null : symbol));
      const rowLines = shown.map((_, row) => line + 1 + row);
      tiles.push({ board, column, line, rowLines, symbols: shown });
    }
    line += Math.max(...side.map((words) => words.length));
  }
  return tiles;
}

type Tiles = ReadonlyArray<Tile>;

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

describe('for any boards', () => {
  const symbols = fc.array(fc.constantFrom('A', 'B', 'C', 'D', '-', '__proto__'), { maxLength: 6 });
  const boards = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'flow'), symbols), { maxLength: 8 })
    .map((all) => all.map(([key, rows]) => [key, ...rows].join(' ')));
  const screens = fc
    .tuple(boards, fc.integer({ min: 1, max: 4 }))
    .map(([shown, columns]) => tilesOf(shown, columns));
  const directions = fc.constantFrom(...DIRECTIONS);
  const opposite = { up: 'down', down: 'up', left: 'right', right: 'left' } as const;

  const isRow = (place: RowPlace, tiles: Tiles) => tiles[place.tile]?.symbols[place.row] !== undefined;

  test('moves and new data select a row, if there is one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(screens, fc.array(fc.tuple(directions, fc.nat(40)))), { minLength: 1 }),
        (steps) => {
          let selected: SelectedRow | null = null;
          for (const [tiles, moves] of steps) {
            selected = settleSelectedRow(selected, tiles);
            expect(settleSelectedRow(selected, tiles)).toBe(selected);
            for (const [direction, firstLine] of moves) {
              const place = nextPlace(placeOf(selected, tiles), direction, tiles, firstLine);
              if (place === null) continue;
              expect(isRow(place, tiles)).toBe(true);
              selected = place;
              expect(placeOf(selected, tiles)).toEqual(place);
              expect(place.line).toBeGreaterThan(tiles[place.tile]?.line ?? Infinity);
            }
            const hasRows = tiles.some(({ symbols: rows }) => rows.length > 0);
            expect(nextPlace(null, 'down', tiles, 0) !== null).toBe(hasRows);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('the symbol is the same after new data, if its board still has it', () => {
    fc.assert(
      fc.property(screens, screens, fc.nat(), fc.nat(), (before, after, tile, row) => {
        const selected = placeAt(tile % 8, row % 6, before);
        fc.pre(selected !== null && selected.symbol !== null);
        const settled = settleSelectedRow(selected, after);
        expect(settled?.board).toBe(selected?.board);
        const listed = after
          .filter(({ board }) => board === selected?.board)
          .flatMap((shown) => shown.symbols);
        if (listed.length === 0) expect(settled).toBe(selected);
        else if (listed.includes(selected?.symbol ?? null)) expect(settled?.symbol).toBe(selected?.symbol);
        else expect(listed).toContain(settled?.symbol);
      }),
      { numRuns: 200 },
    );
  });

  test('a move up or down, or between boards of equal length, can be undone', () => {
    fc.assert(
      fc.property(screens, directions, fc.nat(), fc.nat(), (tiles, direction, tile, row) => {
        const from = placeAt(tile % 8, row % 6, tiles);
        if (from === null) return;
        const to = nextPlace(from, direction, tiles, 0);
        if (to === null) return;
        const isSideways = direction === 'left' || direction === 'right';
        const back = nextPlace(to, opposite[direction], tiles, 0);
        if (!isSideways || to.row === from.row) expect(back).toEqual(from);
        else expect(back?.tile).toBe(from.tile);
      }),
      { numRuns: 200 },
    );
  });
});
