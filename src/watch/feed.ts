import type { BoardsError } from '../errors.ts';
import type { Diff } from '../market/diff.ts';
import type { Recording } from '../recording/day.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';

export type FeedEvent =
  | SnapshotEvent
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | FailureEvent
  | AskedEvent
  | TickEvent;

export interface SnapshotEvent extends TimeframeSnapshot {
  readonly type: 'snapshot';
  /** To the snapshot before; null for the first one of the timeframe. */
  readonly diff: Diff | null;
  /** Of how much the snapshots are a part, if that is too much to be shown. */
  readonly leftOut?: string;
}

interface FailureEvent {
  readonly type: 'failure';
  readonly timeframe: Timeframe;
  readonly error: BoardsError;
  /** Other timeframes whose next polls wait as well, because the service limits requests per key. */
  readonly delayed: ReadonlyArray<Timeframe>;
}

/** What came for a timeframe that is not polled but was asked for: nothing follows from it but what a card shows. */
interface AskedEvent extends Omit<FailureEvent, 'type' | 'error'> {
  readonly type: 'asked';
  readonly answer: Snapshot | BoardsError;
}

/** Emitted about every second while nothing comes. */
export interface TickEvent {
  readonly type: 'tick';
}

/** Where the snapshots of a pane or a stream come from: live data is polled, a recording is played. */
export interface Feed {
  /** Ends when the signal is aborted, or with a recording that is played at once. Throws AuthError (401, 403) and bugs; other errors are `failure` events. */
  events(): AsyncGenerator<FeedEvent, void>;
  /** Sets the timeframes to poll and aborts a request for any other one. The state of each timeframe is kept. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  /** Polls a timeframe now, or plays its next snapshot. Returns null, or says in a few words why it does not. */
  requestNext(timeframe: Timeframe): string | null;
  /**
   * Requests timeframes that are not polled once, unless that was less than a minute ago; meanwhile all requests are at least a
   * second apart. What comes is an `asked` event. Says how long the service allows none, if it does. From a recording comes what
   * is newest at or before `time`.
   */
  ask(timeframes: ReadonlyArray<Timeframe>, time: number): string | null;
  /** Whether a timeframe was asked for and no response has come. */
  isAsked(timeframe: Timeframe): boolean;
  setPaused(paused: boolean): void;
  /** Null while paused, and for a timeframe that the feed has never been set to poll. */
  millisecondsToNextPoll(timeframe: Timeframe): number | null;
  /** What a recording has beside it; null for live data. */
  readonly player: Player | null;
}

export const END_OF_RECORDING = 'the end of the recording';

/** What can be asked of a recording that is played. */
export interface Player {
  /** Shows the newest snapshots at or before a time. */
  goTo(time: number): void;
  /** Of what is recorded. */
  readonly times: Recording['times'];
  /** The time of the newest snapshot that has been played; before the first one, where playing starts. */
  now(): number;
  /** True after the last snapshot of the timeframes that are played. */
  isAtEnd(): boolean;
}
