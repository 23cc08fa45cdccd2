import type { Timeframe } from '../market/catalogue.ts';

/** A snapshot that waits to be written. */
export interface QueuedSnapshot {
  readonly timeframe: Timeframe;
  readonly asOf: string | null;
  readonly time: number;
  readonly rows: number;
  readonly isSimulated: boolean;
  readonly line: string;
}

/** If more waits for a slow disk, the oldest snapshots are dropped. The usual ones of two hours fit. */
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;

/** Snapshots that wait for the disk, the first of which is being written, and the time since when snapshots are missing. */
export function createQueue() {
  const entries: Array<QueuedSnapshot> = [];
  let lostSince = Infinity;
  let newest = -Infinity;
  const lose = ({ time }: QueuedSnapshot) => {
    lostSince = Math.min(lostSince, time);
  };
  /** The first snapshot that was not written before the next one of its timeframe came. */
  const lateEntry = () =>
    entries.find(({ timeframe }, index) =>
      entries.slice(index + 1).some((each) => each.timeframe === timeframe),
    );
  return {
    first: () => entries[0],
    length: () => entries.length,
    isBehind: () => lateEntry() !== undefined,
    /** The time span not recorded so far, in milliseconds; null while recording works. */
    lostMilliseconds() {
      const since = Math.min(lostSince, lateEntry()?.time ?? Infinity);
      return since === Infinity ? null : newest - since;
    },
    /** Returns false if older snapshots are dropped for it. */
    add(entry: QueuedSnapshot): boolean {
      entries.push(entry);
      newest = Math.max(newest, entry.time);
      const { length } = entries;
      let characters = entries.reduce((sum, { line }) => sum + line.length, 0);
      while (characters > MAX_WAITING_CHARACTERS && entries.length > 2) {
        const dropped = entries.splice(1, 1);
        characters -= dropped[0]?.line.length ?? 0;
        dropped.forEach(lose);
      }
      return entries.length === length;
    },
    /** Removes the first snapshot, which is written or lost. */
    removeFirst(isWritten: boolean): void {
      const removed = entries.splice(0, 1);
      if (isWritten) lostSince = Infinity;
      else removed.forEach(lose);
    },
  };
}
