import type { Clock } from '../context.ts';
import type { PaneTab } from '../view/status-line.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { cardOf } from './card-input.ts';
import type { Feed } from './feed.ts';
import { findTime } from './find-time.ts';
import type { FrameInput } from './frame-input.ts';
import { EMPTY_LOG, type LogInput } from './log-input.ts';
import type { Notice } from './notice.ts';
import { shownData } from './shown-data.ts';
import { timeframesToPoll, type ViewState } from './state.ts';
import type { Timeframes } from './timeframes.ts';

export interface FrameSource {
  readonly timeframes: Timeframes;
  readonly feed: Feed;
  readonly notice: Notice;
  readonly clock: Clock;
}

/** What a frame shows in this state. `visitedAt` is when the reader was here before this visit of the log. */
export function frameInputOf(
  shown: ViewState,
  visitedAt: number,
  { timeframes, feed, notice, clock }: FrameSource,
): FrameInput {
  const milliseconds = feed.millisecondsToNextPoll(shown.timeframe);
  const data = shownData(shown, timeframes);
  return {
    ...data,
    timesBeside: timeframes.timesBeside(shown.timeframe, data.past?.asOf ?? null),
    typedTime(text) {
      const found = findTime(text, clock.now(), timeframes.startsAt(shown.timeframe));
      return typeof found === 'number' ? { past: timeframes.pastTime(shown.timeframe, found) } : found;
    },
    log: shown.view === 'log' ? { ...logOf(shown, timeframes), visitedAt } : EMPTY_LOG,
    card: cardOf(shown, timeframes, feed),
    isFilterKnown: timeframes.knows(shown.filter),
    tabs: describeTabs(shown, timeframes),
    state: shown,
    staleness: data.past === null ? timeframes.staleness(shown.timeframe) : null,
    nextPollSeconds: milliseconds === null ? null : Math.ceil(milliseconds / 1000),
    notice: notice.text(),
    nowMilliseconds: clock.now(),
  };
}

/** In the past, only what was in the log then. */
function logOf(shown: ViewState, timeframes: Timeframes): Omit<LogInput, 'visitedAt'> {
  const log = timeframes.log(timeframesToPoll(shown), shown.pins);
  const { past } = shown;
  return past === null ? log : { ...log, entries: log.entries.filter(({ asOf }) => asOf <= past) };
}

function describeTabs(state: ViewState, timeframes: Timeframes): ReadonlyArray<PaneTab> {
  const polled = timeframesToPoll(state);
  return TIMEFRAMES.map((timeframe, index) => ({
    timeframe,
    digit: index + 1,
    isShown: timeframe === state.timeframe,
    isPolled: polled.includes(timeframe),
    news: polled.includes(timeframe) ? timeframes.get(timeframe).news.size : 0,
  }));
}
