import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { chooseBoards, editFilter } from './key-modes.ts';
import { clampScroll, type Effect, type Step, type Viewport, type ViewState } from './state.ts';

type Action = (state: ViewState, viewport: Viewport, key: string) => Step;

export interface KeyBinding {
  readonly keys: ReadonlyArray<string>;
  /** How the footer and the help show the keys. */
  readonly label: string;
  /** The description in the help. */
  readonly help: string;
  /** The description in the footer; without it, the footer does not show the keys. */
  readonly footer?: string;
  /** True if the keys scroll, in the help too. */
  readonly scrolls?: boolean;
  readonly action: Action;
}

const scrollBy =
  (lines: (viewport: Viewport) => number): Action =>
  (state, viewport) => ({
    state: { ...state, scroll: clampScroll(clampScroll(state.scroll, viewport) + lines(viewport), viewport) },
  });

/** The keys of the pane. The footer and the help are generated from this table. */
export const KEY_BINDINGS: ReadonlyArray<KeyBinding> = [
  { keys: ['q'], label: 'q', help: 'quit', footer: 'quit', action: (state) => ({ state, effect: 'quit' }) },
  {
    keys: [' '],
    label: 'space',
    help: 'pause or resume',
    footer: 'pause',
    action: (state) => ({ state: { ...state, paused: !state.paused }, effect: 'pause' }),
  },
  {
    keys: ['r'],
    label: 'r',
    help: 'poll now',
    footer: 'poll',
    action: (state) => ({ state, effect: 'poll' }),
  },
  {
    keys: ['1', '2', '3', '4', '5'],
    label: '1-5',
    help: `timeframe: ${TIMEFRAMES.join(', ')}`,
    footer: 'timeframe',
    action: (state, _, key) => showTimeframe(state, TIMEFRAMES[Number(key) - 1]),
  },
  { keys: ['tab'], label: 'Tab', help: 'next timeframe', action: (state) => nextTimeframe(state, 1) },
  {
    keys: ['shift-tab'],
    label: 'Shift-Tab',
    help: 'previous timeframe',
    action: (state) => nextTimeframe(state, -1),
  },
  {
    keys: ['j', 'down'],
    label: 'j ↓',
    help: 'scroll down',
    footer: 'scroll',
    scrolls: true,
    action: scrollBy(() => 1),
  },
  { keys: ['k', 'up'], label: 'k ↑', help: 'scroll up', scrolls: true, action: scrollBy(() => -1) },
  {
    keys: ['pagedown'],
    label: 'PgDn',
    help: 'scroll down a page',
    scrolls: true,
    action: scrollBy(({ pageLines }) => pageLines - 1),
  },
  {
    keys: ['pageup'],
    label: 'PgUp',
    help: 'scroll up a page',
    scrolls: true,
    action: scrollBy(({ pageLines }) => 1 - pageLines),
  },
  {
    keys: ['g', 'home'],
    label: 'g',
    help: 'scroll to the top',
    scrolls: true,
    action: scrollBy(() => Number.NEGATIVE_INFINITY),
  },
  {
    keys: ['G', 'end'],
    label: 'G',
    help: 'scroll to the end',
    scrolls: true,
    action: scrollBy(() => Number.POSITIVE_INFINITY),
  },
  {
    keys: ['/'],
    label: '/',
    help: 'filter symbols',
    footer: 'filter',
    action: (state) => ({ state: { ...state, mode: 'filter', scroll: 0 } }),
  },
  {
    keys: ['b'],
    label: 'b',
    help: 'choose boards',
    footer: 'boards',
    action: (state) => ({ state: { ...state, mode: 'boards', cursor: 0, scroll: 0 } }),
  },
  {
    keys: ['t'],
    label: 't',
    help: 'show only the top play',
    footer: 'top',
    action: (state) => ({ state: { ...state, topOnly: !state.topOnly, scroll: 0 } }),
  },
  {
    keys: ['escape'],
    label: 'Esc',
    help: 'clear the filter',
    action: (state) => ({ state: { ...state, filter: '', scroll: 0 } }),
  },
  {
    keys: ['?'],
    label: '?',
    help: 'show this help',
    footer: 'help',
    action: (state) => ({ state: { ...state, mode: 'help', scroll: 0 } }),
  },
];

/** Keys that the terminal driver handles outside of raw mode. They work in every mode of the pane. */
const SIGNAL_KEYS: Readonly<Record<string, Effect>> = {
  'ctrl-c': 'interrupt',
  'ctrl-\\': 'abort',
  'ctrl-z': 'suspend',
};

/** Unknown keys change nothing. */
export function pressKey(state: ViewState, key: string, viewport: Viewport): Step {
  const effect = SIGNAL_KEYS[key];
  if (effect !== undefined) return { state, effect };
  switch (state.mode) {
    case 'filter':
      return { state: editFilter(state, key) };
    case 'boards':
      return { state: chooseBoards(state, key, viewport) };
    case 'help':
      return scrollOrCloseHelp(state, key, viewport);
    case 'view':
      return KEY_BINDINGS.find(({ keys }) => keys.includes(key))?.action(state, viewport, key) ?? { state };
  }
}

function showTimeframe(state: ViewState, timeframe: Timeframe | undefined): Step {
  if (timeframe === undefined || timeframe === state.timeframe) return { state };
  return { state: { ...state, timeframe, scroll: 0 }, effect: 'timeframe' };
}

function nextTimeframe(state: ViewState, step: number): Step {
  const ring = state.timeframes.length > 1 ? state.timeframes : TIMEFRAMES;
  const index = ring.indexOf(state.timeframe);
  return showTimeframe(state, ring[(index + step + ring.length) % ring.length]);
}

/** Scroll keys scroll the help, `q` quits, and any other key closes it. */
function scrollOrCloseHelp(state: ViewState, key: string, viewport: Viewport): Step {
  const binding = KEY_BINDINGS.find(({ keys }) => keys.includes(key));
  if (binding?.scrolls === true) return binding.action(state, viewport, key);
  return { state: { ...state, mode: 'view', scroll: 0 }, effect: key === 'q' ? 'quit' : undefined };
}
