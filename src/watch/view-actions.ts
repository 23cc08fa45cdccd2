import type { Action } from './key-actions.ts';
import { clampScroll } from './scroll.ts';
import { firstVisible, placeOf } from './selected-row.ts';
import { leaveZoom, type Step, type ViewState } from './state.ts';
import { symbolAtHand } from './symbol-at-hand.ts';
import type { Viewport } from './viewport.ts';

export const toggleHelp: Action = (state) => ({
  state: { ...state, mode: state.mode === 'help' ? 'view' : 'help', coverScroll: 0 },
});

export const openFilter: Action = (state) => ({
  state: { ...state, mode: 'filter', filter: '', scroll: 0 },
});

export const openBoardList: Action = (state) => ({
  state: { ...state, mode: 'boards', cursor: 0, coverScroll: 0 },
});

/** Shows only the board of the selected row, or the first visible one; or all boards again. */
export const toggleZoom: Action = (state, viewport) => {
  if (state.card !== null || state.view !== 'boards') return zoomSymbol(state, viewport);
  if (state.zoom !== null) return { state: leaveZoom(state) };
  const { tiles } = viewport;
  const place = placeOf(state.selectedRow, tiles);
  const board = tiles[place?.tile ?? firstVisible(tiles, clampScroll(state.scroll, viewport))]?.board;
  return board === undefined
    ? { state }
    : { state: { ...state, zoom: board, zoomedFrom: null, overlayScroll: 0 } };
};

/** Opens the log or the confluence view, or closes it. */
export const toggleView =
  (view: 'log' | 'confluence'): Action =>
  (state) => {
    if (state.view === view && state.card !== null) return { state: { ...state, card: null } };
    return {
      state: {
        ...state,
        view: state.view === view ? 'boards' : view,
        card: null,
        selectedRow: null,
        zoom: null,
        overlayScroll: 0,
      },
    };
  };

/** Changes what the log shows; elsewhere the key does nothing. */
export const filterLog =
  (change: (state: ViewState) => ViewState): Action =>
  (state) => ({
    state: state.view === 'log' && state.card === null ? { ...change(state), overlayScroll: 0 } : state,
  });

/** Opens the card of the symbol at hand. */
export const openCard: Action = (state, viewport) => {
  if (state.card !== null) return { state };
  const symbol = symbolAtHand(state, viewport);
  if (symbol === null) return { state, effect: 'no-symbol' };
  return { state: { ...state, card: { symbol, scroll: 0 } } };
};

/** Shows the symbol at hand on its first board, of which all columns are shown. */
function zoomSymbol(state: ViewState, viewport: Viewport): Step {
  const symbol = symbolAtHand(state, viewport);
  if (symbol === null) return { state, effect: 'no-symbol' };
  const board = viewport.boardOf.get(symbol);
  if (board === undefined)
    return {
      state,
      effect: 'not-listed',
      detail: `${state.timeframe} ${state.past === null ? 'now' : 'then'}`,
    };
  const selectedRow = { board, symbol, index: 0 };
  const { view, card, overlayScroll } = state;
  const zoomedFrom = { view, card, overlayScroll, selectedRow: state.selectedRow };
  const shown = { view: 'boards', card: null, zoom: board, zoomedFrom } as const;
  return { state: { ...state, ...shown, selectedRow, overlayScroll: 0 } };
}
