import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { clampScroll, type Effect, type Step, type Viewport, type ViewState } from './state.ts';

type Action = (state: ViewState, viewport: Viewport, key: string) => Step;

export interface KeyBinding {
  readonly keys: ReadonlyArray<string>;
  /** As the footer and the help write them. */
  readonly label: string;
  readonly does: string;
  /** A word for the footer; those without are in the help only. */
  readonly footer?: string;
  /** Works in the help, too. */
  readonly scrolls?: boolean;
  readonly action: Action;
}

const scrollBy =
  (lines: (viewport: Viewport) => number): Action =>
  (state, viewport) => ({
    state: { ...state, scroll: clampScroll(clampScroll(state.scroll, viewport) + lines(viewport), viewport) },
  });

/** The keys of the pane: the only place that knows them; footer and help are written from it. */
export const KEY_BINDINGS: ReadonlyArray<KeyBinding> = [
  { keys: ['q'], label: 'q', does: 'quit', footer: 'quit', action: (state) => ({ state, effect: 'quit' }) },
  {
    keys: [' '],
    label: 'space',
    does: 'pause and go on',
    footer: 'pause',
    action: (state) => ({ state: { ...state, paused: !state.paused }, effect: 'pause' }),
  },
  {
    keys: ['r'],
    label: 'r',
    does: 'poll now',
    footer: 'poll',
    action: (state) => ({ state, effect: 'poll' }),
  },
  {
    keys: ['1', '2', '3', '4', '5'],
    label: '1-5',
    does: `timeframe: ${TIMEFRAMES.join(', ')}`,
    footer: 'timeframe',
    action: (state, _, key) => showTimeframe(state, TIMEFRAMES[Number(key) - 1]),
  },
  { keys: ['tab'], label: 'Tab', does: 'next timeframe', action: (state) => nextTimeframe(state, 1) },
  {
    keys: ['shift-tab'],
    label: 'Shift-Tab',
    does: 'previous timeframe',
    action: (state) => nextTimeframe(state, -1),
  },
  {
    keys: ['j', 'down'],
    label: 'j ↓',
    does: 'scroll down',
    footer: 'scroll',
    scrolls: true,
    action: scrollBy(() => 1),
  },
  { keys: ['k', 'up'], label: 'k ↑', does: 'scroll up', scrolls: true, action: scrollBy(() => -1) },
  {
    keys: ['pagedown'],
    label: 'PgDn',
    does: 'a page down',
    scrolls: true,
    action: scrollBy(({ pageLines }) => pageLines - 1),
  },
  {
    keys: ['pageup'],
    label: 'PgUp',
    does: 'a page up',
    scrolls: true,
    action: scrollBy(({ pageLines }) => 1 - pageLines),
  },
  {
    keys: ['g', 'home'],
    label: 'g',
    does: 'to the top',
    scrolls: true,
    action: scrollBy(() => Number.NEGATIVE_INFINITY),
  },
  {
    keys: ['G', 'end'],
    label: 'G',
    does: 'to the end',
    scrolls: true,
    action: scrollBy(() => Number.POSITIVE_INFINITY),
  },
  {
    keys: ['/'],
    label: '/',
    does: 'filter symbols; Enter keeps it, Esc clears it',
    footer: 'filter',
    action: (state) => ({ state: { ...state, mode: 'filter', scroll: 0 } }),
  },
  {
    keys: ['b'],
    label: 'b',
    does: 'choose boards',
    footer: 'boards',
    action: (state) => ({ state: { ...state, mode: 'boards', cursor: 0, scroll: 0 } }),
  },
  {
    keys: ['t'],
    label: 't',
    does: 'top play only',
    footer: 'top',
    action: (state) => ({ state: { ...state, topOnly: !state.topOnly, scroll: 0 } }),
  },
  {
    keys: ['escape'],
    label: 'Esc',
    does: 'clear the filter',
    action: (state) => ({ state: { ...state, filter: '', scroll: 0 } }),
  },
  {
    keys: ['?'],
    label: '?',
    does: 'this help',
    footer: 'help',
    action: (state) => ({ state: { ...state, mode: 'help', scroll: 0 } }),
  },
];

const MAX_FILTER_LENGTH = 12;

/** Work in every mode: what a terminal would otherwise do by itself. */
const RAW_KEYS: Readonly<Record<string, Effect>> = {
  'ctrl-c': 'interrupt',
  'ctrl-\\': 'abort',
  'ctrl-z': 'suspend',
};

/** What a key does. Unknown keys do nothing. */
export function pressKey(state: ViewState, key: string, viewport: Viewport): Step {
  const effect = RAW_KEYS[key];
  if (effect !== undefined) return { state, effect };
  switch (state.mode) {
    case 'filter':
      return { state: editFilter(state, key) };
    case 'boards':
      return { state: chooseBoards(state, key, viewport) };
    case 'help':
      return readHelp(state, key, viewport);
    case 'view':
      return KEY_BINDINGS.find(({ keys }) => keys.includes(key))?.action(state, viewport, key) ?? { state };
  }
}

/** What pasted text does: it goes to the filter while that is edited, and nowhere else. */
export function pasteText(state: ViewState, text: string): ViewState {
  if (state.mode !== 'filter') return state;
  const filter = (state.filter + text.replace(/[^\w.\-^=]/g, '').toUpperCase()).slice(0, MAX_FILTER_LENGTH);
  return filter === state.filter ? state : { ...state, filter };
}

function showTimeframe(state: ViewState, timeframe: Timeframe | undefined): Step {
  if (timeframe === undefined || timeframe === state.timeframe) return { state };
  return { state: { ...state, timeframe, scroll: 0 }, effect: 'follow' };
}

function nextTimeframe(state: ViewState, step: number): Step {
  const ring = state.timeframes.length > 1 ? state.timeframes : TIMEFRAMES;
  const index = ring.indexOf(state.timeframe);
  return showTimeframe(state, ring[(index + step + ring.length) % ring.length]);
}

function editFilter(state: ViewState, key: string): ViewState {
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

function chooseBoards(state: ViewState, key: string, viewport: Viewport): ViewState {
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

function toggle(list: ReadonlyArray<string>, item: string | undefined): ReadonlyArray<string> {
  if (item === undefined) return list;
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

/** The list follows its cursor; its frame takes the first line. */
function moveCursor(state: ViewState, cursor: number, { pageLines }: Viewport): ViewState {
  const line = cursor + 1;
  const scroll = Math.min(line - 1, Math.max(state.scroll, line - pageLines + 2));
  return { ...state, cursor, scroll: Math.max(0, scroll) };
}

/** Scrolls the help; any other key closes it, and `q` quits. */
function readHelp(state: ViewState, key: string, viewport: Viewport): Step {
  const binding = KEY_BINDINGS.find(({ keys }) => keys.includes(key));
  if (binding?.scrolls === true) return binding.action(state, viewport, key);
  return { state: { ...state, mode: 'view', scroll: 0 }, effect: key === 'q' ? 'quit' : undefined };
}
