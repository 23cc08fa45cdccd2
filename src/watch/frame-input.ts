import type { TimeframeLogEntry } from '../model/log.ts';
import type { Selection } from '../model/selection.ts';
import type { Card } from '../view/card.ts';
import type { PaneSize } from '../view/pane-layout.ts';
import type { PastPosition } from '../view/past-line.ts';
import type { PaneTab } from '../view/tab-line.ts';
import type { Theme } from '../view/theme.ts';
import type { Column, PastColumn } from '../vocabulary.ts';
import type { KnownTimeframe, Staleness } from './known-timeframe.ts';
import type { ShownPast, TimesBeside, TypedTime } from './past.ts';
import type { Remembered } from './remembered.ts';
import type { ViewState } from './state.ts';

/** What the log shows. */
export interface LogInput {
  /** The newest first, of all timeframes that are polled. */
  readonly entries: ReadonlyArray<TimeframeLogEntry>;
  /** The time of the oldest snapshot in memory; null if there is none. */
  readonly startsAt: number | null;
  /** When the reader pressed a key for the last time before this visit; milliseconds since 1970. */
  readonly visitedAt: number;
}

export const EMPTY_LOG: LogInput = { entries: [], startsAt: null, visitedAt: 0 };

/** What a frame shows. */
export interface FrameInput {
  readonly known: KnownTimeframe;
  readonly remembered: Remembered;
  /** The older snapshot from which `known` and `remembered` are; null for the newest one. */
  readonly past: ShownPast | null;
  /** Where what is shown is in the recording that is played; null for live data. */
  readonly replay: PastPosition | null;
  readonly timesBeside: TimesBeside;
  /** Where a time that was typed leads. */
  typedTime(text: string): TypedTime;
  readonly log: LogInput;
  /** Whether the text of the filter is a symbol that is or was on any board of any timeframe. */
  readonly isFilterKnown: boolean;
  /** Null if no card is open. */
  readonly card: Card | null;
  readonly tabs: ReadonlyArray<PaneTab>;
  readonly state: ViewState;
  readonly staleness: Staleness | null;
  /** Seconds to the next poll; null while paused. */
  readonly nextPollSeconds: number | null;
  /** Shown beside the keys of the footer; empty for none. */
  readonly notice: string;
  readonly nowMilliseconds: number;
}

/** How it is shown. */
export interface FrameStyle {
  readonly size: PaneSize;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column | PastColumn> | null;
  /** The order of rows by what memory knows of them; null for that of the selection. */
  readonly sortByPast: PastColumn | null;
  readonly selection: Selection;
  /** Rows per board. */
  readonly limit: number;
}
