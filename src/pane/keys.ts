import { MINUTE_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { isOneOf, tickerKey } from '../market/ticker.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { formatDuration } from '../text/format.ts';
import { clip } from '../text/safe-text.ts';
import { baselineText, chosenWords } from './baseline.ts';
import { chartOf } from './chart.ts';
import { pinText } from './pin-saver.ts';
import { openPrompt, typeKey, typeText } from './prompts.ts';
import { clampScroll, pageScroll, scrollTo, stepScroll } from './scroll.ts';
import { chosenSymbol, type Direction, followSymbols, nextRow, symbolAtHand } from './selected-row.ts';
import { changeOpened, close, closeCards, open, openedOf } from './state.ts';
import {
  type BodyRow,
  type Front,
  type Key,
  type KeyResult,
  key,
  type Page,
  type PaneState,
  type View,
} from './view.ts';
import { BOARD_LIST, openBoardList } from './views/board-list-view.ts';
import { cardView } from './views/card-view.ts';
import { confluenceView } from './views/confluence-view.ts';
import { helpView } from './views/help-view.ts';
import { logView } from './views/log-view.ts';
import { TILES } from './views/tiles-view.ts';
import { zoomView } from './views/zoom-view.ts';

/** If more than this could not be recorded, `q` asks before it quits. */
const MAX_LOST_MS = 5 * MINUTE_MS;

const END_OF_RECORDING = 'this is the end of the recording';

export const VIEWS: ReadonlyArray<View> = [
  TILES,
  zoomView(''),
  logView(),
  confluenceView(),
  cardView(''),
  BOARD_LIST,
];

/** Returns the keys of a view and those of the pane that work in it. `q` and `?` stay first. */
export function keysOf(view: View): ReadonlyArray<Key> {
  const others = PANE_KEYS.filter(({ worksEverywhere }) => view.isModal !== true || worksEverywhere === true);
  return [...others.slice(0, 2), ...view.keys, ...others.slice(2)];
}

export function reduce(front: Front, input: TerminalInput): KeyResult {
  const { pane } = front;
  const result = input.type === 'paste' ? { pane: typeText(pane, input.text) } : pressKey(front, input.key);
  const { pane: after = pane } = result;
  const isElsewhere = after.timeframe !== pane.timeframe || after.pastAt !== pane.pastAt;
  return isElsewhere ? { ...result, pane: followSymbols(after) } : result;
}

function pressKey(front: Front, key: string): KeyResult {
  // The terminal driver handles these keys outside of raw mode.
  if (key === 'ctrl-c') return { effect: { type: 'quit', stop: { stop: 'SIGINT' } } };
  if (key === 'ctrl-\\') return { effect: { type: 'quit', stop: { stop: 'SIGQUIT' } } };
  if (key === 'ctrl-z') return { effect: { type: 'suspend' } };
  if (key === 'ctrl-l') return { effect: { type: 'redraw' } };
  const { pane, opened } = front;
  if (pane.isLeaving && key !== 'q') return { pane: { ...pane, isLeaving: false } };
  if (pane.prompt !== null) return typeKey(front, pane.prompt, key);
  const found = [...opened.view.keys, ...keysOf(opened.view)].find(({ keys }) => keys.includes(key));
  if (found === undefined) return {};
  const message = found.disabled?.(front) ?? null;
  return message === null ? found.press(front, key) : { message };
}

const NO_CHART = 'no chart: boards config set chart https://x.example/{symbol}';
const SELECT_FIRST = 'select a row first (arrows), or open a card';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ...{ up: 'up', k: 'up', down: 'down', j: 'down' },
  ...{ left: 'left', h: 'left', right: 'right', l: 'right' },
};

/** The keys of the pane, in the order of the footer. The first two never leave it. */
export const PANE_KEYS: ReadonlyArray<Key> = [
  key('look', 'q', ['q'], 'go back, return to live data, or quit', {
    footer: ({ pane }) => {
      if (pane.stack.length > 1) return 'back';
      return isInPast(pane) ? 'live' : 'quit';
    },
    worksEverywhere: true,
    press: (front) => leadBack(front.pane) ?? quit(front),
  }),
  key('look', '?', ['?'], 'this help', {
    footer: ({ opened }) => (opened.view.name === 'help' ? 'close' : 'help'),
    worksEverywhere: true,
    press(front) {
      const { view } = front.opened;
      const keys = keysOf(view).filter(({ disabled }) => (disabled?.(front) ?? null) === null);
      return toggle(front.pane, helpView(view, keys));
    },
  }),
  key('look', 'Enter', ['enter'], 'card of the symbol', {
    footer: (front) => (symbolAtHand(front) === null ? null : 'card'),
    disabled: ({ opened: { view } }) => (view.symbol === undefined ? null : 'card already open'),
    press(front) {
      const symbol = symbolAtHand(front);
      return symbol === null
        ? { message: 'no symbol in this view' }
        : { pane: open(front.pane, cardView(symbol)) };
    },
  }),
  key('look', 'e', ['e'], 'log of changes', {
    footer: ({ opened }) => (opened.view.name === 'log' ? null : 'log'),
    press: ({ pane }) => toggle(pane, logView()),
  }),
  key('look', 'c', ['c'], 'symbols by number of boards', {
    footer: ({ opened }) => (opened.view.name === 'confluence' ? null : 'confluence'),
    press: ({ pane }) => toggle(pane, confluenceView()),
  }),
  key('look', 'z', ['z'], 'zoom a board: all columns', {
    footer(front) {
      const { view } = front.opened;
      if (view.board !== undefined || zoomOf(front) === null) return null;
      if (view.symbol !== undefined) return 'zoom its board';
      return front.body.rows.some(({ board }) => board !== null) ? 'zoom' : null;
    },
    press(front) {
      const { pane, opened } = front;
      if (opened.view.board !== undefined) return { pane: close(pane) };
      const zoomed = zoomOf(front);
      if (zoomed !== null) return { pane: zoomed };
      const symbol = symbolAtHand(front);
      if (symbol === null) return { message: 'no symbol in this view' };
      return { message: `${clip(symbol, 16)} is on no visible board of ${pane.timeframe}` };
    },
  }),
  key('time', 's', ['s'], 'next baseline: 5m 15m 1h here', {
    footer: ({ input }) => `since ${baselineText(input, input.style)}`,
    disabled: ({ opened: { view } }) =>
      ['tiles', 'zoom', 'log'].includes(view.name) ? null : 's works only on the boards and in the log',
    press({ pane, input: { timeframes, style } }) {
      const { baselines } = pane;
      const next = baselines[(baselines.indexOf(pane.baseline) + 1) % baselines.length] ?? pane.baseline;
      const changed = { ...pane, baseline: next };
      const named = { pane: changed, ...timeframes.choose(changed) };
      return { pane: changed, message: chosenWords(named, style) };
    },
  }),
  key('look', '/', ['/'], 'filter: NV, or NVDA, AMD', {
    footer: () => 'filter',
    press: ({ pane }) => ({ pane: openPrompt(closeCards(pane), 'filter') }),
  }),
  key('look', 'b', ['b'], 'choose boards', {
    footer: () => 'boards',
    disabled: ({ opened: { view } }) =>
      view.symbol === undefined ? null : 'a card shows all boards of its symbol',
    press: (front) => ({ pane: openBoardList(front) }),
  }),
  key('time', '[ ]', ['[', ',', ']', '.'], 'or , .: step back or forward', {
    footer: ({ pane, input }) => (pane.pastAt === null && input.status.place.back === null ? null : 'time'),
    isFirst: ({ pane }) => pane.pastAt !== null,
    press: (front, pressed) => (pressed === '[' || pressed === ',' ? stepBack(front) : stepForward(front)),
  }),
  key('time', '@', ['@'], 'go to a time: 10:15, 15m ago', {
    footer: ({ pane }) => (pane.pastAt === null ? null : 'go to'),
    isFirst: ({ pane }) => pane.pastAt !== null,
    press: ({ pane }) => ({ pane: openPrompt(pane, 'time') }),
  }),
  key('time', 'space', [' '], 'pause or resume; play or stop', {
    footer({ pane: { paused, playback }, input }) {
      if (playback === null) return paused ? 'resume' : 'pause';
      return input.status.position?.status === 'end' ? null : playback === 'playing' ? 'stop' : 'play';
    },
    isFirst: ({ pane }) => pane.playback !== null || pane.paused,
    press({ pane, input }) {
      if (pane.playback === null) return { pane: { ...pane, paused: !pane.paused } };
      const changed = { ...pane, playback: pane.playback === 'playing' ? 'stopped' : 'playing' } as const;
      const isAtEnd = input.status.position?.status === 'end';
      return isAtEnd ? { pane: changed, message: END_OF_RECORDING } : { pane: changed };
    },
  }),
  key('time', 'r', ['r'], 'poll now', {
    footer: () => 'poll',
    disabled: ({ pane }) => (pane.playback === null ? null : 'a replay does not poll'),
    press: () => ({ effect: { type: 'next' } }),
  }),
  key('move', '1-5', ['1', '2', '3', '4', '5'], 'show that timeframe', {
    press: (front, key) => showTimeframe(front, TIMEFRAMES[Number(key) - 1]),
  }),
  key('move', 'Tab', ['tab', 'shift-tab'], 'next timeframe (Shift-Tab: previous)', {
    footer: ({ input }) => (input.timeframes.available.length > 1 ? 'timeframe' : null),
    press(front, key) {
      const { timeframe, timeframes } = front.pane;
      const ring = timeframes.length > 1 ? timeframes : front.input.timeframes.available;
      const step = key === 'tab' ? 1 : -1;
      return showTimeframe(front, ring[(ring.indexOf(timeframe) + step + ring.length) % ring.length]);
    },
  }),
  key('move', 'arrows', ['down', 'up', 'right', 'left', 'j', 'k', 'l', 'h'], 'select, scroll (or h j k l)', {
    footer({ opened: { view }, body, page }) {
      if (view.isModal !== true) return null;
      if (body.rows.length > 0) return 'move';
      return page.totalLines > page.pageLines ? 'scroll' : null;
    },
    worksEverywhere: true,
    press: (front, key) => moveSelectedRow(front, DIRECTIONS[key] ?? 'down'),
  }),
  key('move', 'PgDn', ['pagedown', 'pageup'], 'next page (PgUp: previous)', {
    worksEverywhere: true,
    press: (front, key) => scrollAway(front, pageScroll(key === 'pagedown' ? 1 : -1, front.page)),
  }),
  key('move', 'g G', ['g', 'home', 'G', 'end'], 'first or last row (or Home, End)', {
    worksEverywhere: true,
    press: (front, key) =>
      scrollAway(front, key === 'G' || key === 'end' ? clampScroll(front.page.totalLines, front.page) : 0),
  }),
  key('move', 'Esc', ['escape'], 'go back, or clear the selected row, then the filter', {
    worksEverywhere: true,
    press: (front) => leadBack(front.pane) ?? unselect(front),
  }),
  key('mark', '*', ['*'], 'pin the symbol, or unpin it', {
    footer: (front) => {
      if (front.opened.view.symbol === undefined) return null;
      return isOneOf(front.pane.pins, front.opened.view.symbol) ? 'unpin' : 'pin';
    },
    isFirst: () => true,
    press(front) {
      const { pane } = front;
      const symbol = chosenSymbol(front);
      if (symbol === null) return { message: SELECT_FIRST };
      const isPinned = isOneOf(pane.pins, symbol);
      const pins = isPinned
        ? pane.pins.filter((pin) => tickerKey(pin) !== tickerKey(symbol))
        : [...pane.pins, symbol];
      return { pane: { ...pane, pins }, message: pinText(symbol, !isPinned) };
    },
  }),
  key('mark', 'n', ['n'], 'notify about pins, boards>=4, …', {
    disabled: ({ pane }) => (pane.playback === null ? null : 'a replay has no notifications'),
    press: ({ pane }) => ({ pane: openPrompt(pane, 'condition', pane.armed.text) }),
  }),
  key('mark', 'o', ['o'], 'open the chart of the symbol (preference chart)', {
    footer: ({ opened: { view }, input }) =>
      view.symbol === undefined || input.chart === null ? null : 'chart',
    isFirst: () => true,
    press(front) {
      const symbol = chosenSymbol(front);
      const { chart } = front.input;
      if (symbol === null || chart === null) return { message: symbol === null ? SELECT_FIRST : NO_CHART };
      return { effect: { type: 'chart', chart: chartOf(symbol, chart) } };
    },
  }),
  key('mark', 'y', ['y'], 'copy the symbol (OSC 52)', {
    footer: ({ opened: { view } }) => (view.symbol === undefined ? null : 'copy'),
    isFirst: () => true,
    press(front) {
      const symbol = chosenSymbol(front);
      return symbol === null ? { message: SELECT_FIRST } : { effect: { type: 'copy', symbol } };
    },
  }),
];

function quit({ pane }: Front): KeyResult {
  const lost = pane.lostMilliseconds ?? 0;
  if (pane.isLeaving || lost <= MAX_LOST_MS) return { effect: { type: 'quit', stop: null } };
  const message = `q again quits; ${formatDuration(lost)} are not recorded`;
  return { pane: { ...pane, isLeaving: true }, message };
}

function leadBack(pane: PaneState): KeyResult | null {
  if (pane.stack.length > 1) return { pane: close(pane) };
  return isInPast(pane) ? { pane: { ...pane, pastAt: null } } : null;
}

function isInPast({ pastAt, playback }: PaneState): boolean {
  return pastAt !== null && playback === null;
}

/** Clears a selected row that is on the screen; otherwise clears the filter and any selected row. */
function unselect(front: Front): KeyResult {
  const { pane, opened } = front;
  if (pane.filter === '' || isOnScreen(front))
    return opened.selected === null ? {} : { pane: changeOpened(pane, { selected: null }) };
  return { pane: changeOpened({ ...pane, filter: '' }, { selected: null, scroll: 0 }) };
}

function toggle(pane: PaneState, view: View): KeyResult {
  return { pane: openedOf(pane).view.name === view.name ? close(pane) : open(pane, view) };
}

/** In views without boards, zooms the first board of the symbol at hand. */
function zoomOf(front: Front): PaneState | null {
  const { pane, selectedRow, body, page } = front;
  const row = selectedRow ?? body.rows.find(({ line }) => line >= page.scroll);
  if (row?.board != null) return open(pane, zoomView(row.board), selectedRow);
  const symbol = symbolAtHand(front);
  const board = front.input.boards.filtered.find(({ rows }) =>
    rows.some((each) => each.symbol === symbol),
  )?.key;
  if (symbol === null || board === undefined) return null;
  return open(pane, zoomView(board), { board, symbol, index: 0 });
}

function moveSelectedRow(front: Front, direction: Direction): KeyResult {
  const { pane, selectedRow, body, page } = front;
  if (body.rows.length === 0) {
    if (direction === 'left' || direction === 'right') return {};
    return { pane: changeOpened(pane, { scroll: stepScroll(direction === 'down' ? 1 : -1, page) }) };
  }
  const selected = nextRow(selectedRow, direction, body.rows, page.scroll) ?? selectedRow;
  if (selected === null) return {};
  return { pane: changeOpened(pane, { selected, scroll: scrollTo(selected.line, page) }) };
}

/** If the selected row would leave the screen, selects the row that takes its position there. */
function scrollAway(front: Front, scroll: number): KeyResult {
  const { pane, opened, selectedRow, body, page } = front;
  if (selectedRow === null || isOnScreen(front, scroll))
    return { pane: changeOpened(pane, { scroll, selected: opened.selected }) };
  const line = selectedRow.line - page.scroll + scroll;
  const distanceTo = (row: BodyRow) =>
    Math.abs(row.line - line) + (row.column === selectedRow.column ? 0 : page.pageLines);
  const [selected = null] = body.rows
    .filter((row) => isOnPage(row, page, scroll))
    .sort((one, other) => distanceTo(one) - distanceTo(other));
  return { pane: changeOpened(pane, { scroll, selected }) };
}

function isOnScreen({ selectedRow, page }: Front, scroll = page.scroll): boolean {
  return selectedRow !== null && isOnPage(selectedRow, page, scroll);
}

function isOnPage({ line }: BodyRow, { pageLines }: Page, scroll: number): boolean {
  return line >= scroll && line < scroll + pageLines;
}

function showTimeframe({ pane, input }: Front, timeframe: Timeframe | undefined): KeyResult {
  if (timeframe === undefined || timeframe === pane.timeframe) return {};
  if (!input.timeframes.available.includes(timeframe)) return { message: `${timeframe} is not recorded` };
  const stack = pane.stack.map((opened) => ({ ...opened, scroll: 0 }));
  return { pane: { ...pane, timeframe, stack } };
}

function stepBack({ pane, input }: Front): KeyResult {
  const { back } = input.status.place;
  if (back !== null) return stepTo(back, pane);
  return {
    message: pane.playback === null ? 'no older snapshot in memory' : 'this is the start of the recording',
  };
}

/** Returns to live data after the last older snapshot. */
function stepForward({ pane, input }: Front): KeyResult {
  const { forward } = input.status.place;
  if (pane.pastAt === null) return { message: 'this is the newest snapshot' };
  if (forward !== null || pane.playback === null) return stepTo(forward, pane);
  return { message: END_OF_RECORDING };
}

function stepTo(pastAt: number | null, pane: PaneState): KeyResult {
  return { pane: { ...pane, pastAt, playback: pane.playback && 'stopped' } };
}
