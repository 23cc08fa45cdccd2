import type { SnapshotResponse } from '../api/client.ts';
import type { Context } from '../context.ts';
import type { Condition } from '../model/conditions.ts';
import type { Selection } from '../model/selection.ts';
import type { StyleOptions } from '../view/screen-style.ts';
import type { Column, Timeframe } from '../vocabulary.ts';

/** What watch polls. commands/watch.ts builds it, so that watch knows neither settings nor clients. */
export interface WatchSource {
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Rows per board. */
  readonly limit: number;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** After which a request fails by itself. */
  readonly timeoutMilliseconds: number;
  readonly intervalSeconds: number;
  /** Given by a person; otherwise polls follow the rhythm of the service. */
  readonly isIntervalFixed: boolean;
  /** A line for a person, on stderr; dropped with `--quiet`. */
  readonly note: (text: string) => void;
  /** The same for what is said with `--quiet` too. */
  readonly label: (text: string) => void;
}

/** What is done with the snapshots. */
export interface WatchRequest {
  readonly output: 'pane' | 'tables' | 'json' | 'events';
  readonly selection: Selection;
  readonly columns: ReadonlyArray<Column> | null;
  readonly style: StyleOptions;
  /** End after so many new snapshots. */
  readonly count?: number | undefined;
  /** End at the first snapshot that differs from the first. */
  readonly onceChanged: boolean;
  /** The command of `--exec`. */
  readonly exec?: string | undefined;
  readonly bell: boolean;
  /** Which events count for `--exec` and `--bell`. */
  readonly on?: Condition | undefined;
}

export interface Watch {
  readonly source: WatchSource;
  readonly request: WatchRequest;
  readonly context: Context;
}
