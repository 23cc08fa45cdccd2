import type { Stop } from '../context.ts';
import type { Column, Timeframe } from '../market/catalogue.ts';
import type { Condition } from '../market/conditions.ts';
import type { Selection } from '../market/selection.ts';
import type { Compared } from '../market/timeline/as-of.ts';
import type { BoardPart } from '../service/snapshot.ts';
import type { PaintedLines } from '../text/lines.ts';
import type { Style } from '../text/style.ts';
import type { BaselineChoice } from '../watch/feed.ts';
import type { Press } from './baseline.ts';
import type { Chart } from './chart.ts';
import type { ChosenTimeframe, Place, TimeframeChoice, Timeframes } from './timeframes.ts';

/** Keys change this state. New data changes it only if the selected symbol leaves its board, or recording fails. */
export interface PaneState extends TimeframeChoice {
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
  /** Null before the first key. */
  readonly lastPress: Press | null;
  /** The time that could not be recorded; null while recording works, absent while it is off. */
  readonly lostMilliseconds?: number | null;
  /** The next `q` quits, even if unrecorded data is lost. */
  readonly isLeaving: boolean;
  readonly stack: ReadonlyArray<Opened>;
}

export interface Armed {
  /** The text that the user typed; empty if no alert is set. */
  readonly text: string;
  readonly hasPins: boolean;
  readonly conditions: ReadonlyArray<Condition>;
}

export interface Opened {
  readonly view: View;
  readonly scroll: number;
  readonly selected: Selected | null;
}

export interface Selected extends Pick<BodyRow, 'board' | 'symbol' | 'index'> {
  /** True after the timeframe or the time has changed: the symbol may be on any board. */
  readonly isFollowed?: boolean;
}

export interface HelpEntry {
  readonly label: string;
  readonly word: string;
}

/** A view is immutable: a key that changes its state replaces the view. */
export interface View {
  readonly name: string;
  /** The list that is shown, if a key steps through several. */
  readonly choice?: string;
  readonly symbol?: string;
  readonly board?: string;
  /** Covers all but the first line. Only its own keys and those with `worksEverywhere` work. */
  readonly isModal?: boolean;
  /** `sample` is a row, then lines that name its cells. */
  readonly help?: { readonly sample: ReadonlyArray<string>; readonly signs: ReadonlyArray<HelpEntry> };
  readonly keys: ReadonlyArray<Key>;
  draw(input: ViewInput, opened: Opened): Body;
  isOver?(input: ViewInput): boolean;
}

export interface Body {
  /** A function draws its line only when the line is on the screen. */
  readonly lines: ReadonlyArray<string | (() => string)>;
  /** The lines at which a page may begin, ascending. */
  readonly starts: ReadonlyArray<number>;
  /** Ids find the visible lines again after new data adds lines above them; an empty id never matches. */
  readonly lineIds?: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<BodyRow>;
  /** Returns a text for the footer, beside the filters. Absent in views that filters do not change. */
  position?(page: Page): string;
}

export interface BodyRow {
  /** Null in a list without boards. */
  readonly board: string | null;
  readonly symbol: string | null;
  /** Its index among the rows of all groups of the board. */
  readonly index: number;
  /** Index in `Body.lines`. */
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

export interface FrameBoards extends Pick<Compared, 'movement' | 'topPlay' | 'confluence'> {
  /** Boards that are not hidden, with rows up to the limit. */
  readonly all: ReadonlyArray<BoardPart>;
  /** The same boards with only the symbols that pass the filters; empty boards are left out. */
  readonly filtered: ReadonlyArray<BoardPart>;
  /** True if the command line or the prompt sets a filter. */
  readonly isNarrowed: boolean;
}

/** Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly time: number;
  /** Counts from 1, the oldest snapshot. */
  readonly position: number;
  readonly count: number;
  readonly isRecorded: boolean;
  /** Only a replay has a status. */
  readonly status?: 'playing' | 'stopped' | 'end';
  /** The real time during a replay, which decides whether a date is shown; by default `style.now`. */
  readonly today?: number;
}

export interface ViewInput extends ChosenTimeframe {
  readonly pane: PaneState;
  readonly boards: FrameBoards;
  readonly timeframes: Timeframes;
  readonly style: Style;
  readonly lines: number;
  readonly selection: Selection;
  readonly columns: ReadonlyArray<Column> | null;
  readonly chart: string | null;
  readonly status: PaneStatus;
}

interface PaneStatus {
  /** Lines of the terminal. */
  readonly rows: number;
  readonly place: Place;
  /** Null for the newest live data. */
  readonly position: PastPosition | null;
  readonly staleness: string | null;
  /** Texts for the status line: `notify`, `rec`, `! not recorded`. */
  readonly marks: ReadonlyArray<string>;
  /** Null if no poll is planned. */
  readonly millisecondsToNextPoll: number | null;
  /** False if neither stdin nor the process has a terminal to read keys from. */
  readonly hasKeyboard: boolean;
}

export interface Front {
  readonly input: ViewInput;
  readonly pane: PaneState;
  readonly header: PaintedLines;
  readonly opened: Opened;
  readonly body: Body;
  readonly page: Page;
  readonly selectedRow: BodyRow | null;
}

export interface Key {
  readonly keys: ReadonlyArray<string>;
  readonly label: string;
  readonly group: 'look' | 'move' | 'time' | 'mark';
  readonly help: string;
  /** Returns null if the footer leaves the key out. */
  footer?(front: Front): string | null;
  /** Returns true if the key comes before others in the footer. */
  isFirst?(front: Front): boolean;
  readonly worksEverywhere?: boolean;
  /** Returns why the key cannot work, so that footer and help omit it; null if it works. */
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
  readonly pane?: PaneState;
  readonly effect?: Effect;
  readonly message?: string;
}

export type Effect =
  | { readonly type: 'suspend' | 'next' | 'redraw' }
  | { readonly type: 'quit'; readonly stop: Stop | null }
  | { readonly type: 'copy'; readonly symbol: string }
  | { readonly type: 'chart'; readonly chart: Chart };

export interface Prompt {
  readonly kind: 'filter' | 'time' | 'condition';
  readonly text: string;
  /** Says why the last typed or pasted text was refused. */
  readonly fault?: string;
}
