import type { Timeframe } from '../vocabulary.ts';

/** What a person has chosen to see; changed by keys only, never by data. */
export interface ViewState {
  readonly timeframe: Timeframe;
  /** Those of the command line; Tab goes through them, or through all when there is only one. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly paused: boolean;
  readonly topOnly: boolean;
  /** First line of the scrolled part. */
  readonly scroll: number;
  /** Part of a symbol; empty shows all. */
  readonly filter: string;
  readonly hiddenBoards: ReadonlyArray<string>;
  /** Keys go to the pane, to the filter's text, to the list of boards, or close the help. */
  readonly mode: 'view' | 'filter' | 'boards' | 'help';
  /** Line of the list of boards. */
  readonly cursor: number;
}

/** What the keys must know of the screen. */
export interface Viewport {
  /** Lines of the scrolled part that the pane shows, and that there are. */
  readonly pageLines: number;
  readonly totalLines: number;
  readonly boardKeys: ReadonlyArray<string>;
}

/** What a key asks of the world, besides a new state. */
export type Effect = 'quit' | 'interrupt' | 'abort' | 'suspend' | 'poll' | 'pause' | 'follow';

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

/** The timeframes to poll: those asked for, and the one that is looked at. */
export function followed(state: ViewState): ReadonlyArray<Timeframe> {
  if (state.timeframes.includes(state.timeframe)) return state.timeframes;
  return state.timeframes.length === 1 ? [state.timeframe] : [...state.timeframes, state.timeframe];
}

/** A scroll position that leaves no empty page. */
export function clampScroll(scroll: number, { pageLines, totalLines }: Viewport): number {
  return Math.max(0, Math.min(scroll, totalLines - pageLines));
}
