import type { ReadableHistory } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { Stint } from './past-stints.ts';
import { NEWS_MS, TREND_BUCKET_MS, TREND_BUCKETS, TREND_RECENT_MS, TREND_WINDOW_MS } from './trend-window.ts';

type TrendWord = 'back' | 'new' | 'rise' | 'fade' | 'hold';

/** What became of a row in the last 30 minutes. */
export interface Trend {
  /** The last rank in each eighth of the 30 minutes, the oldest first; null if there was none. */
  readonly ranks: ReadonlyArray<number | null>;
  readonly word: TrendWord;
}

/** The ranks between two medians from which on a row rises or fades. */
const MIN_MOVE = 2;

/** The ranks of a row, gathered from the newest snapshot to the oldest. */
interface Trace {
  readonly buckets: Array<number | null>;
  readonly recent: Array<number>;
  readonly earlier: Array<number>;
}

type Traces = ReadonlyMap<string, ReadonlyMap<string, Trace>>;

/**
 * The trends of all rows of a snapshot, by board and symbol. `ledger` must have followed the history up to this snapshot,
 * which by default is the newest. Snapshots behind a hole do not count.
 */
export function trendsOf(
  history: ReadableHistory,
  ledger: Pick<Ledger, 'stintOf'>,
  index = history.length - 1,
): ReadonlyMap<string, ReadonlyMap<string, Trend>> {
  const asOf = history.timeAt(index);
  return mapRows(readTraces(history, index), (trace, board, symbol) => {
    const stint = ledger.stintOf(board, symbol);
    return { ranks: trace.buckets, word: newsOf(stint, asOf) ?? directionOf(trace) };
  });
}

/** One pass over the last 30 minutes. The ranks of other rows than those of the newest snapshot are skipped. */
function readTraces(history: ReadableHistory, index: number): Traces {
  const asOf = history.timeAt(index);
  const traces = mapRows(history.ranksAt(index), createTrace);
  for (let each = index; asOf - history.timeAt(each) < TREND_WINDOW_MS; each--) {
    const age = asOf - history.timeAt(each);
    const bucket = TREND_BUCKETS - 1 - Math.floor(age / TREND_BUCKET_MS);
    history.visitRanks(each, (board, symbol, rank) => {
      const trace = traces.get(board)?.get(symbol);
      if (trace === undefined) return;
      trace.buckets[bucket] ??= rank;
      (age < TREND_RECENT_MS ? trace.recent : trace.earlier).push(rank);
    });
    if (history.hasHoleBefore(each)) break;
  }
  return traces;
}

function createTrace(): Trace {
  return { buckets: new Array<number | null>(TREND_BUCKETS).fill(null), recent: [], earlier: [] };
}

function newsOf(stint: Stint | null, asOf: number): TrendWord | null {
  if (stint === null || stint.isAtLeast || asOf - stint.since >= NEWS_MS) return null;
  return stint.isBack ? 'back' : 'new';
}

function directionOf({ recent, earlier }: Trace): TrendWord {
  // Lower ranks are better. Without earlier ranks the difference is NaN.
  const climb = median(earlier) - median(recent);
  if (climb >= MIN_MOVE) return 'rise';
  return climb <= -MIN_MOVE ? 'fade' : 'hold';
}

/** NaN if there are no values. */
function median(values: ReadonlyArray<number>): number {
  // Typed arrays are sorted several times faster than others.
  const sorted = Uint16Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

function mapRows<Value, Result>(
  boards: ReadonlyMap<string, ReadonlyMap<string, Value>>,
  map: (value: Value, board: string, symbol: string) => Result,
): ReadonlyMap<string, ReadonlyMap<string, Result>> {
  const mapped = new Map<string, ReadonlyMap<string, Result>>();
  for (const [board, rows] of boards) {
    const results = new Map<string, Result>();
    for (const [symbol, value] of rows) results.set(symbol, map(value, board, symbol));
    mapped.set(board, results);
  }
  return mapped;
}
