import { gunzipSync, gzipSync } from 'node:zlib';
import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { type BoundedSnapshot, boundSnapshot, type LeftOut } from '../model/bounded.ts';
import { HISTORY_CAPACITY } from '../model/history.ts';
import { isLogFull, type LogEntry, mergeLogs, withBias } from '../model/log.ts';
import { createMemory, type Memory } from '../model/memory.ts';
import type { Selection } from '../model/selection.ts';
import type { Since } from '../model/since.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed-event.ts';
import type { LogInput } from './frame-input.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, type Staleness, staleness } from './known-timeframe.ts';
import {
  formerTopPlayIn,
  oldestTime,
  pastAt,
  pastTimeAt,
  type ShownPast,
  type TimesBeside,
  timesBeside,
} from './past.ts';
import { NOTHING_REMEMBERED, type Remembered, remember } from './remembered.ts';

/** Collects the poll results of each timeframe for the pane, and remembers its snapshots. */
export interface Timeframes {
  /** The next poll of the event's timeframe follows in `millisecondsToNextPoll`, if that is known. */
  update(event: PollEvent, millisecondsToNextPoll: number | null): void;
  /** Adds snapshots from before the first one to the memory of a timeframe. */
  addPast(timeframe: Timeframe, snapshots: ReadonlyArray<Snapshot>): void;
  /** Call it when all such snapshots were added: what they tell of the newest one is known from then on. */
  finishPast(timeframe: Timeframe): void;
  /** Forgets the news of a timeframe, because the user sees them. */
  markShown(timeframe: Timeframe): void;
  get(timeframe: Timeframe): KnownTimeframe;
  /** What memory says about the newest snapshot. The same object until there is a newer one, or more is remembered. */
  remembered(timeframe: Timeframe, since: Since): Remembered;
  /** An older snapshot of a timeframe. The same object until there is a newer one, or more is remembered. */
  past(timeframe: Timeframe, time: number, since: Since): ShownPast | null;
  timesBeside(timeframe: Timeframe, time: number | null): TimesBeside;
  /** The log of these timeframes, with the changes of bias of pinned symbols. */
  log(timeframes: ReadonlyArray<Timeframe>, pins: ReadonlyArray<string>): Omit<LogInput, 'visitedAt'>;
  /** A remembered snapshot as the service sent it; null if its body is not kept. */
  snapshotAt(timeframe: Timeframe, index: number): Snapshot | null;
  /** The time of the oldest remembered snapshot; null if there is none. */
  startsAt(timeframe: Timeframe): number | null;
  /** The time of the newest remembered snapshot at or before a time; null if that is the newest of all, or there is none. */
  pastTime(timeframe: Timeframe, time: number): number | null;
  /** The newest remembered snapshot at or before a time; null if there is none. */
  snapshotAtTime(timeframe: Timeframe, time: number): Snapshot | null;
  /** Whether a symbol is or was on any board of any timeframe, as far as memory reaches. */
  knows(symbol: string): boolean;
  /** Null if the data of the timeframe is fresh. */
  staleness(timeframe: Timeframe): Staleness | null;
}

/**
 * Small buffers, which the allocator reuses. The default ones of 256 KB for each body leave so many gaps that the process
 * grows by 70 MB instead of 39 (five timeframes, 960 snapshots each); bodies are 18 % larger.
 */
const COMPRESSION = { windowBits: 13, memLevel: 5, chunkSize: 8192 };

/** A timeframe with its memory. `remembered` is computed when it is first asked for. */
interface Entry {
  known: KnownTimeframe;
  memory: Memory;
  /** What was left out of remembered snapshots that were too large, by `asOf`. */
  readonly leftOut: Map<number, LeftOut>;
  remembered: Remembered | null;
  /** The older snapshot that was asked for last. */
  past: { readonly time: number; readonly since: Since; readonly shown: ShownPast | null } | null;
  /** The log with the bias of these pins: gathering it takes some milliseconds for each timeframe. */
  pinnedLog: { readonly pins: ReadonlyArray<string>; readonly entries: ReadonlyArray<LogEntry> } | null;
}

const createEntry = (): Entry => ({
  known: NO_DATA,
  memory: createMemory({
    compress: (json) => gzipSync(json, COMPRESSION),
    decompress: (body) => gunzipSync(body).toString(),
  }),
  leftOut: new Map(),
  remembered: null,
  past: null,
  pinnedLog: null,
});

export function createTimeframes(intervalSeconds: number, selection: Selection, clock: Clock): Timeframes {
  const entries = new Map<Timeframe, Entry>();
  const get = (timeframe: Timeframe) => entries.get(timeframe)?.known ?? NO_DATA;
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  const entryOf = (timeframe: Timeframe) => {
    const entry = entries.get(timeframe) ?? createEntry();
    entries.set(timeframe, entry);
    return entry;
  };
  const memoryOf = (timeframe: Timeframe) => entryOf(timeframe).memory;
  return {
    update(event, millisecondsToNextPoll) {
      const outcome = { event, now: now(), millisecondsToNextPoll };
      for (const timeframe of [event.timeframe, ...(event.type === 'failure' ? event.delayed : [])]) {
        const entry = entryOf(timeframe);
        entry.known = applyPoll(entry.known, outcome, selection);
        if (event.type !== 'snapshot') continue;
        noteLeftOut(entry, { snapshot: event.snapshot, leftOut: event.leftOut ?? null });
        addToMemory(entry, event.snapshot);
      }
    },
    addPast(timeframe, snapshots) {
      const entry = entryOf(timeframe);
      const bounded = snapshots.map((snapshot) => boundSnapshot(snapshot, selection));
      for (const each of bounded) noteLeftOut(entry, each);
      prependToMemory(
        entry,
        bounded.map(({ snapshot }) => snapshot),
      );
    },
    finishPast: (timeframe) => findFormerTopPlay(entryOf(timeframe)),
    markShown(timeframe) {
      const entry = entryOf(timeframe);
      if (entry.known.news.size > 0) entry.known = { ...entry.known, news: new Set() };
    },
    get,
    remembered(timeframe, since) {
      const entry = entries.get(timeframe);
      return entry === undefined ? NOTHING_REMEMBERED : rememberedOf(entry, since);
    },
    past: (timeframe, time, since) => pastOf(entryOf(timeframe), time, since),
    timesBeside: (timeframe, time) => timesBeside(memoryOf(timeframe), time),
    log: (timeframes, pins) => joinLogs(new Map(timeframes.map((name) => [name, entryOf(name)])), pins),
    snapshotAt: (timeframe, index) => memoryOf(timeframe).snapshotAt(index),
    startsAt: (timeframe) => oldestTime(memoryOf(timeframe)),
    pastTime: (timeframe, time) => pastTimeAt(memoryOf(timeframe), time),
    snapshotAtTime: (timeframe, time) => snapshotAtTime(memoryOf(timeframe), time),
    knows: (symbol) => [...entries.values()].some(({ memory }) => memory.history.knows(symbol)),
    staleness: (timeframe) => staleness(get(timeframe), now(), intervalSeconds),
  };
}

/** For the case that it is shown again later. */
function noteLeftOut(
  { leftOut }: Entry,
  { snapshot: { asOfMilliseconds }, leftOut: left }: BoundedSnapshot,
): void {
  if (left !== null && asOfMilliseconds !== null) leftOut.set(asOfMilliseconds, left);
  const [oldest] = leftOut.size > HISTORY_CAPACITY ? leftOut.keys() : [];
  if (oldest !== undefined) leftOut.delete(oldest);
}

function rememberedOf(entry: Entry, since: Since): Remembered {
  if (entry.remembered?.since !== since)
    entry.remembered = remember(entry.memory, since, entry.known.movement);
  return entry.remembered;
}

function snapshotAtTime({ history, snapshotAt }: Memory, time: number): Snapshot | null {
  const index = history.indexAt(time);
  return index === null ? null : snapshotAt(index);
}

function pastOf(entry: Entry, time: number, since: Since): ShownPast | null {
  if (entry.past?.time !== time || entry.past.since !== since)
    entry.past = { time, since, shown: pastAt(entry.memory, entry.known, time, since, entry.leftOut) };
  return entry.past.shown;
}

/** What was seen live is never forgotten. */
function findFormerTopPlay(entry: Entry): void {
  const formerTopPlay = entry.known.formerTopPlay ?? formerTopPlayIn(entry.memory.ledger());
  entry.known = { ...entry.known, formerTopPlay };
}

function joinLogs(
  entries: ReadonlyMap<Timeframe, Entry>,
  pins: ReadonlyArray<string>,
): Omit<LogInput, 'visitedAt'> {
  const remembering = [...entries].filter(([, { memory }]) => memory.history.length > 0);
  const logs = new Map(remembering.map(([timeframe, entry]) => [timeframe, logOf(entry, pins)]));
  const merged = mergeLogs(logs);
  const isWhole = !isLogFull(merged) && ![...logs.values()].some(isLogFull);
  const starts = remembering.map(([, { memory }]) => memory.history.timeAt(0));
  // Older entries than those that are kept are missing.
  const start = isWhole ? Math.min(...starts) : (merged.at(-1)?.asOf ?? Number.NaN);
  return { entries: merged, startsAt: Number.isFinite(start) ? start : null };
}

function logOf(entry: Entry, pins: ReadonlyArray<string>): ReadonlyArray<LogEntry> {
  const { memory } = entry;
  if (pins.length === 0) return memory.log();
  if (entry.pinnedLog?.pins !== pins)
    entry.pinnedLog = { pins, entries: withBias(memory.log(), memory.history, pins) };
  return entry.pinnedLog.entries;
}

/** Memory takes snapshots in order only. After the feed has accepted an older one, the clock of the service was wrong. */
function addToMemory(entry: Entry, snapshot: Snapshot): void {
  const { history } = entry.memory;
  const isOlder = (snapshot.asOfMilliseconds ?? Number.NaN) < history.timeAt(history.length - 1);
  if (isOlder) entry.memory = createEntry().memory;
  entry.memory.add(snapshot);
  forgetComputed(entry);
}

function prependToMemory(entry: Entry, snapshots: ReadonlyArray<Snapshot>): void {
  entry.memory.prepend(snapshots);
  forgetComputed(entry);
}

/** What was computed from memory is out of date. */
function forgetComputed(entry: Entry): void {
  entry.remembered = null;
  entry.past = null;
  entry.pinnedLog = null;
}
