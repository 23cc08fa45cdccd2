import type { Clock } from '../context.ts';
import type { Selection } from '../model/selection.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, type Staleness, staleness } from './known-timeframe.ts';

/** Collects the poll results of each timeframe for the pane. */
export interface Timeframes {
  /** The next poll of the event's timeframe follows in `millisecondsToNextPoll`, if that is known. */
  update(event: PollEvent, millisecondsToNextPoll: number | null): void;
  /** Forgets the news of a timeframe, because the user sees them. */
  markShown(timeframe: Timeframe): void;
  get(timeframe: Timeframe): KnownTimeframe;
  /** Null if the data of the timeframe is fresh. */
  staleness(timeframe: Timeframe): Staleness | null;
}

export function createTimeframes(intervalSeconds: number, selection: Selection, clock: Clock): Timeframes {
  const all = new Map<Timeframe, KnownTimeframe>();
  const get = (timeframe: Timeframe) => all.get(timeframe) ?? NO_DATA;
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  return {
    update(event, millisecondsToNextPoll) {
      const { timeframe } = event;
      all.set(timeframe, applyPoll(get(timeframe), { event, now: now(), millisecondsToNextPoll }, selection));
    },
    markShown(timeframe) {
      const known = get(timeframe);
      if (known.news.size > 0) all.set(timeframe, { ...known, news: new Set() });
    },
    get,
    staleness: (timeframe) => staleness(get(timeframe), now(), intervalSeconds),
  };
}
