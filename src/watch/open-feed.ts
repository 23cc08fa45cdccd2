import { createFeed, type Feed } from './feed.ts';
import { createPacer } from './pacer.ts';
import type { Watch } from './source.ts';

/** Minimum time between two polls of a timeframe; a shorter interval, possible on loopback, replaces it. */
const MIN_GAP_SECONDS = 5;

/** Returns a feed of `watch.source` that ends when `signal` is aborted. */
export function openFeed(watch: Watch, signal: AbortSignal): Feed {
  const { source, context } = watch;
  return createFeed({
    timeframes: source.timeframes,
    fetch: source.fetch,
    delayAfterPoll: createPacer(watch),
    minGapMilliseconds: Math.min(MIN_GAP_SECONDS, source.intervalSeconds) * 1000,
    timeoutMilliseconds: source.timeoutMilliseconds,
    clock: context.clock,
    random: context.random,
    signal,
  });
}
