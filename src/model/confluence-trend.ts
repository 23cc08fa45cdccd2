import type { ReadableHistory } from './history.ts';
import { TREND_BUCKET_MS, TREND_BUCKETS, TREND_RECENT_MS, TREND_WINDOW_MS } from './trend-window.ts';

/** What became of the confluence of a symbol in the last 30 minutes. */
export interface ConfluenceTrend {
  /** The last confluence in each eighth of the 30 minutes, the oldest first; null where the symbol was on no board. */
  readonly counts: ReadonlyArray<number | null>;
  /** `new`: on no board until less than 5 minutes ago. `rise` and `fade` compare the last 10 minutes with the 20 before. */
  readonly word: 'new' | 'rise' | 'fade' | 'hold';
}

interface Trace {
  readonly counts: Array<number | null>;
  recentSum: number;
  recentCount: number;
  earlierSum: number;
  earlierCount: number;
}

/** The trends of all symbols of a snapshot, by default the newest, in one pass over the 30 minutes before. A hole ends them. */
export function confluenceTrends(
  history: ReadableHistory,
  newest = history.length - 1,
): ReadonlyMap<string, ConfluenceTrend> {
  const asOf = history.timeAt(newest);
  const traces = new Map<string, Trace>();
  for (const symbol of history.symbolsAt(newest).keys()) traces.set(symbol, createTrace());
  for (let index = newest; index >= 0 && asOf - history.timeAt(index) < TREND_WINDOW_MS; index--) {
    const age = asOf - history.timeAt(index);
    const bucket = TREND_BUCKETS - 1 - Math.floor(age / TREND_BUCKET_MS);
    for (const [symbol, { boards }] of history.symbolsAt(index)) {
      const trace = traces.get(symbol);
      if (trace !== undefined) addTo(trace, boards, bucket, age < TREND_RECENT_MS);
    }
    if (history.hasHoleBefore(index)) break;
  }
  return new Map(
    [...traces].map(([symbol, trace]) => [symbol, { counts: trace.counts, word: wordOf(trace) }]),
  );
}

function createTrace(): Trace {
  return {
    counts: new Array<number | null>(TREND_BUCKETS).fill(null),
    recentSum: 0,
    recentCount: 0,
    earlierSum: 0,
    earlierCount: 0,
  };
}

function addTo(trace: Trace, boards: number, bucket: number, isRecent: boolean): void {
  trace.counts[bucket] ??= boards;
  if (isRecent) {
    trace.recentSum += boards;
    trace.recentCount++;
  } else {
    trace.earlierSum += boards;
    trace.earlierCount++;
  }
}

/** The means differ by half a board or more. NaN, where the symbol was not there before, is neither. */
function wordOf({ recentSum, recentCount, earlierSum, earlierCount }: Trace): ConfluenceTrend['word'] {
  const change = recentSum / recentCount - earlierSum / earlierCount;
  if (change >= 0.5) return 'rise';
  return change <= -0.5 ? 'fade' : 'hold';
}
