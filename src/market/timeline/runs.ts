import type { Snapshot } from '../../service/snapshot.ts';
import type { ChangeEvent } from '../diff.ts';
import { changeTime, changeValue, countUpTo, placeAt, type Track, type Tracks, valuesAt } from './tracks.ts';

/** When a snapshot of a timeline was built. Times are in milliseconds since 1970. */
export interface Moment {
  readonly asOf: number;
  /** The first snapshot in memory that has no hole between it and this one. */
  startOfPart: number;
  /** The first snapshot of the market day in memory. */
  startOfDay: number;
}

/** A snapshot of a timeline. */
export interface Entry extends Moment {
  /** Compressed; null if it is not kept. */
  readonly body: Uint8Array | null;
  readonly topPlay: string | null;
  /** What it changed, as far as the log tells of it. */
  readonly changes: ReadonlyArray<ChangeEvent>;
}

/** What a timeline knows. */
export interface Facts {
  readonly entries: ReadonlyArray<Entry>;
  readonly tracks: Tracks;
  /** Two snapshots further apart than this have a hole between them, in milliseconds. */
  readonly maxGap: number;
  /** Null if the snapshot is not kept. */
  snapshotAt(index: number): Snapshot | null;
}

/** The index of the newest of ascending moments at or before a time; -1 if there is none. */
export function indexAt(moments: ReadonlyArray<Pick<Moment, 'asOf'>>, time: number): number {
  return countUpTo(time, moments.length, (index) => moments[index]?.asOf ?? Number.NaN) - 1;
}

/** The top play of a snapshot since it was another one, or since the first snapshot behind a hole. */
export function topPlayAt(entries: ReadonlyArray<Entry>, index: number) {
  const symbol = entries[index]?.topPlay ?? null;
  let first = index;
  const isStart = () => first <= 0 || entries[first]?.startOfPart === entries[first]?.asOf;
  while (!isStart() && entries[first - 1]?.topPlay === symbol) first--;
  const former = isStart() ? undefined : entries[first - 1];
  return { symbol, since: entries[first]?.asOf ?? Number.NaN, former };
}

/** The time between two snapshots. */
export interface Age {
  readonly milliseconds: number;
  /** True if memory does not reach back to the beginning. */
  readonly isAtLeast: boolean;
}

/** The time that a symbol has been on a board without missing from two snapshots in a row. Times are those of snapshots. */
export interface Run {
  readonly board: string;
  readonly symbol: string;
  readonly since: number;
  /** True if it was there at the first snapshot of memory, or at the first one behind a hole. */
  readonly isAtLeast: boolean;
  /** True if it had been on the board before, on the same market day. */
  readonly isBack: boolean;
  /** The last rank. */
  readonly rank: number;
  readonly best: number;
}

export interface EndedRun extends Run {
  /** When it was first missing, or last seen if it left in a hole. */
  readonly leftAt: number;
  readonly isLeftInHole: boolean;
}

/** A symbol on this market day, on whatever boards. Times are those of snapshots. */
export interface SymbolRecord {
  /** When it was first on any board. */
  readonly firstSeen: number;
  /** Its confluence; 0 if it is on no board. */
  readonly boards: number;
  readonly boardsSince: number;
  /** True if memory does not reach back to when its confluence became what it is. */
  readonly isAtLeast: boolean;
  /** The confluence before; null if memory does not reach back to it. */
  readonly previousBoards: number | null;
}

/** The run of a row up to a snapshot, from the ranks of its symbol on its board; null if it is not on the board then. */
export function runAt(
  track: Track,
  { asOf, startOfPart: start, startOfDay }: Moment,
  moments: ReadonlyArray<Moment>,
): Omit<Run, 'board' | 'symbol'> | null {
  let place = placeAt(track, asOf);
  const rank = changeValue(track, place);
  if (Number.isNaN(rank)) return null;
  let best = rank;
  let since = asOf;
  for (;;) {
    since = Math.max(changeTime(track, place), start);
    best = Math.min(best, changeValue(track, place));
    if (since === start) break;
    if (Number.isNaN(changeValue(track, place - 1))) {
      if (!isMissedOnce(track, indexAt(moments, since) - 1, moments)) break;
      place--;
    }
    place--;
  }
  const isAtLeast = since === start;
  return { since, isAtLeast, isBack: !isAtLeast && leftBefore(track, place, startOfDay), rank, best };
}

/** Whether a symbol is missing from one snapshot alone, and there in those around it, without a hole between them. */
export function isMissedOnce(track: Track, index: number, moments: ReadonlyArray<Moment>): boolean {
  const [before, at, after] = [moments[index - 1], moments[index], moments[index + 1]];
  if (before === undefined || at === undefined || after?.startOfPart !== before.startOfPart) return false;
  const [was, is, back] = valuesAt(track, [before.asOf, at.asOf, after.asOf]);
  return was !== null && is === null && back !== null;
}

/** The last run of this market day on a board that the symbol is not on at a snapshot; null if there is none. */
export function endedRunAt(
  track: Track,
  { asOf, startOfDay }: Moment,
  moments: ReadonlyArray<Moment>,
): Omit<EndedRun, 'board' | 'symbol'> | null {
  const place = placeAt(track, asOf);
  if (!Number.isNaN(changeValue(track, place)) || !leftBefore(track, place + 1, startOfDay)) return null;
  const missedAt = changeTime(track, place);
  const index = indexAt(moments, missedAt);
  const last = moments[index - 1];
  const run = last === undefined ? null : runAt(track, last, moments);
  if (last === undefined || run === null) return null;
  const isLeftInHole = moments[index]?.startOfPart === missedAt;
  return { ...run, leftAt: isLeftInHole ? last.asOf : missedAt, isLeftInHole };
}

/** When a symbol that has just come to a board left it before, on this market day; null if it was not there. */
export function leftBeforeAt(track: Track, { asOf, startOfDay }: Moment): number | null {
  const place = placeAt(track, asOf);
  return leftBefore(track, place, startOfDay) ? changeTime(track, place - 1) : null;
}

/** Whether the change before a place is a departure after the start of the day. */
function leftBefore(track: Track, place: number, startOfDay: number): boolean {
  return (
    Number.isNaN(changeValue(track, place - 1)) &&
    !Number.isNaN(changeValue(track, place - 2)) &&
    changeTime(track, place - 1) > startOfDay
  );
}

/** The record of a symbol up to a snapshot, from its numbers of boards; null if it was on no board on this market day. */
export function recordAt(
  track: Track,
  { asOf, startOfPart: start, startOfDay }: Moment,
): SymbolRecord | null {
  let first = Math.max(0, placeAt(track, startOfDay));
  while (Number.isNaN(changeValue(track, first)) && 2 * first < track.length) first++;
  let place = placeAt(track, asOf);
  if (first > place) return null;
  const boardsOf = (each: number) => (Number.isNaN(changeValue(track, each)) ? 0 : changeValue(track, each));
  const boards = boardsOf(place);
  while (place > first && changeTime(track, place) > start && boardsOf(place - 1) === boards) place--;
  const boardsSince = Math.max(changeTime(track, place), start);
  const isAtLeast = boardsSince === start;
  const previousBoards = isAtLeast ? null : place > first ? boardsOf(place - 1) : 0;
  const firstSeen = Math.max(changeTime(track, first), startOfDay);
  return { firstSeen, boards, boardsSince, isAtLeast, previousBoards };
}
