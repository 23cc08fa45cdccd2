import { HOUR_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { describeDates, type Recordings, recordedDates } from './directories.ts';
import { indexFiles, type ReadOptions, type Recording } from './read.ts';

/** What is recorded of a time. */
export interface RecordedEntry {
  readonly time: number;
  /** Null for a bad line. */
  read(): Promise<Snapshot | null>;
}

/** Snapshots of any number of days, of which only those are opened that are asked for. */
export interface Past {
  /** What is recorded from one time to another, the newest first. */
  backwards(timeframe: Timeframe, from: number, until: number): AsyncGenerator<RecordedEntry, void>;
}

/** How far back the memory of a watch reaches: 960 snapshots, one a minute. */
const MEMORY_MS = 16 * HOUR_MS;

/** The past of a service or sandbox. A day is indexed once, and its files stay open until `close` is called. */
export function openPast(
  { files, isSimulated }: Recordings,
  options: ReadOptions = {},
): Past & { close(): Promise<void> } {
  const opened = new Map<string, ReturnType<typeof indexFiles>>();
  return {
    async *backwards(timeframe, from, until) {
      const [first] = recordedDates(from, isSimulated);
      const last = recordedDates(until, isSimulated).at(-1) ?? first;
      const wanted = files.filter(
        ({ date, ...file }) => file.timeframe === timeframe && date >= first && date <= last,
      );
      for (const day of new Set(wanted.map(({ date }) => date))) {
        const ofDay = wanted.filter(({ date }) => date === day);
        const key = `${timeframe} ${day}`;
        const opening = opened.get(key) ?? indexFiles(ofDay, { ...options, isSimulated });
        opened.set(key, opening);
        yield* pastOf(await opening).backwards(timeframe, from, until);
      }
    },
    async close() {
      for (const recording of opened.values()) (await recording).close();
    },
  };
}

/** The past of a single recording. */
export function pastOf(recording: Recording): Past {
  return {
    async *backwards(timeframe, from, until) {
      const entries = entriesOf(recording, timeframe).toReversed();
      yield* entries.filter(({ time }) => time >= from && time <= until);
    },
  };
}

/** What a recording has of a timeframe, the oldest first. */
export function entriesOf({ times, read }: Recording, timeframe: Timeframe): ReadonlyArray<RecordedEntry> {
  return (times.get(timeframe) ?? []).map((time) => ({ time, read: () => read(timeframe, time) }));
}

/** The snapshots among entries. */
export async function* snapshotsIn(
  entries: AsyncIterable<RecordedEntry> | Iterable<RecordedEntry>,
): AsyncGenerator<Snapshot, void> {
  for await (const { read } of entries) {
    const snapshot = await read();
    if (snapshot !== null) yield snapshot;
  }
}

/** The newest snapshot between two times; null if there is none. */
export async function newestIn(
  past: Past,
  timeframe: Timeframe,
  from: number,
  until: number,
): Promise<Snapshot | null> {
  for await (const snapshot of snapshotsIn(past.backwards(timeframe, from, until))) return snapshot;
  return null;
}

/** What a watch remembers of the time before a snapshot, the oldest first. */
export async function* memoryBefore(
  past: Past,
  timeframe: Timeframe,
  time: number,
  milliseconds = MEMORY_MS,
): AsyncGenerator<Snapshot, void> {
  const entries: Array<RecordedEntry> = [];
  for await (const entry of past.backwards(timeframe, time - milliseconds, time - 1))
    if (entries.push(entry) === MAX_SNAPSHOTS) break;
  yield* snapshotsIn(entries.reverse());
}

/** Names the recorded days of each timeframe, or how to record. */
export function recordedHint({ files, isSimulated }: Recordings): string {
  const recorded = TIMEFRAMES.flatMap((timeframe) => {
    const dates = files.filter((file) => file.timeframe === timeframe).map(({ date }) => date);
    return dates.length === 0 ? [] : [`${timeframe}: ${describeDates(dates)}`];
  });
  if (recorded.length > 0) return `Recorded: ${recorded.join('; ')}.`;
  return `Record with \`boards watch ${isSimulated ? '--sandbox ' : ''}--record\`.`;
}
