import type { Clock } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed.ts';
import { type KnownTimeframe, NOTHING_KNOWN, type Staleness, staleness, updated } from './known-timeframe.ts';

/** What the pane knows of each timeframe, poll by poll. */
export interface Timeframes {
  update(event: PollEvent): void;
  known(timeframe: Timeframe): KnownTimeframe;
  /** Why its data must not be taken for fresh now; null when it is fresh. */
  staleness(timeframe: Timeframe): Staleness | null;
}

export function createTimeframes(intervalSeconds: number, clock: Clock): Timeframes {
  const all = new Map<Timeframe, KnownTimeframe>();
  const known = (timeframe: Timeframe) => all.get(timeframe) ?? NOTHING_KNOWN;
  const now = () => ({ wall: clock.now(), steady: clock.monotonic() });
  return {
    update(event) {
      all.set(event.timeframe, updated(known(event.timeframe), event, now()));
    },
    known,
    staleness: (timeframe) => staleness(known(timeframe), now(), intervalSeconds),
  };
}
