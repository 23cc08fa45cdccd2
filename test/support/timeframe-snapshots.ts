import type { JsonObject } from '../../src/json.ts';
import type { TimeframeSnapshot } from '../../src/service/snapshot.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { rowOf, snapshotOf } from './snapshots.ts';

type Rows = ReadonlyArray<JsonObject>;

/** The rows of a board from tickers in order of rank; `fields` are the same in all rows. */
export function ranked(tickers: string, fields: JsonObject = {}): Rows {
  return tickers.split(' ').map((symbol, index) => rowOf({ symbol, rank: index + 1, ...fields }));
}

/** A snapshot of the given boards with its timeframe. */
export function timeframeSnapshot(
  timeframe: Timeframe,
  boards: Readonly<Record<string, Rows>>,
  fields: JsonObject = {},
): TimeframeSnapshot {
  return {
    timeframe,
    snapshot: snapshotOf({ timeframe, boards, boardNames: Object.keys(boards), ...fields }),
    isSimulated: false,
    isRecorded: false,
  };
}
