import type { Clock } from '../context.ts';
import { BoardsError } from '../errors.ts';
import type { Baseline } from '../market/baseline.ts';
import { mergeLogs, type TimeframeLogItem } from '../market/log.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Selection } from '../market/selection.ts';
import { type AsOf, type Compared, compareSnapshots, NOT_COMPARED } from '../market/timeline/as-of.ts';
import {
  addPacked,
  createPacker,
  createTimeline,
  type Packer,
  type Timeline,
} from '../market/timeline/timeline.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { AskedEvent, PollEvent, SnapshotEvent } from './feed.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, type Staleness, staleness } from './known-timeframe.ts';
import type { BaselineChoice } from './source.ts';

/** The newest snapshot is shown, or one of an older time. */
interface ShownState {
  /** In milliseconds since 1970; null for the newest. */
  readonly past: number | null;
}

interface ChosenBaseline {
  readonly baseline: BaselineChoice;
  /**
   * The time of the newest snapshot that the reader saw when `here` was, in milliseconds since 1970; null if there was none.
   * The clocks of the service and of this machine differ.
   */
  readonly visit: { readonly asOf: number | null };
}

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

/** Collects the poll results of each timeframe for the pane, and remembers its snapshots. */
export interface Timeframes {
  /** The next poll of the event's timeframe follows in `millisecondsToNextPoll`, if that is known. */
  update(event: PollEvent, millisecondsToNextPoll: number | null): void;
  /** Keeps a snapshot that a card asked for, beside what is remembered. */
  answer(event: AskedEvent): void;
  /** Replaces what is remembered by a timeline of older snapshots, to which it adds what it had. */
  extend(timeframe: Timeframe, past: Timeline): void;
  /** Forgets the news of a timeframe, because the user sees them. */
  markShown(timeframe: Timeframe): void;
  get(timeframe: Timeframe): KnownTimeframe;
  /** The last snapshot of a timeframe that a card asked for; null if there is none. */
  answered(timeframe: Timeframe): Snapshot | null;
  shown(state: ShownState & ChosenBaseline & { readonly timeframe: Timeframe }): ShownData;
  /** What was known of a timeframe at a time. */
  at(timeframe: Timeframe, time: number | 'newest'): AsOf;
  /** The log of these timeframes, the newest first; in the past, what was in it then. */
  log(timeframes: ReadonlyArray<Timeframe>, state: ShownState): ReadonlyArray<TimeframeLogItem>;
  /** Whether a symbol is or was on any board of any timeframe, as far as memory reaches. */
  knows(symbol: string): boolean;
  /** Null if the data of the timeframe is fresh. */
  staleness(timeframe: Timeframe): Staleness | null;
}

/** A timeframe with its memory. */
interface Entry {
  known: KnownTimeframe;
  timeline: Timeline;
  readonly pack: Packer;
}

export function createTimeframes(intervalSeconds: number, selection: Selection, clock: Clock): Timeframes {
  const entries = new Map<Timeframe, Entry>();
  const answers = new Map<Timeframe, Snapshot>();
  const begin = () => createTimeline({ maxGap: maxGapOf(intervalSeconds) });
  const entryOf = (timeframe: Timeframe) => {
    const entry = entries.get(timeframe) ?? {
      known: NO_DATA,
      timeline: begin(),
      pack: createPacker(),
    };
    entries.set(timeframe, entry);
    return entry;
  };
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  const at = (timeframe: Timeframe, time: number | 'newest') => entryOf(timeframe).timeline.at(time);
  return {
    update(event, millisecondsToNextPoll) {
      const outcome = { event, now: now(), millisecondsToNextPoll };
      for (const timeframe of [event.timeframe, ...(event.type === 'failure' ? event.delayed : [])]) {
        const entry = entryOf(timeframe);
        entry.known = applyPoll(entry.known, outcome, selection);
        if (event.type === 'snapshot') {
          if (isEarlier(event, entry.timeline)) entry.timeline = begin();
          entry.timeline.add(event.snapshot, event.diff, entry.pack(event.snapshot, event.leftOut ?? null));
        }
      }
    },
    answer({ timeframe, answer, delayed }) {
      if (!(answer instanceof BoardsError)) answers.set(timeframe, answer);
      else
        for (const other of delayed) {
          const entry = entryOf(other);
          entry.known = { ...entry.known, failure: answer };
        }
    },
    extend(timeframe, past) {
      const entry = entryOf(timeframe);
      // After the clock of the service was wrong, they may be newer.
      if (entry.timeline.at('newest').asOf <= past.at('newest').asOf) return;
      for (const packed of entry.timeline.packed()) addPacked(past, packed);
      entry.timeline = past;
    },
    markShown(timeframe) {
      const entry = entryOf(timeframe);
      if (entry.known.news.size > 0) entry.known = { ...entry.known, news: new Set() };
    },
    get: (timeframe) => entries.get(timeframe)?.known ?? NO_DATA,
    answered: (timeframe) => answers.get(timeframe) ?? null,
    shown({ timeframe, past: time, ...chosen }) {
      const { known } = entryOf(timeframe);
      const remembered = at(timeframe, time ?? 'newest');
      const compared = remembered.since(baselineOf(chosen, known));
      const isTimed = known.snapshot?.asOfMilliseconds !== null;
      if (time === null || Number.isNaN(remembered.asOf))
        return { known, remembered, compared: isTimed ? compared : comparedWithLast(known), past: null };
      const { snapshot, leftOut } = remembered;
      const then = { ...known, snapshot, leftOut, nextExpectedAt: null };
      return { known: then, remembered, compared, past: remembered };
    },
    at,
    log(timeframes, { past }) {
      return mergeLogs(new Map(timeframes.map((name) => [name, at(name, past ?? 'newest').log()])));
    },
    knows: (symbol) => [...entries.values()].some(({ timeline }) => timeline.at('newest').knows(symbol)),
    staleness: (timeframe) => staleness(entryOf(timeframe).known, now(), intervalSeconds),
  };
}

function baselineOf({ baseline, visit }: ChosenBaseline, { firstAsOf }: KnownTimeframe): Baseline {
  if (baseline === 'last') return baseline;
  if (typeof baseline === 'number') return { ago: baseline };
  return { at: (baseline === 'here' ? visit.asOf : null) ?? firstAsOf ?? 0 };
}

/**
 * A timeline takes snapshots in order only. After the feed has accepted an older one, the clock of the service was wrong; a
 * replay that goes somewhere else leaves out what is between.
 */
function isEarlier({ snapshot, diff }: SnapshotEvent, timeline: Timeline): boolean {
  return diff === null || (snapshot.asOfMilliseconds ?? Number.NaN) < timeline.at('newest').asOf;
}

/** A snapshot without a time is not in the timeline. */
function comparedWithLast({ diff }: KnownTimeframe): Compared {
  if (diff === null) return NOT_COMPARED;
  return { comparison: null, ...compareSnapshots(diff.before, diff.after) };
}
