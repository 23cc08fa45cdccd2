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

/** Keys change this state; new data changes it only if the selected symbol leaves its board. */
export interface PaneState extends TimeframeChoice {
  /** The timeframes of the command line. Tab cycles through them, or through all timeframes if there is only one. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Null for live data. */
  readonly playback: 'playing' | 'stopped' | null;
  readonly paused: boolean;
  readonly baselines: ReadonlyArray<BaselineChoice>;
  /** Tickers or parts of tickers, separated by commas; empty for all symbols. */
  readonly filter: string;
  readonly pins: ReadonlyArray<string>;
  readonly armed: Armed;
  readonly hiddenBoards: Readonly<Partial<Record<Timeframe, ReadonlyArray<string>>>>;
  readonly prompt: Prompt | null;
  /** The next `q` quits, even if unrecorded data is lost. */
  readonly isLeaving: boolean;
  /** The first view is always open. Each other one was opened from the view before it. */
  readonly stack: ReadonlyArray<Opened>;
}

/** The alerts that the key `n` has set. The alerts of the options are not included. */
export interface Armed {
  /** The text that the user typed; empty if no alert is set. */
  readonly text: string;
  readonly hasPins: boolean;
  readonly conditions: ReadonlyArray<Condition>;
}

export interface Opened {
  readonly view: View;
  /** Index of the first visible line. */
  readonly scroll: number;
  readonly selected: Selected | null;
}

/** The selected row. In new data, the pane finds it again by its symbol, not by its index. */
export interface Selected extends Pick<BodyRow, 'board' | 'symbol' | 'index'> {
  /**
   * True if it was selected in another timeframe or at another time. Its symbol may then be on any board, and
   * no other row replaces it.
   */
  readonly isFollowed?: boolean;
}

/** A key or a sign (`label`), and its meaning. */
export interface HelpEntry {
  readonly label: string;
  readonly word: string;
}

/** A view is immutable: a key that changes its state replaces the view. */
export interface View {
  readonly name: string;
  /** Names the list that is shown, if a key of the view steps through several lists. */
  readonly choice?: string;
  /** Only a card has a symbol. */
  readonly symbol?: string;
  /** The key of the board; only a zoom view has one. */
  readonly board?: string;
  /**
   * A modal view covers all but the first line. Only its own keys and those with `worksEverywhere` work, and
   * messages wait until it is closed.
   */
  readonly isModal?: boolean;
  /** `sample` has an example row, then lines that name its cells. */
  readonly help?: { readonly sample: ReadonlyArray<string>; readonly signs: ReadonlyArray<HelpEntry> };
  /** They take precedence over the keys of the pane. */
  readonly keys: ReadonlyArray<Key>;
  draw(input: ViewInput, opened: Opened): Body;
  /** Returns true if there is nothing left to show, so that the view closes. */
  isOver?(input: ViewInput): boolean;
}

export interface Body {
  /** A function draws its line only when the line is on the screen. */
  readonly lines: ReadonlyArray<string | (() => string)>;
  /** The lines at which a page may begin, ascending. */
  readonly starts: ReadonlyArray<number>;
  /** Ids find the visible lines again after new data adds lines above them; an empty id never matches. */
  readonly lineIds?: ReadonlyArray<string>;
  /** The rows that can be selected, board by board. */
  readonly rows: ReadonlyArray<BodyRow>;
  /** Describes the boards or rows on the screen. Views that filters do not change leave it out. */
  position?(page: Page): string;
}

export interface BodyRow {
  /** The key of its board; null in a list without boards. */
  readonly board: string | null;
  readonly symbol: string | null;
  /** Its index among all rows of its board, in all groups, or of its list. */
  readonly index: number;
  /** Its index in `Body.lines`. */
  readonly line: number;
  /** Boards side by side have different columns and the same block. */
  readonly column: number;
  readonly block: number;
}

export interface Page {
  readonly scroll: number;
  readonly pageLines: number;
  readonly totalLines: number;
  readonly starts: ReadonlyArray<number>;
}

/** The boards to show, and the changes of symbols that pass the filters, also on hidden boards. */
export interface FrameBoards extends Pick<Compared, 'movement' | 'topPlay' | 'confluence'> {
  /** All boards that are not hidden, with rows up to the limit. */
  readonly all: ReadonlyArray<BoardPart>;
  /** The same boards with only the symbols that pass the filters, without empty boards. */
  readonly filtered: ReadonlyArray<BoardPart>;
  /** True if the command line or the prompt sets a filter. */
  readonly isNarrowed: boolean;
}

/** The position of a snapshot in memory or in a replay. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly time: number;
  /** Counts from 1, the oldest snapshot. */
  readonly position: number;
  readonly count: number;
  /** True if the snapshot comes from a file. */
  readonly isRecorded: boolean;
  /** Only a replay has a status. */
  readonly status?: 'playing' | 'stopped' | 'end';
  /** The real time during a replay. Without it, `style.now` decides whether a date is shown. */
  readonly today?: number;
}

export interface ViewInput extends ChosenTimeframe {
  readonly pane: PaneState;
  readonly boards: FrameBoards;
  readonly timeframes: Timeframes;
  /** Its `width` is the width of the pane. */
  readonly style: Style;
  /** The lines between header and footer. */
  readonly lines: number;
  readonly selection: Selection;
  readonly columns: ReadonlyArray<Column> | null;
  /** The preference `chart`; null if it is not set. */
  readonly chart: string | null;
  readonly status: PaneStatus;
}

interface PaneStatus {
  /** The height of the terminal. */
  readonly rows: number;
  readonly place: Place;
  /** Null for the newest live data. */
  readonly position: PastPosition | null;
  readonly staleness: string | null;
  /** Texts for the status line: `notify`, `rec`, `! not recorded`. */
  readonly marks: ReadonlyArray<string>;
  /** Null if no poll is planned. */
  readonly millisecondsToNextPoll: number | null;
  /** The time that could not be recorded so far; 0 while recording works or is off. */
  readonly lostMilliseconds: number;
  /** False if neither stdin nor the process has a terminal to read keys from. */
  readonly hasKeyboard: boolean;
}

/** The frame on the screen, to which keys apply. */
export interface Front {
  readonly input: ViewInput;
  /** The same object as `input.pane`. */
  readonly pane: PaneState;
  readonly header: PaintedLines;
  readonly opened: Opened;
  readonly body: Body;
  readonly page: Page;
  /** Null if no row is selected. */
  readonly selectedRow: BodyRow | null;
}

export interface Key {
  readonly keys: ReadonlyArray<string>;
  /** The name of the keys in footer and help. */
  readonly label: string;
  readonly group: 'look' | 'move' | 'time' | 'mark';
  readonly help: string;
  /** Returns the description in the footer; null leaves the key out. */
  footer?(front: Front): string | null;
  /** Returns true if the key comes before others in the footer. */
  isFirst?(front: Front): boolean;
  /** True if the key also works in modal views. */
  readonly worksEverywhere?: boolean;
  /** Returns why the key cannot work in this view, so that footer and help omit it; null if it works. */
  disabled?(front: Front): string | null;
  press(front: Front, key: string): KeyResult;
}

export function key(
  group: Key['group'],
  label: string,
  keys: ReadonlyArray<string>,
  help: string,
  does: Omit<Key, 'group' | 'label' | 'keys' | 'help'>,
): Key {
  return { group, label, keys, help, ...does };
}

export interface KeyResult {
  /** Absent if the state stays the same. */
  readonly pane?: PaneState;
  readonly effect?: Effect;
  readonly message?: string;
}

/** An action outside the state that a key requests. */
export type Effect =
  | { readonly type: 'suspend' | 'next' | 'redraw' }
  | { readonly type: 'quit'; readonly stop: Stop | null }
  | { readonly type: 'copy'; readonly symbol: string }
  | { readonly type: 'chart'; readonly chart: Chart };

/** An input line that replaces the footer. */
export interface Prompt {
  readonly kind: 'filter' | 'time' | 'condition';
  readonly text: string;
  /** A sentence that says why the last typed or pasted text was refused. */
  readonly fault?: string;
}
