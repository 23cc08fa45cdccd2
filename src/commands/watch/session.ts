import type { Context } from '../../context.ts';
import type { Selection } from '../../model/select.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { createFeed, type Feed, type FeedEvent, type FeedOptions } from '../../watch/feed.ts';
import { NO_RHYTHM, nextPollIn, observe, type Rhythm } from '../../watch/rhythm.ts';
import { otherTimeframe } from '../load.ts';
import { noteMissingBoards } from '../missing-boards.ts';
import type { Session } from '../session.ts';
import type { WatchOptions } from '../watch.ts';
import type { SnapshotEvent } from './memory.ts';

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
  /** Says of the first snapshot of a timeframe what was asked for and did not come. */
  noteFirst(event: SnapshotEvent, note: (text: string) => void): void;
}

/** Keys, sleeps and moved clocks make a timeframe polled at most this often; the interval can be shorter on loopback. */
const LEAST_GAP_SECONDS = 5;
/** A learned pause is at most this many intervals. */
const MOST_INTERVALS = 2;

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
      cacheFilled: cache === 'MISS',
    });
    rhythms.set(timeframe, rhythm);
    const learned = snapshot.session === 'closed' ? null : nextPollIn(rhythm, at, context.random);
    // A service whose clocks contradict each other teaches nonsense; whoever watches must not wait for it.
    return learned === null || learned > MOST_INTERVALS * intervalSeconds * 1000 ? interval : learned;
  };
}

export function createWatch(parts: WatchParts): Watch {
  const { session, options, context } = parts;
  const started = new Set<Timeframe>();
  const selection = { ...options, symbols: options.symbol, boards: session.settings.boards?.value };
  let seen = 0;
  return {
    ...parts,
    selection,
    openFeed: (signal) =>
      createFeed({
        timeframes: session.settings.timeframes.value,
        fetch: (timeframe, inner) => session.client.fetchSnapshot({ timeframe, limit: session.limit }, inner),
        pauseAfter: createPacer(parts),
        leastGapMilliseconds: Math.min(LEAST_GAP_SECONDS, parts.intervalSeconds) * 1000,
        timeoutMilliseconds: options.timeout * 1000,
        clock: context.clock,
        random: context.random,
        signal,
      }),
    isLast(event) {
      if (event.type !== 'snapshot') return false;
      seen++;
      const isFirst = !started.has(event.timeframe);
      started.add(event.timeframe);
      return (options.onceChanged === true && !isFirst) || seen === options.count;
    },
    noteFirst({ timeframe, snapshot, previous }, note) {
      if (previous !== null) return;
      noteMissingBoards([{ timeframe, snapshot }], selection.boards, { ...session, note });
      const served = otherTimeframe(timeframe, snapshot);
      if (served !== null) note(served);
    },
  };
}
