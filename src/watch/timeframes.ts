import { gzipSync } from 'node:zlib';
import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { mergeLogs } from '../model/log.ts';
import { createMemory, type Memory } from '../model/memory.ts';
import type { Selection } from '../model/selection.ts';
import type { Since } from '../model/since.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, type Staleness, staleness } from './known-timeframe.ts';
import type { LogInput } from './log-input.ts';
import { NOTHING_REMEMBERED, type Remembered, remember } from './remembered.ts';

/** Collects the poll results of each timeframe for the pane, and remembers its snapshots. */
export interface Timeframes {
  /** The next poll of the event's timeframe follows in `millisecondsToNextPoll`, if that is known. */
  update(event: PollEvent, millisecondsToNextPoll: number | null): void;
  /** Adds snapshots from before the first one to the memory of a timeframe. */
  addPast(timeframe: Timeframe, snapshots: ReadonlyArray<Snapshot>): void;
  /** Forgets the news of a timeframe, because the user sees them. */
  markShown(timeframe: Timeframe): void;
  get(timeframe: Timeframe): KnownTimeframe;
  /** What memory says about the newest snapshot. The same object until there is a newer one, or more is remembered. */
  remembered(timeframe: Timeframe, since: Since): Remembered;
  /** The log of these timeframes. */
  log(timeframes: ReadonlyArray<Timeframe>): Omit<LogInput, 'visitedAt'>;
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
  remembered: Remembered | null;
}

const createEntry = (): Entry => ({
  known: NO_DATA,
  memory: createMemory({ compress: (json) => gzipSync(json, COMPRESSION) }),
  remembered: null,
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
  return {
    update(event, millisecondsToNextPoll) {
      const entry = entryOf(event.timeframe);
      entry.known = applyPoll(entry.known, { event, now: now(), millisecondsToNextPoll }, selection);
      if (event.type !== 'snapshot') return;
      entry.remembered = null;
      addToMemory(entry, event.snapshot);
    },
    addPast(timeframe, snapshots) {
      const entry = entryOf(timeframe);
      entry.memory.prepend(snapshots);
      entry.remembered = null;
    },
    markShown(timeframe) {
      const entry = entryOf(timeframe);
      if (entry.known.news.size > 0) entry.known = { ...entry.known, news: new Set() };
    },
    get,
    remembered(timeframe, since) {
      const entry = entries.get(timeframe);
      if (entry === undefined) return NOTHING_REMEMBERED;
      if (entry.remembered?.since !== since)
        entry.remembered = remember(entry.memory, since, entry.known.movement);
      return entry.remembered;
    },
    log(timeframes) {
      const memories = timeframes.flatMap((timeframe) => {
        const entry = entries.get(timeframe);
        return entry === undefined || entry.memory.history.length === 0
          ? []
          : [[timeframe, entry.memory] as const];
      });
      const logs = new Map(memories.map(([timeframe, memory]) => [timeframe, memory.log()]));
      const merged = mergeLogs(logs);
      const isWhole = [...logs.values()].reduce((sum, { length }) => sum + length, 0) === merged.length;
      const starts = memories.map(([, { history }]) => history.timeAt(0));
      // Older entries than those that are kept are missing.
      const start = isWhole ? Math.min(...starts) : (merged.at(-1)?.asOf ?? Number.NaN);
      return { entries: merged, startsAt: Number.isFinite(start) ? start : null };
    },
    staleness: (timeframe) => staleness(get(timeframe), now(), intervalSeconds),
  };
}

/** Memory takes snapshots in order only. After the feed has accepted an older one, the clock of the service was wrong. */
function addToMemory(entry: Entry, snapshot: Snapshot): void {
  const { history } = entry.memory;
  const isOlder = (snapshot.asOfMilliseconds ?? Number.NaN) < history.timeAt(history.length - 1);
  if (isOlder) entry.memory = createEntry().memory;
  entry.memory.add(snapshot);
}
