import type { Snapshot } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import { HISTORY_CAPACITY } from '../model/history.ts';
import type { SnapshotEvent } from './feed-event.ts';
import type { Pane } from './pane.ts';
import type { WatchSource } from './source.ts';

interface FilledWatch {
  readonly source: Pick<WatchSource, 'loadPast'>;
  readonly context: Pick<Context, 'clock'>;
}

/** Between two snapshots, so that the pane stays responsive while they are computed. */
const PAUSE_MS = 5;
/** Compressing the bodies of so many takes some 20 ms. */
const PART_SNAPSHOTS = 15;

/**
 * Fills the memory of a timeframe with what lies before its first snapshot. Rejects with the reason of an aborted signal. Any
 * other error becomes a notice, because the watch needs no past.
 */
export async function fillMemory(
  event: SnapshotEvent,
  watch: FilledWatch,
  pane: Pick<Pane, 'addPast' | 'showPast' | 'showNotice'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await addPastOf(event, watch, pane, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    pane.showNotice(`recordings cannot be read (${causeOf(error)})`);
  }
}

/** The code of an error of the system; for a bug, what a report of it needs. */
function causeOf(error: unknown): string {
  const code = errnoOf(error);
  return /^E[A-Z]+$/.test(code) ? code : String(error);
}

async function addPastOf(
  { timeframe, isSimulated, seed, snapshot: { asOfMilliseconds: asOf } }: SnapshotEvent,
  { source, context }: FilledWatch,
  pane: Pick<Pane, 'addPast' | 'showPast'>,
  signal: AbortSignal,
): Promise<void> {
  if (source.loadPast === null || asOf === null) return;
  // The first frame is written before anything is loaded.
  await context.clock.sleep(PAUSE_MS, signal);
  const past = await source.loadPast();
  let part: Array<Snapshot> = [];
  let count = 0;
  for await (const snapshot of past(timeframe, { asOf, isSimulated: isSimulated !== false, seed })) {
    part.push(snapshot);
    if (part.length === PART_SNAPSHOTS) {
      pane.addPast(timeframe, part);
      part = [];
    }
    await context.clock.sleep(PAUSE_MS, signal);
    if (++count === HISTORY_CAPACITY) break;
  }
  pane.addPast(timeframe, part);
  pane.showPast(timeframe);
}
