import type { Snapshot } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import type { SnapshotEvent } from './feed-event.ts';
import type { Pane } from './pane.ts';
import type { WatchSource } from './source.ts';

interface FilledWatch {
  readonly source: Pick<WatchSource, 'loadPast'>;
  readonly context: Pick<Context, 'clock'>;
}

/** Between two snapshots, so that the pane stays responsive while they are computed. */
const PAUSE_MS = 5;

/** Fills the memory of a timeframe with what lies before its first snapshot. Rejects with the reason of an aborted signal. */
export async function fillMemory(
  { timeframe, snapshot: { asOfMilliseconds } }: SnapshotEvent,
  { source, context }: FilledWatch,
  pane: Pick<Pane, 'addPast'>,
  signal: AbortSignal,
): Promise<void> {
  if (source.loadPast === null || asOfMilliseconds === null) return;
  // The first frame is written before anything is loaded.
  await context.clock.sleep(PAUSE_MS, signal);
  const past = await source.loadPast();
  const snapshots: Array<Snapshot> = [];
  for (const snapshot of past(timeframe, asOfMilliseconds)) {
    snapshots.push(snapshot);
    await context.clock.sleep(PAUSE_MS, signal);
  }
  pane.addPast(timeframe, snapshots);
}
