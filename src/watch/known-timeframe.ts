import type { BoardsError } from '../errors.ts';
import type { LeftOut } from '../market/bounded.ts';
import { crossesTopRanks, type Diff, selectedChanges } from '../market/diff.ts';
import type { Selection } from '../market/selection.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import { SECOND_MS } from '../time-units.ts';
import type { PollEvent } from './feed.ts';

/** A moment on both clocks, in milliseconds. The wall clock is for display and can be set; the monotonic one cannot. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** The poll results of one timeframe that the pane shows. */
export interface KnownTimeframe {
  readonly snapshot: Snapshot | null;
  /** The time of the first one of this run, or of an earlier one after it, in milliseconds since 1970; null if unknown. */
  readonly firstAsOf: number | null;
  /** What it changed; null if there was none before it. */
  readonly diff: Diff | null;
  /** What the service sent beside it, if that is too much to be shown; else null. */
  readonly leftOut: LeftOut | null;
  /** True if the service marks its data as simulated. */
  readonly isSimulated: Simulated;
  /** Wall-clock time of the last successful poll. */
  readonly lastSuccessAt: number | null;
  /** When the last new snapshot came. For the first one, `wall` is at most its `asOf`, so that old data is stale at once. */
  readonly lastNewAt: Moment | null;
  /** The error of the last poll; null if it succeeded. */
  readonly failure: BoardsError | null;
  /** When the next snapshot is expected, on the wall clock: computed once for each snapshot. Null if unknown, or closed. */
  readonly nextExpectedAt: number | null;
  /** Symbols that reached ranks 1 to 5 of a board since the timeframe was last shown. */
  readonly news: ReadonlySet<string>;
  /** All boards seen so far in order, so that a board keeps its place while it is missing. */
  readonly boardKeys: ReadonlyArray<string>;
}

/** What a poll without a new snapshot leaves as it is. */
export type KnownBoards = Pick<KnownTimeframe, 'snapshot' | 'isSimulated' | 'boardKeys'>;

export const NO_DATA: KnownTimeframe = {
  snapshot: null,
  firstAsOf: null,
  diff: null,
  leftOut: null,
  isSimulated: false,
  lastSuccessAt: null,
  lastNewAt: null,
  failure: null,
  nextExpectedAt: null,
  news: new Set(),
  boardKeys: [],
};

/** Boards that are missing keep their places unless there are more boards than this. */
const MAX_BOARDS = 60;

/** More are not counted: they are shown as `•9+`. */
const MAX_NEWS = 10;

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
      const { snapshot, diff, isSimulated } = event;
      const built = diff === null ? (snapshot.asOfMilliseconds ?? now.wall) : now.wall;
      const isUnknown = millisecondsToNextPoll === null || snapshot.session === 'closed';
      return {
        snapshot,
        firstAsOf: earlierOf(known.firstAsOf, snapshot.asOfMilliseconds),
        diff,
        leftOut: event.leftOut ?? null,
        isSimulated,
        lastSuccessAt: now.wall,
        lastNewAt: { wall: Math.min(built, now.wall), monotonic: now.monotonic },
        failure: null,
        nextExpectedAt: isUnknown ? null : now.wall + millisecondsToNextPoll,
        news: diff === null ? known.news : addNews(known.news, diff, selection),
        boardKeys: mergeKeys(known.boardKeys, snapshot),
      };
    }
  }
}

function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** All boards seen so far, new ones last. Where that are too many, those that are missing from the snapshot are dropped. */
function mergeKeys(seen: ReadonlyArray<string>, { boards }: Snapshot): ReadonlyArray<string> {
  const present = new Set(boards.map(({ key }) => key));
  const all = [...new Set([...seen, ...present])];
  return all.length <= MAX_BOARDS ? all : all.filter((key) => present.has(key));
}

function addNews(news: ReadonlySet<string>, diff: Diff, selection: Selection): ReadonlySet<string> {
  const more = new Set(news);
  for (const change of selectedChanges(diff, selection)) {
    if (more.size >= MAX_NEWS) break;
    if (crossesTopRanks(change) === 'in' && change.symbol !== null) more.add(change.symbol);
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
