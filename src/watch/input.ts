import type { TerminalInput } from '../terminal/key-decoder.ts';
import { pasteIntoPrompt } from './key-modes.ts';
import { pressKey } from './keys.ts';
import { scrollTo, shownScroll, withScroll } from './scroll.ts';
import { lineOf, placeOf, settleSelectedRow } from './selected-row.ts';
import { type Effect, hiddenBoardsOf, type Step, type ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

export interface AppliedInputs {
  readonly state: ViewState;
  /** The requested effects without duplicates, each in the place of its last request: the last notice stays. */
  readonly effects: ReadonlyArray<Effect>;
  /** The last detail of each effect that has one. */
  readonly details: ReadonlyMap<Effect, string>;
}

/** These effects close or suspend the pane, so the remaining input is dropped. */
const CLOSING_EFFECTS: ReadonlyArray<Effect> = ['quit', 'interrupt', 'abort', 'suspend'];

/**
 * Applies all inputs of one read, so that one frame is drawn per read, not per key. `viewportOf` is asked again when a key
 * changes what is shown, so that the next key finds what it would find in a read of its own; but once for each view, so that
 * thousands of keys do not render thousands of frames.
 */
export function applyInputs(
  before: ViewState,
  inputs: ReadonlyArray<TerminalInput>,
  viewportOf: (state: ViewState) => Viewport,
): AppliedInputs {
  const effects = new Set<Effect>();
  const details = new Map<Effect, string>();
  const viewports = new Map<string, Viewport>();
  const viewportIn = (shown: ViewState, arrangement: string): Viewport => {
    const viewport = viewports.get(arrangement) ?? viewportOf(shown);
    viewports.set(arrangement, viewport);
    return viewport;
  };
  let state = before;
  let arrangement = arrangementOf(before);
  let viewport = viewportIn(before, arrangement);
  for (const input of inputs) {
    const step: Step =
      input.type === 'paste'
        ? { state: pasteIntoPrompt(state, input.text) }
        : pressKey(state, input.key, viewport);
    const { state: next, effect, detail } = step;
    const following = arrangementOf(next);
    if (following === arrangement) {
      state = next;
    } else {
      arrangement = following;
      viewport = viewportIn(next, arrangement);
      state = revealSelectedRow(next, viewport);
    }
    if (effect === undefined) continue;
    effects.delete(effect);
    effects.add(effect);
    if (detail !== undefined) details.set(effect, detail);
    if (CLOSING_EFFECTS.includes(effect)) break;
  }
  return { state, effects: [...effects], details };
}

/**
 * All of a state on which the places of boards and rows depend. A pause has a banner, which can take a line from them. The log
 * has entries of pinned symbols only.
 */
export function arrangementOf(state: ViewState): string {
  const { timeframe, mode, view, past, card, enteredOnly, pinnedOnly, zoom, filter, paused } = state;
  const pins = view === 'log' ? state.pins : [];
  const flags = [view, past, card?.symbol, enteredOnly, pinnedOnly, pins, zoom, paused];
  return JSON.stringify([timeframe, mode, filter, flags, hiddenBoardsOf(state)]);
}

/** After a change of view, the selected row is one that it shows, and the view is scrolled to it. */
function revealSelectedRow(state: ViewState, viewport: Viewport): ViewState {
  const { tiles } = viewport;
  const selectedRow = settleSelectedRow(state.selectedRow, tiles);
  const settled = selectedRow === state.selectedRow ? state : { ...state, selectedRow };
  const place = placeOf(selectedRow, tiles);
  if (place === null) return settled;
  return withScroll(settled, scrollTo(lineOf(place, tiles), shownScroll(settled), viewport));
}
