import { decodeRow, type Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { createHistory } from './history.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { marketDayOf } from './market-day.ts';
import { observe } from './observation.ts';
import { findPlacements } from './placements.ts';
import type { Standing, SymbolStandings } from './standings.ts';
import { type PathPoint, type SymbolPath, symbolPath } from './symbol-path.ts';
import { createSymbolPoints, type HistoryPoint, type HistoryPoints } from './symbol-points.ts';
import { type Trend, trendsOf } from './trend.ts';
import { TREND_WINDOW_MS } from './trend-window.ts';

/** What the newest snapshot that lists a symbol says of it. */
interface LastFigures extends Pick<SymbolStandings, 'name' | 'price' | 'volume'> {
  readonly standing: Standing;
}

/** Where a symbol has been in one timeframe. */
export interface SymbolHistory {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Each snapshot, the oldest first, also those without the symbol. */
  readonly points: HistoryPoints;
  /** Its points are those of the market day of the newest snapshot. */
  readonly path: Omit<SymbolPath, 'lastSeen'>;
  /** When a snapshot last listed it; null if none did. */
  readonly lastSeenAt: number | null;
  /** Null if no snapshot lists the symbol. */
  readonly last: LastFigures | null;
  /** The trends of the boards that it is on. */
  readonly trends: ReadonlyMap<string, Trend>;
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
/** Trails and trends need no more: the last 30 minutes, even at one snapshot a second. */
const MAX_RECENT = 1920;
const NO_BODY: Snapshot['raw'] = {};
const NO_RANKS: ReadonlyMap<string, number> = new Map();

export function createSymbolHistories(timeframe: Timeframe, symbols: ReadonlyArray<string>): SymbolHistories {
  const ledger = createLedger();
  const points = new Map(symbols.map((symbol) => [symbol, createSymbolPoints(MAX_SNAPSHOTS)]));
  const last = new Map<string, LastFigures>();
  let length = 0;
  return {
    add(snapshot) {
      const observation = observe(snapshot);
      if (observation === null || ledger.follow(observation) === null) return;
      length++;
      for (const [symbol, found] of points) {
        const figures = figuresOf(snapshot, timeframe, symbol);
        if (figures !== null) last.set(symbol, figures);
        found.add(pointOf(snapshot, figures));
      }
    },
    get length() {
      return length;
    },
    all: () =>
      [...points].map(([symbol, kept]) => {
        const found = kept.all();
        const figures = last.get(symbol) ?? null;
        const past = pathOf(symbol, found, ledger);
        return { symbol, timeframe, points: found, last: figures, lastSeenAt: lastSeenAt(found), ...past };
      }),
  };
}

function lastSeenAt(points: HistoryPoints): number | null {
  for (let index = 1; index <= points.length; index++) {
    const point = points.at(-index);
    if (point !== undefined && point.ranks.size > 0) return point.asOfMilliseconds;
  }
  return null;
}

/** What the pane would know: trails and trends from the recent points, all else from what the ledger has followed. */
function pathOf(
  symbol: string,
  points: HistoryPoints,
  ledger: Ledger,
): Pick<SymbolHistory, 'path' | 'trends'> {
  const newest = points.at(-1)?.asOfMilliseconds ?? 0;
  const history = createHistory({ compress: null, capacity: MAX_RECENT });
  for (const point of points.since(newest - TREND_WINDOW_MS)) history.add(snapshotOf(symbol, point));
  const trends = new Map<string, Trend>();
  for (const [board, rows] of trendsOf(history, ledger)) {
    const trend = rows.get(symbol);
    if (trend !== undefined) trends.set(board, trend);
  }
  const { lastSeen: _, ...path } = symbolPath(history, ledger, symbol);
  const day = marketDayOf(newest);
  const ofDay: Array<PathPoint> = [];
  for (const { asOfMilliseconds: asOf, boards, dayPct } of points)
    if (marketDayOf(asOf) === day) ofDay.push({ asOf, boards, dayPct });
  return { path: { ...path, points: ofDay }, trends };
}

/** As far as a point knows it. */
function snapshotOf(symbol: string, { asOf, asOfMilliseconds, ranks }: HistoryPoint): Snapshot {
  const boards = [...ranks].map(([key, rank]) => ({ key, rows: [decodeRow({ symbol, rank })] }));
  return {
    asOf,
    asOfMilliseconds,
    timeframe: null,
    session: null,
    breadth: null,
    topPlay: null,
    boards,
    raw: NO_BODY,
  };
}

function figuresOf(snapshot: Snapshot, timeframe: Timeframe, symbol: string): LastFigures | null {
  if (snapshot.boards.length === 0) return null;
  const [found] = findPlacements([symbol], [{ timeframe, snapshot }]);
  const [standing] = found?.standings ?? [];
  if (found === undefined || standing === undefined || standing.placements.length === 0) return null;
  return { name: found.name, price: found.price, volume: found.volume, standing };
}

function pointOf({ asOf, asOfMilliseconds }: Snapshot, figures: LastFigures | null): HistoryPoint {
  return {
    asOf: asOf ?? '',
    asOfMilliseconds: asOfMilliseconds ?? 0,
    boards: figures?.standing.boards ?? 0,
    price: figures?.price ?? null,
    dayPct: figures?.standing.dayPct ?? null,
    ranks: figures === null ? NO_RANKS : ranksOf(figures.standing),
  };
}

/** A board that lists the symbol twice has its first rank. */
function ranksOf({ placements }: Standing): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { board, row } of placements)
    if (row.rank !== null && !ranks.has(board)) ranks.set(board, row.rank);
  return ranks;
}
