import type { Action } from './key-actions.ts';
import { symbolAtHand } from './symbol-at-hand.ts';

/** Pins the symbol at hand for this run, or unpins it. */
export const togglePin: Action = (state, viewport) => {
  const symbol = symbolAtHand(state, viewport);
  if (symbol === null) return { state, effect: 'no-symbol' };
  const isPinned = state.pins.includes(symbol);
  const pins = isPinned ? state.pins.filter((pin) => pin !== symbol) : [...state.pins, symbol];
  return { state: { ...state, pins }, effect: isPinned ? 'unpinned' : 'pinned', detail: symbol };
};

export const copySymbol: Action = (state, viewport) => {
  const symbol = symbolAtHand(state, viewport);
  return symbol === null ? { state, effect: 'no-symbol' } : { state, effect: 'copy', detail: symbol };
};

/** In a card: asks for the timeframes that are not polled. */
export const askOthers: Action = (state) => (state.card === null ? { state } : { state, effect: 'ask' });
