import { groupBy } from '../group-by.ts';
import { dateOf } from '../market/market-day.ts';
import type { ListedAt } from '../market/symbol-outcomes.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { indexFiles, type ReadOptions, type RecordingIndex } from './day.ts';
import type { DayFile, Recordings } from './days.ts';

/** Finds single snapshots in recordings. A day is indexed once, and its files stay open until the program ends. */
export interface Finder {
  /** The newest snapshot of the day of a time, at or before it; null if there is none. */
  atOrBefore(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  /** The time of the snapshot that is nearest to a time on its day, the day before or the day after that are recorded. */
  nearest(timeframe: Timeframe, time: number): Promise<number | null>;
  newest(timeframe: Timeframe): Promise<Snapshot | null>;
  /** The first and the last time of all days; null if nothing is recorded. */
  span(timeframe: Timeframe): Promise<{ readonly first: number; readonly last: number } | null>;
  /** What the snapshots of these times and of those between them list, the newest first; of three days at most. */
  backwards(timeframe: Timeframe, from: number, until: number): AsyncIterable<ListedAt>;
}

const MAX_DAYS_BACK = 3;

export function createFinder({ files, isSimulated }: Recordings, options: ReadOptions = {}): Finder {
  const days = [...groupBy(files, ({ timeframe, date }) => `${timeframe} ${date}`).values()];
  const indexed = new Map<ReadonlyArray<DayFile>, Promise<RecordingIndex>>();
  /** What days have of a timeframe, in their order. */
  async function* linesOf(timeframe: Timeframe, ofDays: ReadonlyArray<ReadonlyArray<DayFile>>) {
    for (const ofDay of ofDays) {
      if (ofDay[0]?.timeframe !== timeframe) continue;
      const index = indexed.get(ofDay) ?? indexFiles(ofDay, { ...options, isSimulated });
      indexed.set(ofDay, index);
      yield (await index).linesOf(timeframe);
    }
  }
  const daysOn = (isMeant: (date: string) => boolean) =>
    days.filter(([file]) => file !== undefined && isMeant(file.date));
  const firstTimes = async (lines: ReturnType<typeof linesOf>) => {
    for await (const { times } of lines) if (times.length > 0) return times;
    return [];
  };
  const newestOf = async (lines: ReturnType<typeof linesOf>, time = Number.POSITIVE_INFINITY) => {
    for await (const { times, read } of lines) {
      for (const each of times.filter((asOf) => asOf <= time).reverse()) {
        const snapshot = await read(each);
        if (snapshot !== null) return snapshot;
      }
    }
    return null;
  };
  return {
    atOrBefore(timeframe, time) {
      const day = dateOf(time, isSimulated);
      return newestOf(
        linesOf(
          timeframe,
          daysOn((date) => date === day),
        ),
        time,
      );
    },
    async nearest(timeframe, time) {
      const day = dateOf(time, isSimulated);
      const ofTimeframe = days.filter(([file]) => file?.timeframe === timeframe);
      const after = ofTimeframe.findLast(([file]) => file !== undefined && file.date > day);
      const before = ofTimeframe.find(([file]) => file !== undefined && file.date <= day);
      const times: Array<number> = [];
      for await (const lines of linesOf(timeframe, [after ?? [], before ?? []])) times.push(...lines.times);
      const byDistance = times.sort((one, other) => Math.abs(one - time) - Math.abs(other - time));
      return byDistance[0] ?? null;
    },
    newest: (timeframe) => newestOf(linesOf(timeframe, days)),
    async span(timeframe) {
      const [first] = await firstTimes(linesOf(timeframe, days.toReversed()));
      const last = (await firstTimes(linesOf(timeframe, days))).at(-1);
      return first === undefined || last === undefined ? null : { first, last };
    },
    async *backwards(timeframe, from, until) {
      const last = dateOf(until, isSimulated);
      const ofTimeframe = daysOn((date) => date <= last).filter(([file]) => file?.timeframe === timeframe);
      for await (const { times, read } of linesOf(timeframe, ofTimeframe.slice(0, MAX_DAYS_BACK)))
        for (const asOf of times.filter((time) => time >= from && time <= until).reverse())
          yield { asOf, boards: (await read(asOf))?.boards ?? [] };
    },
  };
}
