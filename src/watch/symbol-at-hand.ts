import { placeOf, selectedSymbol } from './selected-row.ts';
import type { ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

/** The symbol that `Enter`, `*` and `y` are about: that of the card, of the selected row, or that of the view. */
export function symbolAtHand(
  { card, selectedRow }: ViewState,
  { tiles, defaultSymbol }: Viewport,
): string | null {
  if (card !== null) return card.symbol;
  return placeOf(selectedRow, tiles) === null ? defaultSymbol : selectedSymbol(selectedRow, tiles);
}

/**
 * The symbol that the filter names: the one with exactly this name; also one that is on no board now, if it is known or if
 * nothing matches. Null if the filter is a part of other names.
 */
export function namedSymbolOf(
  filter: string,
  tiles: Viewport['tiles'],
  isFilterKnown: boolean,
): string | null {
  if (filter === '') return null;
  const listed = listedSymbols(tiles);
  const exact = listed.find((symbol) => symbol.toUpperCase() === filter);
  return exact ?? (isFilterKnown || listed.length === 0 ? filter : null);
}

/** The symbol that keys are about where no row is selected: that of the filter, or the top play, or the first one shown. */
export function defaultSymbolOf(
  { filter }: Pick<ViewState, 'filter'>,
  tiles: Viewport['tiles'],
  { named, topPlay }: { readonly named: string | null; readonly topPlay: string | null },
): string | null {
  const [first = null] = listedSymbols(tiles);
  return filter === '' ? (topPlay ?? first) : (named ?? first);
}

function listedSymbols(tiles: Viewport['tiles']): ReadonlyArray<string> {
  return tiles.flatMap((tile) => [...tile.listed]).filter((symbol) => symbol !== null);
}
