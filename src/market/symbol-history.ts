import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { diffOf } from './diff.ts';
import { marketDayOf } from './market-day.ts';
import { findPlacements, type Standing, type SymbolStandings } from './standings.ts';
import type { AsOf, PathPoint, SymbolPath, TimedValue } from './timeline/as-of.ts';
import { createTimeline } from './timeline/timeline.ts';

/** A symbol in one snapshot. */
export interface HistoryPoint {
  /** As sent. */
  readonly asOf: string;
  readonly asOfMilliseconds: number;
  /** Confluence; 0 if it was on no board. */
  readonly boards: number;
  readonly price: number | null;
  readonly dayPct: number | null;
  /** By board key. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** What the newest snapshot that lists a symbol says of it. */
interface LastFigures extends Pick<SymbolStandings, 'name' | 'price' | 'volume'> {
  readonly standing: Standing;
}

/** Where a symbol has been in one timeframe. */
export interface SymbolHistory {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Each snapshot, the oldest first, also those without the symbol. */
  readonly points: ReadonlyArray<HistoryPoint>;
  /** Null if no snapshot lists the symbol. */
  readonly last: LastFigures | null;
  /** Null if it was not asked for. */
  readonly memory: SymbolMemory | null;
}

/** What a card adds to the points. */
export interface SymbolMemory {
  /** Points and trails are those of the market day of the newest snapshot. */
  readonly path: SymbolPath;
  /** As of the newest snapshot. */
  readonly remembered: AsOf;
}

/** The histories of some symbols in one timeframe, from snapshots in the order of their times. */
export interface SymbolHistories {
  /** Takes the next snapshot, with the rows of these symbols only (`onlySymbols`). */
  add(snapshot: Snapshot): void;
  /** The number of snapshots. */
  readonly length: number;
  /** In the order of the symbols. */
  all(): ReadonlyArray<SymbolHistory>;
}

/** A day of snapshots every five seconds. Of more, the newest are kept. */
const MAX_SNAPSHOTS = 17_280;
const NO_RANKS: ReadonlyMap<string, number> = new Map();

/** Without memory, which data does not need, thousands of snapshots take less. */
export function createSymbolHistories(
  timeframe: Timeframe,
  symbols: ReadonlyArray<string>,
  hasMemory: boolean,
): SymbolHistories {
  const timeline = hasMemory ? createTimeline({ maxSnapshots: MAX_SNAPSHOTS }) : null;
  const points = new Map(symbols.map((symbol): [string, Array<HistoryPoint>] => [symbol, []]));
  const sharedRanks = createRanksStore();
  const last = new Map<string, LastFigures>();
  let length = 0;
  let newest = Number.NEGATIVE_INFINITY;
  return {
    add(snapshot) {
      const { asOfMilliseconds: asOf } = snapshot;
      if (asOf === null || asOf <= newest) return;
      newest = asOf;
      timeline?.add(snapshot, diffOf(timeline.at('newest').snapshot, snapshot));
      length++;
      for (const [symbol, found] of points) {
        const figures = figuresOf(snapshot, timeframe, symbol);
        if (figures !== null) last.set(symbol, figures);
        found.push(pointOf(snapshot, figures, sharedRanks));
        if (found.length > MAX_SNAPSHOTS) found.shift();
      }
    },
    get length() {
      return length;
    },
    all: () =>
      [...points].map(([symbol, found]) => ({
        symbol,
        timeframe,
        points: found,
        last: last.get(symbol) ?? null,
        memory: timeline === null ? null : memoryOf(symbol, found, timeline.at('newest')),
      })),
  };
}

function memoryOf(symbol: string, points: ReadonlyArray<HistoryPoint>, newest: AsOf): SymbolMemory {
  const path = newest.pathOf(symbol);
  return { path: { ...path, ...wholeDay(points, newest.asOf, path) }, remembered: newest };
}

/** What the timeline, which has the recent snapshots only, knows less of. */
function wholeDay(
  all: ReadonlyArray<HistoryPoint>,
  newest: number,
  { places }: SymbolPath,
): Pick<SymbolPath, 'points' | 'lastSeenAt' | 'places'> {
  const day = marketDayOf(newest);
  const trails = new Map(places.map(({ board }): [string, Array<TimedValue>] => [board, []]));
  const points: Array<PathPoint> = [];
  let lastSeenAt: number | null = null;
  for (const { asOfMilliseconds: asOf, boards, price, ranks } of all) {
    if (ranks.size > 0) lastSeenAt = asOf;
    if (marketDayOf(asOf) !== day) continue;
    points.push({ asOf, boards, price });
    for (const [board, trail] of trails) trail.push({ asOf, value: ranks.get(board) ?? null });
  }
  return {
    points,
    lastSeenAt,
    places: places.map((place) => ({ ...place, trail: trails.get(place.board) ?? [] })),
  };
}

function figuresOf(snapshot: Snapshot, timeframe: Timeframe, symbol: string): LastFigures | null {
  if (snapshot.boards.length === 0) return null;
  const [found] = findPlacements([symbol], [{ timeframe, snapshot }]);
  const [standing] = found?.standings ?? [];
  if (found === undefined || standing === undefined || standing.placements.length === 0) return null;
  return { name: found.name, price: found.price, volume: found.volume, standing };
}

function pointOf(
  { asOf, asOfMilliseconds }: Snapshot,
  figures: LastFigures | null,
  sharedRanks: (ranks: HistoryPoint['ranks']) => HistoryPoint['ranks'],
): HistoryPoint {
  return {
    asOf: asOf ?? '',
    asOfMilliseconds: asOfMilliseconds ?? 0,
    boards: figures?.standing.boards ?? 0,
    price: figures?.price ?? null,
    dayPct: figures?.standing.dayPct ?? null,
    ranks: figures === null ? NO_RANKS : sharedRanks(ranksOf(figures.standing)),
  };
}

/** A board that lists the symbol twice has its first rank. */
function ranksOf({ placements }: Standing): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { board, row } of placements)
    if (row.rank !== null && !ranks.has(board)) ranks.set(board, row.rank);
  return ranks;
}

const MAX_SHARED_RANKS = 1000;

/** Returns a function that gives the same map for equal ranks, most of which recur, so that thousands of points take little memory. */
function createRanksStore(): (ranks: HistoryPoint['ranks']) => HistoryPoint['ranks'] {
  const known = new Map<string, HistoryPoint['ranks']>();
  return (ranks) => {
    const key = JSON.stringify([...ranks]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size === MAX_SHARED_RANKS) known.clear();
    known.set(key, ranks);
    return ranks;
  };
}
