import type { Since } from '../model/since.ts';
import { HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { clampScroll, pageScroll, scrollTo, shownScroll, stepScroll, withScroll } from './scroll.ts';
import { type Direction, lineOf, nextPlace, placeOf, selectedRowAt } from './selected-row.ts';
import { isCovered, leaveZoom, type Step, type ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

export type Action = (state: ViewState, viewport: Viewport, key: string) => Step;

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  up: 'up',
  k: 'up',
  down: 'down',
  j: 'down',
  left: 'left',
  h: 'left',
  right: 'right',
  l: 'right',
};

/** Selects another row; in views without rows, scrolls by a line. */
export const moveSelectedRow: Action = (state, viewport, key) => {
  const direction = DIRECTIONS[key] ?? 'down';
  if (isCovered(state) || state.card !== null) return { state: scrollLine(state, viewport, direction) };
  if (state.zoom !== null && (direction === 'left' || direction === 'right'))
    return { state: zoomBeside(state, viewport, direction) };
  const { tiles } = viewport;
  const scroll = clampScroll(shownScroll(state), viewport);
  const current = placeOf(state.selectedRow, tiles);
  const place = nextPlace(current, direction, tiles, scroll) ?? current;
  const selectedRow = place === null ? null : selectedRowAt(place, tiles);
  if (place === null || selectedRow === null) return { state };
  return { state: withScroll({ ...state, selectedRow }, scrollTo(lineOf(place, tiles), scroll, viewport)) };
};

export const scrollPage: Action = (state, viewport, key) => {
  const scroll = pageScroll(shownScroll(state), key === 'pagedown' ? 1 : -1, viewport);
  return { state: withVisibleRow(withScroll(state, scroll), viewport) };
};

/** Scrolls to the first or the last page. */
export const scrollToEnd: Action = (state, viewport, key) => {
  const isLast = key === 'G' || key === 'end';
  const scroll = isLast ? clampScroll(viewport.totalLines, viewport) : 0;
  return { state: withVisibleRow(withScroll(state, scroll), viewport) };
};

/** Without the selected row if it has left the screen, so that keys are about what the user sees. */
function withVisibleRow(state: ViewState, viewport: Viewport): ViewState {
  const isElsewhere = !isCovered(state) && state.card === null && !isOnScreen(state, viewport);
  return isElsewhere && state.selectedRow !== null ? { ...state, selectedRow: null } : state;
}

/**
 * Closes the topmost of what covers the boards. Below that, `Esc` leaves the past, then unselects the row, then clears the
 * filter, and `q` quits.
 */
export const closeTopmost: Action = (state, viewport, key) => {
  if (isCovered(state)) return { state: { ...state, mode: 'view', coverScroll: 0 } };
  if (state.card !== null) return { state: { ...state, card: null } };
  if (state.zoom !== null) return { state: leaveZoom(state) };
  if (state.view !== 'boards') return { state: { ...state, view: 'boards', selectedRow: null } };
  if (key === 'q') return { state, effect: 'quit' };
  if (state.past !== null) return { state: { ...state, past: null } };
  // A selected row that is not on the screen is forgotten, but is not a step of its own.
  if (state.filter === '' || isOnScreen(state, viewport))
    return { state: state.selectedRow === null ? state : { ...state, selectedRow: null } };
  return { state: { ...state, selectedRow: null, filter: '', scroll: 0 } };
};

/** Whether the selected row is among the lines of the page. */
function isOnScreen(state: ViewState, viewport: Viewport): boolean {
  const place = placeOf(state.selectedRow, viewport.tiles);
  if (place === null) return false;
  const line = lineOf(place, viewport.tiles) - clampScroll(shownScroll(state), viewport);
  return line >= 0 && line < viewport.pageLines;
}

const SINCE_STEPS: ReadonlyArray<Since> = ['last', 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 'start'];

/** Compares with an older snapshot: each step reaches further back, then it begins again. */
export const nextSince: Action = (state) => {
  const index = SINCE_STEPS.indexOf(state.since);
  const since = SINCE_STEPS[(index + 1) % SINCE_STEPS.length] ?? 'last';
  return { state: { ...state, since }, effect: 'since' };
};

export const showTimeframeOfDigit: Action = (state, _, key) =>
  showTimeframe(state, TIMEFRAMES[Number(key) - 1]);

export const nextTimeframe: Action = (state, _, key) => {
  const ring = state.timeframes.length > 1 ? state.timeframes : (state.recorded ?? TIMEFRAMES);
  const step = key === 'tab' ? 1 : -1;
  return showTimeframe(state, ring[(ring.indexOf(state.timeframe) + step + ring.length) % ring.length]);
};

function showTimeframe(state: ViewState, timeframe: Timeframe | undefined): Step {
  if (timeframe === undefined || timeframe === state.timeframe) return { state };
  if (state.recorded?.includes(timeframe) === false)
    return { state, effect: 'not-recorded', detail: timeframe };
  const card = state.card === null ? null : { ...state.card, scroll: 0 };
  return { state: { ...state, timeframe, scroll: 0, zoom: null, card }, effect: 'timeframe' };
}

function scrollLine(state: ViewState, viewport: Viewport, direction: Direction): ViewState {
  if (direction === 'left' || direction === 'right') return state;
  return withScroll(state, stepScroll(shownScroll(state), direction === 'down' ? 1 : -1, viewport));
}

/** Zooms the board before or after the zoomed one. */
function zoomBeside(state: ViewState, { zoomableKeys }: Viewport, direction: 'left' | 'right'): ViewState {
  const board = zoomableKeys[zoomableKeys.indexOf(state.zoom ?? '') + (direction === 'right' ? 1 : -1)];
  return board === undefined ? state : { ...state, zoom: board, selectedRow: null, overlayScroll: 0 };
}
