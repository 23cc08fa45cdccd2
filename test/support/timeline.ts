import { createTimeline, type Timeline } from '../../src/market/timeline/timeline.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';

/** The timeline of a timeframe that has received these snapshots. */
export function timelineOf(snapshots: Iterable<Snapshot>, maxSnapshots?: number): Timeline {
  const timeline = createTimeline(maxSnapshots === undefined ? {} : { maxSnapshots });
  for (const snapshot of snapshots) timeline.add(snapshot);
  return timeline;
}
