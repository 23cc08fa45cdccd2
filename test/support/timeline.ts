import { diffOf } from '../../src/market/diff.ts';
import { createPacker, createTimeline, type Timeline } from '../../src/market/timeline/timeline.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';

/** The timeline of a timeframe that has received these snapshots. */
export function timelineOf(snapshots: Iterable<Snapshot>, maxSnapshots?: number): Timeline {
  const timeline = createTimeline(maxSnapshots === undefined ? {} : { maxSnapshots });
  const pack = createPacker();
  let before: Snapshot | null = null;
  for (const snapshot of snapshots) {
    if (timeline.add(snapshot, diffOf(before, snapshot), pack(snapshot, null))) before = snapshot;
  }
  return timeline;
}
