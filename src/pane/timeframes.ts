import type { Clock } from '../context.ts';
import { BoardsError } from '../errors.ts';
import { crossesTopRanks, type Diff, selectedChanges } from '../market/diff.ts';
import { type LogItem, MAX_ITEMS } from '../market/log.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Selection } from '../market/selection.ts';
import { type AsOf, type Baseline, type Compared, NOT_COMPARED } from '../market/timeline/as-of.ts';
import { createTimeline, type Timeline } from '../market/timeline/timeline.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import { SECOND_MS } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { FeedEvent, SnapshotEvent, TickEvent } from '../watch/feed.ts';
import type { BaselineChoice } from '../watch/source.ts';

/** What the pane shows of a timeframe beside its memory. */
export interface KnownTimeframe {
  readonly snapshot: Snapshot | null;
  /** Of how much the newest snapshot is a part, if that is too much to be shown; else empty. */
  readonly leftOut: string;
  /** True if the service marks its data as simulated. */
  readonly isSimulated: Simulated;
  /** The time of the first one of this run, or of an earlier one after it, in milliseconds since 1970; null if unknown. */
  readonly firstAsOf: number | null;
  /** When the next snapshot is expected, on the wall clock: computed once for each snapshot. Null if unknown, or closed. */
  readonly nextExpectedAt: number | null;
  /** Symbols that reached ranks 1 to 5 of a board since the timeframe was last shown. */
  readonly news: ReadonlySet<string>;
  /** All boards seen so far in order, so that a board keeps its place while it is missing. */
  readonly boardKeys: ReadonlyArray<string>;
}

export const NO_DATA: KnownTimeframe = {
  snapshot: null,
  leftOut: '',
  isSimulated: false,
  firstAsOf: null,
  nextExpectedAt: null,
  news: new Set(),
  boardKeys: [],
};

/** What the pane shows of a timeframe. */
export interface ShownData {
  /** Its snapshot is the newest one, or the older one that the user stepped back to. */
  readonly known: KnownTimeframe;
  /** What was known at that snapshot. */
  readonly remembered: AsOf;
  /** What is different from the snapshot with which it is compared. */
  readonly compared: Compared;
  /** The same as `remembered` for an older snapshot; null while the newest one is shown. */
  readonly past: AsOf | null;
}

/** What is shown, and with what it is compared. Times are in milliseconds since 1970. */
interface ShownState {
  readonly timeframe: Timeframe;
  /** The time of the older snapshot that is shown; null for the newest. */
  readonly pastAt: number | null;
  readonly baseline: BaselineChoice;
  /** The time of the newest snapshot that the reader saw when `here` was: the clocks of the service and of this machine differ. */
  readonly visit: { readonly asOf: number | null };
}

export type Timeframes = ReturnType<typeof createTimeframes>;

/** A timeframe with its memory. */
interface TimeframeState {
  known: KnownTimeframe;
  /** When that came, in milliseconds. The wall clock can be set; the monotonic one cannot. */
  cameAt: { readonly wall: number; readonly monotonic: number };
  /** The error of the last poll; null if it succeeded. */
  failure: BoardsError | null;
  answered: Snapshot | null;
  timeline: Timeline;
}

/** Boards that are missing keep their places unless there are more boards than this. */
const MAX_BOARDS = 60;
/** More are not counted: they are shown as `•9+`. */
const MAX_NEWS = 10;
/** No new snapshot for so many intervals, but at least for so long, is too late while the market is not closed. */
const OVERDUE_INTERVALS = 3;
const MIN_OVERDUE_SECONDS = 180;

/** Collects the poll results of each timeframe for the pane, and remembers its snapshots. */
export function createTimeframes(intervalSeconds: number, selection: Selection, clock: Clock) {
  const entries = new Map<Timeframe, TimeframeState>();
  const begin = () => createTimeline({ maxGap: maxGapOf(intervalSeconds) });
  const entryOf = (timeframe: Timeframe): TimeframeState => {
    const entry = entries.get(timeframe) ?? {
      known: NO_DATA,
      cameAt: { wall: 0, monotonic: 0 },
      failure: null,
      answered: null,
      timeline: begin(),
    };
    entries.set(timeframe, entry);
    return entry;
  };
  const fail = (timeframes: ReadonlyArray<Timeframe>, error: BoardsError) => {
    for (const timeframe of timeframes) entryOf(timeframe).failure = error;
  };
  const receive = (entry: TimeframeState, event: SnapshotEvent, millisecondsToNextPoll: number | null) => {
    const { snapshot, diff, isSimulated, leftOut = '' } = event;
    const { asOfMilliseconds: asOf, session } = snapshot;
    const { firstAsOf, news, boardKeys } = entry.known;
    const now = clock.now();
    const isUnknown = millisecondsToNextPoll === null || session === 'closed';
    entry.failure = null;
    // The first one may be old, so that it is stale at once.
    const wall = diff === null ? Math.min(asOf ?? now, now) : now;
    entry.cameAt = { wall, monotonic: clock.monotonic() };
    entry.known = {
      snapshot,
      leftOut,
      isSimulated,
      firstAsOf: firstAsOf === null || asOf === null ? (firstAsOf ?? asOf) : Math.min(firstAsOf, asOf),
      nextExpectedAt: isUnknown ? null : now + millisecondsToNextPoll,
      news: diff === null ? news : addNews(news, diff, selection),
      boardKeys: mergeKeys(boardKeys, snapshot),
    };
    // An older one is accepted after the clock of the service was wrong; a replay that goes elsewhere leaves out what is between.
    const isEarlier = (asOf ?? Number.NaN) < entry.timeline.at('newest').asOf;
    if (diff === null || isEarlier) entry.timeline = begin();
    entry.timeline.add(snapshot);
  };
  /** What was known of a timeframe at a time. */
  const at = (timeframe: Timeframe, time: number | 'newest') => entryOf(timeframe).timeline.at(time);
  return {
    /** The next poll of the event's timeframe follows in `millisecondsToNextPoll`, if that is known. */
    update(event: Exclude<FeedEvent, TickEvent>, millisecondsToNextPoll: number | null) {
      const entry = entryOf(event.timeframe);
      if (event.type === 'snapshot') receive(entry, event, millisecondsToNextPoll);
      else if (event.type === 'unchanged') entry.failure = null;
      else if (event.type === 'failure') fail([event.timeframe, ...event.delayed], event.error);
      else if (event.answer instanceof BoardsError) fail(event.delayed, event.answer);
      else entry.answered = event.answer;
    },
    /** Replaces what is remembered by a timeline of older snapshots, to which it adds what it had. */
    extend(timeframe: Timeframe, older: Timeline) {
      const entry = entryOf(timeframe);
      // After the clock of the service was wrong, they may be newer.
      if (entry.timeline.at('newest').asOf <= older.at('newest').asOf) return;
      for (const snapshot of entry.timeline.snapshots()) older.add(snapshot);
      entry.timeline = older;
    },
    /** Forgets the news of a timeframe, because the user sees them. */
    markShown(timeframe: Timeframe) {
      const entry = entryOf(timeframe);
      if (entry.known.news.size > 0) entry.known = { ...entry.known, news: new Set() };
    },
    get: (timeframe: Timeframe) => entryOf(timeframe).known,
    /** The last snapshot of a timeframe that a card asked for; null if there is none. */
    answered: (timeframe: Timeframe) => entryOf(timeframe).answered,
    shown({ timeframe, pastAt: time, ...chosen }: ShownState): ShownData {
      const { known } = entryOf(timeframe);
      const remembered = at(timeframe, time ?? 'newest');
      const compared = remembered.since(baselineOf(chosen, known));
      // A snapshot without a time is not in the timeline.
      const isTimed = known.snapshot?.asOfMilliseconds !== null;
      if (time === null || Number.isNaN(remembered.asOf))
        return { known, remembered, compared: isTimed ? compared : NOT_COMPARED, past: null };
      const then = { ...known, snapshot: remembered.snapshot, nextExpectedAt: null };
      return { known: then, remembered, compared, past: remembered };
    },
    at,
    /** The log of these timeframes, the newest first; in the past, what was in it then. */
    log(
      timeframes: ReadonlyArray<Timeframe>,
      { pastAt }: Pick<ShownState, 'pastAt'>,
    ): ReadonlyArray<LogItem> {
      // The sort is stable: items of one snapshot keep their order.
      return timeframes
        .flatMap((timeframe) =>
          at(timeframe, pastAt ?? 'newest')
            .log()
            .map((item) => ({ ...item, timeframe })),
        )
        .sort((one, other) => other.asOf - one.asOf)
        .slice(0, MAX_ITEMS);
    },
    /** Whether a symbol is or was on any board of any timeframe, as far as memory reaches. */
    knows: (symbol: string) =>
      [...entries.values()].some(({ timeline }) => timeline.at('newest').knows(symbol)),
    /** Why the data of a timeframe may be old: its last poll failed, or a new snapshot is overdue. Null if it is fresh. */
    staleness(timeframe: Timeframe): string | null {
      const { known, cameAt, failure } = entryOf(timeframe);
      if (failure !== null) return failure.reason;
      if (known.snapshot === null || known.snapshot.session === 'closed') return null;
      const elapsed = Math.max(clock.now() - cameAt.wall, clock.monotonic() - cameAt.monotonic);
      const seconds = Math.max(MIN_OVERDUE_SECONDS, OVERDUE_INTERVALS * intervalSeconds);
      return elapsed > seconds * SECOND_MS ? 'no new snapshot' : null;
    },
  };
}

/** All boards seen so far, new ones last. Where that are too many, those that are missing from the snapshot are dropped. */
function mergeKeys(seen: ReadonlyArray<string>, { boards }: Snapshot): ReadonlyArray<string> {
  const present = new Set(boards.map(({ key }) => key));
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

function baselineOf(
  { baseline, visit }: Pick<ShownState, 'baseline' | 'visit'>,
  { firstAsOf }: KnownTimeframe,
): Baseline {
  if (baseline === 'last') return baseline;
  if (typeof baseline === 'number') return { ago: baseline };
  return { at: (baseline === 'here' ? visit.asOf : null) ?? firstAsOf ?? 0 };
}
