import type { Since } from '../model/since.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';

/** What the user chose to see. Key presses change it; data does so only where the selected symbol leaves its board. */
export interface ViewState {
  readonly timeframe: Timeframe;
  /** The timeframes of the command line. Tab cycles through them, or through all timeframes if there is only one. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly paused: boolean;
  /** The timeframes of the recording that is played; null for live data. */
  readonly recorded: ReadonlyArray<Timeframe> | null;
  /** The log and the confluence view take the place of the boards. */
  readonly view: 'boards' | 'log' | 'confluence';
  /** The card of a symbol, which covers the view; null if none is open. */
  readonly card: OpenCard | null;
  /** Symbols that stand out in every view. */
  readonly pins: ReadonlyArray<string>;
  /** Whether the log shows only symbols that entered a board. */
  readonly enteredOnly: boolean;
  /** Whether the log shows only pinned symbols. */
  readonly pinnedOnly: boolean;
  /** What the newest snapshot is compared with. */
  readonly since: Since;
  /** The time of the older snapshot that is shown, in milliseconds since 1970; null for the newest one. */
  readonly past: number | null;
  /** The key of the only board shown; null for all. */
  readonly zoom: string | null;
  /** What the end of the zoom brings back: the log, confluence or card from which it was opened; null for the boards. */
  readonly zoomedFrom: ZoomedFrom | null;
  /** The selected row; null for none. */
  readonly selectedRow: SelectedRow | null;
  /** Index of the first visible line of all boards. */
  readonly scroll: number;
  /** Upper-case substring of the symbols to show; empty for all. */
  readonly filter: string;
  /** What was typed into the prompt for a time. */
  readonly timeText: string;
  /** Keys of the boards that are not shown, by timeframe. */
  readonly hiddenBoards: Readonly<Partial<Record<Timeframe, ReadonlyArray<string>>>>;
  /** Which part of the pane handles key presses. */
  readonly mode: 'view' | 'filter' | 'time' | 'boards' | 'help';
  /** Index of the first visible line of what is shown instead of all boards. */
  readonly overlayScroll: number;
  /** Index of the first visible line of the help or the list of boards. */
  readonly coverScroll: number;
  /** Selected line of the list of boards. */
  readonly cursor: number;
}

/** What a zoom covers. */
type ZoomedFrom = Pick<ViewState, 'view' | 'card' | 'overlayScroll' | 'selectedRow'>;

interface OpenCard {
  readonly symbol: string;
  /** Index of the first visible line. */
  readonly scroll: number;
}

/** A row that the user selected. It is found again by its symbol, not by its place. */
export interface SelectedRow {
  /** Board key. */
  readonly board: string;
  readonly symbol: string | null;
  /** Place of the row in its board (in all groups of it), for when the symbol leaves. */
  readonly index: number;
}

/** The log and the confluence view select rows as boards do. No board has these keys: keys of the service have no NUL. */
export const LOG_BOARD = '\0log';
export const CONFLUENCE_BOARD = '\0confluence';

/** A side effect that a key requests, in addition to the new state. */
export type Effect =
  | 'quit'
  | 'interrupt'
  | 'abort'
  | 'suspend'
  | 'poll'
  | 'pause'
  | 'timeframe'
  | 'since'
  | 'not-listed'
  | 'no-symbol'
  | 'gone'
  | 'ask'
  | 'not-recorded'
  | 'play-one'
  | 'play-to'
  | 'oldest'
  | 'no-such-time'
  | 'copy'
  | 'pinned'
  | 'unpinned';

export interface Step {
  readonly state: ViewState;
  readonly effect?: Effect | undefined;
  /** What the effect is about: mostly a symbol, else the words or the time that it needs. */
  readonly detail?: string | undefined;
}

export interface InitialView {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly since?: Since;
  readonly pins?: ReadonlyArray<string>;
  readonly recorded?: ReadonlyArray<Timeframe> | null;
}

export function initialViewState({
  timeframes,
  since = 'last',
  pins = [],
  recorded = null,
}: InitialView): ViewState {
  return {
    view: 'boards',
    card: null,
    pins,
    recorded,
    enteredOnly: false,
    pinnedOnly: false,
    since,
    past: null,
    timeText: '',
    timeframe: firstShown(timeframes),
    timeframes,
    paused: false,
    zoom: null,
    zoomedFrom: null,
    selectedRow: null,
    scroll: 0,
    filter: '',
    hiddenBoards: {},
    mode: 'view',
    overlayScroll: 0,
    coverScroll: 0,
    cursor: 0,
  };
}

/** `-t all` opens on `day`, the timeframe that most users want; a list opens on its first one. */
function firstShown(timeframes: ReadonlyArray<Timeframe>): Timeframe {
  const isAll = timeframes.length === TIMEFRAMES.length;
  return isAll ? 'day' : (timeframes[0] ?? 'day');
}

/** The timeframes of the command line and the one shown. If the command line has only one, just the one shown. */
export function timeframesToPoll(state: ViewState): ReadonlyArray<Timeframe> {
  if (state.timeframes.includes(state.timeframe)) return state.timeframes;
  return state.timeframes.length === 1 ? [state.timeframe] : [...state.timeframes, state.timeframe];
}

/** The boards of the shown timeframe that the user has hidden. */
export function hiddenBoardsOf({ hiddenBoards, timeframe }: ViewState): ReadonlyArray<string> {
  return hiddenBoards[timeframe] ?? [];
}

/** True while the help or the list of boards covers the boards. */
export function isCovered({ mode }: ViewState): boolean {
  return mode === 'help' || mode === 'boards';
}

/** The card on the screen. The filter prompt uncovers the boards while it narrows them; Esc brings the card back. */
export function shownCard({ card, mode }: ViewState): ViewState['card'] {
  return mode === 'filter' ? null : card;
}

/** Shows what the zoom has covered. */
export function leaveZoom(state: ViewState): ViewState {
  return { ...state, ...state.zoomedFrom, zoom: null, zoomedFrom: null };
}

/** True where all boards are shown or covered. */
export function showsAllBoards(state: ViewState): boolean {
  return state.view === 'boards' && state.zoom === null;
}
