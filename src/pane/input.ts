import type { TerminalInput } from '../terminal/keyboard.ts';
import { pressKey } from './keys.ts';
import { typeText } from './prompts.ts';
import { clampScroll, scrollTo } from './scroll.ts';
import { followSymbols, rowOf } from './selected-row.ts';
import { changeOpened, close, hiddenBoardsOf, openedOf } from './state.ts';
import type { Body, BodyRow, Effect, Front, KeyResult, PaneState, Selected } from './view.ts';

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
) {
  /** The last of each type, in their order. */
  const effects = new Map<Effect['type'], Effect>();
  const drawn = new Map<string, Front>();
  const frontOf = (state: PaneState): Front => {
    const layout = layoutOf(state);
    const found = drawn.get(layout) ?? draw(state);
    drawn.set(layout, found);
    const opened = openedOf(state);
    // It may have been drawn at another scroll position.
    const page = { ...found.page, scroll: clampScroll(opened.scroll, found.page) };
    return { ...found, pane: state, opened, page, selectedRow: rowOf(opened.selected, found.body.rows) };
  };
  let pane = before;
  /** What to say about them; null for nothing. */
  let message: string | null = null;
  for (const input of inputs) {
    const front = frontOf(pane);
    const result: KeyResult =
      input.type === 'paste' ? { pane: typeText(pane, input.text) } : pressKey(front, input.key);
    const { pane: changed = pane, effect } = result;
    const isElsewhere = changed.timeframe !== pane.timeframe || changed.pastAt !== pane.pastAt;
    const after = isElsewhere ? followSymbols(changed) : changed;
    // What was said of an earlier input is about what was before.
    message = result.message ?? (after === pane && effect === undefined ? message : null);
    pane = layoutOf(after) === layoutOf(pane) ? after : drawSettled(after, front, frontOf).pane;
    if (effect === undefined) continue;
    effects.delete(effect.type);
    effects.set(effect.type, effect);
    if (CLOSING.includes(effect.type)) break;
  }
  return { pane, effects: [...effects.values()], message };
}

/** All of a state on which the places of boards and rows depend. */
function layoutOf(pane: PaneState): string {
  const { timeframe, pastAt, filter, pins, prompt } = pane;
  const { name, choice, symbol, board } = openedOf(pane).view;
  const view = [name, choice, symbol, board];
  return JSON.stringify([view, timeframe, pastAt, filter, pins, prompt?.kind, hiddenBoardsOf(pane)]);
}

/** What is drawn of a state once nothing of it changes by what it shows. `before` is what was on the screen. */
export function drawSettled<F extends Front>(
  pane: PaneState,
  before: Front | null,
  draw: (pane: PaneState) => F,
): F {
  const front = draw(pane);
  const settled = settle(before, front);
  return settled === pane ? front : drawSettled(settled, front, draw);
}

/**
 * The state after what has changed since another frame. A view in front that has nothing to show is closed, and the selected row is one
 * that is shown. Lines stay in place with new data; in another layout or size, the selected row is on the screen.
 */
function settle(before: Front | null, front: Front): PaneState {
  const { pane, opened, page, selectedRow, style, rows } = front;
  // One below others stays open, because what it shows can be there again when they are closed.
  if (opened.view.isOver?.(front) === true) return close(pane);
  // A replay that plays shows what comes next as a live pane does.
  const pastAt = pane.playback === 'playing' && before !== null ? before.pane.pastAt : pane.pastAt;
  const isComparable =
    before?.style.width === style.width &&
    before.rows === rows &&
    layoutOf(before.pane) === layoutOf({ ...pane, pastAt });
  const isNewData = isComparable && before.snapshot !== null && before.snapshot !== front.snapshot;
  const selected = selectedAt(selectedRow, opened.selected, isNewData);
  const revealed = selectedRow === null || before === null ? page.scroll : scrollTo(selectedRow.line, page);
  const scroll = isComparable ? keepInPlace(before.body, front) : revealed;
  if (selected === opened.selected && scroll === page.scroll) return pane;
  return changeOpened(pane, { selected, scroll });
}

/** Without a row, a symbol that is followed is kept for the way back, until new data comes. */
function selectedAt(place: BodyRow | null, selected: Selected | null, isNewData: boolean): Selected | null {
  if (place === null) return isNewData && selected?.isFollowed === true ? null : selected;
  const isSame = place.symbol === selected?.symbol && place.index === selected.index;
  return isSame && selected.isFollowed !== true ? selected : place;
}

/** The scroll position after new data: the lines on the screen stay in place, but at the top what is new is shown. */
function keepInPlace({ lineIds: before = [] }: Body, { body, page: { scroll } }: Front): number {
  if (scroll === 0 || body.lineIds === undefined) return scroll;
  const lines = new Map(body.lineIds.map((id, line) => [id, line]));
  const kept = before.findIndex((id, line) => line >= scroll && id !== '' && lines.has(id));
  return kept < 0 ? scroll : scroll + (lines.get(before[kept] ?? '') ?? 0) - kept;
}
