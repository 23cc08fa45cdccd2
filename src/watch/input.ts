import type { TerminalInput } from '../terminal/key-decoder.ts';
import { pasteIntoFilter } from './key-modes.ts';
import { pressKey } from './keys.ts';
import type { Effect, Viewport, ViewState } from './state.ts';

export interface AppliedInputs {
  readonly state: ViewState;
  /** The requested effects, without duplicates. */
  readonly effects: ReadonlyArray<Effect>;
}

/** These effects close or suspend the pane, so the remaining input is dropped. */
const CLOSING_EFFECTS: ReadonlyArray<Effect> = ['quit', 'interrupt', 'abort', 'suspend'];

/** Applies all inputs of one read, so that one frame is drawn per read, not per key. */
export function applyInputs(
  before: ViewState,
  inputs: ReadonlyArray<TerminalInput>,
  viewport: Viewport,
): AppliedInputs {
  const effects = new Set<Effect>();
  let state = before;
  for (const input of inputs) {
    if (input.type === 'paste') {
      state = pasteIntoFilter(state, input.text);
      continue;
    }
    const { state: next, effect } = pressKey(state, input.key, viewport);
    state = next;
    if (effect === undefined) continue;
    effects.add(effect);
    if (CLOSING_EFFECTS.includes(effect)) break;
  }
  return { state, effects: [...effects] };
}
