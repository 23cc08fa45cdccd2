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
const REMOVED_KEYS: Readonly<Record<string, string>> = {
  t: 't is gone: Enter with no row selected opens the card of the top play',
  w: 'w is gone: z zooms a board, Enter opens a card',
};

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
      if (binding === undefined) return { state, ...noticeOfRemoved(key) };
      return isIdle ? { state } : binding.action(state, viewport, key);
    }
  }
}

function noticeOfRemoved(key: string): Partial<Step> {
  const detail = REMOVED_KEYS[key];
  return detail === undefined ? {} : { effect: 'gone', detail };
}

function bindingOf(key: string): KeyBinding | undefined {
  return KEY_BINDINGS.find(({ keys }) => keys.includes(key));
}
