import { failureReason } from '../api/retry.ts';
import type { Board, Snapshot } from '../api/snapshot.ts';
import type { BoardsError } from '../errors.ts';
import { type BoardMovement, changesBetween, movementByBoard } from '../model/changes.ts';
import type { PollEvent } from './feed.ts';
import { isOverdue } from './schedule.ts';

/** A moment on both clocks, in milliseconds: a person reads the one, the other cannot be moved. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** What a pane knows of a timeframe. */
export interface KnownTimeframe {
  readonly snapshot: Snapshot | null;
  /** The service says itself that the data is simulated. */
  readonly isSimulated: boolean;
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** When the last good response came. */
  readonly goodAt: number | null;
  /** When the last new snapshot came; the first counts from its own time, so that old data is old on arrival. */
  readonly newAt: Moment | null;
  readonly failure: BoardsError | null;
  /** Each board ever seen, in order, so that one that is missing for a while keeps its place. */
  readonly boardKeys: ReadonlyArray<string>;
}

export const NOTHING_KNOWN: KnownTimeframe = {
  snapshot: null,
  isSimulated: false,
  movement: new Map(),
  goodAt: null,
  newAt: null,
  failure: null,
  boardKeys: [],
};

/** What is known after a poll. */
export function updated(known: KnownTimeframe, event: PollEvent, now: Moment): KnownTimeframe {
  switch (event.type) {
    case 'failure':
      return { ...known, failure: event.error };
    case 'unchanged':
      return { ...known, failure: null, goodAt: now.wall };
    case 'snapshot': {
      const { snapshot, previous, isSimulated } = event;
      const keys = new Set([...known.boardKeys, ...snapshot.boards.map(({ key }) => key)]);
      const built = previous === null ? (snapshot.asOfMilliseconds ?? now.wall) : now.wall;
      return {
        snapshot,
        isSimulated,
        movement: previous === null ? new Map() : movementByBoard(changesBetween(previous, snapshot)),
        goodAt: now.wall,
        newAt: { wall: Math.min(built, now.wall), steady: now.steady },
        failure: null,
        boardKeys: [...keys],
      };
    }
  }
}

export interface Staleness {
  /** Since when the data may be old; null when there never was any. */
  readonly since: number | null;
  readonly reason: string;
}

/** Why the data must not be taken for fresh; null when it is. */
export function staleness(known: KnownTimeframe, now: Moment, intervalSeconds: number): Staleness | null {
  const overdueSince = findOverdue(known, now, intervalSeconds);
  if (known.failure !== null) {
    return { since: overdueSince ?? known.goodAt, reason: failureReason(known.failure) };
  }
  return overdueSince === null ? null : { since: overdueSince, reason: 'no new snapshot' };
}

/** The time of data that should have been replaced long ago; null when it need not have been. */
function findOverdue(
  { snapshot, newAt }: KnownTimeframe,
  now: Moment,
  intervalSeconds: number,
): number | null {
  if (snapshot === null || newAt === null) return null;
  const elapsed = Math.max(now.wall - newAt.wall, now.steady - newAt.steady);
  if (!isOverdue(elapsed, intervalSeconds, snapshot.session)) return null;
  return Math.min(snapshot.asOfMilliseconds ?? newAt.wall, now.wall);
}

/** The selected boards in their usual places; one that is missing from this snapshot is there, empty. */
export function inPlace(boards: ReadonlyArray<Board>, keys: ReadonlyArray<string>): ReadonlyArray<Board> {
  return keys.flatMap((key) => {
    const present = boards.filter((board) => board.key === key);
    return present.length > 0 ? present : [{ key, tier: null, rows: [] }];
  });
}
