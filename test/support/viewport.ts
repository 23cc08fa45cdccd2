import type { Viewport, ViewportTile } from '../../src/watch/viewport.ts';

export interface Arrangement {
  /** Tiles side by side. */
  readonly columns?: number;
  readonly pageLines?: number;
  /** The first board of each symbol, which the log and the confluence view ask for. */
  readonly boardOf?: Viewport['boardOf'];
  readonly defaultSymbol?: string | null;
  readonly namedSymbol?: string | null;
}

/** Boards as tiles, each given as its key and the symbols of its rows: `movers AAA BBB`. A row `-` has no symbol. */
export function viewportOf(
  boards: ReadonlyArray<string>,
  {
    columns = 1,
    pageLines = 10,
    boardOf = new Map(),
    defaultSymbol = null,
    namedSymbol = null,
  }: Arrangement = {},
): Viewport {
  const tiles: Array<ViewportTile> = [];
  const blockStarts: Array<number> = [];
  let line = 0;
  for (let start = 0; start < boards.length; start += columns) {
    blockStarts.push(line);
    const side = boards.slice(start, start + columns).map((board) => board.split(' '));
    for (const [column, [board = '', ...symbols]] of side.entries()) {
      const shown = symbols.map((symbol) => (symbol === '-' ? null : symbol));
      tiles.push({ board, column, line, firstRowLine: line + 1, symbols: shown, listed: new Set(shown) });
    }
    line += Math.max(...side.map((words) => words.length));
  }
  const boardKeys = [...new Set(tiles.map(({ board }) => board))];
  return {
    pageLines,
    totalLines: line,
    blockStarts,
    tiles,
    boardKeys,
    zoomableKeys: boardKeys,
    boardOf,
    timesBeside: { back: null, forward: null },
    typedTime: () => ({ problem: 'no snapshot yet' }),
    namedSymbol,
    defaultSymbol,
  };
}
