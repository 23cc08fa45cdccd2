import type { Snapshot } from '../../service/snapshot.ts';
import type { LeftOut } from '../bounded.ts';
import type { ChangeEvent } from '../diff.ts';
import type { Tracks } from './tracks.ts';

/** When a snapshot of a timeline was built. Times are in milliseconds since 1970. */
export interface Moment {
  readonly asOf: number;
  /** The first snapshot that has no hole between it and this one. */
  readonly startOfPart: number;
  /** The first snapshot of the market day. */
  readonly startOfDay: number;
}

/** A snapshot as it is kept. */
export interface Packed {
  readonly asOf: number;
  /** Compressed with the dictionary; null if it is too large. */
  readonly body: Uint8Array | null;
  readonly dictionary: Uint8Array;
  /** What it lacks because it was too much to be shown. */
  readonly leftOut: LeftOut | null;
}

/** A snapshot of a timeline. */
export interface Entry extends Moment, Packed {
  readonly topPlay: string | null;
  /** As `Tracks.add` returns them. */
  readonly prices: Float32Array;
  /** What it changed, as far as the log tells of it. */
  readonly changes: ReadonlyArray<ChangeEvent>;
}

/** What a timeline knows. */
export interface Facts {
  /** Those before `first` are not kept any more; what changed at them still tells ages. */
  readonly entries: ReadonlyArray<Entry>;
  readonly first: number;
  readonly tracks: Tracks;
  /** Two snapshots further apart than this have a hole between them, in milliseconds. */
  readonly maxGap: number;
  /** Null if the snapshot is not kept. */
  snapshotAt(index: number): Snapshot | null;
}

/** The index of the newest of ascending moments at or before a time; -1 if there is none. */
export function indexAt(moments: ReadonlyArray<Pick<Moment, 'asOf'>>, time: number): number {
  return countUpTo(moments, time, ({ asOf }) => asOf) - 1;
}

/** The number of items with ascending times that are at or before a time. */
export function countUpTo<Item>(
  items: ReadonlyArray<Item>,
  time: number,
  timeOf: (item: Item) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The top play of a snapshot since it was another one, or since the first snapshot behind a hole. */
export function topPlayAt(entries: ReadonlyArray<Entry>, index: number) {
  const symbol = entries[index]?.topPlay ?? null;
  let first = index;
  const isStart = () => first <= 0 || entries[first]?.startOfPart === entries[first]?.asOf;
  while (!isStart() && entries[first - 1]?.topPlay === symbol) first--;
  const former = isStart() ? undefined : entries[first - 1];
  return { symbol, since: entries[first]?.asOf ?? Number.NaN, former: former && { symbol: former.topPlay } };
}
