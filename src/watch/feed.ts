import type { Context } from '../context.ts';
import type { BoardsError } from '../errors.ts';
import { MINUTE_MS } from '../lib/time.ts';
import type { Column, Timeframe } from '../market/catalogue.ts';
import type { Condition } from '../market/conditions.ts';
import type { ComparedSnapshot } from '../market/diff.ts';
import type { Selection } from '../market/selection.ts';
import type { Recorder, RecorderEvents } from '../recording/write.ts';
import type { Client } from '../service/client.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { StyleOptions } from '../text/style.ts';

/** An event of a feed. */
export type Received = SnapshotReceived | Exclude<FeedEvent, SnapshotEvent>;

/** The same, with what follows from the snapshots before it. */
export type FeedEvent =
  | SnapshotEvent
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | FailureEvent
  /** About every second while nothing comes. */
  | { readonly type: 'tick' };

export interface SnapshotReceived extends TimeframeSnapshot {
  readonly type: 'snapshot';
  /** It is compared with no snapshot before it. */
  readonly isFirst: boolean;
}

export interface SnapshotEvent extends SnapshotReceived, ComparedSnapshot {}

interface FailureEvent {
  readonly type: 'failure';
  readonly timeframe: Timeframe;
  readonly error: BoardsError;
  /** Other timeframes whose next polls wait as well, because the service limits or refuses the key. */
  readonly delayed: ReadonlyArray<Timeframe>;
}

/** Where the snapshots of a stream come from. */
interface Feed {
  /**
   * Ends when the signal is aborted, or with the recording. Errors of polls are `failure` events. After an AuthError, nothing is polled
   * until `requestNext`.
   */
  events(): AsyncGenerator<Received, void>;
  millisecondsToNextPoll?(timeframe: Timeframe): number | null;
}

/** A feed that polls, and the keys of the pane that steer it. */
export interface LiveFeed extends Feed {
  /** Sets the timeframes to poll and aborts a request for any other one. The state of each timeframe is kept. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  /** Polls a timeframe now. Returns a message about what it does, or why it does nothing. */
  requestNext(timeframe: Timeframe): string | null;
  setPaused(paused: boolean): void;
  /** Null if no poll is planned: while one is in progress or polls are paused, or if the key is refused. */
  millisecondsToNextPoll(timeframe: Timeframe): number | null;
}

/** The message of the key that requests a poll. */
export const POLLING = 'polling now';

/**
 * What the pane compares with: milliseconds before the snapshot that is shown, the snapshot before it, the first one of this
 * run, or the one that the reader saw before the last pause.
 */
export type BaselineChoice = number | 'last' | 'start' | 'here';

export const USUAL_BASELINE_MS = 5 * MINUTE_MS;

/** A key press in a pane. */
export interface KeyPress {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The time of the newest snapshot then, because the clocks of the service and of this machine differ; null if there was none. */
  readonly time: number | null;
}

/** Keeps the last key press of a pane for the next one of the same service. */
interface LastPress {
  read(isSimulated: boolean): Promise<KeyPress | null | undefined>;
  keep(press: KeyPress, isSimulated: boolean): Promise<void>;
}

/** What a pane or a stream needs beside the snapshots. */
export interface WatchSource {
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** The clock by which ages count. */
  readonly clock: Pick<Client['clock'], 'now' | 'ahead'>;
  /** The usual time between snapshots, from which follows when data is overdue: never, if it is infinite. */
  readonly intervalSeconds: number;
  /** Writes a note to stderr, unless `--quiet` is set. */
  readonly note: (text: string) => void;
  /** Writes a note to stderr even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
}

/** The snapshots that a stream prints. */
export interface StreamSource extends WatchSource {
  /** Opens what the events come from, until the signal is aborted. */
  readonly open: (signal: AbortSignal) => Feed;
  /** Opens what new snapshots are appended to; null if they are not recorded. */
  readonly openRecorder: ((events: RecorderEvents) => Promise<Recorder>) | null;
  /** The time of the last snapshot of a recording; null for live data. */
  readonly recordedUntil: number | null;
}

/** What a live pane polls, and what it keeps. */
export interface LiveSource extends StreamSource {
  readonly open: (signal: AbortSignal) => LiveFeed;
  /**
   * What memory can be filled with after the first frame: snapshots before the first one that was received, the oldest first.
   * Each is computed or read when it is asked for. Null if there is nothing.
   */
  readonly past:
    | ((
        timeframe: Timeframe,
        first: { readonly time: number; readonly isSimulated: boolean },
        signal: AbortSignal,
      ) => AsyncIterable<Snapshot>)
    | null;
  /** Whether memory is filled from a file. */
  readonly isPastRecorded: boolean;
  /** Null if nothing is to be kept. */
  readonly lastPress: LastPress | null;
}

/** The options that a watch and a replay follow as they are given. */
export interface FollowedOptions {
  /** The command of `--exec`. */
  readonly exec?: string;
  readonly bell?: boolean;
  /** Desktop notifications, each with the bell. */
  readonly notify?: boolean;
  /** Restricts the changes that trigger `--exec`, `--bell` and `--notify`, and that `--events` prints. */
  readonly on?: ReadonlyArray<Condition>;
  /** A condition of `on` fires at most once in so many seconds for the same symbol. */
  readonly cooldown?: number;
  /** `--events` begins with the rows of the first snapshot of each timeframe. */
  readonly initial?: boolean;
  /** Ends after so many new snapshots. */
  readonly count?: number;
  /** Ends when one of them is met. */
  readonly until?: ReadonlyArray<Condition>;
  /** Ends after so many seconds. */
  readonly for?: number;
}

/** What to do with the snapshots. */
export interface WatchRequest extends FollowedOptions {
  /** `tables` as on a terminal, one for each snapshot, or `plain`: tables of the first one, then sentences. */
  readonly output: 'pane' | 'tables' | 'plain' | 'json' | 'events';
  readonly selection: Selection;
  /** `age` and `trend` are for the pane only. */
  readonly columns: ReadonlyArray<Column> | null;
  readonly style: StyleOptions;
  /** What the pane compares the newest snapshot with. */
  readonly baseline: BaselineChoice;
  /** Symbols that stand out in the pane. */
  readonly pins: ReadonlyArray<string>;
  /** The address of the chart of a symbol, which has `{symbol}` for it; null if it is not set. */
  readonly chart: string | null;
  /** Stores whether a symbol is pinned for later runs. Throws BoardsError. Null in the sandbox, whose symbols are made up. */
  readonly savePin: ((symbol: string, isPinned: boolean) => Promise<void>) | null;
}

export interface Watch<Source extends WatchSource = WatchSource> {
  readonly source: Source;
  readonly request: WatchRequest;
  readonly context: Context;
}
