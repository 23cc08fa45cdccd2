import type { Stop } from '../context.ts';
import type { Column, Timeframe } from '../market/catalogue.ts';
import type { Condition } from '../market/conditions.ts';
import type { Selection } from '../market/selection.ts';
import type { Compared } from '../market/timeline/as-of.ts';
import type { BoardPart } from '../service/snapshot.ts';
import type { PaintedLines } from '../text/lines.ts';
import type { Style } from '../text/style.ts';
import type { BaselineChoice } from '../watch/feed.ts';
import type { Chart } from './chart.ts';
import type { ChosenTimeframe, Place, TimeframeChoice, Timeframes } from './timeframes.ts';

/** What all views share. Keys change it; data does so only where the selected symbol leaves its board. */
export interface PaneState extends TimeframeChoice {
  /** The timeframes of the command line. Tab cycles through them, or through all timeframes if there is only one. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** What a replay does; null for live data. */
  readonly playback: 'playing' | 'stopped' | null;
  /** Whether polls are paused. */
  readonly paused: boolean;
  /** The baselines that `s` steps through. */
  readonly baselines: ReadonlyArray<BaselineChoice>;
  /** Tickers, or parts of them, of the symbols to show, separated by commas; empty for all. */
  readonly filter: string;
  /** Symbols that stand out in every view. */
  readonly pins: ReadonlyArray<string>;
  /** The alerts that `n` has set, beside those of the options. */
  readonly armed: Armed;
  /** Keys of the boards that are not shown, by timeframe. */
  readonly hiddenBoards: Readonly<Partial<Record<Timeframe, ReadonlyArray<string>>>>;
  readonly prompt: Prompt | null;
  /** The next `q` quits, whatever is lost. */
  readonly isLeaving: boolean;
  /** The views that are open: the boards, then each above the one from which it was opened. */
  readonly stack: ReadonlyArray<Opened>;
}

/** Alerts that `n` has set. */
export interface Armed {
  /** As the user typed it; empty for nothing. */
  readonly text: string;
  readonly hasPins: boolean;
  readonly conditions: ReadonlyArray<Condition>;
}

/** A view that is open, and what of it is on the screen. */
export interface Opened {
  readonly view: View;
  /** Index of the first visible line. */
  readonly scroll: number;
  readonly selected: Selected | null;
}

/** The selected row. It is found again by its symbol, not by its place. */
export interface Selected extends Pick<BodyRow, 'board' | 'symbol' | 'index'> {
  /** It was selected in another timeframe or at another time: its symbol is looked for on all boards, and no other row takes its place. */
  readonly isFollowed?: boolean;
}

/** A key or a sign with its meaning. */
export interface HelpEntry {
  readonly label: string;
  readonly word: string;
}

/** A view with its own state: a key that changes that puts another object in its place. */
export interface View {
  readonly name: string;
  /** Which of its rows it shows, where a key steps through that. */
  readonly choice?: string;
  /** The symbol that it is about. */
  readonly symbol?: string;
  /** The only board that it is about. */
  readonly board?: string;
  /**
   * Whether it covers all but the first line: only its own keys work, and those of the pane that move, scroll and lead back, and
   * messages wait until it is closed.
   */
  readonly isModal?: boolean;
  /** What its help shows beside its keys: a row, what its cells are, and its signs. */
  readonly help?: { readonly sample: ReadonlyArray<string>; readonly signs: ReadonlyArray<HelpEntry> };
  /** Its own keys; they take precedence over those of the pane. */
  readonly keys: ReadonlyArray<Key>;
  draw(input: ViewInput, opened: Opened): Body;
  /** Whether it closes, because there is nothing left to show. */
  isOver?(input: ViewInput): boolean;
}

/** The lines of a view between header and footer, and where its rows are. */
export interface Body {
  /** A function draws a line when it is on the screen. */
  readonly lines: ReadonlyArray<string | (() => string)>;
  /** The lines with which a page may begin, ascending: of a row of tiles, of a board, or each. */
  readonly starts: ReadonlyArray<number>;
  /** What each line is about, where new data adds lines above those on the screen, which stay in place; empty for nothing. */
  readonly lineIds?: ReadonlyArray<string>;
  /** The rows that can be selected, from board to board. */
  readonly rows: ReadonlyArray<BodyRow>;
  /** What is on the screen of the boards or rows that pass the filters; absent in a view that they do not change. */
  position?(page: Page): string;
}

/** A row on the screen, or above or below it. */
export interface BodyRow {
  /** Key of its board; null in a list that is no board. */
  readonly board: string | null;
  readonly symbol: string | null;
  /** Its place in its board (in all groups of it) or list, for when the symbol leaves. */
  readonly index: number;
  /** Index of its line. */
  readonly line: number;
  /** The place of its board among those side by side, which have one block. */
  readonly column: number;
  readonly block: number;
}

/** The part of a body that is on the screen. */
export interface Page {
  /** Index of the first visible line. */
  readonly scroll: number;
  /** Visible lines of the body. */
  readonly pageLines: number;
  readonly totalLines: number;
  /** The lines with which a page may begin. */
  readonly starts: ReadonlyArray<number>;
}

/**
 * The boards of a frame, or their groups, that are not hidden, and what is different from the baseline on all boards, of symbols that
 * pass the filters.
 */
export interface FrameBoards extends Pick<Compared, 'movement' | 'topPlay' | 'confluence'> {
  /** All that are not hidden, with all rows within the limit. */
  readonly all: ReadonlyArray<BoardPart>;
  /** The boards with symbols that pass the filters, reduced to these symbols; the same as `all` without a filter. */
  readonly filtered: ReadonlyArray<BoardPart>;
  /** Whether a filter of the command line or of the prompt is set. */
  readonly isNarrowed: boolean;
}

/** Where an older snapshot is among those in memory, or any among those of a replay. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly time: number;
  /** From 1, the oldest. */
  readonly position: number;
  readonly count: number;
  /** Whether it comes from a file. */
  readonly isRecorded: boolean;
  /** What a replay does. */
  readonly status?: 'playing' | 'stopped' | 'end';
  /** The present time, which decides whether a date is shown; by default that of the pane. */
  readonly today?: number;
}

/** Everything from which a frame is drawn. */
export interface ViewInput extends ChosenTimeframe {
  readonly pane: PaneState;
  readonly boards: FrameBoards;
  readonly timeframes: Timeframes;
  /** Its width is that of the pane. */
  readonly style: Style;
  /** Lines between header and footer, for the view. */
  readonly lines: number;
  readonly selection: Selection;
  readonly columns: ReadonlyArray<Column> | null;
  /** The preference `chart`; null if it is not set. */
  readonly chart: string | null;
  readonly status: PaneStatus;
}

/** The facts for the lines around a view. */
interface PaneStatus {
  /** Lines of the terminal. */
  readonly rows: number;
  readonly place: Place;
  /** Where what is shown is in memory, or in the recording that is played; null for the newest live data. */
  readonly position: PastPosition | null;
  readonly staleness: string | null;
  /** `notify`, `rec`, `! not recorded`. */
  readonly marks: ReadonlyArray<string>;
  /** Null if no poll is planned. */
  readonly millisecondsToNextPoll: number | null;
  /** What would be lost by quitting, because recording was asked for and fails; 0 for nothing. */
  readonly lostMilliseconds: number;
  /** False if neither stdin nor the process has a terminal to read keys from. */
  readonly hasKeyboard: boolean;
}

/** What is on the screen, as keys find it. */
export interface Front {
  readonly input: ViewInput;
  /** The same object as in the input. */
  readonly pane: PaneState;
  readonly header: PaintedLines;
  readonly opened: Opened;
  readonly body: Body;
  readonly page: Page;
  /** Where the selected row is; null if none is selected. */
  readonly selectedRow: BodyRow | null;
}

export interface Key {
  readonly keys: ReadonlyArray<string>;
  /** How footer and help show them. */
  readonly label: string;
  readonly group: 'look' | 'move' | 'time' | 'mark';
  /** The description in the help. */
  readonly help: string;
  /** The description in the footer; null: the footer does not name it now. */
  footer?(front: Front): string | null;
  /** Whether it stands before others in the footer now. */
  isFirst?(front: Front): boolean;
  /** Whether it works in modal views too. */
  readonly worksEverywhere?: boolean;
  /** Why it never works in what is shown, so that footer and help leave it out; null if it can. */
  disabled?(front: Front): string | null;
  press(front: Front, key: string): KeyResult;
}

/** A key with its group and label, the names of what the terminal sends, and its description in the help. */
export function key(
  group: Key['group'],
  label: string,
  keys: ReadonlyArray<string>,
  help: string,
  does: Omit<Key, 'group' | 'label' | 'keys' | 'help'>,
): Key {
  return { group, label, keys, help, ...does };
}

/** What a key does. */
export interface KeyResult {
  /** Without it, the state is the same. */
  readonly pane?: PaneState;
  readonly effect?: Effect;
  /** What to say about it. */
  readonly message?: string;
}

/** What a key asks for beside a new state. */
export type Effect =
  | { readonly type: 'suspend' | 'next' | 'redraw' }
  | { readonly type: 'quit'; readonly stop: Stop | null }
  | { readonly type: 'copy'; readonly symbol: string }
  | { readonly type: 'chart'; readonly chart: Chart };

/** A line in place of the footer into which the user types. */
export interface Prompt {
  readonly kind: 'filter' | 'time' | 'condition';
  readonly text: string;
  /** The sentence that says why what was typed or pasted last is not in the text. */
  readonly fault?: string;
}
