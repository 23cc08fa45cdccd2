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

export type Received = SnapshotReceived | Exclude<FeedEvent, SnapshotEvent>;

/** Like `Received`, but compared with earlier snapshots. */
export type FeedEvent =
  | SnapshotEvent
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | FailureEvent
  /** Comes about every second while nothing else does. */
  | { readonly type: 'tick' };

export interface SnapshotReceived extends TimeframeSnapshot {
  readonly type: 'snapshot';
  /** True if there is no earlier snapshot to compare with. */
  readonly isFirst: boolean;
}

export interface SnapshotEvent extends SnapshotReceived, ComparedSnapshot {}

interface FailureEvent {
  readonly type: 'failure';
  readonly timeframe: Timeframe;
  readonly error: BoardsError;
  /** Other timeframes whose polls also wait, because the service limits or refuses the key. */
  readonly delayed: ReadonlyArray<Timeframe>;
}

interface Feed {
  /** Ends with the signal or the recording. After an AuthError, polls wait for `requestNext`. */
  events(): AsyncGenerator<Received, void>;
  millisecondsToNextPoll?(timeframe: Timeframe): number | null;
}

export interface LiveFeed extends Feed {
  /** Aborts a request for any other timeframe, but keeps the state of each timeframe. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  /** Polls now. Returns a message about the poll, or the reason why there is none. */
  requestNext(timeframe: Timeframe): string | null;
  setPaused(paused: boolean): void;
  /** Null while no poll is planned: one is in progress, polls are paused, or the key is refused. */
  millisecondsToNextPoll(timeframe: Timeframe): number | null;
}

export const POLLING = 'polling now';

/** `here` is the snapshot that the user saw before the last pause. A number is in milliseconds. */
export type BaselineChoice = number | 'last' | 'start' | 'here';

export const USUAL_BASELINE_MS = 5 * MINUTE_MS;

export interface KeyPress {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The time of the newest snapshot, because the clocks of the service and this machine differ. */
  readonly time: number | null;
}

interface LastPress {
  read(isSimulated: boolean): Promise<KeyPress | null | undefined>;
  keep(press: KeyPress, isSimulated: boolean): Promise<void>;
}

export interface WatchSource {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly clock: Pick<Client['clock'], 'now' | 'ahead'>;
  /** The usual time between snapshots. If it is infinite, data is never overdue. */
  readonly intervalSeconds: number;
  /** Writes to stderr unless `--quiet` is set. */
  readonly note: (text: string) => void;
  /** Writes to stderr even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
}

export interface StreamSource extends WatchSource {
  readonly open: (signal: AbortSignal) => Feed;
  readonly openRecorder: ((events: RecorderEvents) => Promise<Recorder>) | null;
  /** The time of the last snapshot of a recording; null for live data. */
  readonly recordedUntil: number | null;
}

export interface LiveSource extends StreamSource {
  readonly open: (signal: AbortSignal) => LiveFeed;
  /** Yields the snapshots before the first one that was received, the oldest first. */
  readonly past:
    | ((
        timeframe: Timeframe,
        first: { readonly time: number; readonly isSimulated: boolean },
        signal: AbortSignal,
      ) => AsyncIterable<Snapshot>)
    | null;
  /** True if `past` reads a file. */
  readonly isPastRecorded: boolean;
  readonly lastPress: LastPress | null;
}

export interface FollowedOptions {
  readonly exec?: string;
  readonly bell?: boolean;
  /** Desktop notifications also ring the bell. */
  readonly notify?: boolean;
  /** Restricts the changes that trigger `--exec`, `--bell` and `--notify`, and that `--events` prints. */
  readonly on?: ReadonlyArray<Condition>;
  /** Seconds in which a condition of `on` fires at most once for the same symbol. */
  readonly cooldown?: number;
  /** `--events` begins with the rows of the first snapshot of each timeframe. */
  readonly initial?: boolean;
  /** The number of new snapshots after which the watch ends. */
  readonly count?: number;
  readonly until?: ReadonlyArray<Condition>;
  /** The seconds after which the watch ends. */
  readonly for?: number;
}

export interface WatchRequest extends FollowedOptions {
  /** `tables` prints each snapshot as on a terminal, `plain` only the first one, and then sentences. */
  readonly output: 'pane' | 'tables' | 'plain' | 'json' | 'events';
  readonly selection: Selection;
  /** Only the pane has `age` and `trend`. */
  readonly columns: ReadonlyArray<Column> | null;
  readonly style: StyleOptions;
  readonly baseline: BaselineChoice;
  readonly pins: ReadonlyArray<string>;
  /** The address of a chart, with `{symbol}` in it. */
  readonly chart: string | null;
  /** Stores a pin for later runs. Null in the sandbox, whose symbols are made up. */
  readonly savePin: ((symbol: string, isPinned: boolean) => Promise<void>) | null;
}

export interface Watch<Source extends WatchSource = WatchSource> {
  readonly source: Source;
  readonly request: WatchRequest;
  readonly context: Context;
}
