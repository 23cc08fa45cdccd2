import type { Client, SnapshotResponse } from '../api/client.ts';
import type { Snapshot } from '../api/snapshot.ts';
import { NotRecordedError } from '../errors.ts';
import { describeTime } from '../parse-time.ts';
import type { TimeZone } from '../time-zone.ts';
import type { RecordedPlace } from './days.ts';
import { snapshotAtOrBefore } from './find.ts';
import type { ReadOptions } from './lines.ts';
import { recordedHint } from './not-recorded.ts';

export interface RecordedClientOptions extends RecordedPlace, ReadOptions {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** For errors. */
  readonly timeZone: TimeZone;
}

/**
 * A client that responds with what was recorded at a time, the newest snapshot at or before it, and sends nothing. Throws
 * NotRecordedError if there is none.
 */
export function createRecordedClient(options: RecordedClientOptions): Client {
  const { at, isSimulated, timeZone } = options;
  // One for all timeframes that are asked for: it reads files.
  let hint: Promise<string> | undefined;
  return {
    async fetchSnapshot({ timeframe }, signal) {
      signal?.throwIfAborted();
      const recorded = await snapshotAtOrBefore(options, timeframe, at, options);
      signal?.throwIfAborted();
      if (recorded === null) {
        const time = describeTime(at, timeZone);
        const message = `no snapshot of ${timeframe} is recorded at or before ${time}`;
        hint ??= recordedHint(options, timeZone);
        throw new NotRecordedError(message, { hint: await hint });
      }
      return recordedResponse(recorded.snapshot, isSimulated);
    },
  };
}

/** A response that was not sent: what it has beside its snapshot is null or 0. */
export function recordedResponse(snapshot: Snapshot, isSimulated: boolean): SnapshotResponse {
  return {
    snapshot,
    requestsLeft: null,
    cache: null,
    serverTime: null,
    isSimulated,
    isRecorded: true,
    milliseconds: 0,
    bytes: 0,
  };
}
