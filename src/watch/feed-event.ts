import type { Snapshot, TimeframeSnapshot } from '../api/snapshot.ts';
import type { BoardsError } from '../errors.ts';
import type { LeftOut } from '../model/bounded.ts';
import type { Timeframe } from '../vocabulary.ts';

export type FeedEvent =
  | ({
      readonly type: 'snapshot';
      readonly previous: Snapshot | null;
      /** True if the timeframe is not polled: the user asked for it once, and nothing else follows from it. */
      readonly isAsked?: boolean;
      /** True if another one follows at once, so that this one need not be drawn. */
      readonly isFollowed?: boolean;
      /** True if a replay begins behind it, so that it is no news. */
      readonly isBeforeStart?: boolean;
      /** What the snapshots lack because it was too much to be shown. */
      readonly leftOut?: LeftOut | null;
    } & TimeframeSnapshot)
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | {
      readonly type: 'failure';
      readonly timeframe: Timeframe;
      readonly error: BoardsError;
      /** Other timeframes whose next polls wait as well, because the service limits requests per key. */
      readonly delayed: ReadonlyArray<Timeframe>;
    }
  /** Emitted about every second while the feed waits. */
  | { readonly type: 'tick' };

export type PollEvent = Exclude<FeedEvent, { type: 'tick' }>;
export type SnapshotEvent = Extract<FeedEvent, { type: 'snapshot' }>;
