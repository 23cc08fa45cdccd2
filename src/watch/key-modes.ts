import { scrollTo } from './scroll.ts';
import { hiddenBoardsOf, type Step, type ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

const MAX_FILTER_LENGTH = 12;
/** What no ticker has. */
const NOT_IN_FILTER = /[^\w.^=/-]/g;

/** Handles a key of the filter prompt. Enter applies the filter, and opens the card of the symbol that it names. */
export function editFilter(state: ViewState, key: string, { namedSymbol }: Viewport): ViewState {
  switch (key) {
    case 'enter':
      return {
        ...state,
        mode: 'view',
        card: namedSymbol === null ? null : { symbol: namedSymbol, scroll: 0 },
      };
    case 'escape':
      return { ...state, mode: 'view', filter: '' };
    case 'backspace':
      return { ...state, filter: state.filter.slice(0, -1) };
    case 'ctrl-u':
      return { ...state, filter: '' };
    default:
      return isCharacter(key) ? addToFilter(state, key) : state;
  }
}

function addToFilter(state: ViewState, text: string): ViewState {
  const typed = text.replace(NOT_IN_FILTER, '').toUpperCase();
  const filter = (state.filter + typed).slice(0, MAX_FILTER_LENGTH);
  return filter === state.filter ? state : { ...state, filter };
}

const MAX_TIME_LENGTH = 32;
/** What no form of a time has. */
const NOT_IN_TIME = /[^\w:.+ -]/g;

/** Handles a key of the prompt for a time. Enter shows the snapshot of that time. */
export function editTime(state: ViewState, key: string, { typedTime }: Viewport): Step {
  switch (key) {
    case 'enter': {
      const found = typedTime(state.timeText);
      return 'problem' in found
        ? { state: { ...state, mode: 'view' }, effect: 'no-such-time', detail: found.problem }
        : goTo(found, { ...state, mode: 'view', past: found.past });
    }
    case 'escape':
      return { state: { ...state, mode: 'view' } };
    case 'backspace':
      return { state: { ...state, timeText: state.timeText.slice(0, -1) } };
    case 'ctrl-u':
      return { state: { ...state, timeText: '' } };
    default:
      return { state: isCharacter(key) ? addToTime(state, key) : state };
  }
}

function addToTime(state: ViewState, text: string): ViewState {
  const timeText = (state.timeText + text.replace(NOT_IN_TIME, '')).slice(0, MAX_TIME_LENGTH);
  return timeText === state.timeText ? state : { ...state, timeText };
}

/** Other keys have names, such as `tab`. */
function isCharacter(key: string): boolean {
  return key.length === 1;
}

/** In a replay a time after the newest snapshot is played to; one before it is stepped back to, which stops playing. */
function goTo(
  { past, time }: { readonly past: number | null; readonly time: number },
  state: ViewState,
): Step {
  if (state.recorded === null) return { state };
  if (past === null) return { state, effect: 'play-to', detail: String(time) };
  return { state: { ...state, paused: true }, effect: 'pause' };
}

/** Appends pasted text to the filter or the time; outside of these prompts a paste is ignored. */
export function pasteIntoPrompt(state: ViewState, text: string): ViewState {
  if (state.mode === 'time') return addToTime(state, text);
  return state.mode === 'filter' ? addToFilter(state, text) : state;
}

/** Handles a key of the list of boards. */
export function chooseBoards(state: ViewState, key: string, viewport: Viewport): ViewState {
  const { boardKeys } = viewport;
  const hidden = hiddenBoardsOf(state);
  const { cursor } = state;
  const last = Math.max(0, boardKeys.length - 1);
  switch (key) {
    case 'j':
    case 'down':
      return moveCursor(state, Math.min(last, cursor + 1), viewport);
    case 'k':
    case 'up':
      return moveCursor(state, Math.max(0, cursor - 1), viewport);
    case ' ':
      return hide(state, toggle(hidden, boardKeys[cursor]));
    case 'a':
      return hide(state, hidden.length === 0 ? boardKeys : []);
    case 'pagedown':
      return moveCursor(state, Math.min(last, cursor + viewport.pageLines - 1), viewport);
    case 'pageup':
      return moveCursor(state, Math.max(0, cursor - viewport.pageLines + 1), viewport);
    case 'g':
    case 'home':
      return moveCursor(state, 0, viewport);
    case 'G':
    case 'end':
      return moveCursor(state, last, viewport);
    case '?':
      return { ...state, mode: 'help', coverScroll: 0 };
    case 'enter':
    case 'escape':
    case 'b':
    case 'q':
      return { ...state, mode: 'view', coverScroll: 0 };
    default:
      return state;
  }
}

function hide(state: ViewState, boards: ReadonlyArray<string>): ViewState {
  const zoom = state.zoom !== null && boards.includes(state.zoom) ? null : state.zoom;
  return { ...state, zoom, scroll: 0, hiddenBoards: { ...state.hiddenBoards, [state.timeframe]: boards } };
}

/** Moves the cursor and scrolls to it, and to the border of the list above the first or below the last board. */
function moveCursor(state: ViewState, cursor: number, viewport: Viewport): ViewState {
  const line = cursor + 1;
  const isLast = cursor === viewport.boardKeys.length - 1;
  const border = cursor === 0 ? 0 : isLast ? line + 1 : line;
  const coverScroll = scrollTo(line, scrollTo(border, state.coverScroll, viewport), viewport);
  return { ...state, cursor, coverScroll };
}

function toggle(list: ReadonlyArray<string>, item: string | undefined): ReadonlyArray<string> {
  if (item === undefined) return list;
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
