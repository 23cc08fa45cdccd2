import type { SnapshotResponse } from '../api/client.ts';
import type { Clock } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';

export interface FeedOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** Milliseconds until the next poll, after a successful poll that took `pollMilliseconds`. */
  readonly delayAfterPoll: (
    timeframe: Timeframe,
    response: SnapshotResponse,
    pollMilliseconds: number,
  ) => number;
  /** Minimum time between the starts of two polls of a timeframe. */
  readonly minGapMilliseconds: number;
  /** The timeout of `fetch`. If a poll takes longer, the process was suspended. */
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Ends the feed. */
  readonly signal: AbortSignal;
}
