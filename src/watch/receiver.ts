import type { Timeframe } from '../market/catalogue.ts';
import { type Comparison, createComparison } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { SnapshotEvent, SnapshotReceived, WatchSource } from './feed.ts';

/** Returns a function that compares each snapshot of a feed with those before it, and completes it from them. */
export function createReceiver({ intervalSeconds }: Pick<WatchSource, 'intervalSeconds'>) {
  const comparisons = new Map<Timeframe, Comparison>();
  return <Received extends SnapshotReceived>(event: Received): Received & SnapshotEvent => {
    const { timeframe, snapshot, isFirst } = event;
    const existing = isFirst ? undefined : comparisons.get(timeframe);
    const compare = existing ?? createComparison(maxGapOf(intervalSeconds));
    comparisons.set(timeframe, compare);
    return { ...event, ...compare(snapshot) };
  };
}
