import type { Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';

/** A service of several machines can answer with an older snapshot for a while; after this long it counts. */
const OLDER_COUNTS_AFTER_MILLISECONDS = 5 * 60 * 1000;

/** What a feed knows of a timeframe; kept while another one is looked at. Times are on the monotonic clock. */
export interface Track {
  readonly timeframe: Timeframe;
  last: Snapshot | null;
  failures: number;
  /** When the last poll started. */
  polledAt: number;
  /** When the next poll is wanted; the gate decides when it comes. */
  wantedAt: number;
  /** The end of the pause after a failure. */
  heldUntil: number;
  /** When `last` came. */
  newAt: number;
}

export function newTrack(timeframe: Timeframe, now: number): Track {
  return {
    timeframe,
    last: null,
    failures: 0,
    polledAt: Number.NEGATIVE_INFINITY,
    wantedAt: now,
    heldUntil: Number.NEGATIVE_INFINITY,
    newAt: Number.NEGATIVE_INFINITY,
  };
}

/** True when a snapshot is another one than the last, and not an older one (api.md section 6: `asOf` tells). */
export function isNews({ last, newAt }: Track, snapshot: Snapshot, now: number): boolean {
  if (last === null) return true;
  if (snapshot.asOf === null && last.asOf === null) return !isEqualContent(snapshot, last);
  if (snapshot.asOf === last.asOf) return false;
  const { asOfMilliseconds: time } = snapshot;
  const isOlder = time !== null && last.asOfMilliseconds !== null && time < last.asOfMilliseconds;
  return !isOlder || now - newAt > OLDER_COUNTS_AFTER_MILLISECONDS;
}

function isEqualContent(a: Snapshot, b: Snapshot): boolean {
  return JSON.stringify(a.raw) === JSON.stringify(b.raw);
}
