import { clampScroll } from './scroll.ts';
import type { ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

type Log = Pick<Viewport, 'tiles' | 'pageLines' | 'totalLines' | 'blockStarts'>;

/** So many entries in a row do not stand in two places of a log. */
const ALIKE = 30;

/**
 * The state of a log, which grows at its top, with the lines in place that were on the screen. At its top, the log shows what is
 * new. Returns the same state if nothing was added.
 */
export function keepLogInPlace(state: ViewState, before: Log, now: Log): ViewState {
  const { view, zoom, card, overlayScroll } = state;
  if (view !== 'log' || zoom !== null || card !== null || overlayScroll === 0) return state;
  const added = addedEntries(symbolsOf(before), symbolsOf(now));
  return added === 0 ? state : { ...state, overlayScroll: clampScroll(overlayScroll + added, now) };
}

function symbolsOf({ tiles }: Log): ReadonlyArray<string | null> {
  return tiles.flatMap(({ symbols }) => symbols);
}

/** How many entries stand above the former first one; 0 if it is not found. */
function addedEntries(before: ReadonlyArray<string | null>, now: ReadonlyArray<string | null>): number {
  const first = before.slice(0, ALIKE);
  if (first.length === 0) return 0;
  const place = now.findIndex((_, index) => first.every((symbol, offset) => now[index + offset] === symbol));
  return Math.max(0, place);
}
