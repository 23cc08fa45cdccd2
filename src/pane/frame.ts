import { isDeepStrictEqual } from 'node:util';
import type { PaintedLines } from '../text/lines.ts';
import { renderFooter } from './footer.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { keysOf } from './keys.ts';
import { renderPrompt } from './prompts.ts';
import { clampScroll, firstPage, scrollTo } from './scroll.ts';
import { rowOf } from './selected-row.ts';
import { changeOpened, close, hiddenBoardsOf, openedOf } from './state.ts';
import type { Body, BodyRow, Front, PaneState, Selected, ViewInput } from './view.ts';

export function layOut(around: ViewInput, before: Front | null): Front {
  const { pane, status } = around;
  const opened = openedOf(pane);
  // Only the view in front closes. A view below it may have something to show when the user returns to it.
  if (opened.view.isOver?.(around) === true) return layOut({ ...around, pane: close(pane) }, before);
  const header = renderPaneHeader(around);
  const input = { ...around, lines: Math.max(1, status.rows - header.length - 1) };
  const body = opened.view.draw(input, opened);
  const page = firstPage(body.lines.length, body.starts, input.lines);
  return settle({ input, header, body, page }, pane, before);
}

export function paint(front: Front, message: string): PaintedLines {
  const { pane, input, header, opened, body, page } = front;
  const { rows } = input.status;
  const visible = body.lines.slice(page.scroll, page.scroll + page.pageLines);
  const drawn = visible.map((line) => (typeof line === 'string' ? line : line()));
  const blank = Array.from({ length: page.pageLines - drawn.length }, () => '');
  const footer =
    pane.prompt === null ? renderFooter(front, keysOf(opened.view), message) : renderPrompt(front);
  const above = [...header, ...drawn, ...blank].slice(0, Math.max(0, rows - 1));
  return [...above, footer].slice(-rows);
}

export function hasSameLayout(one: PaneState, other: PaneState): boolean {
  return isDeepStrictEqual(layoutOf(one), layoutOf(other));
}

function layoutOf(pane: PaneState) {
  const { timeframe, pastAt, filter, pins, prompt } = pane;
  const { name, choice, symbol, board } = openedOf(pane).view;
  return [name, choice, symbol, board, timeframe, pastAt, filter, pins, prompt?.kind, hiddenBoardsOf(pane)];
}

export function withTime(front: Front, now: number): Front {
  return { ...front, input: { ...front.input, style: { ...front.input.style, now } } };
}

type Layout = Pick<Front, 'input' | 'header' | 'body' | 'page'>;

/** Visible lines stay in place with new data; another layout or size scrolls to the selected row. */
export function settle(layout: Layout, state: PaneState, before: Front | null): Front {
  const front = withPane(layout, state);
  const { pane, input, opened, body, page, selectedRow } = front;
  // While a replay plays, its next snapshot counts as new data, not as another layout.
  const pastAt = pane.playback === 'playing' && before !== null ? before.pane.pastAt : pane.pastAt;
  const isComparable =
    before?.input.style.width === input.style.width &&
    before.input.status.rows === input.status.rows &&
    hasSameLayout(before.pane, { ...pane, pastAt });
  const isNewData =
    isComparable && before.input.snapshot !== null && before.input.snapshot !== input.snapshot;
  const selected = selectedAt(selectedRow, opened.selected, isNewData);
  const revealed = selectedRow === null || before === null ? page.scroll : scrollTo(selectedRow.line, page);
  const scroll = isComparable ? keepInPlace(before.body, body, page.scroll) : revealed;
  if (selected === opened.selected && scroll === page.scroll) return front;
  return withPane(front, changeOpened(pane, { selected, scroll }));
}

function withPane(layout: Layout, pane: PaneState): Front {
  const opened = openedOf(pane);
  const page = { ...layout.page, scroll: clampScroll(opened.scroll, layout.page) };
  const selectedRow = rowOf(opened.selected, layout.body.rows);
  return { ...layout, input: { ...layout.input, pane }, pane, opened, page, selectedRow };
}

/** Until new data comes, keeps a followed symbol without a row, so that the user can return to it. */
function selectedAt(place: BodyRow | null, selected: Selected | null, isNewData: boolean): Selected | null {
  if (place === null) return isNewData && selected?.isFollowed === true ? null : selected;
  const isSame = place.symbol === selected?.symbol && place.index === selected.index;
  return isSame && selected.isFollowed !== true ? selected : place;
}

/** Returns the scroll position that keeps visible lines in place; at the top, shows new lines instead. */
function keepInPlace({ lineIds: before = [] }: Body, { lineIds }: Body, scroll: number): number {
  if (scroll === 0 || lineIds === undefined || lineIds === before) return scroll;
  const lines = new Map(lineIds.map((id, line) => [id, line]));
  const kept = before.findIndex((id, line) => line >= scroll && id !== '' && lines.has(id));
  return kept < 0 ? scroll : scroll + (lines.get(before[kept] ?? '') ?? 0) - kept;
}
