import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { Opened, PaneState, Selected, View } from './view.ts';

/** If more views are open, the oldest ones above the first view are closed. */
const MAX_DEPTH = 40;

export function openedOf({ stack }: PaneState): Opened {
  const front = stack.at(-1);
  if (front === undefined) throw new Error('no view is open');
  return front;
}

export function open(pane: PaneState, view: View, selected: Selected | null = null): PaneState {
  const [base, ...others] = pane.stack;
  const above = [...others, { view, scroll: 0, selected }].slice(-MAX_DEPTH);
  return { ...pane, stack: base === undefined ? above : [base, ...above] };
}

export function close(pane: PaneState): PaneState {
  return pane.stack.length > 1 ? { ...pane, stack: pane.stack.slice(0, -1) } : pane;
}

export function closeCards(pane: PaneState): PaneState {
  return openedOf(pane).view.symbol === undefined ? pane : closeCards(close(pane));
}

export function changeOpened(pane: PaneState, change: Partial<Opened>): PaneState {
  const front = openedOf(pane);
  return { ...pane, stack: pane.stack.map((each) => (each === front ? { ...each, ...change } : each)) };
}

/** Adds the shown timeframe to those of the command line, or replaces the only one. */
export function watchedTimeframes({ timeframe, timeframes }: PaneState): ReadonlyArray<Timeframe> {
  if (timeframes.includes(timeframe)) return timeframes;
  return timeframes.length === 1 ? [timeframe] : [...timeframes, timeframe];
}

/** Adds all other timeframes for a card in front, unless polls are paused or the past is shown. */
export function timeframesToPoll(pane: PaneState): ReadonlyArray<Timeframe> {
  const { pastAt, paused } = pane;
  const watched = watchedTimeframes(pane);
  const isForCard = openedOf(pane).view.symbol !== undefined && pastAt === null && !paused;
  return isForCard ? [...new Set([...watched, ...TIMEFRAMES])] : watched;
}

export function hiddenBoardsOf({ hiddenBoards, timeframe }: PaneState): ReadonlyArray<string> {
  return hiddenBoards[timeframe] ?? [];
}
