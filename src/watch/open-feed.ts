import type { Context } from '../context.ts';
import { createFeed, type Feed } from './feed.ts';
import { createPacer } from './pacer.ts';
import type { Polling } from './source.ts';

/** Minimum time between two polls of a timeframe; a shorter interval, possible on loopback, replaces it. */
const MIN_GAP_SECONDS = 5;

/** Returns a feed that polls and ends when `signal` is aborted. */
export function openFeed(polling: Polling, { clock, random }: Context, signal: AbortSignal): Feed {
  return createFeed({
    timeframes: polling.timeframes,
    fetch: polling.fetch,
    delayAfterPoll: createPacer(polling, { clock, random }),
    minGapMilliseconds: Math.min(MIN_GAP_SECONDS, polling.intervalSeconds) * 1000,
    timeoutMilliseconds: polling.timeoutMilliseconds,
    clock,
    random,
    signal,
  });
}
