import type { KnownTimeframe } from './known-timeframe.ts';
import type { ShownPast } from './past.ts';
import type { Remembered } from './remembered.ts';
import type { ViewState } from './state.ts';
import type { Timeframes } from './timeframes.ts';

export interface ShownData {
  readonly known: KnownTimeframe;
  readonly remembered: Remembered;
  /** Null while the newest snapshot is shown. */
  readonly past: ShownPast | null;
}

/** The newest snapshot of the shown timeframe, or the older one that the user stepped back to. */
export function shownData(
  { timeframe, since, past: time }: Pick<ViewState, 'timeframe' | 'since' | 'past'>,
  timeframes: Timeframes,
): ShownData {
  const past = time === null ? null : timeframes.past(timeframe, time, since);
  if (past !== null) return { known: past.known, remembered: past.remembered, past };
  return {
    known: timeframes.get(timeframe),
    remembered: timeframes.remembered(timeframe, since),
    past: null,
  };
}
