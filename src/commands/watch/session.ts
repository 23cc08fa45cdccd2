import type { Snapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import type { Selection } from '../../model/select.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { createFeed, type Feed, type FeedEvent, type FeedOptions } from '../../watch/feed.ts';
import { NO_RHYTHM, nextPollIn, observe, type Rhythm } from '../../watch/rhythm.ts';
import type { Session } from '../session.ts';
import type { WatchOptions } from '../watch.ts';

export interface WatchParts {
  readonly session: Session;
  readonly options: WatchOptions;
  readonly context: Context;
  readonly intervalSeconds: number;
}

/** What the live pane and the stream have in common. */
export interface Watch extends WatchParts {
  readonly selection: Selection;
  /** A feed that ends when `signal` is aborted, with its reason. */
  openFeed(signal: AbortSignal): Feed;
  /** True when the event brings what `--count` or `--once-changed` waited for. */
  isLast(event: FeedEvent): boolean;
}

/**
 * How long to wait after a good poll: until shortly after the next build, once the rhythm of the service is known; the
 * plain interval before that, while the session is closed, and always when a person has given one.
 */
function createPacer({ session, context, intervalSeconds }: WatchParts): FeedOptions['pauseAfter'] {
  const rhythms = new Map<Timeframe, Rhythm>();
  const isGiven = session.settings.intervalSeconds !== null;
  return (timeframe, { snapshot, cache, serverTime }, pollMilliseconds) => {
    const interval = intervalSeconds * 1000 - pollMilliseconds;
    const { asOfMilliseconds: asOf } = snapshot;
    if (isGiven || session.sandbox || asOf === null) return interval;
    const at = context.clock.now();
    const rhythm = observe(rhythms.get(timeframe) ?? NO_RHYTHM, {
      at,
      asOf,
      serverTime,
      cached: cache === 'HIT',
    });
    rhythms.set(timeframe, rhythm);
    return snapshot.session === 'closed' ? interval : (nextPollIn(rhythm, at, context.random) ?? interval);
  };
}

export function createWatch(parts: WatchParts): Watch {
  const { session, options, context } = parts;
  const first = new Map<Timeframe, Snapshot>();
  let seen = 0;
  return {
    ...parts,
    selection: { ...options, symbols: options.symbol, boards: session.settings.boards?.value },
    openFeed: (signal) =>
      createFeed({
        timeframes: session.settings.timeframes.value,
        fetch: (timeframe, inner) => session.client.fetchSnapshot({ timeframe, limit: session.limit }, inner),
        pauseAfter: createPacer(parts),
        clock: context.clock,
        random: context.random,
        signal,
      }),
    isLast(event) {
      if (event.type !== 'snapshot') return false;
      seen++;
      const isFirst = !first.has(event.timeframe);
      if (isFirst) first.set(event.timeframe, event.snapshot);
      return (options.onceChanged === true && !isFirst) || seen === options.count;
    },
  };
}
