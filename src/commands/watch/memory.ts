import { failureReason } from '../../api/retry.ts';
import type { Board, Snapshot } from '../../api/snapshot.ts';
import type { BoardsError } from '../../errors.ts';
import { type BoardMovement, changesBetween, movementByBoard } from '../../model/changes.ts';
import type { FeedEvent } from '../../watch/feed.ts';
import { isOverdue } from '../../watch/schedule.ts';

/** What a pane remembers of a timeframe. */
export interface Memory {
  readonly snapshot: Snapshot | null;
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** When the last good answer came, and the last new snapshot; milliseconds since 1970. */
  readonly goodAt: number | null;
  readonly newAt: number | null;
  readonly failure: BoardsError | null;
  /** Each board ever seen, in order, so that one that is missing for a while keeps its place. */
  readonly boardKeys: ReadonlyArray<string>;
}

export const NO_MEMORY: Memory = {
  snapshot: null,
  movement: new Map(),
  goodAt: null,
  newAt: null,
  failure: null,
  boardKeys: [],
};

export type PollEvent = Exclude<FeedEvent, { type: 'glance' }>;

/** The memory after a poll. */
export function remember(memory: Memory, event: PollEvent, nowMilliseconds: number): Memory {
  switch (event.type) {
    case 'failure':
      return { ...memory, failure: event.error };
    case 'unchanged':
      return { ...memory, failure: null, goodAt: nowMilliseconds };
    case 'snapshot': {
      const { snapshot, previous } = event;
      const keys = new Set([...memory.boardKeys, ...snapshot.boards.map(({ key }) => key)]);
      return {
        snapshot,
        movement: previous === null ? new Map() : movementByBoard(changesBetween(previous, snapshot)),
        goodAt: nowMilliseconds,
        newAt: nowMilliseconds,
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
export function staleness(
  memory: Memory,
  nowMilliseconds: number,
  intervalSeconds: number,
): Staleness | null {
  if (memory.failure !== null) return { since: memory.goodAt, reason: failureReason(memory.failure) };
  const { snapshot, newAt } = memory;
  if (snapshot === null || newAt === null) return null;
  if (!isOverdue(newAt, nowMilliseconds, intervalSeconds, snapshot.session)) return null;
  return { since: snapshot.asOfMilliseconds ?? newAt, reason: 'no new snapshot' };
}

/** The selected boards in their accustomed places; one that did not come this time stands there empty. */
export function inPlace(boards: ReadonlyArray<Board>, keys: ReadonlyArray<string>): ReadonlyArray<Board> {
  return keys.flatMap((key) => {
    const present = boards.filter((board) => board.key === key);
    return present.length > 0 ? present : [{ key, tier: null, rows: [] }];
  });
}
