import type { Timeframe } from '../vocabulary.ts';

/** What the user chose to see. Key presses change it, data does not. */
export interface ViewState {
  readonly timeframe: Timeframe;
  /** The timeframes of the command line. Tab cycles through them, or through all timeframes if there is only one. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly paused: boolean;
  readonly topOnly: boolean;
  /** Index of the first visible line of the body. */
  readonly scroll: number;
  /** Upper-case substring of the symbols to show; empty for all. */
  readonly filter: string;
  readonly hiddenBoards: ReadonlyArray<string>;
  /** Which part of the pane handles key presses. */
  readonly mode: 'view' | 'filter' | 'boards' | 'help';
  /** Selected line of the board list. */
  readonly cursor: number;
}

/** The properties of the last frame that key handlers need. */
export interface Viewport {
  /** Visible lines of the body. */
  readonly pageLines: number;
  /** All lines of the body. */
  readonly totalLines: number;
  readonly boardKeys: ReadonlyArray<string>;
}

/** A side effect that a key requests, in addition to the new state. */
export type Effect = 'quit' | 'interrupt' | 'abort' | 'suspend' | 'poll' | 'pause' | 'timeframe';

export interface Step {
  readonly state: ViewState;
  readonly effect?: Effect | undefined;
}

export function initialViewState(timeframes: ReadonlyArray<Timeframe>): ViewState {
  return {
    timeframe: timeframes[0] ?? 'day',
    timeframes,
    paused: false,
    topOnly: false,
    scroll: 0,
    filter: '',
    hiddenBoards: [],
    mode: 'view',
    cursor: 0,
  };
}

/** The timeframes of the command line and the one shown. If the command line has only one, just the one shown. */
export function timeframesToPoll(state: ViewState): ReadonlyArray<Timeframe> {
  if (state.timeframes.includes(state.timeframe)) return state.timeframes;
  return state.timeframes.length === 1 ? [state.timeframe] : [...state.timeframes, state.timeframe];
}

/** Limits a scroll position so that the last page is full. */
export function clampScroll(scroll: number, { pageLines, totalLines }: Viewport): number {
  return Math.max(0, Math.min(scroll, totalLines - pageLines));
}
