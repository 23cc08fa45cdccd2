import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { titleOf } from '../../src/output/board.ts';
import { layOutTiles, renderTile, tileTable } from '../../src/pane/views/tiles.ts';
import { ctxOf, rowsBoard } from '../support/view-fixtures.ts';

const WIDTHS = Array.from({ length: 97 }, (_, index) => 20 + index);
const ROW: JsonObject = { price: 1234.56, boards: 4, metric: '37 posts', tag: 'low float' };

/** The first lines of a tile: its title, and the row of AAA. */
function linesOf(
  width: number,
  { key = 'forum', row = {}, rows = 5, chosen = null as ReadonlyArray<string> | null } = {},
): readonly [title: string, row: string] {
  const fields = { ...ROW, ...row };
  const board = rowsBoard([fields, { ...fields, rank: 2, symbol: 'BBB' }], key);
  const style = { ctx: ctxOf(width), chosen, metric: 'metric' } as const;
  const table = tileTable({ columns: 1, width, rows }, [], style);
  const lines = renderTile(titleOf(board), board.rows, board.rows, table, style.ctx);
  const [title = '', first = ''] = lines.map(({ plain }) => plain.trimEnd());
  return [title, first];
}

describe('the labels in the rule of a title', () => {
  const endOf = (line: string, text: RegExp) => {
    const found = text.exec(line);
    return found === null ? null : found.index + found[0].length;
  };
  const startOf = (line: string, text: RegExp) => text.exec(line)?.index ?? null;
  const ends = [
    [/ chg\b/, /\+4\.56%/],
    [/ bds\b/, / ◆4\+?/],
    [/ price\b/, /1234\.56/],
    [/ vol\b/, /82\.1M/],
  ] as const;
  const starts = [
    [/\bpo(sts|s?…)/, /\b37\b/],
    [/\bname\b/, /\bAlph/],
    [/\btag\b/, /\blow float/],
  ] as const;

  test.each([
    ['of five rows', { rows: 5 }, 7],
    ['of ten rows', { rows: 10 }, 7],
    ['of chosen columns', { chosen: ['price', 'metric', 'boards', 'name', 'dayPct'] }, 4],
  ])('end where their columns end, or begin where these begin, in tiles %s', (_, options, count) => {
    let most = 0;
    for (const width of WIDTHS) {
      const [title, row] = linesOf(width, options);
      expect(title.length, title).toBeLessThanOrEqual(width);
      const shown = [
        ...ends.map(([label, cell]) => [endOf(title, label), endOf(row, cell)]),
        ...starts.map(([label, cell]) => [startOf(title, label), startOf(row, cell)]),
      ].filter(([label]) => label !== null);
      for (const [label, cell] of shown) expect(label, `at ${width}:\n${title}\n${row}`).toBe(cell);
      most = Math.max(most, shown.length);
    }
    expect(most).toBe(count);
  });

  test('give way from the left, so that two cells of rule stay behind the title', () => {
    const keys = ['forum', 'a'.repeat(13), 'a'.repeat(14), 'a'.repeat(17), 'a'.repeat(18), 'a'.repeat(40)];
    expect(keys.map((key) => linesOf(38, { key })[0])).toEqual([
      'Forum ────────── chg bds posts',
      'aaaaaaaaaaaaa ── chg bds posts',
      'aaaaaaaaaaaaaa ───── bds posts',
      'aaaaaaaaaaaaaaaaa ── bds posts',
      'aaaaaaaaaaaaaaaaaa ───── posts',
      `${'a'.repeat(37)}…`,
    ]);
  });
});

test('where every metric only repeats the change, the tile shows the price, unless it has a column', () => {
  const row = { metric: '+4.6%' };
  expect([38, 47].map((width) => linesOf(width, { key: 'movers', row }))).toEqual([
    ['Movers ───────── chg bds price', '1     AAA     +4.56% ◆4+ 1234.56'],
    ['Movers ─────── price     chg bds', '1     AAA    1234.56  +4.56% ◆4+'],
  ]);
});

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
