import type { Snapshot } from '../service/snapshot.ts';

/** Rank by symbol on one board. */
export type Ranks = ReadonlyMap<string, number>;
/** Rank by symbol, for each board key. */
export type BoardRanks = ReadonlyMap<string, Ranks>;

/** Rank by symbol for each board. A row without a rank gets its position; a duplicate symbol keeps its first rank. */
export function ranksByBoard(snapshot: Snapshot): Map<string, Map<string, number>> {
  const boards = new Map<string, Map<string, number>>();
  for (const { key, rows } of snapshot.boards) {
    const ranks = new Map<string, number>();
    boards.set(key, ranks);
    for (const [index, { symbol, rank }] of rows.entries()) {
      if (symbol !== null && !ranks.has(symbol)) ranks.set(symbol, rank ?? index + 1);
    }
  }
  return boards;
}

/** Confluence of each listed symbol: the score of the service, or the number of boards that list it if it sent no score. */
export function confluenceBySymbol(snapshot: Snapshot): Map<string, number> {
  const found = new Map<string, number | null>();
  for (const { rows } of snapshot.boards) {
    for (const row of rows)
      if (row.symbol !== null) found.set(row.symbol, found.get(row.symbol) ?? row.boards);
  }
  // The service sends a score with each row: boards are counted only if one is missing.
  const counts = [...found.values()].includes(null) ? countBoards(ranksByBoard(snapshot)) : null;
  return new Map([...found].map(([symbol, score]) => [symbol, score ?? counts?.get(symbol) ?? 0]));
}

function countBoards(ranks: BoardRanks): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const ranking of ranks.values()) {
    for (const symbol of ranking.keys()) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return counts;
}
