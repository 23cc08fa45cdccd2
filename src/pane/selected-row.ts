import { scrollTo } from './scroll.ts';
import { tickersOf } from './shown-boards.ts';
import { changeFront } from './state.ts';
import type { Front, PaneState, SelectedRow, Tile } from './view.ts';

/** Where a selected row is in the tiles. */
export interface RowPlace {
  readonly tile: number;
  readonly row: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

type Tiles = ReadonlyArray<Tile>;

/** The place of the selected symbol on its board, or of the nearest row if it has left; null if the board is not shown or empty. */
export function placeOf(selected: SelectedRow | null, tiles: Tiles): RowPlace | null {
  if (selected === null) return null;
  const rows = rowsOfBoard(selected.board, tiles);
  const [nearest] = [...rows.keys()]
    .filter((index) => rows[index]?.symbol != null && rows[index].symbol === selected.symbol)
    .sort((one, other) => Math.abs(one - selected.index) - Math.abs(other - selected.index));
  const found = rows[nearest ?? Math.min(selected.index, rows.length - 1)];
  return found === undefined ? null : found.place;
}

/** The row at a place, as a selected one. */
export function selectedRowAt(place: RowPlace, tiles: Tiles): SelectedRow | null {
  const tile = tiles[place.tile];
  if (tile === undefined) return null;
  const index = rowsOfBoard(tile.board, tiles).findIndex(
    (row) => row.place.tile === place.tile && row.place.row === place.row,
  );
  return index < 0 ? null : { board: tile.board, symbol: tile.symbols[place.row] ?? null, index };
}

/** Selects the row at a place, and scrolls to it. */
export function selectRow(place: RowPlace, { pane, body: { tiles }, page }: Front): PaneState {
  const scroll = scrollTo(lineOf(place, tiles), page.scroll, page);
  return changeFront(pane, { selected: selectedRowAt(place, tiles), scroll });
}

/**
 * The selected row after new data: the same symbol, or the row that took its place. Unchanged while its board is not shown or
 * has no rows.
 */
export function settleSelectedRow(selected: SelectedRow | null, tiles: Tiles): SelectedRow | null {
  const place = placeOf(selected, tiles);
  if (selected === null || place === null || isListedBelow(selected, tiles)) return selected;
  const settled = selectedRowAt(place, tiles) ?? selected;
  const isSame = settled.symbol === selected.symbol && settled.index === selected.index;
  return isSame ? selected : settled;
}

/** The symbol of the selected row, or of the row in its place; null if there is none. */
export function selectedSymbol(selected: SelectedRow | null, tiles: Tiles): string | null {
  if (selected === null || isListedBelow(selected, tiles)) return selected?.symbol ?? null;
  const place = placeOf(selected, tiles);
  return place === null ? null : (tiles[place.tile]?.symbols[place.row] ?? null);
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
  if (direction === 'down' && place.row + 1 < current.symbols.length) return { ...place, row: place.row + 1 };
  if (direction === 'up' && place.row > 0) return { ...place, row: place.row - 1 };
  const tile = neighbour(current, direction, tiles);
  if (tile === null) return null;
  const rows = tiles[tile]?.symbols.length ?? 0;
  if (direction === 'down') return { tile, row: 0 };
  return { tile, row: direction === 'up' ? rows - 1 : Math.min(place.row, rows - 1) };
}

/** The line of the body on which a place is. */
export function lineOf(place: RowPlace, tiles: Tiles): number {
  const tile = tiles[place.tile];
  return tile?.rowLines?.[place.row] ?? (tile?.firstRowLine ?? 0) + place.row;
}

function rowsOfBoard(board: string | null, tiles: Tiles) {
  return tiles.flatMap((tile, index) =>
    tile.board === board ? tile.symbols.map((symbol, row) => ({ symbol, place: { tile: index, row } })) : [],
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
  const tile = tiles[index];
  if (tile === undefined) return null;
  const row = Math.min(firstLine + 1 - tile.firstRowLine, tile.symbols.length - 1);
  return { tile: index, row: Math.max(0, row) };
}

/** The line below the last row. */
function endOf({ firstRowLine, rowLines, symbols }: Tile): number {
  return (rowLines?.at(-1) ?? firstRowLine + symbols.length - 1) + 1;
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
