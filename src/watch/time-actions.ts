import type { Action } from './key-actions.ts';
import type { Step, ViewState } from './state.ts';

/** Shows the snapshot before the one shown. */
export const stepBack: Action = (state, { timesBeside: { back } }) =>
  back === null ? { state, effect: 'oldest' } : stopped({ ...state, past: back });

/** Shows the snapshot after the one shown; the newest one is live again. In a replay, plays one more after the newest. */
export const stepForward: Action = (state, { timesBeside: { forward } }) => {
  if (state.past !== null) return { state: { ...state, past: forward } };
  return state.recorded === null ? { state } : { state: { ...state, paused: true }, effect: 'play-one' };
};

/** In a replay, playing goes on after the newest snapshot. */
export const togglePause: Action = (state) => {
  const past = state.recorded === null || !state.paused ? state.past : null;
  return { state: { ...state, past, paused: !state.paused }, effect: 'pause' };
};

/** Stepping back in a replay stops it. */
function stopped(state: ViewState): Step {
  if (state.recorded === null || state.paused) return { state };
  return { state: { ...state, paused: true }, effect: 'pause' };
}

export const openTimePrompt: Action = (state) => ({ state: { ...state, mode: 'time', timeText: '' } });
