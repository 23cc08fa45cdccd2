import type { Clock } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, type Staleness, staleness } from './known-timeframe.ts';

/** Collects the poll results of each timeframe for the pane. */
export interface Timeframes {
  update(event: PollEvent): void;
  get(timeframe: Timeframe): KnownTimeframe;
  /** Null if the data of the timeframe is fresh. */
  staleness(timeframe: Timeframe): Staleness | null;
}

export function createTimeframes(intervalSeconds: number, clock: Clock): Timeframes {
  const all = new Map<Timeframe, KnownTimeframe>();
  const get = (timeframe: Timeframe) => all.get(timeframe) ?? NO_DATA;
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  return {
    update(event) {
      all.set(event.timeframe, applyPoll(get(event.timeframe), event, now()));
    },
    get,
    staleness: (timeframe) => staleness(get(timeframe), now(), intervalSeconds),
  };
}
