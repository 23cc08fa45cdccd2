import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPlace, placeOf } from '../../src/pane/selected-row.ts';
import type { BodyRow } from '../../src/pane/view.ts';

type Rows = ReadonlyArray<BodyRow>;

/** Boards as tiles, each given as its key and the symbols of its rows: `movers AAA BBB`. A row `-` has no symbol. */
function rowsOf(boards: ReadonlyArray<string>, columns = 1): Rows {
  const rows: Array<BodyRow> = [];
  const counts = new Map<string, number>();
  let block = 0;
  for (let start = 0; start < boards.length; start += columns) {
    const side = boards.slice(start, start + columns).map((board) => board.split(' '));
    for (const [column, [board = '', ...symbols]] of side.entries())
      for (const [row, symbol] of symbols.entries()) {
        const index = counts.get(board) ?? 0;
        counts.set(board, index + 1);
        rows.push({
          ...{ board, symbol: symbol === '-' ? null : symbol, index },
          ...{ line: block + 1 + row, column, block },
        });
      }
    block += Math.max(...side.map((words) => words.length));
  }
  return rows;
}

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

describe('for any boards', () => {
  const symbols = fc.array(fc.constantFrom('A', 'B', 'C', 'D', '-', '__proto__'), { maxLength: 6 });
  const boards = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'flow'), symbols), { maxLength: 8 })
    .map((all) => all.map(([key, rows]) => [key, ...rows].join(' ')));
  const screens = fc
    .tuple(boards, fc.integer({ min: 1, max: 4 }))
    .map(([shown, columns]) => rowsOf(shown, columns));
  const directions = fc.constantFrom(...DIRECTIONS);
  const opposite = { up: 'down', down: 'up', left: 'right', right: 'left' } as const;

  test('moves and new data select a row, if there is one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(screens, fc.array(fc.tuple(directions, fc.nat(40)))), { minLength: 1 }),
        (steps) => {
          let selected: BodyRow | null = null;
          for (const [rows, moves] of steps) {
            for (const [direction, firstLine] of moves) {
              const place = nextPlace(placeOf(selected, rows), direction, rows, firstLine);
              if (place === null) continue;
              expect(rows).toContain(place);
              expect(placeOf(place, rows)).toBe(place);
              selected = place;
            }
            expect(nextPlace(null, 'down', rows, 0) !== null).toBe(rows.length > 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('the symbol is the same after new data, if its board still has it', () => {
    fc.assert(
      fc.property(screens, screens, fc.nat(), (before, after, chosen) => {
        const selected = before[chosen % Math.max(1, before.length)];
        fc.pre(selected !== undefined && selected.symbol !== null);
        const place = placeOf(selected ?? null, after);
        const listed = after.filter(({ board }) => board === selected?.board).map(({ symbol }) => symbol);
        if (listed.length === 0) expect(place).toBe(null);
        else if (listed.includes(selected?.symbol ?? null)) expect(place?.symbol).toBe(selected?.symbol);
        else expect(listed).toContain(place?.symbol);
      }),
      { numRuns: 200 },
    );
  });

  test('a move up or down, or between boards of equal length, can be undone', () => {
    fc.assert(
      fc.property(screens, directions, fc.nat(), (rows, direction, chosen) => {
        const from = rows[chosen % Math.max(1, rows.length)] ?? null;
        const to = nextPlace(from, direction, rows, 0);
        if (from === null || to === null) return;
        const back = nextPlace(to, opposite[direction], rows, 0);
        if (direction === 'up' || direction === 'down' || to.line === from.line) expect(back).toBe(from);
        else expect(back).toMatchObject({ column: from.column, block: from.block });
      }),
      { numRuns: 200 },
    );
  });
});
