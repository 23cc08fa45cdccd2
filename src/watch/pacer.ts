import type { Timeframe } from '../vocabulary.ts';
import type { FeedOptions } from './feed.ts';
import { NO_RHYTHM, nextPollIn, observe, type Rhythm } from './rhythm.ts';
import type { Watch } from './source.ts';

/** A learned pause is at most this many intervals. */
const MAX_INTERVALS = 2;

/**
 * How long to wait after a good poll: until shortly after the next build, once the rhythm of the service is known; the
 * plain interval before that, while the session is closed, and always when a person has given one.
 */
export function createPacer({ source, context }: Omit<Watch, 'request'>): FeedOptions['pauseAfter'] {
  const rhythms = new Map<Timeframe, Rhythm>();
  return (timeframe, { snapshot, cache, serverTime, isSimulated }, pollMilliseconds) => {
    const interval = source.intervalSeconds * 1000 - pollMilliseconds;
    const { asOfMilliseconds: asOf } = snapshot;
    if (source.isIntervalFixed || isSimulated || asOf === null) return interval;
    const at = context.clock.now();
    const rhythm = observe(rhythms.get(timeframe) ?? NO_RHYTHM, {
      at,
      asOf,
      serverTime,
      cacheFilled: cache === 'MISS',
    });
    rhythms.set(timeframe, rhythm);
    const learned = snapshot.session === 'closed' ? null : nextPollIn(rhythm, at, context.random);
    // When the clocks of a service contradict each other, what was learned from them is worth nothing.
    return learned === null || learned > MAX_INTERVALS * source.intervalSeconds * 1000 ? interval : learned;
  };
}
