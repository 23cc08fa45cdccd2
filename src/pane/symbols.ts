import { placeOf, selectedSymbol } from './selected-row.ts';
import { tickersOf } from './shown-boards.ts';
import type { Front, SelectedRow } from './view.ts';

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
  return front.shown.known.snapshot?.topPlay?.symbol ?? first;
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
  return exact ?? (listed.length === 0 || front.shown.timeframes.knows(ticker) ? ticker : null);
}

/** The row of a symbol on the first board that shows it; null if none does. */
export function firstRowOf(symbol: string, { shown: { boards } }: Front): SelectedRow | null {
  const board = boards.shown.find(({ rows }) => rows.some((row) => row.symbol === symbol));
  return board === undefined ? null : { board: board.key, symbol, index: 0 };
}

function listedSymbols({ body: { tiles } }: Front): ReadonlyArray<string> {
  return tiles.flatMap(({ listed }) => [...listed]).filter((symbol) => symbol !== null);
}
