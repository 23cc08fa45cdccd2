import type { Action } from './key-actions.ts';

/** Shows the snapshot before the one shown. */
export const stepBack: Action = (state, { timesBeside: { back } }) =>
  back === null ? { state, effect: 'oldest' } : { state: { ...state, past: back } };

/** Shows the snapshot after the one shown; the newest one is live again. */
export const stepForward: Action = (state, { timesBeside: { forward } }) => ({
  state: state.past === null ? state : { ...state, past: forward },
});

export const goLive: Action = (state) => ({ state: { ...state, past: null } });

export const openTimePrompt: Action = (state) => ({ state: { ...state, mode: 'time', timeText: '' } });
