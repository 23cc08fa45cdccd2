import { groupBy } from '../../lib/group-by.ts';
import { MINUTE_MS, SECOND_MS } from '../../lib/time.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import type { Timeframe } from '../catalogue.ts';
import { changeOf } from '../last-prices.ts';
import { maxGapOf } from '../market-day.ts';
import { tickerKey } from '../ticker.ts';
import {
  type Entry,
  type EntryKind,
  entriesIn,
  type Facts,
  factsOf,
  type ReportSelection,
} from './entries.ts';
import { addOutcome, emptyTally, type Figures, figuresOf, type Outcome } from './figures.ts';
import { createPriceHistory, pricesIn } from './prices.ts';

/** Minutes after the entry; `end` is the last snapshot of the day. */
export const WINDOW_NAMES = ['15', '30', '60', 'end'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];
type InWindows<T> = Readonly<Record<WindowName, T>>;

/** This board lists the largest moves in both directions. */
const TWO_WAY_BOARD = 'movers';
/** A symbol counts as priced if its price is at most this old at the end of the window. */
const STILL_PRICED_MS = 2 * MINUTE_MS;
/** Extremes use the first window in which half of the entries (or else any entry) appeared again. */
const EXTREME_WINDOWS: ReadonlyArray<WindowName> = ['60', '30', '15', 'end'];
const MOST_NAMED = 5;

export interface ReportEntry extends Omit<Entry, 'listed'> {
  readonly day: string;
  readonly direction: Direction | null;
  /** Null for a window that does not count, and for an entry without a price. */
  readonly after: InWindows<Outcome | null>;
}

const DIRECTIONS = ['up', 'down', null] as const;
type Direction = 'up' | 'down';

export interface ReportGroup {
  /** `other` is the comparison group: all other symbols in the snapshots of the entries. */
  readonly kind: EntryKind | 'other';
  readonly board: string | null;
  /** The sign of the change at the entry; null except on the board `movers`. */
  readonly direction: Direction | null;
  /** Only entries with a price. */
  readonly entries: number;
  readonly withoutPrice: number;
  readonly symbols: number;
  readonly after: InWindows<Figures>;
  readonly extremes: Extremes | null;
}

/**
 * One entry for each symbol. `best` starts with the largest gain, `worst` with the largest loss. Each has at
 * most half of the symbols, rounded up.
 */
export interface Extremes {
  readonly window: WindowName;
  readonly best: ReadonlyArray<ReportEntry>;
  readonly worst: ReadonlyArray<ReportEntry>;
}

export type ReportDay = ReturnType<typeof createReportDay>;
export type Report = ReturnType<ReturnType<typeof createReport>['result']>;

/**
 * Snapshots of the report's timeframe must come in order of time. If any is of session `open`, no other
 * counts.
 */
export function createReportDay(date: string, timeframe: Timeframe, selection: ReportSelection) {
  const prices = createPriceHistory();
  const all: Array<Facts> = [];
  const seen = new Set<string>();
  return {
    date,
    add(snapshotTimeframe: Timeframe, snapshot: Snapshot): void {
      const { time } = snapshot;
      if (time === null) return;
      const facts = snapshotTimeframe === timeframe ? factsOf(snapshot, time, timeframe, seen) : null;
      if (facts !== null) all.push(facts);
      prices.add(snapshotTimeframe, time, facts?.listed ?? pricesIn(snapshot));
    },
    result() {
      const open = all.filter((each) => each.isOpen);
      const isOpen = open.length > 0;
      const snapshots = isOpen ? open : all;
      const maxGap = maxGapOf(medianSecondsBetween(all));
      const gaps = snapshots.filter(
        ({ time }, index) => (snapshots[index + 1]?.time ?? time) - time > maxGap,
      );
      const last = snapshots.at(-1)?.time ?? NaN;
      return {
        snapshots: snapshots.length,
        gaps: gaps.length,
        first: snapshots[0]?.time ?? NaN,
        last,
        boards: new Set(all.flatMap(({ boards }) => boards)),
        isOpen,
        isClosed: isOpen && all.some(({ time, session }) => time > last && session !== null),
        entries: entriesIn(snapshots, maxGap, selection),
        /** Returns null if the window has a gap, or does not end within the day. */
        outcomeOf({ key, price, time }: Priced, window: WindowName): Outcome | null {
          const end = window === 'end' ? last : time + Number(window) * MINUTE_MS;
          if (end <= time || end > last || gaps.some((gap) => gap.time >= time && gap.time < end))
            return null;
          const found = prices.lastSeen(key, timeframe, time, end);
          return {
            price: found?.price ?? null,
            time: found?.time ?? null,
            changePct: changeOf(price, found?.price ?? null),
            isPriced: found !== null && found.time >= end - STILL_PRICED_MS,
          };
        },
      };
    },
  };
}

interface Priced {
  readonly key: string;
  readonly price: number;
  readonly time: number;
}

function medianSecondsBetween(snapshots: ReadonlyArray<Facts>): number {
  const steps = snapshots.slice(1).map(({ time }, index) => time - (snapshots[index]?.time ?? time));
  return (steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? NaN) / SECOND_MS;
}

const inWindows = <T>(valueIn: (window: WindowName) => T): InWindows<T> => ({
  15: valueIn('15'),
  30: valueIn('30'),
  60: valueIn('60'),
  end: valueIn('end'),
});

const emptySample = () => ({
  days: [] as Array<string>,
  isClosed: true,
  snapshots: 0,
  gaps: 0,
  /** Milliseconds since 1970. */
  first: NaN,
  last: NaN,
  entries: [] as Array<ReportEntry>,
  others: { entries: 0, symbols: new Set<string>(), after: inWindows(emptyTally) },
});

type DayResult = ReturnType<ReportDay['result']>;

/** Days must come in order. Days without session `open` count only if all days lack it. */
export function createReport(timeframe: Timeframe, { boards: keys = [] }: ReportSelection) {
  const boards = new Set<string>();
  const [open, other] = [emptySample(), emptySample()];
  return {
    add(day: ReportDay): void {
      const result = day.result();
      if (result.snapshots === 0) return;
      for (const key of result.boards) boards.add(key);
      const sample = result.isOpen ? open : other;
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
      const isOpen = open.days.length > 0;
      const { others, ...found } = isOpen ? open : other;
      const all = [...boards];
      const order = keys.flatMap((key) => all.filter((board) => board.toLowerCase() === key.toLowerCase()));
      return {
        timeframe,
        ...found,
        /** If false, snapshots of all sessions count. */
        isOpen,
        withoutOpen: isOpen ? other.days : [],
        boards: all,
        groups: [...otherGroup(others), ...groupsOf(found.entries, keys.length === 0 ? all : order)],
        extremes: extremesOf(found.entries),
      };
    },
  };
}

function withOutcomes({ listed: _, ...entry }: Entry, day: string, { outcomeOf }: DayResult): ReportEntry {
  const { symbol, price, time } = entry;
  const key = tickerKey(symbol);
  const after = inWindows((window) => (price === null ? null : outcomeOf({ key, price, time }, window)));
  return { ...entry, day, direction: directionOf(entry), after };
}

type Others = ReturnType<typeof emptySample>['others'];

/** Adds the other symbols of a snapshot, which share the weight of each entry equally. */
function addOthers(
  others: Others,
  entries: ReadonlyArray<Entry>,
  listed: ReadonlyMap<string, number>,
  { outcomeOf }: DayResult,
): void {
  const own = entries.flatMap(({ price, symbol }) => (price === null ? [] : [tickerKey(symbol)]));
  const [{ time } = { time: NaN }] = entries;
  if (listed.size < 2) return;
  others.entries += own.length;
  for (const [key, price] of listed) {
    const compared = own.filter((each) => each !== key).length;
    if (compared === 0) continue;
    others.symbols.add(key);
    for (const window of WINDOW_NAMES) {
      const outcome = outcomeOf({ key, price, time }, window);
      if (outcome !== null) addOutcome(others.after[window], key, outcome, compared / (listed.size - 1));
    }
  }
}

function otherGroup({ entries, symbols, after }: Others): ReadonlyArray<ReportGroup> {
  if (entries === 0) return [];
  const figures = inWindows((name) => figuresOf(after[name]));
  const whole = { kind: 'other', board: null, direction: null, extremes: null } as const;
  return [{ ...whole, entries, withoutPrice: 0, symbols: symbols.size, after: figures }];
}

function groupsOf(
  entries: ReadonlyArray<ReportEntry>,
  boards: ReadonlyArray<string>,
): ReadonlyArray<ReportGroup> {
  const idOf = (kind: EntryKind, board: string | null, direction: Direction | null) =>
    JSON.stringify([kind, board, direction]);
  const groups = groupBy(entries, ({ kind, board, direction }) => idOf(kind, board, direction));
  const ids = [
    ...boards.flatMap((board) => DIRECTIONS.map((direction) => idOf('board', board, direction))),
    idOf('confluence', null, null),
    idOf('topPlay', null, null),
  ];
  return ids.flatMap((id) => {
    const found = groups.get(id);
    return found === undefined ? [] : [groupOf(found)];
  });
}

function directionOf({ board, dayPct }: Pick<Entry, 'board' | 'dayPct'>): Direction | null {
  if (board !== TWO_WAY_BOARD || dayPct === null || dayPct === 0) return null;
  return dayPct > 0 ? 'up' : 'down';
}

function groupOf(all: ReadonlyArray<ReportEntry>): ReportGroup {
  const entries = all.filter(({ price }) => price !== null);
  const { kind, board, direction } = all[0] ?? { kind: 'board', board: null, direction: null };
  const tallies = inWindows(emptyTally);
  for (const { symbol, after } of entries)
    for (const window of WINDOW_NAMES) {
      const outcome = after[window];
      if (outcome !== null) addOutcome(tallies[window], tickerKey(symbol), outcome);
    }
  return {
    kind,
    board,
    direction,
    entries: entries.length,
    withoutPrice: all.length - entries.length,
    symbols: new Set(all.map(({ symbol }) => tickerKey(symbol))).size,
    after: inWindows((window) => figuresOf(tallies[window])),
    extremes: extremesOf(entries),
  };
}

function extremesOf(entries: ReadonlyArray<ReportEntry>): Extremes | null {
  const changeIn = (window: WindowName, { after }: ReportEntry) => after[window]?.changePct ?? null;
  const seenIn = (window: WindowName) => entries.filter((entry) => changeIn(window, entry) !== null);
  const window =
    EXTREME_WINDOWS.find((each) => seenIn(each).length > 0 && 2 * seenIn(each).length >= entries.length) ??
    EXTREME_WINDOWS.find((each) => seenIn(each).length > 0);
  if (window === undefined) return null;
  const change = (entry: ReportEntry) => changeIn(window, entry) ?? 0;
  // The sort is stable, so the earlier of two equal changes comes first.
  const furthest = (sign: 1 | -1) => {
    const sorted = seenIn(window).toSorted((one, other) => sign * (change(other) - change(one)));
    const bySymbol = groupBy(sorted, ({ symbol }) => tickerKey(symbol));
    const half = Math.ceil(bySymbol.size / 2);
    return [...bySymbol.values()].flatMap(([entry]) => entry ?? []).slice(0, Math.min(MOST_NAMED, half));
  };
  return { window, best: furthest(1), worst: furthest(-1) };
}

const outcomeJson = ({ price, time, changePct }: Outcome) => ({ price, at: timeText(time), changePct });
const timeText = (time: number | null) => (time === null ? null : new Date(time).toISOString());

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
      after: inWindows((window) => {
        const outcome = after[window];
        return outcome === null ? null : outcomeJson(outcome);
      }),
    })),
  };
}

const CSV_WINDOW = ['counts', 'price', 'at', 'changePct'];
const ENTRY_COLUMNS = ['kind', 'board', 'symbol', 'day', 'at', 'rank', 'price', 'dayPct', 'bias'];

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
