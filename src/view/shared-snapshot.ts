import type { Snapshot } from '../api/snapshot.ts';

/** The oldest of several snapshots, with `5 timeframes` as its timeframe; null if there is none. */
export function sharedSnapshot(snapshots: ReadonlyArray<Snapshot>): Snapshot | null {
  const [oldest] = [...snapshots].sort((a, b) => (a.asOfMilliseconds ?? 0) - (b.asOfMilliseconds ?? 0));
  if (oldest === undefined) return null;
  return {
    ...oldest,
    timeframe: snapshots.length === 1 ? oldest.timeframe : `${snapshots.length} timeframes`,
  };
}
