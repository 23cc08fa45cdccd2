import { groupBy } from '../../lib/group-by.ts';
import { MINUTE_MS, SECOND_MS } from '../../lib/time.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import type { Timeframe } from '../catalogue.ts';
import { changeOf } from '../last-prices.ts';
import { maxGapOf } from '../market-day.ts';
import { tickerKey } from '../ticker.ts';
import { createEntryScan, type Entry, type EntryKind, type ReportSelection } from './entries.ts';
import { addChange, emptyTally, type Figures, figuresOf, type Tally } from './figures.ts';
import { createPriceHistory, pricesIn } from './prices.ts';

/** Minutes from the entry, or to the last snapshot of the day. */
export const WINDOW_NAMES = ['15', '30', '60', 'end'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];
type InWindows<T> = Readonly<Record<WindowName, T>>;

/** The board that ranks both ways. */
const TWO_WAY_BOARD = 'movers';
/** A symbol counts as still priced if its price is of this time before the end of the window. */
const STILL_PRICED_MS = 2 * MINUTE_MS;
/** Medians of other symbols are exact to the thousandth of a percent, so that memory does not grow with the days. */
const ROUNDING = 1000;
/** The window of the best and the worst: the first of these in which half of the entries were seen again, else in which any was. */
const EXTREME_WINDOWS: ReadonlyArray<WindowName> = ['60', '30', '15', 'end'];
const MOST_NAMED = 5;

/** The price last seen in a window; of one that was not seen again, all are null. */
export interface Outcome {
  readonly price: number | null;
  readonly time: number | null;
  readonly changePct: number | null;
  readonly isPriced: boolean;
}

export interface ReportEntry extends Omit<Entry, 'listed'> {
  readonly day: string;
  readonly direction: Direction | null;
  /** Null for a window that does not count, and in all windows for an entry without a price. */
  readonly after: InWindows<Outcome | null>;
}

type Direction = 'up' | 'down';

export interface ReportGroup {
  /** `other`: all other symbols of the snapshots of the entries, each entry weighing one. */
  readonly kind: EntryKind | 'other';
  readonly board: string | null;
  /** The sign of the change at the entry; null but for the board `movers`. */
  readonly direction: Direction | null;
  /** Entries with a price. */
  readonly entries: number;
  readonly withoutPrice: number;
  /** The number of distinct symbols. */
  readonly symbols: number;
  readonly after: InWindows<Figures>;
  readonly extremes: Extremes | null;
}

/** The changes furthest from zero: one of each symbol, the best first, the worst first. */
export interface Extremes {
  readonly window: WindowName;
  readonly best: ReadonlyArray<ReportEntry>;
  readonly worst: ReadonlyArray<ReportEntry>;
}

export type ReportDay = ReturnType<typeof createReportDay>;
export type Report = ReturnType<ReturnType<typeof createReport>['result']>;

/**
 * Collects a market day: the snapshots of the timeframe, in order of time, of which only those of session `open` count if there is any,
 * and the prices of all timeframes. `times` are those of the timeframe, by which three usual intervals are known.
 */
export function createReportDay(
  date: string,
  timeframe: Timeframe,
  times: ReadonlyArray<number>,
  selection: ReportSelection,
) {
  const newScan = () => createEntryScan(timeframe, maxGapOf(usualSeconds(times)), selection);
  const prices = createPriceHistory();
  const boards = new Set<string>();
  let scan = newScan();
  let isOpen = false;
  let isFollowed = false;
  return {
    date,
    add(snapshotTimeframe: Timeframe, snapshot: Snapshot): void {
      const { time, session } = snapshot;
      if (time === null) return;
      const listed = pricesIn(snapshot);
      prices.add(snapshotTimeframe, time, listed);
      if (snapshotTimeframe !== timeframe) return;
      const isOpenNow = session === 'open';
      if (isOpenNow && !isOpen) scan = newScan();
      isOpen ||= isOpenNow;
      if (isOpenNow) isFollowed = false;
      else if (session !== null) isFollowed = true;
      for (const { key } of snapshot.boards) boards.add(key);
      if (isOpenNow || !isOpen) scan.add(snapshot, time, listed);
    },
    result() {
      const { last, gaps, ...found } = scan.result();
      const outcomeOf = ({ key, price, time }: Priced, name: WindowName): Outcome => {
        const end = endOf(time, name, last);
        const seen = prices.lastSeen(key, timeframe, time, end);
        const changePct = changeOf(price, seen?.price ?? null);
        const isPriced = seen !== null && seen.time >= end - STILL_PRICED_MS;
        return { price: seen?.price ?? null, time: seen?.time ?? null, changePct, isPriced };
      };
      const counts = (time: number, name: WindowName) => {
        const end = endOf(time, name, last);
        return end > time && end <= last && !gaps.some((gap) => gap >= time && gap < end);
      };
      return {
        ...found,
        gaps: gaps.length,
        last,
        boards,
        isOpen,
        isClosed: isOpen && isFollowed,
        outcomeOf,
        counts,
      };
    },
  };
}

/** A symbol by its `tickerKey` with its price at the time of an entry. */
interface Priced {
  readonly key: string;
  readonly price: number;
  readonly time: number;
}

const endOf = (time: number, name: WindowName, last: number) =>
  name === 'end' ? last : time + Number(name) * MINUTE_MS;

/** The median of the seconds between snapshots. */
function usualSeconds(times: ReadonlyArray<number>): number {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return (steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? NaN) / SECOND_MS;
}

const inWindows = <T>(valueIn: (name: WindowName) => T): InWindows<T> => ({
  15: valueIn('15'),
  30: valueIn('30'),
  60: valueIn('60'),
  end: valueIn('end'),
});

/** Collects the days that count. */
const emptySample = () => ({
  days: [] as Array<string>,
  isClosed: true,
  snapshots: 0,
  gaps: 0,
  /** The times of the oldest and the newest snapshot that counts, in milliseconds since 1970. */
  first: NaN,
  last: NaN,
  entries: [] as Array<ReportEntry>,
  others: { entries: 0, symbols: new Set<string>(), after: inWindows(emptyTally) },
});

type DayResult = ReturnType<ReportDay['result']>;

/** The report of days, which are added in order. A day without a snapshot of session `open` counts only if no day has any. */
export function createReport(timeframe: Timeframe, { boards: keys = [] }: ReportSelection) {
  const boards = new Set<string>();
  /** The days without a snapshot of session `open`, where other days have one. */
  let withoutOpen: ReadonlyArray<string> = [];
  let isOpen = false;
  let sample = emptySample();
  return {
    add(day: ReportDay): void {
      const result = day.result();
      if (result.snapshots === 0) return;
      for (const key of result.boards) boards.add(key);
      if (result.isOpen && !isOpen) {
        withoutOpen = sample.days;
        sample = emptySample();
        isOpen = true;
      }
      if (isOpen && !result.isOpen) {
        withoutOpen = [...withoutOpen, day.date];
        return;
      }
      sample.days.push(day.date);
      sample.isClosed &&= result.isClosed;
      sample.snapshots += result.snapshots;
      sample.gaps += result.gaps;
      if (Number.isNaN(sample.first)) sample.first = result.first;
      sample.last = result.last;
      sample.entries.push(...result.entries.map((entry) => withOutcomes(entry, day.date, result)));
      for (const [listed, entries] of groupBy(result.entries, (entry) => entry.listed))
        addOthers(sample.others, entries, listed, result);
    },
    result() {
      const { others, ...found } = sample;
      const order = keys.length > 0 ? keys : [...boards];
      return {
        timeframe,
        ...found,
        /** False: no day has a snapshot of session `open`, so that those of all sessions count. */
        isOpen,
        withoutOpen,
        /** The keys of all boards. */
        boards: [...boards],
        groups: [...otherGroup(others), ...groupsOf(found.entries, order)],
        extremes: extremesOf(found.entries),
      };
    },
  };
}

function withOutcomes({ listed: _, ...entry }: Entry, day: string, { outcomeOf, counts }: DayResult) {
  const { symbol, price, time } = entry;
  const priced = price === null ? null : { key: tickerKey(symbol), price, time };
  const after = inWindows((name) => (priced !== null && counts(time, name) ? outcomeOf(priced, name) : null));
  return { ...entry, day, direction: directionOf(entry), after };
}

type Others = ReturnType<typeof emptySample>['others'];

/** Adds to the other symbols those of a snapshot, `listed`, for each of its entries. */
function addOthers(
  others: Others,
  entries: ReadonlyArray<Entry>,
  listed: ReadonlyMap<string, number>,
  { outcomeOf, counts }: DayResult,
): void {
  // A symbol that is listed alone has nothing to be compared with.
  const own = entries.flatMap(({ price, symbol }) => (price === null ? [] : [tickerKey(symbol)]));
  const [first] = entries;
  if (first === undefined || own.length === 0 || listed.size < 2) return;
  const { time } = first;
  others.entries += own.length;
  for (const key of listed.keys()) if (own.some((each) => each !== key)) others.symbols.add(key);
  for (const name of WINDOW_NAMES) {
    if (!counts(time, name)) continue;
    const outcomes = [...listed].map(([key, price]) => [key, outcomeOf({ key, price, time }, name)] as const);
    addWeighted(others.after[name], own, new Map(outcomes));
  }
}

/** The symbols that were seen again share the weight of each entry, but the symbol of the entry itself. */
function addWeighted(tally: Tally, own: ReadonlyArray<string>, outcomes: ReadonlyMap<string, Outcome>): void {
  const seen = [...outcomes.values()].filter(({ changePct }) => changePct !== null).length;
  const priced = [...outcomes.values()].filter(({ isPriced }) => isPriced).length;
  let whole = 0;
  const ownWeights = new Map<string, number>();
  for (const key of own) {
    const itself = outcomes.get(key);
    tally.n++;
    tally.priced += (priced - Number(itself?.isPriced === true)) / (outcomes.size - 1);
    const left = seen - Number(itself?.changePct != null);
    if (left === 0) tally.notSeen++;
    const weight = left === 0 ? 0 : 1 / left;
    whole += weight;
    ownWeights.set(key, (ownWeights.get(key) ?? 0) + weight);
  }
  for (const [key, { changePct }] of outcomes) {
    const weight = whole - (ownWeights.get(key) ?? 0);
    if (changePct !== null && weight > 0)
      addChange(tally, key, changePct, weight, Math.round(changePct * ROUNDING) / ROUNDING);
  }
}

function otherGroup({ entries, symbols, after }: Others): ReadonlyArray<ReportGroup> {
  if (entries === 0) return [];
  const figures = inWindows((name) => figuresOf(after[name]));
  const whole = { kind: 'other', board: null, direction: null, extremes: null } as const;
  return [{ ...whole, entries, withoutPrice: 0, symbols: symbols.size, after: figures }];
}

/** Boards in the given order, movers up before down, then three boards, then top plays. */
function groupsOf(
  entries: ReadonlyArray<ReportEntry>,
  order: ReadonlyArray<string>,
): ReadonlyArray<ReportGroup> {
  const places = new Map(order.map((key, index) => [key.toLowerCase(), index]));
  const rankOf = ({ kind, board, direction }: ReportGroup) => [
    ['board', 'confluence', 'topPlay'].indexOf(kind),
    places.get(board?.toLowerCase() ?? '') ?? -1,
    ['up', 'down', null].indexOf(direction),
  ];
  const groups = groupBy(entries, (entry) => JSON.stringify([entry.kind, entry.board, entry.direction]));
  const compare = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) =>
    one.map((rank, index) => rank - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return [...groups.values()].map(groupOf).sort((one, other) => compare(rankOf(one), rankOf(other)));
}

function directionOf({ board, dayPct }: Pick<Entry, 'board' | 'dayPct'>): Direction | null {
  if (board !== TWO_WAY_BOARD || dayPct === null || dayPct === 0) return null;
  return dayPct > 0 ? 'up' : 'down';
}

function groupOf(all: ReadonlyArray<ReportEntry>): ReportGroup {
  const entries = all.filter(({ price }) => price !== null);
  const { kind, board, direction } = all[0] ?? { kind: 'board', board: null, direction: null };
  return {
    kind,
    board,
    direction,
    entries: entries.length,
    withoutPrice: all.length - entries.length,
    symbols: new Set(all.map(({ symbol }) => tickerKey(symbol))).size,
    after: inWindows((name) => figuresOf(tallyOf(entries, name))),
    extremes: extremesOf(entries),
  };
}

function tallyOf(entries: ReadonlyArray<ReportEntry>, name: WindowName): Tally {
  const tally = emptyTally();
  for (const { symbol, after } of entries) {
    const outcome = after[name];
    if (outcome === null) continue;
    tally.n++;
    tally.priced += Number(outcome.isPriced);
    if (outcome.changePct === null) tally.notSeen++;
    else addChange(tally, tickerKey(symbol), outcome.changePct);
  }
  return tally;
}

function extremesOf(entries: ReadonlyArray<ReportEntry>): Extremes | null {
  const changeIn = (name: WindowName) => (entry: ReportEntry) => entry.after[name]?.changePct ?? null;
  const seenIn = (name: WindowName) => entries.filter((entry) => changeIn(name)(entry) !== null).length;
  const window =
    EXTREME_WINDOWS.find((name) => seenIn(name) > 0 && 2 * seenIn(name) >= entries.length) ??
    EXTREME_WINDOWS.find((name) => seenIn(name) > 0);
  if (window === undefined) return null;
  const changed = entries.filter((entry) => changeIn(window)(entry) !== null);
  const first = (sign: 1 | -1) => {
    const size = (entry: ReportEntry) => sign * (changeIn(window)(entry) ?? 0);
    const sorted = changed.toSorted((one, other) => size(other) - size(one));
    const bySymbol = groupBy(sorted, ({ symbol }) => tickerKey(symbol));
    return [...bySymbol.values()].flatMap(([entry]) => entry ?? []).slice(0, MOST_NAMED);
  };
  return { window, best: first(1), worst: first(-1) };
}

/** An outcome as scripts read it. */
function outcomeJson({ price, time, changePct }: Outcome) {
  return { price, at: time === null ? null : new Date(time).toISOString(), changePct };
}

export function reportJson({ timeframe, isOpen, days, snapshots, gaps, groups, entries }: Report) {
  return {
    timeframe,
    session: isOpen ? 'open' : null,
    days,
    snapshots,
    gaps,
    groups: groups.map(({ extremes: _, ...group }) => group),
    entries: entries.map(({ kind, board, symbol, day, time, rank, price, dayPct, bias, after }) => ({
      ...{ kind, board, symbol, day, at: new Date(time).toISOString(), rank, price, dayPct, bias },
      after: inWindows((name) => {
        const outcome = after[name];
        return outcome === null ? null : outcomeJson(outcome);
      }),
    })),
  };
}

const CSV_WINDOW = ['counts', 'price', 'at', 'changePct'];
const ENTRY_COLUMNS = ['kind', 'board', 'symbol', 'day', 'at', 'rank', 'price', 'dayPct', 'bias'];

/** The header, as `changePct.15`, and a row for each entry. */
export function reportRows(report: Report) {
  const header = [
    ...ENTRY_COLUMNS,
    ...WINDOW_NAMES.flatMap((name) => CSV_WINDOW.map((column) => `${column}.${name}`)),
  ];
  const rows = reportJson(report).entries.map(({ after, ...entry }) => [
    ...Object.values(entry),
    ...WINDOW_NAMES.flatMap((name) => {
      const outcome = after[name];
      return [String(outcome !== null), ...(outcome === null ? [null, null, null] : Object.values(outcome))];
    }),
  ]);
  return [header, ...rows];
}
