import type { Timeframe } from '../vocabulary.ts';
import type { FeedEvent } from './feed-event.ts';
import type { WatchRequest } from './source.ts';

/** Call the result once for each event: it returns true for the event that meets `--count` or `--once-changed`. */
export function createEndCondition({ count, onceChanged }: WatchRequest): (event: FeedEvent) => boolean {
  const started = new Set<Timeframe>();
  let seen = 0;
  return (event) => {
    if (event.type !== 'snapshot') return false;
    seen++;
    const isFirst = !started.has(event.timeframe);
    started.add(event.timeframe);
    return (onceChanged && !isFirst) || seen === count;
  };
}
