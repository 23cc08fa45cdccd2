import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dateOf } from '../market/market-day.ts';
import type { ListedAt } from '../market/symbol-outcomes.ts';
import { MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { describeTime, HOUR_MS, type TimeZone } from '../time.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { indexFiles, type ReadOptions, type RecordingIndex } from './day.ts';
import { isServiceName, listDates, listDays, type RecordedPlace, type Recordings } from './days.ts';

/** A line of a recording, which can be a bad one: then nothing is read. */
interface Entry {
  readonly asOf: number;
  read(): Promise<Snapshot | null>;
}

const MAX_DAYS_BACK = 3;
/** How far back the memory of a watch reaches: 960 snapshots, one a minute. */
const MEMORY_MS = 16 * HOUR_MS;

/** Finds single snapshots in recordings. A day is indexed once, and its files stay open until `close` is called. */
export function createFinder({ files, isSimulated }: Recordings, options: ReadOptions = {}) {
  const indexed = new Map<string, Promise<RecordingIndex>>();
  const filesOf = (timeframe: Timeframe) => files.filter((file) => file.timeframe === timeframe);
  /** Newest first. */
  const datesOf = (timeframe: Timeframe) => [...new Set(filesOf(timeframe).map(({ date }) => date))];
  /** What is recorded on these days, the newest first unless the oldest is wanted. */
  async function* entriesOf(
    timeframe: Timeframe,
    dates: ReadonlyArray<string>,
    isOldestFirst = false,
  ): AsyncGenerator<Entry, void> {
    for (const date of isOldestFirst ? dates.toReversed() : dates) {
      const key = `${timeframe} ${date}`;
      const ofDay = filesOf(timeframe).filter((file) => file.date === date);
      const opening = indexed.get(key) ?? indexFiles(ofDay, { ...options, isSimulated });
      indexed.set(key, opening);
      const { times, read } = await opening;
      const ascending = times.get(timeframe) ?? [];
      for (const asOf of isOldestFirst ? ascending : ascending.toReversed())
        yield { asOf, read: () => read(timeframe, asOf) };
    }
  }
  const newestOf = async (timeframe: Timeframe, dates: ReadonlyArray<string>, until: number) => {
    for await (const { asOf, read } of entriesOf(timeframe, dates)) {
      const snapshot = asOf <= until ? await read() : null;
      if (snapshot !== null) return snapshot;
    }
    return null;
  };
  return {
    /** The newest snapshot of the day of a time, at or before it; null if there is none. */
    atOrBefore: (timeframe: Timeframe, time: number) =>
      newestOf(timeframe, [dateOf(time, isSimulated)], time),
    newest: (timeframe: Timeframe) => newestOf(timeframe, datesOf(timeframe), Number.POSITIVE_INFINITY),
    /** The time of the snapshot that is nearest to a time on its day, the day before or the day after that are recorded. */
    async nearest(timeframe: Timeframe, time: number): Promise<number | null> {
      const day = dateOf(time, isSimulated);
      const dates = datesOf(timeframe);
      const neighbours = [dates.findLast((date) => date > day), dates.find((date) => date <= day)];
      const known = neighbours.filter((date) => date !== undefined);
      let nearest: number | null = null;
      for await (const { asOf } of entriesOf(timeframe, known))
        if (nearest === null || Math.abs(asOf - time) < Math.abs(nearest - time)) nearest = asOf;
      return nearest;
    },
    /** The snapshots of the 16 hours before a time, the oldest first; of more than a watch remembers, the newest. */
    async *before(timeframe: Timeframe, time: number): AsyncGenerator<Snapshot, void> {
      const from = time - MEMORY_MS;
      const [first, last] = [dateOf(from, isSimulated), dateOf(time, isSimulated)];
      const dates = datesOf(timeframe).filter((date) => date >= first && date <= last);
      const entries: Array<Entry> = [];
      for await (const entry of entriesOf(timeframe, dates, true))
        if (entry.asOf >= from && entry.asOf < time) entries.push(entry);
      for (const { read } of entries.slice(-MAX_SNAPSHOTS)) {
        const snapshot = await read();
        if (snapshot !== null) yield snapshot;
      }
    },
    /** The first and the last time of all days; null if nothing is recorded. */
    async span(timeframe: Timeframe): Promise<{ readonly first: number; readonly last: number } | null> {
      const dates = datesOf(timeframe);
      const { value: first } = await entriesOf(timeframe, dates, true).next();
      const { value: last } = await entriesOf(timeframe, dates).next();
      return first === undefined || last === undefined ? null : { first: first.asOf, last: last.asOf };
    },
    /** What the snapshots of these times and of those between them list, the newest first; of three days at most. */
    async *backwards(timeframe: Timeframe, from: number, until: number): AsyncGenerator<ListedAt, void> {
      const last = dateOf(until, isSimulated);
      const dates = datesOf(timeframe).filter((date) => date <= last);
      for await (const { asOf, read } of entriesOf(timeframe, dates.slice(0, MAX_DAYS_BACK)))
        if (asOf >= from && asOf <= until) yield { asOf, boards: (await read())?.boards ?? [] };
    },
    async close(): Promise<void> {
      for (const index of indexed.values()) (await index).close();
    },
  };
}

/** What `before` of a finder gives; no file stays open. */
export async function* snapshotsBefore(
  place: RecordedPlace,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): AsyncGenerator<Snapshot, void> {
  const finder = createFinder({ ...place, files: await listDays(place.directory) }, options);
  try {
    yield* finder.before(timeframe, time);
  } finally {
    await finder.close();
  }
}

/** Names what is recorded of each timeframe, with its first and last time, or how to record. Reads two days of each. */
export async function recordedHint(
  recordings: Recordings,
  zone: TimeZone,
  signal?: AbortSignal,
): Promise<string> {
  const finder = createFinder(recordings, { signal });
  const recorded: Array<string> = [];
  for (const timeframe of TIMEFRAMES) {
    const span = await finder.span(timeframe);
    if (span !== null) recorded.push(`${timeframe} ${describeSpan(span, zone)}`);
  }
  return recorded.length > 0
    ? `Recorded: ${recorded.join('; ')}.`
    : howToRecord(recordings, recordings.files.length > 0);
}

async function howToRecord({ directory, isSimulated }: RecordedPlace, hasFiles: boolean): Promise<string> {
  const command = isSimulated ? 'boards watch --sandbox --record' : 'boards watch --record';
  const others = await otherServices(directory);
  const state = hasFiles
    ? 'The recorded files contain no snapshot.'
    : others.length > 0
      ? `Recorded for other base URLs: ${others.join(', ')}.`
      : '';
  return `${state} Record with \`${command}\`.`.trimStart();
}

/** The names of other directories with recordings of services. */
async function otherServices(directory: string): Promise<ReadonlyArray<string>> {
  const parent = dirname(directory);
  const names = await readdir(parent).catch((): ReadonlyArray<string> => []);
  const others: Array<string> = [];
  for (const name of names.filter((each) => isServiceName(each) && each !== basename(directory))) {
    const dates = await listDates(join(parent, name)).catch(() => []);
    if (dates.length > 0) others.push(name);
  }
  return others.toSorted();
}

/** `2026-11-20 09:31:02 EST to 16:02:04 EST`; with both dates if they differ. */
function describeSpan(
  { first, last }: { readonly first: number; readonly last: number },
  zone: TimeZone,
): string {
  const [start, end] = [describeTime(first, zone), describeTime(last, zone)];
  const date = start.slice(0, 'YYYY-MM-DD '.length);
  if (first === last) return end;
  return `${start} to ${end.startsWith(date) ? end.slice(date.length) : end}`;
}
