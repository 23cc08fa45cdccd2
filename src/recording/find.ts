import { dateOf } from '../market/market-day.ts';
import type { ListedAt } from '../market/symbol-outcomes.ts';
import { MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { HOUR_MS } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { indexFiles, type ReadOptions, type RecordingIndex } from './day.ts';
import { listDays, type RecordedPlace, type Recordings } from './days.ts';

/** Finds single snapshots in recordings. A day is indexed once, and its files stay open until `close` is called. */
export interface Finder {
  /** The newest snapshot of the day of a time, at or before it; null if there is none. */
  atOrBefore(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  /** The time of the snapshot that is nearest to a time on its day, the day before or the day after that are recorded. */
  nearest(timeframe: Timeframe, time: number): Promise<number | null>;
  newest(timeframe: Timeframe): Promise<Snapshot | null>;
  /** The snapshots of the 16 hours before a time, the oldest first; of more than a watch remembers, the newest. */
  before(timeframe: Timeframe, time: number): AsyncGenerator<Snapshot, void>;
  /** The first and the last time of all days; null if nothing is recorded. */
  span(timeframe: Timeframe): Promise<{ readonly first: number; readonly last: number } | null>;
  /** What the snapshots of these times and of those between them list, the newest first; of three days at most. */
  backwards(timeframe: Timeframe, from: number, until: number): AsyncIterable<ListedAt>;
  close(): Promise<void>;
}

const MAX_DAYS_BACK = 3;
/** As far as the memory of a watch reaches: 960 snapshots, one a minute. */
const MEMORY_MS = 16 * HOUR_MS;

export function createFinder({ files, isSimulated }: Recordings, options: ReadOptions = {}): Finder {
  const indexed = new Map<string, Promise<RecordingIndex>>();
  const filesOf = (timeframe: Timeframe) => files.filter((file) => file.timeframe === timeframe);
  /** Newest first. */
  const datesOf = (timeframe: Timeframe) => [...new Set(filesOf(timeframe).map(({ date }) => date))];
  async function* linesOf(timeframe: Timeframe, dates: ReadonlyArray<string>) {
    for (const date of dates) {
      const key = `${timeframe} ${date}`;
      const ofDay = filesOf(timeframe).filter((file) => file.date === date);
      const index = indexed.get(key) ?? indexFiles(ofDay, { ...options, isSimulated });
      indexed.set(key, index);
      yield (await index).linesOf(timeframe);
    }
  }
  /** What is recorded on these days from one time to another, both included, the newest first. Of a bad line, null. */
  async function* backwards(timeframe: Timeframe, dates: ReadonlyArray<string>, from: number, until: number) {
    for await (const { times, read } of linesOf(timeframe, dates)) {
      for (const asOf of times.filter((time) => time >= from && time <= until).reverse())
        yield { asOf, snapshot: await read(asOf) };
    }
  }
  const newestOf = async (timeframe: Timeframe, dates: ReadonlyArray<string>, until: number) => {
    for await (const { snapshot } of backwards(timeframe, dates, 0, until))
      if (snapshot !== null) return snapshot;
    return null;
  };
  const firstTimes = async (timeframe: Timeframe, dates: ReadonlyArray<string>) => {
    for await (const { times } of linesOf(timeframe, dates)) if (times.length > 0) return times;
    return [];
  };
  return {
    atOrBefore: (timeframe, time) => newestOf(timeframe, [dateOf(time, isSimulated)], time),
    async nearest(timeframe, time) {
      const day = dateOf(time, isSimulated);
      const dates = datesOf(timeframe);
      const neighbours = [dates.findLast((date) => date > day), dates.find((date) => date <= day)];
      const times: Array<number> = [];
      const known = neighbours.filter((date) => date !== undefined);
      for await (const lines of linesOf(timeframe, known)) times.push(...lines.times);
      const byDistance = times.sort((one, other) => Math.abs(one - time) - Math.abs(other - time));
      return byDistance[0] ?? null;
    },
    newest: (timeframe) => newestOf(timeframe, datesOf(timeframe), Number.POSITIVE_INFINITY),
    async *before(timeframe, time) {
      const from = time - MEMORY_MS;
      const [first, last] = [dateOf(from, isSimulated), dateOf(time, isSimulated)];
      const dates = datesOf(timeframe).filter((date) => date >= first && date <= last);
      const found: Array<() => Promise<Snapshot | null>> = [];
      for await (const { times, read } of linesOf(timeframe, dates.toReversed())) {
        const earlier = times.filter((asOf) => asOf >= from && asOf < time);
        found.push(...earlier.map((asOf) => () => read(asOf)));
      }
      for (const read of found.slice(-MAX_SNAPSHOTS)) {
        const snapshot = await read();
        if (snapshot !== null) yield snapshot;
      }
    },
    async span(timeframe) {
      const dates = datesOf(timeframe);
      const [first] = await firstTimes(timeframe, dates.toReversed());
      const last = (await firstTimes(timeframe, dates)).at(-1);
      return first === undefined || last === undefined ? null : { first, last };
    },
    async *backwards(timeframe, from, until) {
      const last = dateOf(until, isSimulated);
      const dates = datesOf(timeframe).filter((date) => date <= last);
      const snapshots = backwards(timeframe, dates.slice(0, MAX_DAYS_BACK), from, until);
      for await (const { asOf, snapshot } of snapshots) yield { asOf, boards: snapshot?.boards ?? [] };
    },
    async close() {
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
