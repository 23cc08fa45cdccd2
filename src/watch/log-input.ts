import type { TimeframeLogEntry } from '../model/log.ts';

/** What the log shows. */
export interface LogInput {
  /** The newest first, of all timeframes that are polled. */
  readonly entries: ReadonlyArray<TimeframeLogEntry>;
  /** The time of the oldest snapshot in memory; null if there is none. */
  readonly startsAt: number | null;
  /** When the reader pressed a key for the last time before this visit; milliseconds since 1970. */
  readonly visitedAt: number;
}

export const EMPTY_LOG: LogInput = { entries: [], startsAt: null, visitedAt: 0 };
