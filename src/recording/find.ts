import { groupBy } from '../group-by.ts';
import { dateOf } from '../market/market-day.ts';
import { listedSymbols } from '../market/ranks.ts';
import type { LastListed } from '../market/symbol-outcomes.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { indexFiles, type ReadOptions, type RecordingIndex } from './day.ts';
import type { DayFile, Recordings } from './days.ts';

export interface LastListedQuery {
  readonly timeframe: Timeframe;
  /** As snapshots have them. */
  readonly symbols: ReadonlyArray<string>;
  /** The times of the oldest and the newest snapshot to look at, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/** Finds single snapshots in recordings. A day is indexed once, and its files stay open until the program ends. */
export interface Finder {
  /** The newest snapshot of the day of a time, at or before it; null if there is none. */
  atOrBefore(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  /** The time of the snapshot that is nearest to a time on its day, the day before or the day after that are recorded. */
  nearest(timeframe: Timeframe, time: number): Promise<number | null>;
  newest(timeframe: Timeframe): Promise<Snapshot | null>;
  /** The first and the last time of all days; null if nothing is recorded. */
  span(timeframe: Timeframe): Promise<{ readonly first: number; readonly last: number } | null>;
  /** When each symbol was last listed on any board. Snapshots are read from the newest on, until all symbols are found. */
  lastListed(query: LastListedQuery): Promise<LastListed>;
}

/** Of more days, it is not looked for when a symbol was last listed. */
const MAX_DAYS = 3;
const NO_BOARDS = { boards: [] };

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
    async lastListed({ timeframe, symbols, from, until }) {
      const missing = new Set(symbols.map((symbol) => symbol.toUpperCase()));
      const lastSeen = new Map<string, number>();
      const times: Array<number> = [];
      let daysRead = 0;
      const last = dateOf(until, isSimulated);
      for await (const day of linesOf(
        timeframe,
        daysOn((date) => date <= last),
      )) {
        for (const time of day.times.filter((asOf) => asOf >= from && asOf <= until).reverse()) {
          if (missing.size === 0) break;
          times.push(time);
          for (const symbol of listedSymbols((await day.read(time)) ?? NO_BOARDS)) {
            const ticker = symbol.toUpperCase();
            if (missing.delete(ticker)) lastSeen.set(ticker, time);
          }
        }
        if (missing.size === 0 || ++daysRead === MAX_DAYS) break;
      }
      return { lastSeen, times };
    },
  };
}
