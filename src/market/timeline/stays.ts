import type { Age } from '../../lib/time.ts';
import { firstFrom, lastBefore, type Track, type Tracks, valueAt } from './tracks.ts';

/** Times are in milliseconds since 1970. */
export interface Moment {
  readonly time: number;
  /** The first snapshot in memory with no gap between it and this one. */
  startAfterGap: number;
  startOfDay: number;
  readonly topPlay: string | null;
}

type Moments = ReadonlyArray<Moment>;

export interface TimelineData {
  readonly entries: Moments;
  readonly tracks: Tracks;
  /** Snapshots further apart than this, in milliseconds, have a gap between them. */
  readonly maxGap: number;
}

/** Returns the newest moment at or before a time; -1 if there is none. */
export function indexAt(moments: Moments, time: number): number {
  return moments.findLastIndex((moment) => moment.time <= time);
}

/** Looks no further back than the last gap. */
export function topPlayAt(entries: Moments, index: number) {
  const symbol = entries[index]?.topPlay ?? null;
  let first = index;
  const isStart = () => first <= 0 || entries[first]?.startAfterGap === entries[first]?.time;
  while (!isStart() && entries[first - 1]?.topPlay === symbol) first--;
  const [since = NaN, now = NaN] = [entries[first]?.time, entries[index]?.time];
  const isAtLeast = isStart();
  const former = isAtLeast ? null : (entries[first - 1]?.topPlay ?? null);
  return { since, milliseconds: now - since, isAtLeast, former };
}

/**
 * A symbol may be missing from a single snapshot during its stay. `isAtLeast` is true if the stay may have
 * begun before memory, in a gap, or before the board appeared.
 */
export interface Stay extends Age {
  readonly since: number;
  readonly rank: number;
}

export type RowTrack = ReturnType<typeof rowTrack>;

export function rowTrack({ boards, ranks }: Tracks, board: string, symbol: string) {
  return { board: boards.get(board), ranks: ranks.get(board)?.get(symbol) };
}

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

export function isMissedOnce(track: Track | undefined, index: number, moments: Moments): boolean {
  const isListed = (at: number) => valueAt(track, at) !== null;
  if (isListed(index) || !isListed(index - 1) || !isListed(index + 1)) return false;
  return moments[index - 1]?.startAfterGap === moments[index + 1]?.startAfterGap;
}

/** Returns the first time without the symbol, or the last one with it before a gap; null if it never left. */
export function leftAt(ranks: Track | undefined, index: number, moments: Moments): number | null {
  if (valueAt(ranks, index) !== null) return null;
  const last = lastBefore(ranks, index);
  const [seen, missed] = [moments[last], moments[last + 1]];
  if (seen === undefined || missed === undefined) return null;
  return missed.startAfterGap === missed.time ? seen.time : missed.time;
}

/** Returns null if the symbol has not left on this market day, or if the board is absent. */
export function endedStayAt(row: RowTrack, index: number, moments: Moments) {
  if (valueAt(row.board, index) === null) return null;
  const last = leftBefore(row.ranks, index, moments);
  const stay = last === null ? null : stayAt(row, last, moments);
  const time = leftAt(row.ranks, index, moments);
  return stay === null || time === null ? null : { ...stay, leftAt: time };
}

/** Returns the last index with a value before `index` on the same market day. */
export function leftBefore(track: Track | undefined, index: number, moments: Moments): number | null {
  const last = lastBefore(track, index);
  return moments[last]?.startOfDay === moments[index]?.startOfDay ? last : null;
}

/** Returns null if the symbol was on no board on this market day. */
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
    firstSeen: moments[first]?.time ?? now.time,
    boardsSince,
    isAtLeast,
    previousBoards: isAtLeast ? null : before,
  };
}
