import type { Board, BoardRow, Breadth, Snapshot } from '../../service/snapshot.ts';
import { confluenceBySymbol } from '../ranks.ts';
import type { Bound, ConditionNumber } from './condition-numbers.ts';
import type { Condition } from './parse-conditions.ts';

/** The numbers that a condition can compare; null where there is none. */
export type Facts = Readonly<Record<ConditionNumber, number | null>>;

/** What a condition can be true of: a row of a board, a symbol on whatever boards, or the market (both null). */
export interface Place {
  readonly board: string | null;
  readonly symbol: string | null;
}

/** The rows of a snapshot by what conditions ask of them. */
export interface ConditionRows {
  /** Null if nothing is listed there. */
  factsAt(place: Place): Facts | null;
  /** The places that the condition is about, in the order of the snapshot. */
  places(condition: Condition): Iterable<Place>;
  /** The boards that list a symbol. */
  boardsOf(symbol: string): ReadonlyArray<string>;
  /** The confluence of a symbol, and breadth, whether it is listed or not. */
  factsOfSymbol(symbol: string | null): Facts;
}

type Rows = ReadonlyMap<string, BoardRow>;

/** `boards` may be some of the boards and rows of the snapshot: then only these are listed. A duplicate symbol keeps its first row, shown or not. */
export function conditionRows(snapshot: Snapshot, boards: ReadonlyArray<Board>): ConditionRows {
  const byBoard = rowsByBoard(snapshot.boards, boards);
  const bySymbol = rowsBySymbol(byBoard);
  const scores = confluenceBySymbol(snapshot);
  const breadth = shareOfAdvancers(snapshot.breadth);
  const factsOfSymbol = (symbol: string | null): Facts => ({
    boards: symbol === null ? null : (scores.get(symbol) ?? 0),
    rank: null,
    dayPct: null,
    breadth,
  });
  return {
    factsOfSymbol,
    boardsOf: (symbol) => [...(bySymbol.get(symbol)?.keys() ?? [])],
    factsAt({ board, symbol }) {
      if (symbol === null) return factsOfSymbol(null);
      const rows = bySymbol.get(symbol);
      const row = board === null ? undefined : rows?.get(board);
      if (rows === undefined || (board !== null && row === undefined)) return null;
      const dayPct = row === undefined ? firstDayPct(rows) : row.dayPct;
      return { ...factsOfSymbol(symbol), rank: row?.rank ?? null, dayPct };
    },
    *places(condition) {
      if (isAboutMarket(condition)) return yield { board: null, symbol: null };
      if (!isAboutRows(condition)) {
        for (const symbol of bySymbol.keys()) if (isSymbol(condition, symbol)) yield { board: null, symbol };
        return;
      }
      for (const [board, rows] of byBoard) {
        if (!isBoard(condition, board)) continue;
        for (const symbol of rows.keys()) if (isSymbol(condition, symbol)) yield { board, symbol };
      }
    },
  };
}

export function isSymbol(condition: Condition, symbol: string | null): boolean {
  return condition.symbol === null || condition.symbol === symbol?.toUpperCase();
}

export function isBoard(condition: Condition, board: string | null): boolean {
  return condition.board === null || condition.board.toLowerCase() === board?.toLowerCase();
}

/** False if one of the numbers is not known. */
export function isWithin(bounds: ReadonlyArray<Bound>, facts: Facts): boolean {
  return bounds.every((bound) => holds(bound, facts));
}

export function holds({ number, isAtLeast, value }: Bound, facts: Facts): boolean {
  const fact = facts[number];
  return fact !== null && (isAtLeast ? fact >= value : fact <= value);
}

function isAboutMarket({ board, symbol, bounds }: Condition): boolean {
  return board === null && symbol === null && bounds.every(({ number }) => number === 'breadth');
}

function isAboutRows({ board, bounds }: Condition): boolean {
  return board !== null || bounds.some(({ number }) => number === 'rank');
}

function rowsByBoard(all: ReadonlyArray<Board>, shown: ReadonlyArray<Board>): ReadonlyMap<string, Rows> {
  const firstRows = new Map(all.map(({ key, rows }) => [key, firstRowsOf(rows)]));
  const isFirst = (key: string, row: BoardRow) => firstRows.get(key)?.get(row.symbol ?? '') === row;
  return new Map(shown.map(({ key, rows }) => [key, firstRowsOf(rows.filter((row) => isFirst(key, row)))]));
}

function firstRowsOf(rows: ReadonlyArray<BoardRow>): Rows {
  const bySymbol = new Map<string, BoardRow>();
  for (const row of rows) if (row.symbol !== null && !bySymbol.has(row.symbol)) bySymbol.set(row.symbol, row);
  return bySymbol;
}

function rowsBySymbol(byBoard: ReadonlyMap<string, Rows>): ReadonlyMap<string, Rows> {
  const found = new Map<string, Map<string, BoardRow>>();
  for (const [board, rows] of byBoard) {
    for (const [symbol, row] of rows) {
      const byKey = found.get(symbol) ?? new Map<string, BoardRow>();
      found.set(symbol, byKey.set(board, row));
    }
  }
  return found;
}

function firstDayPct(rows: Rows): number | null {
  for (const { dayPct } of rows.values()) if (dayPct !== null) return dayPct;
  return null;
}

/** Advancers of advancers and decliners, 0 to 1. */
function shareOfAdvancers(breadth: Breadth | null): number | null {
  const { advancers, decliners } = breadth ?? { advancers: null, decliners: null };
  if (advancers === null || decliners === null || advancers < 0 || decliners < 0) return null;
  return advancers + decliners > 0 ? advancers / (advancers + decliners) : null;
}
