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
      return 't is gone: Enter opens its card';
    case 'w':
      return 'w is gone: z zooms a board';
    case '0':
      return recorded === null ? '0 is gone: Esc leads back to live' : '0 is gone: @ goes to a time';
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
