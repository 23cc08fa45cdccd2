import type { Timeframe } from '../market/catalogue.ts';
import { type ComparedSnapshot, compare } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { SnapshotEvent, SnapshotReceived, WatchSource } from './feed.ts';

export function createReceiver({ intervalSeconds }: Pick<WatchSource, 'intervalSeconds'>) {
  const newest = new Map<Timeframe, ComparedSnapshot>();
  return <Received extends SnapshotReceived>(event: Received): Received & SnapshotEvent => {
    const { timeframe, snapshot, isFirst } = event;
    const last = isFirst ? null : (newest.get(timeframe) ?? null);
    const compared = compare(last, snapshot, maxGapOf(intervalSeconds));
    newest.set(timeframe, compared);
    return { ...event, ...compared };
  };
}
