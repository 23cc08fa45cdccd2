import type { TerminalInput } from '../terminal/keyboard.ts';
import { pressKey } from './keys.ts';
import { typeText } from './prompts.ts';
import { clampScroll, scrollTo } from './scroll.ts';
import { placeOf } from './selected-row.ts';
import { changeOpened, hiddenBoardsOf, openedOf } from './state.ts';
import type { Body, Effect, Front, PaneState, Shown, Step } from './view.ts';

export interface AppliedInputs {
  readonly pane: PaneState;
  /** The last of each type, in their order. */
  readonly effects: ReadonlyArray<Effect>;
}

/** These close or suspend the pane, so the remaining input is dropped. */
const CLOSING: ReadonlyArray<Effect['type']> = ['quit', 'stop', 'suspend'];

/**
 * Applies all inputs of one read, so that one frame is drawn per read, not per key. A key that changes the layout has the next
 * one find what it would find in a read of its own; but each layout is drawn once, so that thousands of keys do not draw
 * thousands of frames.
 */
export function applyInputs(
  before: PaneState,
  inputs: ReadonlyArray<TerminalInput>,
  draw: (pane: PaneState) => Front,
): AppliedInputs {
  const effects = new Map<Effect['type'], Effect>();
  const drawn = new Map<string, Front>();
  const frontIn = (shown: PaneState, layout: string): Front => {
    const found = drawn.get(layout) ?? draw(shown);
    drawn.set(layout, found);
    const opened = openedOf(shown);
    // It may have been drawn at another scroll position.
    const page = { ...found.page, scroll: clampScroll(opened.scroll, found.page) };
    return { ...found, pane: shown, opened, page };
  };
  let pane = before;
  let layout = layoutOf(before);
  for (const input of inputs) {
    const front = frontIn(pane, layout);
    const step: Step =
      input.type === 'paste' ? { pane: typeText(pane, input.text) } : pressKey(front, input.key);
    // What was said of an earlier input is about what was before.
    if ((step.pane ?? pane) !== pane || step.effect !== undefined) effects.delete('say');
    pane = step.pane ?? pane;
    if (layoutOf(pane) !== layout) {
      layout = layoutOf(pane);
      pane = settle(front, frontIn(pane, layout));
      layout = layoutOf(pane);
    }
    const said: Effect | null = step.message === undefined ? null : { type: 'say', text: step.message };
    for (const effect of [step.effect, said]) {
      if (effect == null) continue;
      effects.delete(effect.type);
      effects.set(effect.type, effect);
    }
    if (step.effect !== undefined && CLOSING.includes(step.effect.type)) break;
  }
  return { pane, effects: [...effects.values()] };
}

/** All of a state on which the places of boards and rows depend. */
function layoutOf(pane: PaneState): string {
  const { timeframe, pastAt, filter, pins, prompt } = pane;
  const { name, about } = openedOf(pane).view;
  return JSON.stringify([name, about, timeframe, pastAt, filter, pins, prompt?.kind, hiddenBoardsOf(pane)]);
}

/**
 * The state after what has changed since another frame. A view in front that has nothing to show is closed, and the selected row is one
 * that is shown. Lines stay in place with new data; in another layout or size, the selected row is on the screen.
 */
export function settle(before: Front | null, front: Front): PaneState {
  const { pane, opened, body, page, ctx, rows } = front;
  const rest = closeOver(pane, front);
  if (rest !== pane) return rest;
  const place = placeOf(opened.selected, body.rows);
  const isSame =
    place === null || (place.symbol === opened.selected?.symbol && place.index === opened.selected.index);
  const selected = isSame ? opened.selected : place;
  const isComparable =
    before?.ctx.width === ctx.width && before.rows === rows && layoutOf(before.pane) === layoutOf(pane);
  const revealed = place === null || before === null ? page.scroll : scrollTo(place.line, page);
  const scroll = isComparable ? keepInPlace(before.body, front) : revealed;
  if (selected === opened.selected && scroll === page.scroll) return pane;
  return changeOpened(pane, { selected, scroll });
}

/** The scroll position after new data: the lines on the screen stay in place, but at the top what is new is shown. */
function keepInPlace({ lineIds: before = [] }: Body, { body, page: { scroll } }: Front): number {
  if (scroll === 0 || body.lineIds === undefined) return scroll;
  const lines = new Map(body.lineIds.map((id, line) => [id, line]));
  const kept = before.findIndex((id, line) => line >= scroll && id !== '' && lines.has(id));
  return kept < 0 ? scroll : scroll + (lines.get(before[kept] ?? '') ?? 0) - kept;
}

/** A view below others stays open, because what it shows can be there again when they are closed. */
function closeOver(pane: PaneState, shown: Shown): PaneState {
  const front = openedOf(pane);
  if (front.view.isOver?.(shown) !== true) return pane;
  return closeOver({ ...pane, stack: pane.stack.filter((opened) => opened !== front) }, shown);
}
