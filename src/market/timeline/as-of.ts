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

export interface TimelineEntry extends Moment {
  /** Compressed; null if it is not kept. */
  readonly body: Uint8Array | null;
  /** Earlier data that completes the snapshot; null if it lacks nothing. */
  readonly absent: Fillable | null;
  /** Most important first. */
  log: ReadonlyArray<LogItem>;
}

export interface StoredTimeline extends TimelineData {
  readonly entries: ReadonlyArray<TimelineEntry>;
  /** Outcomes compare with the snapshot of this time, and are unknown until memory contains it. */
  endsAt(): number;
  snapshotAt(index: number): Pick<ComparedSnapshot, 'snapshot' | 'completed'> | null;
}

export type AsOf = Readonly<ReturnType<typeof asOfEntry>>;

/** Returns a price for each of several timeframes. */
type LastPrices = (until: number) => ReadonlyArray<TimedPrice | null>;

/** `last` is the previous snapshot. `ago` is in milliseconds, and `at` in milliseconds since 1970. */
export type Baseline = 'last' | { readonly ago: number } | { readonly at: number };

type Comparison = NonNullable<Readonly<ReturnType<typeof comparisonFor>>>;

export interface Compared {
  readonly comparison: Comparison | null;
  readonly movement: Movement;
  /** Null if it did not change. */
  readonly topPlay: { readonly from: string | null; readonly to: string | null } | null;
  /** Largest first; gains and losses of equal size alternate. */
  readonly confluence: ReadonlyArray<ConfluenceChange>;
  /** Negative if the symbol lost boards; absent if the number did not change. */
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

/** `index` is -1 if there is no snapshot. Times are in milliseconds since 1970. */
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
    time,
    position: index + 1,
    count: entries.length,
    startsAt: entries[0]?.time ?? null,
    /** `forward` is null if only the newest snapshot follows, which the pane shows as live. */
    timesBeside: {
      back: entries[index - 1]?.time ?? null,
      forward: index + 1 < newest ? (entries[index + 1]?.time ?? null) : null,
    },
    maxGap: stored.maxGap,
    /** As received; null if it is not kept. */
    snapshot,
    /** Missing data comes from earlier snapshots. */
    completed,
    topPlay: topPlayAt(entries, index),
    memoryOf(board: string, symbol: string) {
      const row = rowTrack(tracks, board, symbol);
      const stay = stayAt(row, index, entries);
      return { age: stay, trend: stay && trendOf(recentOf(row.ranks), time) };
    },
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
    recordOf: (symbol: string) => recordAt(tracks.confluence.get(symbol), index, entries),
    /** Covers this market day. */
    pathOf: (symbol: string, from = -Infinity) => pathOf(stored, index, completed, symbol, from),
    /** Includes earlier market days. */
    leftOf: (symbol: string) =>
      [...tracks.ranks].flatMap(([board, ranks]) => {
        const time = leftAt(ranks.get(symbol), index, entries);
        return time === null ? [] : [{ board, time }];
      }),
    lastPriceOf: (symbol: string, until: number) => lastPriceOf(stored, symbol, until),
    /** `pricesElsewhere` supplies the last price if the newest snapshot has none. */
    outcomeOf: (board: string, symbol: string, pricesElsewhere: LastPrices = () => []) =>
      outcomeOf(stored, index, { board, symbol }, pricesElsewhere),
    symbols: () => tracks.confluence.keys(),
    since(baseline: Baseline) {
      const key = JSON.stringify(baseline);
      const cached = compared.get(key) ?? compareWith(stored, baseline, index, completed);
      compared.set(key, cached);
      return cached;
    },
    /** Newest first; the changes of one snapshot are in order of importance. */
    log: (): ReadonlyArray<LogItem> =>
      entries
        .slice(1, index + 1)
        .reverse()
        .flatMap(({ log }) => log),
  };
}

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
    lastSeenAt: seen?.time ?? null,
    /** In the order of the snapshot. `trail` has null where the symbol was not on the board. */
    places: boards.flatMap((board) => {
      const row = rowTrack(tracks, board, symbol);
      const stay = stayAt(row, index, entries);
      return stay === null ? [] : [{ ...stay, board, trail: valuesFrom(stored, index, row.ranks, start) }];
    }),
    left: boards
      .flatMap((board) => {
        const stay = endedStayAt(rowTrack(tracks, board, symbol), index, entries);
        return stay === null ? [] : [{ ...stay, board }];
      })
      .sort((one, other) => other.leftAt - one.leftAt),
    record: recordAt(track, index, entries),
    /** Oldest first; `boards` is 0 if the symbol was on none. */
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
  // Ignore a row that is missing only from the baseline; it is not new.
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
 * An `ago` that crosses a gap selects the last snapshot before the gap, or the first one after the gap if
 * none precedes it on this market day.
 */
function comparisonFor(moments: ReadonlyArray<Moment>, baseline: Baseline, newest: number) {
  const shown = moments[newest];
  if (shown === undefined || newest < 1) return null;
  const comparison = (index: number, isMemoryTooShort = false) => ({
    index,
    time: moments[index]?.time ?? shown.time,
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
