import type { Simulated, Snapshot } from '../api/snapshot.ts';
import type { BoardsError } from '../errors.ts';
import type { LeftOut } from '../model/bounded.ts';
import { type ChangeEvent, selectedChanges } from '../model/changes.ts';
import { type BoardMovement, movementBetween } from '../model/movement.ts';
import type { Selection } from '../model/selection.ts';
import { SECOND_MS } from '../time-units.ts';
import type { FormerTopPlay } from '../view/pane-header.ts';
import type { PollEvent } from './feed-event.ts';

/** A moment on both clocks, in milliseconds. The wall clock is for display and can be set; the monotonic one cannot. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** The poll results of one timeframe that the pane shows. */
export interface KnownTimeframe {
  readonly snapshot: Snapshot | null;
  /** What the service sent beside it, if that is too much to be shown; else null. */
  readonly leftOut: LeftOut | null;
  /** True if the service marks its data as simulated. */
  readonly isSimulated: Simulated;
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** Wall-clock time of the last successful poll. */
  readonly lastSuccessAt: number | null;
  /** When the last new snapshot came. For the first one, `wall` is at most its `asOf`, so that old data is stale at once. */
  readonly lastNewAt: Moment | null;
  /** The error of the last poll; null if it succeeded. */
  readonly failure: BoardsError | null;
  /** When the next snapshot is expected, on the wall clock: computed once for each snapshot. Null if unknown, or closed. */
  readonly nextExpectedAt: number | null;
  /** The top play before the present one; null if it has not changed. */
  readonly formerTopPlay: FormerTopPlay | null;
  /** Symbols that entered a board or became the top play since the timeframe was last shown. */
  readonly news: ReadonlySet<string>;
  /** All boards seen so far in order, so that a board keeps its place while it is missing. */
  readonly boardKeys: ReadonlyArray<string>;
}

/** What a poll without a new snapshot leaves as it is. */
export type KnownBoards = Pick<KnownTimeframe, 'snapshot' | 'isSimulated' | 'boardKeys'>;

export const NO_DATA: KnownTimeframe = {
  snapshot: null,
  leftOut: null,
  isSimulated: false,
  movement: new Map(),
  lastSuccessAt: null,
  lastNewAt: null,
  failure: null,
  nextExpectedAt: null,
  formerTopPlay: null,
  news: new Set(),
  boardKeys: [],
};

/** Boards that are missing keep their places unless there are more boards than this. */
const MAX_BOARDS = 60;

/** More news are not counted, so that memory is bounded. */
const MAX_NEWS = 1000;

/** What a poll found, and when. */
export interface PollOutcome {
  readonly event: PollEvent;
  readonly now: Moment;
  /** Null if the next poll is not scheduled. */
  readonly millisecondsToNextPoll: number | null;
}

/** Returns the state after a poll. `selection` restricts the news. */
export function applyPoll(
  known: KnownTimeframe,
  { event, now, millisecondsToNextPoll }: PollOutcome,
  selection: Selection,
): KnownTimeframe {
  switch (event.type) {
    case 'failure':
      return { ...known, failure: event.error };
    case 'unchanged':
      return { ...known, failure: null, lastSuccessAt: now.wall };
    case 'snapshot': {
      const { snapshot, previous, isSimulated } = event;
      const built = previous === null ? (snapshot.asOfMilliseconds ?? now.wall) : now.wall;
      const isUnknown = millisecondsToNextPoll === null || snapshot.session === 'closed';
      return {
        snapshot,
        leftOut: event.leftOut ?? null,
        isSimulated,
        movement: previous === null ? new Map() : movementBetween(previous, snapshot),
        lastSuccessAt: now.wall,
        lastNewAt: { wall: Math.min(built, now.wall), monotonic: now.monotonic },
        failure: null,
        nextExpectedAt: isUnknown ? null : now.wall + millisecondsToNextPoll,
        formerTopPlay: formerTopPlayAfter(known, previous, snapshot),
        news:
          previous === null || event.isBeforeStart === true
            ? known.news
            : addNews(known.news, selectedChanges(previous, snapshot, selection)),
        boardKeys: mergeKeys(known.boardKeys, snapshot),
      };
    }
  }
}

/** All boards seen so far, new ones last. Where that are too many, those that are missing from the snapshot are dropped. */
function mergeKeys(seen: ReadonlyArray<string>, { boards }: Snapshot): ReadonlyArray<string> {
  const present = new Set(boards.map(({ key }) => key));
  const all = [...new Set([...seen, ...present])];
  return all.length <= MAX_BOARDS ? all : all.filter((key) => present.has(key));
}

function formerTopPlayAfter(
  { formerTopPlay }: KnownTimeframe,
  previous: Snapshot | null,
  snapshot: Snapshot,
): FormerTopPlay | null {
  const former = previous?.topPlay?.symbol ?? null;
  if (previous === null || former === (snapshot.topPlay?.symbol ?? null)) return formerTopPlay;
  return { symbol: former, untilMilliseconds: snapshot.asOfMilliseconds };
}

function addNews(news: ReadonlySet<string>, changes: ReadonlyArray<ChangeEvent>): ReadonlySet<string> {
  const more = new Set(news);
  for (const { type, symbol } of changes) {
    if (more.size >= MAX_NEWS) break;
    if ((type === 'entered' || type === 'topPlay') && symbol !== null) more.add(symbol);
  }
  return more;
}

export interface Staleness {
  /** Wall-clock time since when the data may be stale; null if there has been no data. */
  readonly since: number | null;
  readonly reason: string;
}

/** Null if the data is fresh: the last poll succeeded, and a new snapshot is not overdue. */
export function staleness(known: KnownTimeframe, now: Moment, intervalSeconds: number): Staleness | null {
  const overdueSince = findOverdue(known, now, intervalSeconds);
  if (known.failure !== null) {
    return { since: overdueSince ?? known.lastSuccessAt, reason: known.failure.reason };
  }
  return overdueSince === null ? null : { since: overdueSince, reason: 'no new snapshot' };
}

/** The time of a snapshot whose replacement is overdue; null if it is not. */
function findOverdue(
  { snapshot, lastNewAt }: KnownTimeframe,
  now: Moment,
  intervalSeconds: number,
): number | null {
  if (snapshot === null || lastNewAt === null) return null;
  const elapsed = Math.max(now.wall - lastNewAt.wall, now.monotonic - lastNewAt.monotonic);
  if (!isOverdue(elapsed, intervalSeconds, snapshot.session)) return null;
  return Math.min(snapshot.asOfMilliseconds ?? lastNewAt.wall, now.wall);
}

const OVERDUE_INTERVALS = 3;
const MIN_OVERDUE_SECONDS = 180;

/** True if no new snapshot came for three intervals, but at least 180 s, and the market is not closed. */
export function isOverdue(
  elapsedMilliseconds: number,
  intervalSeconds: number,
  session: string | null,
): boolean {
  const overdueAfterSeconds = Math.max(MIN_OVERDUE_SECONDS, OVERDUE_INTERVALS * intervalSeconds);
  return session !== 'closed' && elapsedMilliseconds > overdueAfterSeconds * SECOND_MS;
}
