import type { TerminalInput } from '../terminal/keyboard.ts';
import { toAscii } from '../text/ascii.ts';
import type { PaintedLines } from '../text/lines.ts';
import { hasSameLayout, layOut, paint, settle, withTime } from './frame.ts';
import { reduce } from './keys.ts';
import { lostText } from './selected-row.ts';
import { openedOf } from './state.ts';
import { changesWithTime, inputOf, type Surroundings } from './surroundings.ts';
import { titleText } from './title.ts';
import type { Effect, Front, PaneState } from './view.ts';

export function createDisplay(surroundings: Surroundings) {
  const { screen, terminal, notices } = surroundings;
  let front: Front | null = null;
  /** The message about a lost symbol that the user has seen, or that a later message has replaced. */
  let lost: string | null = null;
  let message = '';
  let lines: PaintedLines = [];
  /** Messages wait while a prompt or a modal view is open. */
  const messageIn = (pane: PaneState) =>
    pane.prompt !== null || openedOf(pane).view.isModal === true ? '' : notices.message();
  const toScreen = (painted: PaintedLines) => (screen.ascii ? painted.map(toAscii) : painted);
  return {
    /** Returns the state with the scroll position and selection of the frame, and without views that closed by themselves. */
    draw(pane: PaneState): PaneState {
      front = layOut(inputOf(pane, surroundings), front);
      const text = lostText(front);
      if (text !== null && text !== lost) notices.say(text);
      lost = text;
      message = messageIn(front.pane);
      notices.onShown(message);
      lines = toScreen(paint(front, message));
      terminal.paint(lines, toScreen([titleText(front.input)])[0]);
      return front.pane;
    },
    /** Returns true if a frame would differ without new data, because of time or a message. */
    isOutdated: () =>
      front === null || message !== messageIn(front.pane) || changesWithTime(front, surroundings),
    apply(start: PaneState, inputs: ReadonlyArray<TerminalInput>) {
      const { seen, ...applied } = applyInputs(start, inputs, front, surroundings);
      front = seen;
      if (applied.said !== null) lost = lostText(seen);
      return applied;
    },
    /** The footer and the blank lines above it are left out. */
    lastLines(): PaintedLines {
      const above = lines.slice(0, -1);
      return above.slice(0, above.findLastIndex((line) => line.trim() !== '') + 1);
    },
  };
}

/**
 * Each input applies to the frame that the previous one leads to. States of the same layout share it, so that thousands of keys do not
 * lay out thousands of frames. `seen` is the frame of the last input.
 */
function applyInputs(
  start: PaneState,
  inputs: ReadonlyArray<TerminalInput>,
  front: Front | null,
  surroundings: Surroundings,
) {
  const layouts = front === null ? [] : [withTime(front, surroundings.clock.now())];
  const lookAt = (state: PaneState, before: Front | null): Front => {
    const found = layouts.find((each) => hasSameLayout(each.pane, state));
    if (found !== undefined) return settle(found, state, before);
    const laidOut = layOut(inputOf(state, surroundings), before);
    layouts.push(laidOut);
    return laidOut;
  };
  let seen = lookAt(start, front);
  let pane = seen.pane;
  /** Keeps the last effect of each type. */
  let effects: ReadonlyArray<Effect> = [];
  let said: string | null = null;
  for (const input of inputs) {
    if (pane !== seen.pane) seen = lookAt(pane, seen);
    const { pane: after = seen.pane, effect, message: text = null } = reduce(seen, input);
    // A message about an earlier input is outdated after a change.
    said = text ?? (after === seen.pane && effect === undefined ? said : null);
    pane = after;
    if (effect === undefined) continue;
    effects = [...effects.filter(({ type }) => type !== effect.type), effect];
    // The pane is closed or suspended, so the remaining input is dropped.
    if (effect.type === 'quit' || effect.type === 'suspend') break;
  }
  return { seen, pane, effects, said };
}
