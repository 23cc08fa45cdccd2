import type { TerminalInput } from '../terminal/key-decoder.ts';
import { pasteText, pressKey } from './keys.ts';
import type { Effect, Viewport, ViewState } from './state.ts';

export interface AppliedInputs {
  readonly state: ViewState;
  /** What the inputs ask of the world, each once. */
  readonly effects: ReadonlyArray<Effect>;
}

/** After these the pane is no longer there for the rest of what was read. */
const LEAVING: ReadonlyArray<Effect> = ['quit', 'interrupt', 'abort', 'suspend'];

/** Applies all that one read brought, so that a frame is drawn once and not for each key. */
export function applyInputs(
  before: ViewState,
  inputs: ReadonlyArray<TerminalInput>,
  viewport: Viewport,
): AppliedInputs {
  const effects = new Set<Effect>();
  let state = before;
  for (const input of inputs) {
    if (input.type === 'paste') {
      state = pasteText(state, input.text);
      continue;
    }
    const { state: next, effect } = pressKey(state, input.key, viewport);
    state = next;
    if (effect === undefined) continue;
    effects.add(effect);
    if (LEAVING.includes(effect)) break;
  }
  return { state, effects: [...effects] };
}
