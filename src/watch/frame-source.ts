import type { Clock } from '../context.ts';
import type { TimeZone } from '../time-zone.ts';
import { formatMinute } from '../view/format.ts';
import type { PaneTab } from '../view/tab-line.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { cardOf } from './card-input.ts';
import type { Feed } from './feed.ts';
import { findTime } from './find-time.ts';
import { EMPTY_LOG, type FrameInput, type LogInput } from './frame-input.ts';
import type { Notice } from './notice.ts';
import type { Replay } from './replay.ts';
import { type ShownData, shownData } from './shown-data.ts';
import { timeframesToPoll, type ViewState } from './state.ts';
import type { Timeframes } from './timeframes.ts';

export interface FrameSource {
  readonly timeframes: Timeframes;
  readonly feed: Feed;
  readonly notice: Notice;
  /** That of the recording for a replay. */
  readonly clock: Clock;
  /** Today, for dates. */
  readonly today: () => number;
  /** Of the times that are typed. */
  readonly timeZone: TimeZone;
}

/** What a frame shows in this state. `visitedAt` is when the reader was here before this visit of the log. */
export function frameInputOf(
  shown: ViewState,
  visitedAt: number,
  { timeframes, feed, notice, clock, today, timeZone }: FrameSource,
): FrameInput {
  const milliseconds = feed.millisecondsToNextPoll(shown.timeframe);
  const data = shownData(shown, timeframes);
  return {
    ...data,
    replay: replayOf(shown, data, feed.replay, { today: today(), timeZone }),
    timesBeside: timeframes.timesBeside(shown.timeframe, data.past?.asOf ?? null),
    typedTime(text) {
      const end = feed.replay?.endOf(shown.timeframe) ?? null;
      const found = findTime(
        text,
        { now: end ?? clock.now(), timeZone },
        timeframes.startsAt(shown.timeframe),
      );
      if (typeof found !== 'number') return found;
      return { past: timeframes.pastTime(shown.timeframe, found), time: found };
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

/** Where what is shown is in the recording; null for live data. */
function replayOf(
  { timeframe, paused }: ViewState,
  { known, past }: ShownData,
  replay: Replay | null,
  { today, timeZone }: { readonly today: number; readonly timeZone: TimeZone },
): FrameInput['replay'] {
  if (replay === null) return null;
  const asOf = past?.asOf ?? known.snapshot?.asOfMilliseconds ?? replay.now();
  const newestAt = past?.newestAt ?? asOf;
  const place = replay.placeOf(timeframe, asOf);
  const status = past !== null ? null : describeState(replay, paused, { asOf, timeZone });
  return { asOf, newestAt, ...place, status, today: Math.max(today, newestAt) };
}

/** What a replay does. It may go somewhere at once while it is stopped. */
export function describeState(
  replay: Pick<Replay, 'goingTo' | 'isAtEnd'>,
  isStopped: boolean,
  { asOf, timeZone }: { readonly asOf: number; readonly timeZone: TimeZone },
): string {
  const goal = replay.goingTo();
  if (goal !== null) return `to ${formatMinute(goal, Math.max(goal, asOf), timeZone)}`;
  if (replay.isAtEnd()) return 'end';
  return isStopped ? 'stopped' : 'playing';
}

/** In the past, only what was in the log then. */
function logOf(shown: ViewState, timeframes: Timeframes): Omit<LogInput, 'visitedAt'> {
  const log = timeframes.log(timeframesToPoll(shown), shown.pins);
  const { past } = shown;
  return past === null ? log : { ...log, entries: log.entries.filter(({ asOf }) => asOf <= past) };
}

/** A replay has tabs of what is recorded only. */
function describeTabs(state: ViewState, timeframes: Timeframes): ReadonlyArray<PaneTab> {
  const polled = timeframesToPoll(state);
  const existing = state.recorded ?? TIMEFRAMES;
  return TIMEFRAMES.flatMap((timeframe, index) => {
    const tab = {
      timeframe,
      digit: index + 1,
      isShown: timeframe === state.timeframe,
      isPolled: polled.includes(timeframe),
      news: polled.includes(timeframe) ? timeframes.get(timeframe).news.size : 0,
    };
    return existing.includes(timeframe) ? [tab] : [];
  });
}
