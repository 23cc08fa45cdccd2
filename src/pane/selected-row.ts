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

/** The rows of a board, in all groups of it. */
function rowsOf(board: string | null, tiles: Tiles): ReadonlyArray<RowPlace> {
  return tiles
    .flatMap((each, tile) =>
      each.board !== board
        ? []
        : each.symbols.map((symbol, row) => ({ symbol, tile, row, line: each.rowLines[row] ?? 0 })),
    )
    .map((place, index) => ({ ...place, board, index }));
}

/** The place of the selected symbol on its board, or of the nearest row if it has left; null if the board is not shown or empty. */
export function placeOf(selected: SelectedRow | null, tiles: Tiles): RowPlace | null {
  if (selected === null) return null;
  const rows = rowsOf(selected.board, tiles);
  const [nearest] = rows
    .filter(({ symbol }) => symbol !== null && symbol === selected.symbol)
    .sort((one, other) => Math.abs(one.index - selected.index) - Math.abs(other.index - selected.index));
  return nearest ?? rows[Math.min(selected.index, rows.length - 1)] ?? null;
}

/** The row of a tile; null if it has none there. */
export function placeAt(tile: number, row: number, tiles: Tiles): RowPlace | null {
  const rows = rowsOf(tiles[tile]?.board ?? null, tiles);
  return rows.find((place) => place.tile === tile && place.row === row) ?? null;
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
  if (selected === null || place === null || isListedBelow(selected, tiles)) return selected;
  const { board, symbol, index } = place;
  return symbol === selected.symbol && index === selected.index ? selected : { board, symbol, index };
}

/** The symbol of the selected row, or of the row in its place; null if there is none. */
export function selectedSymbol(selected: SelectedRow | null, tiles: Tiles): string | null {
  if (selected !== null && isListedBelow(selected, tiles)) return selected.symbol;
  return placeOf(selected, tiles)?.symbol ?? null;
}

/** Whether the selected symbol is on its board, but below the rows that are shown. */
export function isListedBelow({ board, symbol }: SelectedRow, tiles: Tiles): boolean {
  const own = tiles.filter((tile) => tile.board === board);
  return (
    symbol !== null &&
    own.some(({ listed }) => listed.has(symbol)) &&
    !own.some(({ symbols }) => symbols.includes(symbol))
  );
}

/**
 * The place next to `place` in a direction: the next row, then the next board above or below; or the same row of the board
 * beside it. Null if there is none. Without a place, the first row on a screen that begins with `firstLine`.
 */
export function nextPlace(
  place: RowPlace | null,
  direction: Direction,
  tiles: Tiles,
  firstLine: number,
): RowPlace | null {
  const current = place === null ? undefined : tiles[place.tile];
  if (place === null || current === undefined) return firstPlace(tiles, firstLine);
  const next = direction === 'down' ? place.row + 1 : direction === 'up' ? place.row - 1 : -1;
  if (next >= 0 && next < current.symbols.length) return placeAt(place.tile, next, tiles);
  const tile = neighbour(current, direction, tiles);
  if (tile === null) return null;
  const last = (tiles[tile]?.symbols.length ?? 0) - 1;
  return placeAt(
    tile,
    direction === 'down' ? 0 : direction === 'up' ? last : Math.min(place.row, last),
    tiles,
  );
}

/** The index of the first board on the screen, which can be scrolled under its title; -1 if there is none. */
export function firstVisible(tiles: Tiles, firstLine: number): number {
  return tiles.findIndex((tile) => tile.line === firstLine || endOf(tile) > firstLine + 1);
}

function firstPlace(tiles: Tiles, firstLine: number): RowPlace | null {
  const hasRows = ({ symbols }: Tile) => symbols.length > 0;
  const visible = tiles.findIndex((tile) => hasRows(tile) && endOf(tile) > firstLine + 1);
  const index = visible >= 0 ? visible : tiles.findIndex(hasRows);
  const first = tiles[index]?.rowLines.findIndex((line) => line > firstLine) ?? 0;
  return placeAt(index, Math.max(0, first), tiles);
}

/** The line below the last row. */
function endOf({ line, rowLines }: Tile): number {
  return (rowLines.at(-1) ?? line) + 1;
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
  if (view.symbol !== undefined) return view.symbol;
  return placeOf(selected, tiles) === null ? null : selectedSymbol(selected, tiles);
}

/** The symbol that `Enter` and `z` are about: without a chosen one, that of the filter, or the top play, or the first one. */
export function symbolAtHand(front: Front): string | null {
  if (placeOf(front.opened.selected, front.body.tiles) !== null || front.opened.view.symbol !== undefined)
    return chosenSymbol(front);
  const [first = null] = listedSymbols(front);
  if (front.pane.filter !== '') return namedSymbol(front) ?? first;
  return front.known.snapshot?.topPlay?.symbol ?? first;
}

/**
 * The symbol that the filter names: the one with exactly this name; also one that is on no board now, if it is known or if
 * nothing matches. Null if the filter is a part of other names, or has several.
 */
export function namedSymbol(front: Front): string | null {
  const [ticker, ...others] = tickersOf(front.pane.filter);
  if (ticker === undefined || others.length > 0) return null;
  const listed = listedSymbols(front);
  const exact = listed.find((symbol) => symbol.toUpperCase() === ticker);
  return exact ?? (listed.length === 0 || front.timeframes.knows(ticker) ? ticker : null);
}

/** The row of a symbol on the first board that shows it; null if none does. */
export function firstRowOf(symbol: string, { boards }: Front): SelectedRow | null {
  const board = boards.shown.find(({ rows }) => rows.some((row) => row.symbol === symbol));
  return board === undefined ? null : { board: board.key, symbol, index: 0 };
}

function listedSymbols({ body: { tiles } }: Front): ReadonlyArray<string> {
  return tiles.flatMap(({ listed }) => [...listed]).filter((symbol) => symbol !== null);
}
