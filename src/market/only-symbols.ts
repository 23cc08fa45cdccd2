import type { BoardRow, Snapshot } from '../service/snapshot.ts';
import { ranksByBoard } from './ranks.ts';

/** Shared, because thousands of snapshots without the symbols have them. */
const NO_BOARDS: Snapshot['boards'] = [];
const NO_BODY: Snapshot['raw'] = {};

/**
 * A snapshot with the rows of some symbols only, each with the rank that `ranksByBoard` gives it. It has neither body nor breadth, so that many of them take little memory.
 */
export function onlySymbols(snapshot: Snapshot, symbols: ReadonlyArray<string>): Snapshot {
  const isWanted = ({ symbol }: BoardRow) => symbol !== null && symbols.includes(symbol);
  const listing = snapshot.boards.filter(({ rows }) => rows.some(isWanted));
  const ranks = ranksByBoard({ ...snapshot, boards: listing });
  const boards = listing.map(({ key, rows }) => ({
    key,
    rows: rows.filter(isWanted).map((row) => {
      const rank = ranks.get(key)?.get(row.symbol ?? '') ?? row.rank;
      return rank === row.rank ? row : { ...row, rank };
    }),
  }));
  return {
    ...snapshot,
    breadth: null,
    raw: NO_BODY,
    boards: boards.length === 0 ? NO_BOARDS : boards,
  };
}
