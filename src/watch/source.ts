import type { SnapshotResponse } from '../api/client.ts';
import type { Snapshot } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import type { Condition } from '../model/parse-conditions.ts';
import type { Selection } from '../model/selection.ts';
import type { Since } from '../model/since.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { StyleOptions } from '../view/screen-style.ts';
import type { Column, PastColumn, Timeframe } from '../vocabulary.ts';
import type { Feed } from './feed.ts';

/** What to poll and how often. Built by commands/watch.ts, so that this directory imports no settings and creates no API client. */
export interface Polling {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** The request timeout that `fetch` applies. */
  readonly timeoutMilliseconds: number;
  readonly intervalSeconds: number;
  /** True if the user set the interval; otherwise polls follow the rebuild rhythm of the service. */
  readonly isIntervalFixed: boolean;
}

/** Where the snapshots of a pane or a stream come from. */
export interface WatchSource {
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Opens the feed, which ends when the signal is aborted. */
  readonly openFeed: (signal: AbortSignal) => Feed;
  /** The usual time between snapshots, from which follows when data is overdue. */
  readonly intervalSeconds: number;
  /** Loads what memory can be filled with after the first frame; null if there is nothing. */
  readonly loadPast: (() => Promise<PastSnapshots>) | null;
  /** Opens what new snapshots are appended to; null if they are not recorded. What the user should know is passed on. */
  readonly openRecorder: ((note: (text: string) => void) => Promise<Recorder>) | null;
  /** After `q`, a note says how to record, if the watch was long. */
  readonly offersRecording: boolean;
  /** Writes a note to stderr, unless `--quiet` is set. */
  readonly note: (text: string) => void;
  /** Writes a note to stderr even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
}

/**
 * Snapshots of a timeframe before the first one that was received, the newest first. Each is computed or read when it is asked
 * for.
 */
export type PastSnapshots = (
  timeframe: Timeframe,
  first: { readonly asOf: number; readonly isSimulated: boolean; readonly seed?: number | undefined },
) => Iterable<Snapshot> | AsyncIterable<Snapshot>;

/** What to do with the snapshots. */
export interface WatchRequest {
  /** `tables` as on a terminal, or `plain`: either is appended for each snapshot. */
  readonly output: 'pane' | 'tables' | 'plain' | 'json' | 'events';
  readonly selection: Selection;
  /** `age` and `trend` are for the pane only. */
  readonly columns: ReadonlyArray<Column | PastColumn> | null;
  /** In the pane, the order of rows by what memory knows of them; null for that of the selection. */
  readonly sortByPast: PastColumn | null;
  readonly style: StyleOptions;
  /** What the pane compares the newest snapshot with. */
  readonly since: Since;
  /** Symbols that stand out in the pane. */
  readonly pins: ReadonlyArray<string>;
  readonly end: EndRequest;
  /** The command of `--exec`. */
  readonly exec?: string | undefined;
  readonly bell: boolean;
  /** Desktop notifications, each with the bell. */
  readonly notify: boolean;
  /** Restricts the changes that trigger `--exec`, `--bell` and `--notify`, and that `--events` prints. */
  readonly on?: ReadonlyArray<Condition> | undefined;
  /** A condition of `on` fires at most once in this time for the same symbol; 0 if it always may. */
  readonly cooldownMilliseconds: number;
  /** `--events` begins with the rows of the first snapshot of each timeframe. */
  readonly initial: boolean;
}

/** When to end; what comes first does. Empty: only when the user or a signal ends it. */
export interface EndRequest {
  /** After so many new snapshots. */
  readonly count?: number | undefined;
  /** When one of them is met. */
  readonly until?: ReadonlyArray<Condition> | undefined;
  /** After so much time. */
  readonly forMilliseconds?: number | undefined;
}

export interface Watch {
  readonly source: WatchSource;
  readonly request: WatchRequest;
  readonly context: Context;
}
