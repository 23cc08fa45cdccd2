import { MINUTE_MS } from '../time-units.ts';
import type { ReadableHistory } from './history.ts';
import type { Ledger } from './ledger.ts';
import { marketDayOf } from './market-day.ts';
import type { SymbolState } from './observation.ts';
import type { PastStint, Stint } from './past-stints.ts';
import type { Age } from './stints.ts';
import type { SymbolRecord } from './symbol-records.ts';

/** A symbol in one snapshot of the market day. */
export interface PathPoint {
  /** Milliseconds since 1970. */
  readonly asOf: number;
  /** Confluence; 0 if it was on no board. */
  readonly boards: number;
  /** Null if it is unknown, or if the symbol was on no board. */
  readonly dayPct: number | null;
}

/** The last rank in five minutes; `off` where the symbol was not on the board, `unknown` where memory has nothing. */
export type TrailRank = number | 'off' | 'unknown';

/** A board that the symbol is on. */
export interface PathPlace extends Stint {
  readonly there: Age;
  /** The last 30 minutes in steps of five, the oldest first. */
  readonly trail: ReadonlyArray<TrailRank>;
}

/** Where a symbol has been in one timeframe, as memory knows it. Times are those of snapshots. */
export interface SymbolPath {
  /** The newest snapshot that lists the symbol; null if none does. */
  readonly lastSeen: { readonly index: number; readonly asOf: number; readonly state: SymbolState } | null;
  /** Whether that is the newest snapshot. */
  readonly isListed: boolean;
  /** The boards that it is on, in the order of the snapshot. */
  readonly places: ReadonlyArray<PathPlace>;
  /** The boards that it has left on this market day; the one that it left last comes first. */
  readonly left: ReadonlyArray<PastStint>;
  /** Null if it was on no board on this market day. */
  readonly record: SymbolRecord | null;
  /** Each snapshot of this market day, the oldest first. */
  readonly points: ReadonlyArray<PathPoint>;
}

const TRAIL_STEPS = 6;
const TRAIL_STEP_MS = 5 * MINUTE_MS;

export const NO_PATH: SymbolPath = {
  lastSeen: null,
  isListed: false,
  places: [],
  left: [],
  record: null,
  points: [],
};

/** `ledger` must have followed the history up to the snapshot of `index`, which by default is the newest. */
export function symbolPath(
  history: ReadableHistory,
  ledger: Pick<Ledger, 'stintOf' | 'pastStintsOf' | 'recordOf'>,
  symbol: string,
  index = history.length - 1,
): SymbolPath {
  if (history.at(index) === null) return NO_PATH;
  const lastSeen = findLast(history, symbol, index);
  return {
    lastSeen,
    isListed: lastSeen !== null && lastSeen.index === index,
    places: placesOf(history, ledger, symbol, index),
    left: ledger.pastStintsOf(symbol),
    record: ledger.recordOf(symbol),
    points: pointsOf(history, symbol, index),
  };
}

function findLast(history: ReadableHistory, symbol: string, index: number): SymbolPath['lastSeen'] {
  for (let each = index; each >= 0; each--) {
    const state = history.symbolAt(each, symbol);
    if (state !== null) return { index: each, asOf: history.timeAt(each), state };
  }
  return null;
}

function pointsOf(history: ReadableHistory, symbol: string, index: number): ReadonlyArray<PathPoint> {
  const day = marketDayOf(history.timeAt(index));
  const points: Array<PathPoint> = [];
  for (let each = index; each >= 0; each--) {
    const asOf = history.timeAt(each);
    if (marketDayOf(asOf) !== day) break;
    const state = history.symbolAt(each, symbol);
    points.push({ asOf, boards: state?.boards ?? 0, dayPct: state?.dayPct ?? null });
  }
  return points.reverse();
}

function placesOf(
  history: ReadableHistory,
  ledger: Pick<Ledger, 'stintOf'>,
  symbol: string,
  index: number,
): ReadonlyArray<PathPlace> {
  const asOf = history.timeAt(index);
  const trails = new Map<string, Array<TrailRank>>();
  history.visitRanks(index, (board, listed) => {
    if (listed === symbol) trails.set(board, new Array<TrailRank>(TRAIL_STEPS).fill('unknown'));
  });
  fillTrails(history, symbol, index, trails);
  return [...trails].flatMap(([board, trail]) => {
    const stint = ledger.stintOf(board, symbol);
    if (stint === null) return [];
    const there = { milliseconds: asOf - stint.since, isAtLeast: stint.isAtLeast };
    return [{ ...stint, there, trail }];
  });
}

/** From the newest snapshot to the oldest of 30 minutes, or to a hole: the first rank found in a step is its last one. */
function fillTrails(
  history: ReadableHistory,
  symbol: string,
  index: number,
  trails: ReadonlyMap<string, Array<TrailRank>>,
): void {
  const asOf = history.timeAt(index);
  for (let each = index; each >= 0; each--) {
    const step = TRAIL_STEPS - 1 - Math.floor((asOf - history.timeAt(each)) / TRAIL_STEP_MS);
    if (step < 0) break;
    for (const trail of trails.values()) if (trail[step] === 'unknown') trail[step] = 'off';
    history.visitRanks(each, (board, listed, rank) => {
      const trail = listed === symbol ? trails.get(board) : undefined;
      if (trail !== undefined && trail[step] === 'off') trail[step] = rank;
    });
    if (history.hasHoleBefore(each)) break;
  }
}

/** When the symbol was first on at least so many boards; null if it never was, or already at the first point. */
export function firstReached(points: ReadonlyArray<PathPoint>, boards: number): number | null {
  const index = points.findIndex((point) => point.boards >= boards);
  return index <= 0 ? null : (points[index]?.asOf ?? null);
}

/** When the symbol was first on as many boards as both before and after the last change of their number. */
export function firstBoards({
  record,
  points,
}: Pick<SymbolPath, 'record' | 'points'>): { readonly boards: number; readonly at: number } | null {
  const boards = Math.min(record?.boards ?? 0, record?.previousBoards ?? 0);
  const at = boards > 0 ? firstReached(points, boards) : null;
  return at === null ? null : { boards, at };
}
