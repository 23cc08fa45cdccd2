import { groupBy } from '../lib/group-by.ts';
import type { BoardRow, Snapshot } from '../service/snapshot.ts';

/** Rank by symbol on one board. */
export type Ranks = ReadonlyMap<string, number>;
/** Rank by symbol, for each board key. */
export type BoardRanks = ReadonlyMap<string, Ranks>;

/** Rank by symbol for each board. A row without a rank gets its position; a duplicate symbol keeps its first rank. */
export function ranksByBoard({ boards: all }: Pick<Snapshot, 'boards'>): Map<string, Map<string, number>> {
  const boards = new Map<string, Map<string, number>>();
  for (const { key, rows } of all) {
    const ranks = new Map<string, number>();
    boards.set(key, ranks);
    for (const [index, { symbol, rank }] of rows.entries()) {
      if (symbol !== null && !ranks.has(symbol)) ranks.set(symbol, rank ?? index + 1);
    }
  }
  return boards;
}

/** Confluence of each listed symbol: the score of the service, or the number of boards that list it if it sent no score. */
export function confluenceBySymbol(snapshot: Pick<Snapshot, 'boards'>): Map<string, number> {
  const found = valuesBySymbol(snapshot, 'boards');
  // The service sends a score with each row: boards are counted only if one is missing.
  const isComplete = ![...found.values()].includes(null);
  const listed = isComplete ? [] : [...ranksByBoard(snapshot).values()].flatMap((ranks) => [...ranks.keys()]);
  const boards = groupBy(listed, (symbol) => symbol);
  return new Map([...found].map(([symbol, score]) => [symbol, score ?? boards.get(symbol)?.length ?? 0]));
}

/** What the first row of each listed symbol that has a value says; null if none has. */
export function valuesBySymbol<Name extends keyof BoardRow>(
  { boards }: Pick<Snapshot, 'boards'>,
  name: Name,
): Map<string, BoardRow[Name] | null> {
  const found = new Map<string, BoardRow[Name] | null>();
  for (const { rows } of boards)
    for (const row of rows)
      if (row.symbol !== null) found.set(row.symbol, found.get(row.symbol) ?? row[name]);
  return found;
}
