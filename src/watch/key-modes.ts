import type { Viewport, ViewState } from './state.ts';

const MAX_FILTER_LENGTH = 12;

/** Handles a key of the filter prompt. */
export function editFilter(state: ViewState, key: string): ViewState {
  switch (key) {
    case 'enter':
      return { ...state, mode: 'view' };
    case 'escape':
      return { ...state, mode: 'view', filter: '' };
    case 'backspace':
      return { ...state, filter: state.filter.slice(0, -1) };
    case 'ctrl-u':
      return { ...state, filter: '' };
    default:
      return /^[\w.\-^=]$/.test(key)
        ? { ...state, filter: (state.filter + key.toUpperCase()).slice(0, MAX_FILTER_LENGTH) }
        : state;
  }
}

/** Appends pasted text to the filter; outside of the filter prompt a paste is ignored. */
export function pasteIntoFilter(state: ViewState, text: string): ViewState {
  if (state.mode !== 'filter') return state;
  const filter = (state.filter + text.replace(/[^\w.\-^=]/g, '').toUpperCase()).slice(0, MAX_FILTER_LENGTH);
  return filter === state.filter ? state : { ...state, filter };
}

/** Handles a key of the board list. */
export function chooseBoards(state: ViewState, key: string, viewport: Viewport): ViewState {
  const { boardKeys } = viewport;
  const { hiddenBoards, cursor } = state;
  const last = Math.max(0, boardKeys.length - 1);
  switch (key) {
    case 'j':
    case 'down':
      return moveCursor(state, Math.min(last, cursor + 1), viewport);
    case 'k':
    case 'up':
      return moveCursor(state, Math.max(0, cursor - 1), viewport);
    case ' ':
      return { ...state, hiddenBoards: toggle(hiddenBoards, boardKeys[cursor]) };
    case 'a':
      return { ...state, hiddenBoards: hiddenBoards.length === 0 ? boardKeys : [] };
    case 'enter':
    case 'escape':
    case 'b':
    case 'q':
      return { ...state, mode: 'view', scroll: 0 };
    default:
      return state;
  }
}

/** Moves the cursor and scrolls to it. The first line of the body is the top border of the list. */
function moveCursor(state: ViewState, cursor: number, { pageLines }: Viewport): ViewState {
  const line = cursor + 1;
  const scroll = Math.min(line - 1, Math.max(state.scroll, line - pageLines + 2));
  return { ...state, cursor, scroll: Math.max(0, scroll) };
}

function toggle(list: ReadonlyArray<string>, item: string | undefined): ReadonlyArray<string> {
  if (item === undefined) return list;
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
