import type { SnapshotResponse } from '../api/client.ts';
import type { Snapshot } from '../api/snapshot.ts';
import { MINUTE_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed-event.ts';

/** A load-balanced service can return an older snapshot for a while. It is ignored for this long, then accepted. */
const IGNORE_OLDER_FOR_MS = 5 * MINUTE_MS;

/** The polling state of one timeframe, kept while it is not polled. Times are monotonic, in milliseconds. */
export interface PollState {
  readonly timeframe: Timeframe;
  lastSnapshot: Snapshot | null;
  /** Consecutive failures. */
  failures: number;
  /** When the last poll started. */
  polledAt: number;
  /** When the next poll is scheduled; the poll limiter may delay it. */
  scheduledAt: number;
  /** End of the backoff after a failure. */
  backoffUntil: number;
  /** When `lastSnapshot` was received. */
  lastNewAt: number;
}

export function createPollState(timeframe: Timeframe, now: number): PollState {
  return {
    timeframe,
    lastSnapshot: null,
    failures: 0,
    polledAt: Number.NEGATIVE_INFINITY,
    scheduledAt: now,
    backoffUntil: Number.NEGATIVE_INFINITY,
    lastNewAt: Number.NEGATIVE_INFINITY,
  };
}

/** Records a successful poll. `delay` is the time to the next one, in milliseconds. */
export function afterResponse(
  state: PollState,
  {
    snapshot,
    isSimulated,
    seed,
    isRecorded,
  }: Pick<SnapshotResponse, 'snapshot' | 'isSimulated' | 'seed' | 'isRecorded'>,
  { now, delay }: { readonly now: number; readonly delay: number },
): PollEvent {
  const { timeframe, lastSnapshot: previous } = state;
  state.failures = 0;
  state.backoffUntil = now;
  state.scheduledAt = now + delay;
  if (!isNewSnapshot(state, snapshot, now)) return { type: 'unchanged', timeframe };
  state.lastSnapshot = snapshot;
  state.lastNewAt = now;
  return { type: 'snapshot', timeframe, snapshot, isSimulated, seed, isRecorded, previous };
}

/** True if a snapshot differs from the last one and is not older. The service names each snapshot by its `asOf`. */
function isNewSnapshot(
  { lastSnapshot: last, lastNewAt }: PollState,
  snapshot: Snapshot,
  now: number,
): boolean {
  if (last === null) return true;
  if (snapshot.asOf === null && last.asOf === null) return !isEqualContent(snapshot, last);
  if (snapshot.asOf === last.asOf) return false;
  const { asOfMilliseconds: time } = snapshot;
  const isOlder = time !== null && last.asOfMilliseconds !== null && time < last.asOfMilliseconds;
  return !isOlder || now - lastNewAt > IGNORE_OLDER_FOR_MS;
}

function isEqualContent(a: Snapshot, b: Snapshot): boolean {
  return JSON.stringify(a.raw) === JSON.stringify(b.raw);
}
