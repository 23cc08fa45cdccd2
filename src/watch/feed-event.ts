import type { BoardsError } from '../errors.ts';
import type { LeftOut } from '../market/bounded.ts';
import type { Diff } from '../market/diff.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';

export type FeedEvent =
  | ({
      readonly type: 'snapshot';
      /** To the snapshot before; null for the first one of the timeframe. */
      readonly diff: Diff | null;
      /** True if another one follows at once, so that this one need not be drawn. */
      readonly isFollowed?: boolean;
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
  | AskedEvent
  | TickEvent;

/** What came for a timeframe that is not polled but was asked for: nothing follows from it but what a card shows. */
export interface AskedEvent {
  readonly type: 'asked';
  readonly timeframe: Timeframe;
  readonly answer: Snapshot | BoardsError;
  /** The polled timeframes that wait, because the service limits requests per key. */
  readonly delayed: ReadonlyArray<Timeframe>;
}

/** Emitted about every second while nothing comes. */
export interface TickEvent {
  readonly type: 'tick';
}

export type PollEvent = Exclude<FeedEvent, { type: 'tick' | 'asked' }>;
export type SnapshotEvent = Extract<FeedEvent, { type: 'snapshot' }>;
