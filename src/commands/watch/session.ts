import type { Snapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import type { Selection } from '../../model/select.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { createFeed, type Feed, type FeedEvent } from '../../watch/feed.ts';
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

export function createWatch(parts: WatchParts): Watch {
  const { session, options, context, intervalSeconds } = parts;
  const first = new Map<Timeframe, Snapshot>();
  let seen = 0;
  return {
    ...parts,
    selection: { ...options, symbols: options.symbol, boards: session.settings.boards?.value },
    openFeed: (signal) =>
      createFeed({
        timeframes: session.settings.timeframes.value,
        fetch: (timeframe, inner) => session.client.fetchSnapshot({ timeframe, limit: session.limit }, inner),
        intervalSeconds: () => intervalSeconds,
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
