import type { KeyBinding } from './key-binding.ts';
import { KEY_BINDINGS } from './key-bindings.ts';
import { chooseBoards, editFilter, editTime } from './key-modes.ts';
import type { Effect, Step, ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

/** Keys that the terminal driver handles outside of raw mode. They work in every mode of the pane. */
const SIGNAL_KEYS: Readonly<Record<string, Effect>> = {
  'ctrl-c': 'interrupt',
  'ctrl-\\': 'abort',
  'ctrl-z': 'suspend',
};

/** Keys that are gone, and what to press instead. */
function noticeOfRemoved(key: string, { recorded }: ViewState): string | undefined {
  switch (key) {
    case 't':
      return 't is gone: Enter with no row selected opens the card of the top play';
    case 'w':
      return 'w is gone: z zooms a board, Enter opens a card';
    case '0':
      return recorded === null
        ? '0 is gone: Esc on the boards leads back to live data'
        : '0 is gone: @ goes to a time, such as 1s before the end';
    default:
      return undefined;
  }
}

/** Unknown keys change nothing. */
export function pressKey(state: ViewState, key: string, viewport: Viewport): Step {
  const effect = SIGNAL_KEYS[key];
  if (effect !== undefined) return { state, effect };
  switch (state.mode) {
    case 'filter':
      return { state: editFilter(state, key, viewport) };
    case 'time':
      return editTime(state, key, viewport);
    case 'boards':
      return { state: chooseBoards(state, key, viewport) };
    case 'help': {
      const binding = bindingOf(key);
      return binding?.worksInHelp === true ? binding.action(state, viewport, key) : { state };
    }
    case 'view': {
      const binding = bindingOf(key);
      const isIdle = binding?.isForBoards === true && (state.view !== 'boards' || state.card !== null);
      if (binding === undefined) {
        const detail = noticeOfRemoved(key, state);
        return detail === undefined ? { state } : { state, effect: 'gone', detail };
      }
      return isIdle ? { state } : binding.action(state, viewport, key);
    }
  }
}

function bindingOf(key: string): KeyBinding | undefined {
  return KEY_BINDINGS.find(({ keys }) => keys.includes(key));
}
