import type { Snapshot } from '../api/snapshot.ts';

/** Rank by symbol on one board. */
export type Ranks = ReadonlyMap<string, number>;
/** Rank by symbol, for each board key. */
export type BoardRanks = ReadonlyMap<string, Ranks>;

/** Rank by symbol for each board. A row without a rank gets its position; a duplicate symbol keeps its first rank. */
export function ranksByBoard(snapshot: Snapshot): BoardRanks {
  const boards = new Map<string, Map<string, number>>();
  for (const { key, rows } of snapshot.boards) {
    const ranks = boards.get(key) ?? new Map<string, number>();
    boards.set(key, ranks);
    const offset = ranks.size;
    for (const [index, { symbol, rank }] of rows.entries()) {
      if (symbol !== null && !ranks.has(symbol)) ranks.set(symbol, rank ?? offset + index + 1);
    }
  }
  return boards;
}

/** The score of each listed symbol, as the service sent it; 0 if it sent none. */
export function confluenceBySymbol({ boards }: Snapshot): ReadonlyMap<string, number> {
  const found = new Map<string, number | null>();
  for (const { rows } of boards) {
    for (const row of rows)
      if (row.symbol !== null) found.set(row.symbol, found.get(row.symbol) ?? row.boards);
  }
  return new Map([...found].map(([symbol, score]) => [symbol, score ?? 0]));
}

/** The symbols of all rows, as the snapshot has them. */
export function listedSymbols({ boards }: Pick<Snapshot, 'boards'>): ReadonlyArray<string> {
  return boards.flatMap(({ rows }) => rows.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])));
}
