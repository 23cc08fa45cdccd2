import type { Clock, Stop } from '../context.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { TIMEFRAMES } from '../market/catalogue.ts';
import type { Recording } from '../recording/read.ts';
import type { openLiveTerminal } from '../terminal/live-terminal.ts';
import { paneWidth } from '../text/capabilities.ts';
import type { ScreenStyle } from '../text/style.ts';
import type { LiveFeed, Watch } from '../watch/feed.ts';
import { type createArmedAlerts, isArmed, NOTHING_ARMED } from './armed-alerts.ts';
import { baselinesOf } from './baseline.ts';
import { boardsToRender } from './frame-boards.ts';
import type { createNotices } from './notices.ts';
import type { createPinSaver } from './pin-saver.ts';
import { watchedTimeframes } from './state.ts';
import type { ChosenTimeframe, Place, Timeframes } from './timeframes.ts';
import type { Front, PaneState, PastPosition, View, ViewInput } from './view.ts';

interface Replay extends Pick<Recording, 'times'> {
  /** Milliseconds since 1970. The replay starts at the first snapshot from this time on. */
  readonly from: number;
  /** Called after keys, which may have changed the shown time or timeframe. */
  onKeys(): void;
}

export interface PaneSource extends Watch {
  readonly isPastRecorded: boolean;
  readonly feed: LiveFeed | null;
  readonly replay: Replay | null;
}

export interface Surroundings {
  readonly watch: PaneSource;
  readonly timeframes: Timeframes;
  readonly screen: ScreenStyle;
  readonly clock: Clock;
  readonly armedAlerts: ReturnType<typeof createArmedAlerts>;
  readonly notices: ReturnType<typeof createNotices>;
  readonly pinSaver: ReturnType<typeof createPinSaver>;
  readonly terminal: ReturnType<typeof openLiveTerminal>;
  /** Closes the pane. `stop` is the signal that a key stands for, such as SIGINT for Ctrl-C; null for `q`. */
  exit(stop: Stop | null): void;
}

export function firstState({ source, request, context, replay }: PaneSource, base: View): PaneState {
  // Most users want `day`.
  const timeframe = source.timeframes.length === TIMEFRAMES.length ? 'day' : (source.timeframes[0] ?? 'day');
  const start = replay && (replay.times.get(timeframe)?.find((time) => time >= replay.from) ?? replay.from);
  const at = start ?? source.clock.now();
  return {
    timeframe,
    timeframes: source.timeframes,
    playback: replay && 'playing',
    paused: false,
    baseline: request.baseline,
    baselines: baselinesOf(request.baseline, replay !== null),
    visit: { at, monotonic: context.clock.monotonic(), time: null, pause: 0 },
    pastAt: start,
    filter: '',
    pins: request.pins,
    armed: NOTHING_ARMED,
    hiddenBoards: {},
    prompt: null,
    lastPress: null,
    isLeaving: false,
    stack: [{ view: base, scroll: 0, selected: null }],
  };
}

export function inputOf(pane: PaneState, surroundings: Surroundings): ViewInput {
  const { watch, timeframes, screen, clock } = surroundings;
  const { request, context, feed } = watch;
  const { selection, columns, chart, notify, bell, exec } = request;
  const data = timeframes.choose(pane);
  const place = timeframes.placeOf(pane);
  const isNotifying = notify === true || bell === true || exec !== undefined || isArmed(pane);
  const { lostMilliseconds: lost } = pane;
  const recording = lost === undefined ? [] : [lost === null ? 'rec' : '! not recorded'];
  return {
    ...{ ...data, pane, timeframes, selection, columns, chart, lines: 0 },
    boards: boardsToRender(data, pane, selection),
    style: { ...screen, width: paneWidth(context.stdout.columns), now: clock.now() },
    status: {
      rows: context.stdout.rows || 24,
      place,
      position: positionOf(pane, data, place, surroundings),
      staleness: timeframes.staleness(pane.timeframe),
      marks: [...(isNotifying && !pane.paused ? ['notify'] : []), ...recording],
      millisecondsToNextPoll: feed?.millisecondsToNextPoll(pane.timeframe) ?? null,
      hasKeyboard: surroundings.terminal.hasKeyboard(),
    },
  };
}

function positionOf(
  pane: PaneState,
  { newest, isPast, memory }: ChosenTimeframe,
  { position, count }: Place,
  { watch, clock }: Surroundings,
): PastPosition | null {
  const { replay, isPastRecorded, context } = watch;
  if (replay !== null && pane.playback !== null) {
    const time = isPast ? memory.time : clock.now();
    const status = nextTimeIn(pane, replay.times) === null ? 'end' : pane.playback;
    return { time, position, count, isRecorded: true, status, today: context.clock.now() };
  }
  if (!isPast) return null;
  const isBefore = newest.firstTime !== null && memory.time < newest.firstTime;
  return { time: memory.time, position, count, isRecorded: isBefore && isPastRecorded };
}

export function nextTimeIn(pane: PaneState, times: Recording['times']): number | null {
  const next = watchedTimeframes(pane).flatMap(
    (each) => times.get(each)?.find((time) => time > (pane.pastAt ?? 0)) ?? [],
  );
  return next.length === 0 ? null : Math.min(...next);
}

/** Returns true if data becomes stale or fresh, or a minute older. */
export function changesWithTime(front: Front, { timeframes, clock }: Surroundings): boolean {
  const { pane, snapshot, style, status } = front.input;
  const minutesAt = (now: number) => Math.floor((now - (snapshot?.time ?? 0)) / MINUTE_MS);
  const isOlder = minutesAt(clock.now()) !== minutesAt(style.now);
  return isOlder || status.staleness !== timeframes.staleness(pane.timeframe);
}
