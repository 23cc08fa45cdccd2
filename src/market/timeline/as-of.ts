import type { TimedValue } from '../../lib/time.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import {
  alternatingByBoards,
  type ComparedSnapshot,
  diffOf,
  isHighConfluenceChange,
  type Movement,
  movementBetween,
} from '../diff.ts';
import type { Fillable } from '../fill-absent.ts';
import { changeOf, lastPriceBetween, type TimedPrice } from '../last-prices.ts';
import type { LogItem } from '../log.ts';
import { confluenceBySymbol, ranksByBoard } from '../ranks.ts';
import type { RowOutcome } from '../symbol-outcomes.ts';
import {
  endedStayAt,
  indexAt,
  isMissedOnce,
  leftAt,
  type Moment,
  recordAt,
  rowTrack,
  stayAt,
  type TimelineData,
  topPlayAt,
} from './stays.ts';
import { lastBefore, type Track, valueAt } from './tracks.ts';
import { TREND_WINDOW_MS, trendOf } from './trend.ts';

/** A snapshot of a timeline. */
export interface TimelineEntry extends Moment {
  /** Compressed; null if it is not kept. */
  readonly body: Uint8Array | null;
  /** What completes it, with the boards that it lacks; null if it lacks nothing. */
  readonly absent: Fillable | null;
  /** What it changed, the most important first. */
  log: ReadonlyArray<LogItem>;
}

/** What a timeline knows, with what it keeps of each snapshot. */
export interface StoredTimeline extends TimelineData {
  readonly entries: ReadonlyArray<TimelineEntry>;
  /** The time of the snapshot by which outcomes are judged. They are unknown until it is in memory. */
  endsAt(): number;
  /** Null if the snapshot is not kept. */
  snapshotAt(index: number): Pick<ComparedSnapshot, 'snapshot' | 'completed'> | null;
}

export type AsOf = Readonly<ReturnType<typeof asOfEntry>>;

/** The last prices of a symbol up to a time, in several timeframes. */
type LastPrices = (until: number) => ReadonlyArray<TimedPrice | null>;

/** What a snapshot is compared with: the one before, that of so many milliseconds ago, or that of a time. */
export type Baseline = 'last' | { readonly ago: number } | { readonly at: number };

type Comparison = NonNullable<Readonly<ReturnType<typeof comparisonFor>>>;

/** What is different from an older snapshot. */
export interface Compared {
  /** The older snapshot; null if there is none. */
  readonly comparison: Comparison | null;
  /** What moved since then. */
  readonly movement: Movement;
  /** The top play then and now, null for none, if they differ. */
  readonly topPlay: { readonly from: string | null; readonly to: string | null } | null;
  /** The numbers of boards that changed, from or to `HIGH_CONFLUENCE` or more; the largest change first, gains and losses in turn. */
  readonly confluence: ReadonlyArray<ConfluenceChange>;
  /** The boards that each symbol gained, below 0 for lost ones; without symbols whose number is the same. */
  readonly boardsGained: ReadonlyMap<string, number>;
}

interface ConfluenceChange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

export const NOT_COMPARED: Compared = {
  comparison: null,
  movement: new Map(),
  topPlay: null,
  confluence: [],
  boardsGained: new Map(),
};
const NO_ENTRY: Moment = {
  time: NaN,
  startAfterGap: NaN,
  startOfDay: NaN,
  topPlay: null,
};

/**
 * What is known at a snapshot: of it, and of those before it. Times are those of snapshots, in milliseconds since 1970. `index` is -1
 * if there is no snapshot.
 */
export function asOfEntry(stored: StoredTimeline, index: number) {
  const { entries, tracks } = stored;
  const entry: Moment = entries[index] ?? NO_ENTRY;
  const { time } = entry;
  const newest = entries.length - 1;
  const { snapshot, completed } = stored.snapshotAt(index) ?? { snapshot: null, completed: null };
  const recentOf = (track: Track | undefined) =>
    valuesFrom(stored, index, track, Math.max(entry.startAfterGap, time - TREND_WINDOW_MS + 1));
  const compared = new Map<string, Compared>();

  return {
    /** NaN without a snapshot. */
    time,
    /** From 1, the oldest in memory, to `count`. */
    position: index + 1,
    count: entries.length,
    /** The time of the oldest snapshot in memory; null if there is none. */
    startsAt: entries[0]?.time ?? null,
    /** The times of the snapshots before and after this one; null if there is none before it, or for the newest one after it. */
    timesBeside: {
      back: entries[index - 1]?.time ?? null,
      forward: index + 1 < newest ? (entries[index + 1]?.time ?? null) : null,
    },
    maxGap: stored.maxGap,
    /** As received; null if it is not kept. */
    snapshot,
    /** The same with the boards and the top play that it lacks, as they were last. */
    completed,
    topPlay: topPlayAt(entries, index),
    /** The age and the trend of a row; null if the symbol is not on the board. */
    memoryOf(board: string, symbol: string) {
      const row = rowTrack(tracks, board, symbol);
      const stay = stayAt(row, index, entries);
      return { age: stay, trend: stay && trendOf(recentOf(row.ranks), time) };
    },
    /** Since when a symbol is on its number of boards, and the trend of that number. */
    confluenceOf(symbol: string) {
      const track = tracks.confluence.get(symbol);
      const record = recordAt(track, index, entries);
      if (record === null) return { age: null, trend: null };
      const { boardsSince, isAtLeast } = record;
      return {
        age: { milliseconds: time - boardsSince, isAtLeast },
        trend: valueAt(track, index) === null ? null : trendOf(recentOf(track), time),
      };
    },
    /** Its number of boards on this market day; null if it was on none. */
    recordOf: (symbol: string) => recordAt(tracks.confluence.get(symbol), index, entries),
    /** On this market day, from a time on. */
    pathOf: (symbol: string, from = -Infinity) => pathOf(stored, index, completed, symbol, from),
    /** When a symbol left each board that it was on, as far as memory reaches, also on market days before. */
    leftOf: (symbol: string) =>
      [...tracks.ranks].flatMap(([board, ranks]) => {
        const time = leftAt(ranks.get(symbol), index, entries);
        return time === null ? [] : [{ board, time }];
      }),
    /** The price last seen up to a time, as far as memory reaches; null if there is none. */
    lastPriceOf: (symbol: string, until: number) => lastPriceOf(stored, symbol, until),
    /**
     * The outcome of a row by the newest snapshot; null if its rank there is unknown. Where the symbol has no price there, one of the
     * other timeframes may have the last one.
     */
    outcomeOf: (board: string, symbol: string, pricesElsewhere: LastPrices = () => []) =>
      outcomeOf(stored, index, { board, symbol }, pricesElsewhere),
    /** The symbols that have been on any board. */
    symbols: () => tracks.confluence.keys(),
    since(baseline: Baseline) {
      const key = JSON.stringify(baseline);
      const cached = compared.get(key) ?? compareWith(stored, baseline, index, completed);
      compared.set(key, cached);
      return cached;
    },
    /** The newest first; what one snapshot changed, the most important first. What the oldest one changed is unknown. */
    log: (): ReadonlyArray<LogItem> =>
      entries
        .slice(1, index + 1)
        .reverse()
        .flatMap(({ log }) => log),
  };
}

/** The values of a track from a time until a snapshot. */
function valuesFrom(
  { entries }: StoredTimeline,
  index: number,
  track: Track | undefined,
  time: number,
): ReadonlyArray<TimedValue> {
  const first = indexAt(entries, time - 1) + 1;
  return entries
    .slice(first, index + 1)
    .map((each, at) => ({ time: each.time, value: valueAt(track, first + at) }));
}

function lastPriceOf({ entries, tracks }: StoredTimeline, symbol: string, until: number): TimedPrice | null {
  const prices = tracks.prices.get(symbol);
  const last = lastBefore(prices, indexAt(entries, until) + 1);
  const [time, price] = [entries[last]?.time, valueAt(prices, last)];
  return time === undefined || price === null ? null : { time, price };
}

/** A symbol on the market day of a snapshot, until then. The boards that are shown come first. */
function pathOf(
  stored: StoredTimeline,
  index: number,
  completed: Snapshot | null,
  symbol: string,
  from: number,
) {
  const { entries, tracks } = stored;
  const start = Math.max(entries[index]?.startOfDay ?? NaN, from);
  const shown = (completed?.boards ?? []).map(({ key }) => key);
  const track = tracks.confluence.get(symbol);
  const boards = [...new Set([...shown, ...tracks.ranks.keys()])];
  const prices = valuesFrom(stored, index, tracks.prices.get(symbol), start);
  const seen = entries.findLast((_, at) => at <= index && valueAt(track, at) !== null);
  return {
    /** The time of the newest snapshot in memory that lists the symbol; null if none does. */
    lastSeenAt: seen?.time ?? null,
    /** In the order of the snapshot, with the ranks in each of the points; null where it was not on the board. */
    places: boards.flatMap((board) => {
      const row = rowTrack(tracks, board, symbol);
      const stay = stayAt(row, index, entries);
      return stay === null ? [] : [{ ...stay, board, trail: valuesFrom(stored, index, row.ranks, start) }];
    }),
    /** The boards that it has left on this market day; the one that it left last comes first. */
    left: boards
      .flatMap((board) => {
        const stay = endedStayAt(rowTrack(tracks, board, symbol), index, entries);
        return stay === null ? [] : [{ ...stay, board }];
      })
      .sort((one, other) => other.leftAt - one.leftAt),
    record: recordAt(track, index, entries),
    /** Each snapshot of that time in memory, the oldest first: 0 boards if it was on none, null for an unknown price. */
    points: valuesFrom(stored, index, track, start).map((point, at) => ({
      time: point.time,
      boards: point.value ?? 0,
      price: prices[at]?.value ?? null,
    })),
  };
}

function outcomeOf(
  stored: StoredTimeline,
  index: number,
  { board, symbol }: { readonly board: string; readonly symbol: string },
  pricesElsewhere: LastPrices,
): RowOutcome | null {
  const { entries, tracks } = stored;
  const row = rowTrack(tracks, board, symbol);
  const newest = entries.length - 1;
  if (valueAt(row.board, newest) === null || (entries[newest]?.time ?? 0) < stored.endsAt()) return null;
  const prices = tracks.prices.get(symbol);
  const [time, until] = [entries[index]?.time ?? NaN, entries[newest]?.time ?? NaN];
  const lastPrice = () =>
    lastPriceBetween([lastPriceOf(stored, symbol, until), ...pricesElsewhere(until)], time, until)?.price ??
    null;
  const changePct = changeOf(valueAt(prices, index), valueAt(prices, newest) ?? lastPrice());
  const { leftAt = null } = endedStayAt(row, newest, entries) ?? {};
  return { rank: valueAt(row.ranks, newest), leftAt, changePct };
}

function compareWith(
  stored: StoredTimeline,
  baseline: Baseline,
  index: number,
  now: Snapshot | null,
): Compared {
  const { entries, tracks } = stored;
  const comparison = comparisonFor(entries, baseline, index);
  if (comparison === null) return NOT_COMPARED;
  const then = stored.snapshotAt(comparison.index);
  if (now === null || then === null) return { ...NOT_COMPARED, comparison };
  const { before, after } = diffOf(then.completed, now);
  const [ranksThen, ranks] = [ranksByBoard(before), ranksByBoard(after)];
  const [countsThen, counts] = [confluenceBySymbol(before), confluenceBySymbol(after)];
  // A row that is missing from the older snapshot alone is taken for there: that it is there later is no news.
  const last = comparison.index - 1;
  for (const [board, symbols] of ranks) {
    for (const symbol of symbols.keys()) {
      const track = tracks.ranks.get(board)?.get(symbol);
      const rank = valueAt(track, last);
      if (rank === null || !isMissedOnce(track, comparison.index, entries)) continue;
      ranksThen.set(board, (ranksThen.get(board) ?? new Map()).set(symbol, rank));
      const count = valueAt(tracks.confluence.get(symbol), last) ?? 0;
      countsThen.set(symbol, Math.max(count, countsThen.get(symbol) ?? 0));
    }
  }
  const changes = [...new Set([...counts.keys(), ...countsThen.keys()])]
    .map((symbol) => ({ symbol, from: countsThen.get(symbol) ?? 0, to: counts.get(symbol) ?? 0 }))
    .filter((change) => change.from !== change.to);
  const confluence = alternatingByBoards(changes.filter(isHighConfluenceChange));
  const [from, to] = [before.topPlay?.symbol ?? null, after.topPlay?.symbol ?? null];
  return {
    comparison,
    movement: movementBetween(ranksThen, ranks),
    topPlay: from === to ? null : { from, to },
    confluence,
    boardsGained: new Map(changes.map(({ symbol, from: was, to: is }) => [symbol, is - was])),
  };
}

/**
 * What one of ascending snapshots is compared with; null if there is none before it. Where a span of time ends before a gap of
 * the same market day, that is the last snapshot before the gap; where memory is shorter, its first one.
 */
function comparisonFor(moments: ReadonlyArray<Moment>, baseline: Baseline, newest: number) {
  const shown = moments[newest];
  if (shown === undefined || newest < 1) return null;
  const comparison = (index: number, isMemoryTooShort = false) => ({
    /** Of the older snapshot. */
    index,
    time: moments[index]?.time ?? shown.time,
    /** True if memory, or what lies on this side of a gap, does not reach back that far. */
    isMemoryTooShort,
  });
  if (baseline === 'last') return comparison(newest - 1);
  if ('at' in baseline) {
    const index = indexAt(moments, baseline.at);
    return index > newest ? null : comparison(Math.max(0, index), index < 0);
  }
  const time = shown.time - baseline.ago;
  const startAfterGap = indexAt(moments, shown.startAfterGap);
  if (time >= shown.startAfterGap) return comparison(Math.min(indexAt(moments, time), newest - 1));
  const isSameDay = (moments[startAfterGap - 1]?.time ?? -Infinity) >= shown.startOfDay;
  if (isSameDay) return comparison(startAfterGap - 1, true);
  const index = Math.max(0, startAfterGap);
  return index === newest ? null : comparison(index, true);
}
