import type { Tile } from '../../src/pane/view.ts';

/** Boards as tiles, each given as its key and the symbols of its rows: `movers AAA BBB`. A row `-` has no symbol. */
export function tilesOf(boards: ReadonlyArray<string>, columns = 1): ReadonlyArray<Tile> {
  const tiles: Array<Tile> = [];
  let line = 0;
  for (let start = 0; start < boards.length; start += columns) {
    const side = boards.slice(start, start + columns).map((board) => board.split(' '));
    for (const [column, [board = '', ...symbols]] of side.entries()) {
      const shown = symbols.map((symbol) => (symbol === '-' ? null : symbol));
      const rowLines = shown.map((_, row) => line + 1 + row);
      tiles.push({ board, column, line, rowLines, symbols: shown, listed: new Set(shown) });
    }
    line += Math.max(...side.map((words) => words.length));
  }
  return tiles;
}
