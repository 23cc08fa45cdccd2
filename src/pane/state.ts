import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { Opened, PaneState, Selected, View } from './view.ts';

/** Views that are open at once; more are not needed to find the way back. */
const MAX_DEPTH = 40;

/** The view in front. */
export function openedOf({ stack }: PaneState): Opened {
  const front = stack.at(-1);
  if (front === undefined) throw new Error('no view is open');
  return front;
}

/** Opens a view above the others. */
export function open(pane: PaneState, view: View, selected: Selected | null = null): PaneState {
  const [base, ...others] = pane.stack;
  const above = [...others, { view, scroll: 0, selected }].slice(-MAX_DEPTH);
  return { ...pane, stack: base === undefined ? above : [base, ...above] };
}

/** Closes the view in front, and shows the one from which it was opened, as it was. */
export function close(pane: PaneState): PaneState {
  return pane.stack.length > 1 ? { ...pane, stack: pane.stack.slice(0, -1) } : pane;
}

/** Without the cards in front, because a filter narrows what is below them. */
export function closeCards(pane: PaneState): PaneState {
  return openedOf(pane).view.symbol === undefined ? pane : closeCards(close(pane));
}

/** The state with another scroll position, selection or state of the view in front. */
export function changeOpened(pane: PaneState, change: Partial<Opened>): PaneState {
  const front = openedOf(pane);
  return { ...pane, stack: pane.stack.map((each) => (each === front ? { ...each, ...change } : each)) };
}

/** The timeframes of the command line and the one shown. If the command line has only one, just the one shown. */
export function watchedTimeframes({ timeframe, timeframes }: PaneState): ReadonlyArray<Timeframe> {
  if (timeframes.includes(timeframe)) return timeframes;
  return timeframes.length === 1 ? [timeframe] : [...timeframes, timeframe];
}

/** The watched timeframes, and all others for a card in front, unless polls are paused or it shows the past. */
export function timeframesToPoll(pane: PaneState): ReadonlyArray<Timeframe> {
  const { pastAt, paused } = pane;
  const watched = watchedTimeframes(pane);
  const isForCard = openedOf(pane).view.symbol !== undefined && pastAt === null && !paused;
  return isForCard ? [...new Set([...watched, ...TIMEFRAMES])] : watched;
}

/** The boards of the shown timeframe that the user has hidden. */
export function hiddenBoardsOf({ hiddenBoards, timeframe }: PaneState): ReadonlyArray<string> {
  return hiddenBoards[timeframe] ?? [];
}
