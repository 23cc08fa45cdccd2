import type { Context } from '../context.ts';
import { errnoOf } from '../errors.ts';
import { boundSnapshot } from '../market/bounded.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Packed } from '../market/timeline/runs.ts';
import { addPacked, createPacker, createTimeline, MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import type { SnapshotEvent } from '../watch/feed.ts';
import type { WatchRequest, WatchSource } from '../watch/source.ts';
import type { Pane } from './pane.ts';

interface FilledWatch {
  readonly source: Pick<WatchSource, 'loadPast' | 'intervalSeconds'>;
  readonly request: Pick<WatchRequest, 'selection'>;
  readonly context: Pick<Context, 'clock'>;
}

/** Between two snapshots, so that the pane stays responsive while they are computed. */
const PAUSE_MS = 1;
/** Adding so many to a timeline takes some 10 ms. */
const PART_SNAPSHOTS = 8;

/**
 * Fills the memory of a timeframe with what lies before its first snapshot. Rejects with the reason of an aborted signal. Any
 * other error becomes a notice, because the watch needs no past.
 */
export async function fillMemory(
  event: SnapshotEvent,
  watch: FilledWatch,
  pane: Pick<Pane, 'extend' | 'showNotice'>,
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
  { timeframe, isSimulated, snapshot: { asOfMilliseconds: asOf } }: SnapshotEvent,
  { source, request, context }: FilledWatch,
  pane: Pick<Pane, 'extend'>,
  signal: AbortSignal,
): Promise<void> {
  if (source.loadPast === null || asOf === null) return;
  const pause = () => context.clock.sleep(PAUSE_MS, signal);
  // The first frame is written before anything is loaded.
  await pause();
  const load = await source.loadPast();
  // Packed, because hundreds of decoded snapshots would take hundreds of megabytes.
  const past: Array<Packed> = [];
  const pack = createPacker();
  for await (const received of load(timeframe, { asOf, isSimulated: isSimulated !== false }, signal)) {
    const { snapshot, leftOut } = boundSnapshot(received, request.selection);
    past.push(...[pack(snapshot, leftOut)].filter((packed) => packed !== null));
    await pause();
    if (past.length === MAX_SNAPSHOTS) break;
  }
  const timeline = createTimeline({ maxGap: maxGapOf(source.intervalSeconds) });
  for (const [index, packed] of past.sort((one, other) => one.asOf - other.asOf).entries()) {
    addPacked(timeline, packed);
    if (index % PART_SNAPSHOTS === 0) await pause();
  }
  if (past.length > 0) pane.extend(timeframe, timeline);
}
