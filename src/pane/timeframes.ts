import type { Clock } from '../context.ts';
import type { BoardsError } from '../errors.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { MAX_BOARDS, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { crossesTopRanks, type Diff, diffOf, selectedChanges } from '../market/diff.ts';
import type { LogItem } from '../market/log.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Selection } from '../market/selection.ts';
import { type AsOf, NOT_COMPARED } from '../market/timeline/as-of.ts';
import { createTimeline, type Timeline } from '../market/timeline/timeline.ts';
import type { Recording } from '../recording/read.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import type { AlertPhrase } from '../watch/alerts.ts';
import type { FeedEvent, SnapshotEvent } from '../watch/feed.ts';
import { baselineOf, type ComparedWith } from './baseline.ts';

/** The newest data of a timeframe. Each event replaces the whole state. */
interface TimeframeState {
  readonly snapshot: Snapshot | null;
  /** The newest snapshot, completed from earlier ones. */
  readonly completed: Snapshot | null;
  /** Monotonic milliseconds. The age of a first snapshot is subtracted. */
  readonly cameAt: number;
  readonly isSimulated: Simulated;
  /** True if the timeline begins with snapshots from before this run. */
  readonly isExtended: boolean;
  /** Milliseconds since 1970 of the earliest snapshot of this run; null if unknown. */
  readonly firstTime: number | null;
  /** The milliseconds between the last snapshots, the newest last. */
  readonly gaps: ReadonlyArray<number>;
  /** Symbols that reached ranks 1 to 5 of a board since the timeframe was last shown. */
  readonly news: ReadonlySet<string>;
  /** All boards so far, so that a board keeps its place while it is missing. */
  readonly boardKeys: ReadonlyArray<string>;
  /** The oldest alert comes first. */
  readonly alerts: ReadonlyArray<LogItem & { readonly timeframe: Timeframe }>;
  /** Null if the last poll succeeded. */
  readonly failure: BoardsError | null;
  readonly timeline: Timeline;
}

export interface TimeframeChoice extends ComparedWith {
  readonly timeframe: Timeframe;
  /** Milliseconds since 1970; null for the newest data. In a replay, the time that has been reached. */
  readonly pastAt: number | null;
}

export type Timeframes = ReturnType<typeof createTimeframes>;
export type Place = Readonly<ReturnType<typeof placeOf>>;
export type ChosenTimeframe = Readonly<ReturnType<typeof choose>>;

/** The log shows no more items. */
const MAX_ITEMS = 3000;
/** Higher counts are shown as `•9+`. */
const MAX_NEWS = 10;
/** A snapshot is overdue after this many periods of the service. */
const OVERDUE_PERIODS = 3;
const MIN_OVERDUE_MS = 3 * MINUTE_MS;
/** The period of the service is the median of this many gaps. */
const MAX_GAPS = 6;

const NOTHING: Omit<TimeframeState, 'timeline'> = {
  snapshot: null,
  completed: null,
  cameAt: 0,
  isSimulated: false,
  isExtended: false,
  firstTime: null,
  gaps: [],
  news: new Set(),
  boardKeys: [],
  alerts: [],
  failure: null,
};

/** `recorded` has the times of a recording, which the timelines may hold only partly; null for live data. */
export function createTimeframes(
  intervalSeconds: number,
  selection: Selection,
  clock: Clock,
  recorded: Recording['times'] | null,
) {
  const begin = () => createTimeline({ maxGap: maxGapOf(intervalSeconds) });
  const nothing: TimeframeState = { ...NOTHING, timeline: begin() };
  const all = new Map<Timeframe, TimeframeState>();
  const get = (timeframe: Timeframe) => all.get(timeframe) ?? nothing;
  const change = (timeframe: Timeframe, changed: Partial<TimeframeState>) =>
    all.set(timeframe, { ...get(timeframe), ...changed });
  const fail = (timeframes: ReadonlyArray<Timeframe>, failure: BoardsError | null) => {
    for (const timeframe of timeframes) change(timeframe, { failure });
  };
  const at = (timeframe: Timeframe, time: number | null) => get(timeframe).timeline.at(time ?? 'newest');
  return {
    available: recorded === null ? TIMEFRAMES : [...recorded.keys()],
    update(event: Exclude<FeedEvent, { readonly type: 'tick' }>) {
      const { timeframe } = event;
      if (event.type === 'failure') {
        // All timeframes share the key.
        const refused = event.error.code === 'auth' ? TIMEFRAMES : [];
        return fail([timeframe, ...event.delayed, ...refused], event.error);
      }
      const refused = [...all.keys()].filter((each) => get(each).failure?.code === 'auth');
      fail([timeframe, ...refused], null);
      if (event.type === 'snapshot')
        change(timeframe, changeBy(event, get(timeframe), { begin, clock, selection }));
    },
    extend: (timeframe: Timeframe, older: Timeline) => change(timeframe, extended(get(timeframe), older)),
    show: (timeframe: Timeframe, timeline: Timeline, isSimulated: Simulated) =>
      change(timeframe, { ...replaced(get(timeframe), timeline), isSimulated }),
    addNewsSince(then: number, now: number, timeframes: ReadonlyArray<Timeframe>) {
      for (const timeframe of timeframes) {
        const [before, after] = [at(timeframe, then).completed, at(timeframe, now).completed];
        if (before === null || after === null) continue;
        change(timeframe, { news: addNews(get(timeframe).news, diffOf(before, after), selection) });
      }
    },
    markShown: (timeframe: Timeframe) => change(timeframe, { news: nothing.news }),
    get,
    at,
    choose: (choice: TimeframeChoice) => choose(choice, get(choice.timeframe)),
    outcomeOf({ timeframe, pastAt }: TimeframeChoice, board: string, symbol: string) {
      const others = TIMEFRAMES.filter((each) => each !== timeframe);
      return at(timeframe, pastAt).outcomeOf(board, symbol, (until) =>
        others.map((other) => at(other, null).lastPriceOf(symbol, until)),
      );
    },
    placeOf: ({ timeframe, pastAt }: TimeframeChoice) =>
      placeOf(at(timeframe, pastAt), pastAt, recorded?.get(timeframe)),
    addAlerts(timeframe: Timeframe, time: number, phrases: ReadonlyArray<AlertPhrase>) {
      const item = { type: 'rang', timeframe, time, board: null, from: null } as const;
      const items = phrases.map(({ symbol, words }) => ({ ...item, symbol, to: words }));
      change(timeframe, { alerts: [...get(timeframe).alerts, ...items].slice(-MAX_ITEMS) });
    },
    /** The newest item comes first. */
    log(timeframes: ReadonlyArray<Timeframe>, pastAt: number | null): ReadonlyArray<LogItem> {
      const items = timeframes.flatMap((timeframe) => {
        const own = at(timeframe, pastAt).log().slice(0, MAX_ITEMS);
        return own.map((item) => ({ ...item, timeframe }));
      });
      const alerts = timeframes.flatMap((timeframe) => get(timeframe).alerts);
      // The sort is stable: items of one snapshot keep their order.
      return [...items, ...alerts.filter(({ time }) => time <= (pastAt ?? Infinity))]
        .sort((one, other) => other.time - one.time)
        .slice(0, MAX_ITEMS);
    },
    symbols: () => [...all.keys()].flatMap((timeframe) => [...at(timeframe, null).symbols()]),
    /** Returns why the data may be old, such as a failed poll or an overdue snapshot; null if it is fresh. */
    staleness: (timeframe: Timeframe) => stalenessOf(get(timeframe), clock.monotonic(), intervalSeconds),
  };
}

function changeBy(
  event: SnapshotEvent,
  before: TimeframeState,
  { begin, clock, selection }: { begin(): Timeline; readonly clock: Clock; readonly selection: Selection },
): Partial<TimeframeState> {
  const { snapshot, diff, isSimulated } = event;
  const { time } = snapshot;
  const { firstTime, news, boardKeys, timeline, gaps } = before;
  const now = clock.now();
  const age = diff === null ? Math.max(0, now - (time ?? now)) : 0;
  // The service may send an older snapshot after its clock was wrong.
  const gap = (time ?? NaN) - timeline.at('newest').time;
  const isNew = diff === null || gap < 0;
  const current = isNew ? begin() : timeline;
  const isExtended = before.isExtended && !isNew;
  const keys = snapshot.boards.map(({ key }) => key);
  return {
    ...{ snapshot, isSimulated, isExtended, timeline: current },
    // An extended timeline completes snapshots from recordings, which events must not see.
    completed: current.add(snapshot, isExtended ? undefined : event).completed,
    cameAt: clock.monotonic() - age,
    firstTime: firstTime === null || time === null ? (firstTime ?? time) : Math.min(firstTime, time),
    gaps: gap > 0 ? [...gaps, gap].slice(-MAX_GAPS) : gaps,
    news: diff === null ? news : addNews(news, diff, selection),
    boardKeys: mergeKeys(boardKeys, keys),
  };
}

function extended({ timeline, snapshot }: TimeframeState, older: Timeline): Partial<TimeframeState> {
  // After the clock of the service was wrong, the older timeline may be newer.
  if (timeline.at('newest').time <= older.at('newest').time) return {};
  for (const each of timeline.snapshots()) older.add(each);
  // The newest snapshot is added again, because one without a time is not in the timeline.
  return { timeline: older, isExtended: true, completed: snapshot && older.add(snapshot).completed };
}

function replaced({ firstTime, boardKeys }: TimeframeState, timeline: Timeline): Partial<TimeframeState> {
  const { snapshot, completed, startsAt } = timeline.at('newest');
  return {
    ...{ timeline, snapshot, completed },
    firstTime: firstTime ?? startsAt,
    boardKeys: mergeKeys(boardKeys, timeline.boards()),
  };
}

function choose({ pastAt, ...chosen }: TimeframeChoice, newest: TimeframeState) {
  const memory = newest.timeline.at(pastAt ?? 'newest');
  const isPast = pastAt !== null && !Number.isNaN(memory.time);
  const snapshot = isPast ? memory.snapshot : newest.snapshot;
  // A snapshot without a time is not in the timeline.
  const isInMemory = isPast || snapshot?.time !== null;
  const compared = isInMemory ? memory.since(baselineOf(chosen, newest.firstTime)) : NOT_COMPARED;
  return {
    newest,
    /** True if an older snapshot or a replay is shown. */
    isPast,
    snapshot,
    completed: isPast ? memory.completed : newest.completed,
    memory,
    compared,
  };
}

/**
 * `position` counts from 1. `back` and `forward` may be null; `endsAt` is null for live data. `times` belong to a recording, and are
 * undefined for live data.
 */
function placeOf(memory: AsOf, pastAt: number | null, times: ReadonlyArray<number> | undefined) {
  const { time, position, count, startsAt, timesBeside } = memory;
  if (times === undefined) return { position, count, startsAt, endsAt: null, ...timesBeside };
  const indexOf = (moment: number) => times.findLastIndex((each) => each <= moment);
  const reached = indexOf(pastAt ?? time);
  return {
    position: indexOf(time) + 1,
    count: times.length,
    startsAt: times[0] ?? null,
    endsAt: times.at(-1) ?? null,
    back: times[reached - 1] ?? null,
    forward: times[reached + 1] ?? null,
  };
}

function stalenessOf(
  { completed, cameAt, failure, gaps }: TimeframeState,
  now: number,
  intervalSeconds: number,
): string | null {
  if (failure !== null) return failure.reason;
  if (completed === null || completed.session === 'closed') return null;
  const median = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  // A single gap may be an interruption, so it does not count.
  const period = Math.max(gaps.length < 2 ? 0 : median, intervalSeconds * SECOND_MS);
  return now - cameAt > Math.max(MIN_OVERDUE_MS, OVERDUE_PERIODS * period) ? 'no new snapshot' : null;
}

/** If there are too many boards, those missing from `newest` are dropped. */
function mergeKeys(seen: ReadonlyArray<string>, newest: ReadonlyArray<string>): ReadonlyArray<string> {
  const present = new Set(newest);
  const all = [...new Set([...seen, ...present])];
  return all.length <= MAX_BOARDS ? all : all.filter((key) => present.has(key));
}

function addNews(news: ReadonlySet<string>, diff: Diff, selection: Selection): ReadonlySet<string> {
  const more = new Set(news);
  for (const change of selectedChanges(diff, selection)) {
    if (more.size >= MAX_NEWS) break;
    if (crossesTopRanks(change) === 'in' && change.symbol !== null) more.add(change.symbol);
  }
  return more;
}
