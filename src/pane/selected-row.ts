import { scrollTo } from './scroll.ts';
import { tickersOf } from './shown-boards.ts';
import { changeFront } from './state.ts';
import type { Front, PaneState, SelectedRow, Tile } from './view.ts';

/** A row of the tiles, whether on the screen or not, as it is selected. */
export interface RowPlace extends SelectedRow {
  readonly tile: number;
  readonly row: number;
  /** Index of its line. */
  readonly line: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

type Tiles = ReadonlyArray<Tile>;

/** The rows of all tiles, where `index` counts those of a board in all its groups. */
function rowsOf(tiles: Tiles): ReadonlyArray<RowPlace> {
  const counts = new Map<string | null, number>();
  return tiles.flatMap(({ board, symbols, rowLines }, tile) =>
    symbols.map((symbol, row): RowPlace => {
      const index = counts.get(board) ?? 0;
      counts.set(board, index + 1);
      return { board, symbol, index, tile, row, line: rowLines[row] ?? 0 };
    }),
  );
}

/** The place of the selected symbol on its board, or of the nearest row if it has left; null if the board is not shown or empty. */
export function placeOf(selected: SelectedRow | null, tiles: Tiles): RowPlace | null {
  if (selected === null) return null;
  const rows = rowsOf(tiles).filter(({ board }) => board === selected.board);
  const [nearest] = rows
    .filter(({ symbol }) => symbol !== null && symbol === selected.symbol)
    .sort((one, other) => Math.abs(one.index - selected.index) - Math.abs(other.index - selected.index));
  return nearest ?? rows[Math.min(selected.index, rows.length - 1)] ?? null;
}

/** The row of a tile; null if it has none there. */
export function placeAt(tile: number, row: number, tiles: Tiles): RowPlace | null {
  return rowsOf(tiles).find((place) => place.tile === tile && place.row === row) ?? null;
}

/** Selects a row, and scrolls to it. */
export function selectRow({ board, symbol, index, line }: RowPlace, { pane, page }: Front): PaneState {
  return changeFront(pane, { selected: { board, symbol, index }, scroll: scrollTo(line, page.scroll, page) });
}

/**
 * The selected row after new data: the same symbol, or the row that took its place. Unchanged while its board is not shown or
 * has no rows.
 */
export function settleSelectedRow(selected: SelectedRow | null, tiles: Tiles): SelectedRow | null {
  const place = placeOf(selected, tiles);
  if (place === null) return selected;
  const { board, symbol, index } = place;
  return symbol === selected?.symbol && index === selected.index ? selected : { board, symbol, index };
}

/**
 * The place next to `place` in a direction: the next row, then the next board above or below; or the same row of the board
 * beside it. Null if there is none. Without a place, the first row on a screen that begins with `firstLine`, under a title.
 */
export function nextPlace(
  place: RowPlace | null,
  direction: Direction,
  tiles: Tiles,
  firstLine: number,
): RowPlace | null {
  const rows = rowsOf(tiles);
  const current = place === null ? undefined : tiles[place.tile];
  if (place === null || current === undefined)
    return rows.find(({ line }) => line > firstLine) ?? rows[0] ?? null;
  const next = direction === 'down' ? place.row + 1 : direction === 'up' ? place.row - 1 : -1;
  if (next >= 0 && next < current.symbols.length) return placeAt(place.tile, next, tiles);
  const tile = neighbour(current, direction, tiles);
  const last = (tiles[tile ?? -1]?.symbols.length ?? 0) - 1;
  const row = direction === 'down' ? 0 : direction === 'up' ? last : Math.min(place.row, last);
  return tile === null ? null : placeAt(tile, row, tiles);
}

/** The index of the nearest board with rows in a direction; null if there is none. */
function neighbour(from: Tile, direction: Direction, tiles: Tiles): number | null {
  const isSideways = direction === 'left' || direction === 'right';
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  const distance = (tile: Tile) => sign * (isSideways ? tile.column - from.column : tile.line - from.line);
  const isAligned = (tile: Tile) => (isSideways ? tile.line === from.line : tile.column === from.column);
  return (
    [...tiles.entries()]
      .filter(([, tile]) => isAligned(tile) && tile.symbols.length > 0 && distance(tile) > 0)
      .sort(([, one], [, other]) => distance(one) - distance(other))[0]?.[0] ?? null
  );
}

/** The symbol of the card or of the selected row; null if there is neither. */
export function chosenSymbol({ opened: { view, selected }, body: { tiles } }: Front): string | null {
  return view.symbol ?? placeOf(selected, tiles)?.symbol ?? null;
}

/** The symbol that `Enter` and `z` are about: without a chosen one, that of the filter, or the top play, or the first one. */
export function symbolAtHand(front: Front): string | null {
  const { view, selected } = front.opened;
  if (view.symbol !== undefined || placeOf(selected, front.body.tiles) !== null) return chosenSymbol(front);
  const first = front.body.tiles.flatMap(({ symbols }) => symbols).find((symbol) => symbol !== null) ?? null;
  if (front.pane.filter !== '') return namedSymbol(front) ?? first;
  return front.known.snapshot?.topPlay?.symbol ?? first;
}

/**
 * The symbol that the filter names: the one with exactly this name; also one that is on no board now, if it is known or if
 * nothing matches. Null if the filter is a part of other names, or has several.
 */
export function namedSymbol({ pane, boards, timeframes }: Front): string | null {
  const [ticker, ...others] = tickersOf(pane.filter);
  if (ticker === undefined || others.length > 0) return null;
  const listed = boards.shown.flatMap(({ rows }) => rows.map(({ symbol }) => symbol));
  const exact = listed.find((symbol) => symbol?.toUpperCase() === ticker);
  return exact ?? (listed.length === 0 || timeframes.knows(ticker) ? ticker : null);
}

/** The row of a symbol on the first board that shows it; null if none does. */
export function firstRowOf(symbol: string, { boards }: Front): SelectedRow | null {
  const board = boards.shown.find(({ rows }) => rows.some((row) => row.symbol === symbol));
  return board === undefined ? null : { board: board.key, symbol, index: 0 };
}
