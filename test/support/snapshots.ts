import type { JsonObject } from '../../src/lib/json.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import type { SnapshotResponse } from '../../src/service/client.ts';
import type { TimeframeSnapshot } from '../../src/service/snapshot.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';

export function rowOf(fields: JsonObject = {}): JsonObject {
  return {
    rank: 1,
    symbol: 'AAA',
    name: 'Alpha Works',
    price: 12.5,
    dayPct: 4.56,
    volume: 82_100_000,
    boards: 2,
    bias: 'bullish',
    metric: '4.2x',
    tag: null,
    ...fields,
  };
}

export function topPlayOf(fields: JsonObject = {}): JsonObject {
  return {
    symbol: 'AAA',
    name: 'Alpha Works',
    price: 12.5,
    dayPct: 4.56,
    volume: 82_100_000,
    boards: 4,
    bias: 'bullish',
    reasons: ['top mover', 'high relative volume'],
    ...fields,
  };
}

export function bodyOf(fields: JsonObject = {}): JsonObject {
  return {
    asOf: '2026-06-03T14:30:00.000Z',
    timeframe: 'day',
    session: 'open',
    breadth: { advancers: 231, decliners: 154, symbols: 400 },
    topPlay: topPlayOf(),
    boards: {
      movers: [rowOf(), rowOf({ rank: 2, symbol: 'BBB', dayPct: -1.2, bias: 'bearish', boards: 1 })],
    },
    boardNames: ['movers'],
    ...fields,
  };
}

export function snapshotOf(fields: JsonObject = {}): Snapshot {
  const timeframe = TIMEFRAMES.find((each) => each === fields.timeframe) ?? 'day';
  const snapshot = decodeSnapshot(bodyOf(fields), timeframe);
  if (snapshot === null) throw new Error('the test has an invalid snapshot');
  return snapshot;
}

/** `time` is in milliseconds since 1970. */
export function snapshotResponseOf(time: number): SnapshotResponse {
  return {
    snapshot: snapshotOf({ asOf: new Date(time).toISOString() }),
    requestsLeft: 100,
    cache: 'MISS',
    serverTime: null,
    isSimulated: false,
    milliseconds: 5,
    bytes: 100,
  };
}

type Rows = ReadonlyArray<JsonObject>;

/** Takes tickers in order of rank, separated by blanks; all rows have the same `fields`. */
export function ranked(tickers: string, fields: JsonObject = {}): Rows {
  return tickers.split(' ').map((symbol, index) => rowOf({ symbol, rank: index + 1, ...fields }));
}

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

/** Returns nested lists: `listsOf(3)` is `[[[]]]`. */
export function listsOf(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}
