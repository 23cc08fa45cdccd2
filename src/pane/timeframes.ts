import type { Clock } from '../context.ts';
import type { BoardsError } from '../errors.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { MAX_BOARDS, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { crossesTopRanks, type Diff, diffOf, selectedChanges } from '../market/diff.ts';
import type { LogItem } from '../market/log.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Selection } from '../market/selection.ts';
import { NOT_COMPARED } from '../market/timeline/as-of.ts';
import { createTimeline, type Timeline } from '../market/timeline/timeline.ts';
import type { Recording } from '../recording/read.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import type { FeedEvent, SnapshotEvent } from '../watch/feed.ts';
import { baselineOf, type ComparedWith } from './baseline.ts';

/** The newest data of a timeframe. Each event replaces the whole state. */
interface TimeframeState {
  /** The newest one. */
  readonly snapshot: Snapshot | null;
  /** The newest snapshot with what it lacks, from those before it. */
  readonly completed: Snapshot | null;
  /** When it was received, in monotonic milliseconds. The first snapshot may be old, so its age is subtracted. */
  readonly cameAt: number;
  /** True if the service marks its data as simulated. */
  readonly isSimulated: Simulated;
  /** True if the timeline begins with snapshots from before this run. */
  readonly isExtended: boolean;
  /** The time of the first one of this run, or of an earlier one after it, in milliseconds since 1970; null if unknown. */
  readonly firstTime: number | null;
  /** The milliseconds between the last snapshots, the newest last. */
  readonly gaps: ReadonlyArray<number>;
  /** Symbols that reached ranks 1 to 5 of a board since the timeframe was last shown. */
  readonly news: ReadonlySet<string>;
  /** All boards seen so far in order, so that a board keeps its place while it is missing. */
  readonly boardKeys: ReadonlyArray<string>;
  /** The error of the last poll; null if it succeeded. */
  readonly failure: BoardsError | null;
  readonly timeline: Timeline;
}

/** What is shown, and with what it is compared. */
export interface TimeframeChoice extends ComparedWith {
  readonly timeframe: Timeframe;
  /**
   * The time of the older snapshot that is shown, in milliseconds since 1970; null for the newest one. In a replay, the time that has
   * been reached, up to which a snapshot of each timeframe is shown.
   */
  readonly pastAt: number | null;
}

export type Timeframes = ReturnType<typeof createTimeframes>;
export type Place = Readonly<ReturnType<Timeframes['placeOf']>>;
export type ChosenTimeframe = Readonly<ReturnType<Timeframes['choose']>>;

/** The log shows no more items. */
const MAX_ITEMS = 3000;
/** More are not counted: they are shown as `•9+`. */
const MAX_NEWS = 10;
/** No new snapshot for so many periods of the service, but at least for so long, is too late while the market is not closed. */
const OVERDUE_PERIODS = 3;
const MIN_OVERDUE_MS = 3 * MINUTE_MS;
/** The period of the service is the median of so many gaps. */
const MAX_GAPS = 6;

/**
 * Collects the poll results of each timeframe for the pane, and remembers its snapshots. `recorded` has the times of a recording, of
 * which the timelines may have a part; null for live data.
 */
export function createTimeframes(
  intervalSeconds: number,
  selection: Selection,
  clock: Clock,
  recorded: Recording['times'] | null,
) {
  const begin = () => createTimeline({ maxGap: maxGapOf(intervalSeconds) });
  const nothing: TimeframeState = {
    snapshot: null,
    completed: null,
    cameAt: 0,
    isSimulated: false,
    isExtended: false,
    firstTime: null,
    gaps: [],
    news: new Set(),
    boardKeys: [],
    failure: null,
    timeline: begin(),
  };
  const all = new Map<Timeframe, TimeframeState>();
  /** Alerts as items of the log, the oldest first. */
  let alerts: ReadonlyArray<LogItem & { readonly timeframe: Timeframe }> = [];
  const get = (timeframe: Timeframe) => all.get(timeframe) ?? nothing;
  const change = (timeframe: Timeframe, changed: Partial<TimeframeState>) =>
    all.set(timeframe, { ...get(timeframe), ...changed });
  const fail = (timeframes: ReadonlyArray<Timeframe>, failure: BoardsError | null) => {
    for (const timeframe of timeframes) change(timeframe, { failure });
  };
  /** The memory of a timeframe at a time. */
  const at = (timeframe: Timeframe, time: number | null) => get(timeframe).timeline.at(time ?? 'newest');
  return {
    /** The timeframes that can be shown: all, or those of the recording. */
    available: recorded === null ? TIMEFRAMES : [...recorded.keys()],
    update(event: Exclude<FeedEvent, { readonly type: 'tick' }>) {
      const { timeframe } = event;
      if (event.type === 'failure') {
        // The key is the same for all timeframes.
        const refused = event.error.code === 'auth' ? TIMEFRAMES : [];
        return fail([timeframe, ...event.delayed, ...refused], event.error);
      }
      const refused = [...all.keys()].filter((each) => get(each).failure?.code === 'auth');
      fail([timeframe, ...refused], null);
      if (event.type === 'snapshot')
        all.set(timeframe, stateAfter(event, get(timeframe), { begin, clock, selection }));
    },
    /** Replaces what is remembered by a timeline of older snapshots, to which it adds what it had. */
    extend(timeframe: Timeframe, older: Timeline) {
      const { timeline, snapshot } = get(timeframe);
      // After the clock of the service was wrong, they may be newer.
      if (timeline.at('newest').time <= older.at('newest').time) return;
      for (const each of timeline.snapshots()) older.add(each);
      // The newest one again, because one without a time is not in the timeline.
      const completed = snapshot && older.add(snapshot).completed;
      change(timeframe, { timeline: older, isExtended: true, completed });
    },
    /** Shows a timeline of recorded snapshots in place of the one before. */
    show(timeframe: Timeframe, timeline: Timeline, isSimulated: Simulated) {
      const { firstTime, boardKeys } = get(timeframe);
      const { snapshot, completed, startsAt } = timeline.at('newest');
      change(timeframe, {
        ...{ timeline, snapshot, completed, isSimulated },
        firstTime: firstTime ?? startsAt,
        boardKeys: mergeKeys(boardKeys, timeline.boards()),
      });
    },
    /** Counts what is different from an older snapshot as news of these timeframes. */
    addNewsSince(then: number, now: number, timeframes: ReadonlyArray<Timeframe>) {
      for (const timeframe of timeframes) {
        const [before, after] = [at(timeframe, then).completed, at(timeframe, now).completed];
        if (before === null || after === null) continue;
        change(timeframe, { news: addNews(get(timeframe).news, diffOf(before, after), selection) });
      }
    },
    /** Forgets the news of a timeframe, because the user sees them. */
    markShown: (timeframe: Timeframe) => change(timeframe, { news: nothing.news }),
    get,
    at,
    /** What the pane shows of a timeframe. */
    choose({ timeframe, pastAt, ...chosen }: TimeframeChoice) {
      const newest = get(timeframe);
      const memory = at(timeframe, pastAt);
      const isPast = pastAt !== null && !Number.isNaN(memory.time);
      const snapshot = isPast ? memory.snapshot : newest.snapshot;
      // A snapshot without a time is not in the timeline.
      const isInMemory = isPast || snapshot?.time !== null;
      const compared = isInMemory ? memory.since(baselineOf(chosen, newest.firstTime)) : NOT_COMPARED;
      return {
        newest,
        /** Whether an older snapshot is shown, to which the user stepped back. */
        isPast,
        /** As received. */
        snapshot,
        /** The same with what it lacks, from the snapshots before it. */
        completed: isPast ? memory.completed : newest.completed,
        /** The memory at that snapshot. */
        memory,
        /** What is different from the snapshot with which it is compared. */
        compared,
      };
    },
    /** The outcome of a row of an older snapshot. */
    outcomeOf({ timeframe, pastAt }: TimeframeChoice, board: string, symbol: string) {
      const others = TIMEFRAMES.filter((each) => each !== timeframe);
      return at(timeframe, pastAt).outcomeOf(board, symbol, (until) =>
        others.map((other) => at(other, null).lastPriceOf(symbol, until)),
      );
    },
    /**
     * Where a snapshot is among all that can be shown, those in memory, or those of a recording: its position, from 1, the times of
     * the first and of the last one (null for live data), and of those before and after it (null if there is none, and for live data).
     */
    placeOf({ timeframe, pastAt }: TimeframeChoice) {
      const { time, position, count, startsAt, timesBeside } = at(timeframe, pastAt);
      const times = recorded?.get(timeframe);
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
    },
    /** Adds alerts to the log. */
    addAlerts(items: typeof alerts) {
      alerts = [...alerts, ...items].slice(-MAX_ITEMS);
    },
    /** The log of these timeframes, the newest first; in the past, what was in it then. */
    log(timeframes: ReadonlyArray<Timeframe>, pastAt: number | null): ReadonlyArray<LogItem> {
      const items = timeframes.flatMap((timeframe) =>
        at(timeframe, pastAt)
          .log()
          .slice(0, MAX_ITEMS)
          .map((item) => ({ ...item, timeframe })),
      );
      const isShown = ({ timeframe, time }: (typeof alerts)[number]) =>
        timeframes.includes(timeframe) && time <= (pastAt ?? Infinity);
      // The sort is stable: items of one snapshot keep their order.
      return [...items, ...alerts.filter(isShown)]
        .sort((one, other) => other.time - one.time)
        .slice(0, MAX_ITEMS);
    },
    /** The symbols that are or were on any board of any timeframe, as far as memory reaches. */
    symbols: () => [...all.keys()].flatMap((timeframe) => [...at(timeframe, null).symbols()]),
    /** Why the data of a timeframe may be old: its last poll failed, or a new snapshot is overdue. Null if it is fresh. */
    staleness(timeframe: Timeframe): string | null {
      const { completed, cameAt, failure, gaps } = get(timeframe);
      if (failure !== null) return failure.reason;
      if (completed === null || completed.session === 'closed') return null;
      return clock.monotonic() - cameAt > overdueAfter(gaps, intervalSeconds) ? 'no new snapshot' : null;
    },
  };
}

/** The state of a timeframe with a new snapshot. */
function stateAfter(
  event: SnapshotEvent,
  before: TimeframeState,
  { begin, clock, selection }: { begin(): Timeline; readonly clock: Clock; readonly selection: Selection },
): TimeframeState {
  const { snapshot, diff, isSimulated } = event;
  const { time } = snapshot;
  const { firstTime, news, boardKeys, timeline, gaps } = before;
  const now = clock.now();
  const age = diff === null ? Math.max(0, now - (time ?? now)) : 0;
  // An older snapshot is accepted after the clock of the service was wrong.
  const gap = (time ?? NaN) - timeline.at('newest').time;
  const isNew = diff === null || gap < 0;
  const current = isNew ? begin() : timeline;
  const isExtended = before.isExtended && !isNew;
  const keys = snapshot.boards.map(({ key }) => key);
  return {
    ...{ snapshot, isSimulated, isExtended, timeline: current, failure: null },
    // An extended timeline completes snapshots by older ones, of which events and conditions must not know. So it compares for itself.
    completed: current.add(snapshot, isExtended ? undefined : event).completed,
    cameAt: clock.monotonic() - age,
    firstTime: firstTime === null || time === null ? (firstTime ?? time) : Math.min(firstTime, time),
    gaps: gap > 0 ? [...gaps, gap].slice(-MAX_GAPS) : gaps,
    news: diff === null ? news : addNews(news, diff, selection),
    boardKeys: mergeKeys(boardKeys, keys),
  };
}

/** The milliseconds after which a new snapshot is too late, from the last gaps between snapshots. */
function overdueAfter(gaps: TimeframeState['gaps'], intervalSeconds: number): number {
  const median = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  // One gap alone may be an interruption.
  const period = Math.max(gaps.length < 2 ? 0 : median, intervalSeconds * SECOND_MS);
  return Math.max(MIN_OVERDUE_MS, OVERDUE_PERIODS * period);
}

/** All boards seen so far, new ones last. Where that are too many, those that are missing from the newest ones are dropped. */
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
