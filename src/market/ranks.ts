import { groupBy } from '../lib/group-by.ts';
import type { BoardRow, Snapshot } from '../service/snapshot.ts';

/** Keyed by symbol. */
export type Ranks = ReadonlyMap<string, number>;
/** Keyed by board. */
export type BoardRanks = ReadonlyMap<string, Ranks>;

/** A row without a rank gets its position, and a duplicate symbol keeps its first rank. */
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

/** If the service sends no confluence of a symbol, counts the boards that list it. */
export function confluenceBySymbol(snapshot: Pick<Snapshot, 'boards'>): Map<string, number> {
  const found = valuesBySymbol(snapshot, 'boards');
  const isComplete = ![...found.values()].includes(null);
  const listed = isComplete ? [] : [...ranksByBoard(snapshot).values()].flatMap((ranks) => [...ranks.keys()]);
  const boards = groupBy(listed, (symbol) => symbol);
  return new Map([...found].map(([symbol, score]) => [symbol, score ?? boards.get(symbol)?.length ?? 0]));
}

/** Takes the first known value among the rows of each symbol. */
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
