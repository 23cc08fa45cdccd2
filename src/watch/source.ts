import type { Context } from '../context.ts';
import type { Condition } from '../market/conditions.ts';
import type { Selection } from '../market/selection.ts';
import type { Recorder, RecorderEvents } from '../recording/recorder.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { StyleOptions } from '../text/ctx.ts';
import { MINUTE_MS } from '../time.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import type { Feed } from './feed.ts';

/**
 * What the pane compares with: milliseconds before the snapshot that is shown, the snapshot before it, the first one of this
 * run, or the one that the reader saw before the last pause.
 */
export type BaselineChoice = number | 'last' | 'start' | 'here';

export const USUAL_BASELINE_MS = 5 * MINUTE_MS;

/** Where the snapshots of a pane or a stream come from. */
export interface WatchSource {
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Opens what the events come from, until the signal is aborted. */
  readonly open: (signal: AbortSignal) => Feed;
  /** The usual time between snapshots, from which follows when data is overdue. */
  readonly intervalSeconds: number;
  /**
   * What memory can be filled with after the first frame: snapshots before the first one that was received, the oldest first.
   * Each is computed or read when it is asked for. Null if there is nothing.
   */
  readonly past:
    | ((
        timeframe: Timeframe,
        first: { readonly asOf: number; readonly isSimulated: boolean },
        signal: AbortSignal,
      ) => AsyncIterable<Snapshot>)
    | null;
  /** Whether memory is filled from a file. */
  readonly isPastRecorded: boolean;
  /** Opens what new snapshots are appended to; null if they are not recorded. */
  readonly openRecorder: ((events: RecorderEvents) => Promise<Recorder>) | null;
  /** Writes a note to stderr, unless `--quiet` is set. */
  readonly note: (text: string) => void;
  /** Writes a note to stderr even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
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
}

export interface Watch {
  readonly source: WatchSource;
  readonly request: WatchRequest;
  readonly context: Context;
}
