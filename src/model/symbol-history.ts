import type { Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { ranksByBoard } from './changes.ts';
import { createHistory } from './history.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { marketDayOf } from './market-day.ts';
import { observe } from './observation.ts';
import { findPlacements } from './placements.ts';
import type { Standing, SymbolStandings } from './standings.ts';
import { type SymbolPath, symbolPath } from './symbol-path.ts';
import { type Trend, trendsOf } from './trend.ts';

/** A symbol in one snapshot. */
interface HistoryPoint {
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
  add(snapshot: Snapshot): void;
  /** The number of snapshots. */
  readonly length: number;
  /** In the order of the symbols. */
  all(): ReadonlyArray<SymbolHistory>;
}

/** A day of snapshots every five seconds. Of more, the newest are kept. */
const MAX_SNAPSHOTS = 17_280;
/** Trails and trends are about the last 30 minutes. */
const RECENT_MS = 30 * 60 * 1000;
const MAX_RECENT = 960;
const MAX_INTERNED = 1000;
const NO_BOARDS: Snapshot['boards'] = [];
const NO_BODY: Snapshot['raw'] = {};
const NO_RANKS: ReadonlyMap<string, number> = new Map();

export function createSymbolHistories(
  timeframe: Timeframe,
  symbols: ReadonlyArray<string>,
  capacity = MAX_SNAPSHOTS,
): SymbolHistories {
  const ledger = createLedger();
  const recent: Array<Snapshot> = [];
  const intern = createInterner();
  const points = new Map<string, Array<HistoryPoint>>(symbols.map((symbol) => [symbol, []]));
  const last = new Map<string, LastFigures>();
  let length = 0;
  return {
    add(snapshot) {
      const kept = onlySymbols(snapshot, symbols);
      const observation = observe(kept);
      if (observation === null || ledger.follow(observation) === null) return;
      length++;
      addNewest(recent, kept, MAX_RECENT);
      dropOlder(recent, observation.asOf - RECENT_MS);
      for (const [symbol, found] of points) {
        const figures = figuresOf(kept, timeframe, symbol);
        if (figures !== null) last.set(symbol, figures);
        addNewest(found, pointOf(kept, figures, intern), capacity);
      }
    },
    get length() {
      return length;
    },
    all: () =>
      symbols.map((symbol) => {
        const found = points.get(symbol)?.slice(-capacity) ?? [];
        const lastSeenAt = found.findLast(({ ranks }) => ranks.size > 0)?.asOfMilliseconds ?? null;
        const figures = last.get(symbol) ?? null;
        const past = pathOf(symbol, found, recent, ledger);
        return { symbol, timeframe, points: found, last: figures, lastSeenAt, ...past };
      }),
  };
}

/**
 * A snapshot with the rows of some symbols only, each with the rank that `ranksByBoard` gives it. It has neither body, top play
 * nor breadth, so that many of them take little memory.
 */
export function onlySymbols(snapshot: Snapshot, symbols: ReadonlyArray<string>): Snapshot {
  const wanted = new Set(symbols);
  const ranks = ranksByBoard(snapshot);
  const boards = snapshot.boards.flatMap((board) => {
    const rows = board.rows.flatMap((row) => {
      if (row.symbol === null || !wanted.has(row.symbol)) return [];
      const rank = ranks.get(board.key)?.get(row.symbol) ?? row.rank;
      return [rank === row.rank ? row : { ...row, rank }];
    });
    return rows.length === 0 ? [] : [{ key: board.key, tier: board.tier, rows }];
  });
  const { asOf, asOfMilliseconds, timeframe, session } = snapshot;
  const kept = boards.length === 0 ? NO_BOARDS : boards;
  return {
    asOf,
    asOfMilliseconds,
    timeframe,
    session,
    breadth: null,
    topPlay: null,
    boards: kept,
    raw: NO_BODY,
  };
}

/** What the pane would know: trails and trends from the recent snapshots, all else from what the ledger has followed. */
function pathOf(
  symbol: string,
  points: ReadonlyArray<HistoryPoint>,
  recent: ReadonlyArray<Snapshot>,
  ledger: Ledger,
): Pick<SymbolHistory, 'path' | 'trends'> {
  const history = createHistory({ compress: null, capacity: 2 * MAX_RECENT });
  for (const snapshot of recent) history.add(snapshot);
  const trends = new Map<string, Trend>();
  for (const [board, rows] of trendsOf(history, ledger)) {
    const trend = rows.get(symbol);
    if (trend !== undefined) trends.set(board, trend);
  }
  const { lastSeen: _, ...path } = symbolPath(history, ledger, symbol);
  const day = marketDayOf(points.at(-1)?.asOfMilliseconds ?? 0);
  const ofDay = points.filter(({ asOfMilliseconds }) => marketDayOf(asOfMilliseconds) === day);
  const pathPoints = ofDay.map(({ asOfMilliseconds: asOf, boards, dayPct }) => ({ asOf, boards, dayPct }));
  return { path: { ...path, points: pathPoints }, trends };
}

function figuresOf(snapshot: Snapshot, timeframe: Timeframe, symbol: string): LastFigures | null {
  if (snapshot.boards.length === 0) return null;
  const [found] = findPlacements([symbol], [{ timeframe, snapshot, isSimulated: false, isRecorded: false }]);
  const [standing] = found?.standings ?? [];
  if (found === undefined || standing === undefined || standing.placements.length === 0) return null;
  return { name: found.name, price: found.price, volume: found.volume, standing };
}

function pointOf(
  { asOf, asOfMilliseconds }: Snapshot,
  figures: LastFigures | null,
  intern: (ranks: ReadonlyMap<string, number>) => ReadonlyMap<string, number>,
): HistoryPoint {
  // Written out, because an object with a spread takes three times the memory, and a day has thousands of them.
  return {
    asOf: asOf ?? '',
    asOfMilliseconds: asOfMilliseconds ?? 0,
    boards: figures?.standing.boards ?? 0,
    price: figures?.price ?? null,
    dayPct: figures?.standing.dayPct ?? null,
    // Most ranks recur.
    ranks: figures === null ? NO_RANKS : intern(ranksOf(figures.standing)),
  };
}

/** Returns a function that gives the same object for maps with the same entries in the same order. */
function createInterner() {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (ranks: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
    const key = JSON.stringify([...ranks]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size === MAX_INTERNED) known.clear();
    known.set(key, ranks);
    return ranks;
  };
}

/** A board that lists the symbol twice has its first rank. */
function ranksOf({ placements }: Standing): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { board, row } of placements)
    if (row.rank !== null && !ranks.has(board)) ranks.set(board, row.rank);
  return ranks;
}

/** Drops many of the oldest at once: dropping each by itself would move all others. */
function addNewest<T>(items: Array<T>, item: T, capacity: number): void {
  items.push(item);
  if (items.length >= 2 * capacity) items.splice(0, items.length - capacity);
}

/** Drops snapshots before a time but for the newest of them, many at once. */
function dropOlder(snapshots: Array<Snapshot>, time: number): void {
  const isOlder = ({ asOfMilliseconds }: Snapshot) => (asOfMilliseconds ?? 0) < time;
  const half = snapshots[snapshots.length >> 1];
  if (half === undefined || !isOlder(half)) return;
  snapshots.splice(0, snapshots.findLastIndex(isOlder));
}

/** The output of `history --json` for one symbol and timeframe. */
export function historyJson({ symbol, timeframe, points }: SymbolHistory) {
  return {
    symbol,
    timeframe,
    points: points.map(({ asOf, boards, price, dayPct, ranks }) => ({
      asOf,
      boards,
      price,
      dayPct,
      ranks: Object.fromEntries(ranks),
    })),
  };
}

export const HISTORY_COLUMNS = [
  'symbol',
  'timeframe',
  'asOf',
  'boards',
  'price',
  'dayPct',
  'board',
  'rank',
] as const;

/** A row for each board of each snapshot, as `HISTORY_COLUMNS`; one with neither board nor rank where it was on no board. */
export function historyRows({ symbol, timeframe, points }: SymbolHistory) {
  return points.flatMap(({ asOf, boards, price, dayPct, ranks }) => {
    const places = ranks.size === 0 ? [[null, null] as const] : [...ranks];
    return places.map(([board, rank]) => [symbol, timeframe, asOf, boards, price, dayPct, board, rank]);
  });
}
