import type { Context } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { FeedOptions } from './feed-options.ts';
import { delayToNextBuild, NO_RHYTHM, observe, type Rhythm } from './rhythm.ts';
import type { Polling } from './source.ts';

/** A predicted delay longer than this many intervals is not used. */
const MAX_INTERVALS = 2;

/**
 * Returns the delay after each successful poll. Once the rebuild rhythm of the service is known, the next poll comes
 * shortly after the next build. Until then, while the market is closed, and if the user set an interval, the delay is
 * the interval.
 */
export function createPacer(
  polling: Polling,
  context: Pick<Context, 'clock' | 'random'>,
): FeedOptions['delayAfterPoll'] {
  const rhythms = new Map<Timeframe, Rhythm>();
  return (timeframe, { snapshot, cache, serverTime, isSimulated }, pollMilliseconds) => {
    const interval = polling.intervalSeconds * 1000 - pollMilliseconds;
    const { asOfMilliseconds: asOf } = snapshot;
    if (polling.isIntervalFixed || isSimulated || asOf === null) return interval;
    const now = context.clock.now();
    const rhythm = observe(rhythms.get(timeframe) ?? NO_RHYTHM, {
      receivedAt: now,
      asOf,
      serverTime,
      isCacheMiss: cache === 'MISS',
    });
    rhythms.set(timeframe, rhythm);
    const predicted = snapshot.session === 'closed' ? null : delayToNextBuild(rhythm, now, context.random);
    // A long delay means that `asOf` and the Date header of the service contradict each other.
    const isUsable = predicted !== null && predicted <= MAX_INTERVALS * polling.intervalSeconds * 1000;
    return isUsable ? predicted : interval;
  };
}
