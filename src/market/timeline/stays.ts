import type { Age } from '../../lib/time.ts';
import { firstFrom, lastBefore, type Track, type Tracks, valueAt } from './tracks.ts';

/** A snapshot of a timeline. Times are in milliseconds since 1970. */
export interface Moment {
  readonly time: number;
  /** The first snapshot in memory that has no gap between it and this one. */
  startAfterGap: number;
  /** The first snapshot of the market day in memory. */
  startOfDay: number;
  readonly topPlay: string | null;
}

type Moments = ReadonlyArray<Moment>;

/** What a timeline knows. */
export interface TimelineData {
  readonly entries: Moments;
  readonly tracks: Tracks;
  /** Two snapshots further apart than this have a gap between them, in milliseconds. */
  readonly maxGap: number;
}

/** The index of the newest of ascending moments at or before a time; -1 if there is none. */
export function indexAt(moments: Moments, time: number): number {
  return moments.findLastIndex((moment) => moment.time <= time);
}

/** How long there has been the same top play, or none: since it was another one, or since the first snapshot after a gap. */
export function topPlayAt(entries: Moments, index: number) {
  const symbol = entries[index]?.topPlay ?? null;
  let first = index;
  const isStart = () => first <= 0 || entries[first]?.startAfterGap === entries[first]?.time;
  while (!isStart() && entries[first - 1]?.topPlay === symbol) first--;
  const [since = NaN, now = NaN] = [entries[first]?.time, entries[index]?.time];
  const isAtLeast = isStart();
  /** The one before; null if there was none, or if memory does not reach back to it. */
  const former = isAtLeast ? null : (entries[first - 1]?.topPlay ?? null);
  return { since, milliseconds: now - since, isAtLeast, former };
}

/**
 * The time that a symbol has been on a board, up to the last snapshot with it, without missing from two snapshots in a row. It was
 * there at least so long if it was at the first snapshot of memory, at the first one after a gap, or at the first one with the board.
 */
export interface Stay extends Age {
  /** The time of a snapshot, as are those below. */
  readonly since: number;
  /** The last rank. */
  readonly rank: number;
}

/** The ranks of a symbol on a board, and the board itself, which has no value where it is absent. */
export type RowTrack = ReturnType<typeof rowTrack>;

export function rowTrack({ boards, ranks }: Tracks, board: string, symbol: string) {
  return { board: boards.get(board), ranks: ranks.get(board)?.get(symbol) };
}

/** The stay of a row up to a snapshot; null if its symbol is not on the board then. */
export function stayAt(row: RowTrack, index: number, moments: Moments): Stay | null {
  const track = row.ranks;
  const rank = valueAt(track, index);
  const start = moments[index]?.startAfterGap;
  if (rank === null || start === undefined) return null;
  let first = index;
  for (let at = index - 1; moments[at]?.startAfterGap === start; at--) {
    const value = valueAt(track, at);
    if (value === null && !isMissedOnce(track, at, moments)) break;
    if (value !== null) first = at;
  }
  const since = moments[first]?.time ?? start;
  const milliseconds = (moments[index]?.time ?? start) - since;
  const isAtLeast = since === start || valueAt(row.board, first - 1) === null;
  return { since, milliseconds, isAtLeast, rank };
}

/** Returns true if a symbol is missing from one snapshot, and is in those around it, without a gap between them. */
export function isMissedOnce(track: Track | undefined, index: number, moments: Moments): boolean {
  const isListed = (at: number) => valueAt(track, at) !== null;
  if (isListed(index) || !isListed(index - 1) || !isListed(index + 1)) return false;
  return moments[index - 1]?.startAfterGap === moments[index + 1]?.startAfterGap;
}

/**
 * When a symbol left a board, from its ranks there: when it was first missing, or when it was last seen if that was before a gap.
 * Null if it is on the board at a snapshot, or was not on it before, as far as memory reaches.
 */
export function leftAt(ranks: Track | undefined, index: number, moments: Moments): number | null {
  if (valueAt(ranks, index) !== null) return null;
  const last = lastBefore(ranks, index);
  const [seen, missed] = [moments[last], moments[last + 1]];
  if (seen === undefined || missed === undefined) return null;
  return missed.startAfterGap === missed.time ? seen.time : missed.time;
}

/**
 * The last stay of this market day on a board that the symbol is not on at a snapshot; null if there is none, or if the board
 * is absent.
 */
export function endedStayAt(row: RowTrack, index: number, moments: Moments) {
  if (valueAt(row.board, index) === null) return null;
  const last = leftBefore(row.ranks, index, moments);
  const stay = last === null ? null : stayAt(row, last, moments);
  const time = leftAt(row.ranks, index, moments);
  return stay === null || time === null ? null : { ...stay, leftAt: time };
}

/** The last snapshot with a value before another one of the same market day; null if there is none. */
export function leftBefore(track: Track | undefined, index: number, moments: Moments): number | null {
  const last = lastBefore(track, index);
  return moments[last]?.startOfDay === moments[index]?.startOfDay ? last : null;
}

/** A symbol up to a snapshot, from its numbers of boards; null if it was on no board on this market day. */
export function recordAt(track: Track | undefined, index: number, moments: Moments) {
  const now = moments[index];
  if (now === undefined) return null;
  const first = firstFrom(track, indexAt(moments, now.startOfDay));
  if (first > index) return null;
  const boardsAt = (at: number) => valueAt(track, at) ?? 0;
  const boards = boardsAt(index);
  let from = index;
  while (
    from > first &&
    moments[from - 1]?.startAfterGap === now.startAfterGap &&
    boardsAt(from - 1) === boards
  )
    from--;
  const boardsSince = moments[from]?.time ?? now.time;
  const isAtLeast = boardsSince === now.startAfterGap;
  const before = from > first ? boardsAt(from - 1) : 0;
  return {
    /** When it was first on any board. */
    firstSeen: moments[first]?.time ?? now.time,
    /** Since when its confluence is what it is; that is 0 if it is on no board. */
    boardsSince,
    /** True if memory does not reach back to that. */
    isAtLeast,
    /** Null if memory does not reach back to it. */
    previousBoards: isAtLeast ? null : before,
  };
}
