import { createFeed, type Feed } from './feed.ts';
import { createPacer } from './pacer.ts';
import type { Watch } from './source.ts';

/** Keys, sleeps and moved clocks make a timeframe polled at most this often; the interval can be shorter on loopback. */
const MIN_GAP_SECONDS = 5;

/** A feed of the source that ends when `signal` is aborted. */
export function openFeed(watch: Watch, signal: AbortSignal): Feed {
  const { source, context } = watch;
  return createFeed({
    timeframes: source.timeframes,
    fetch: source.fetch,
    pauseAfter: createPacer(watch),
    leastGapMilliseconds: Math.min(MIN_GAP_SECONDS, source.intervalSeconds) * 1000,
    timeoutMilliseconds: source.timeoutMilliseconds,
    clock: context.clock,
    random: context.random,
    signal,
  });
}
