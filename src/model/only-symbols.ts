import type { Snapshot } from '../api/snapshot.ts';
import { ranksByBoard } from './ranks.ts';

/** Shared, because thousands of snapshots without the symbols have them. */
const NO_BOARDS: Snapshot['boards'] = [];
const NO_BODY: Snapshot['raw'] = {};

/**
 * A snapshot with the rows of some symbols only, each with the rank that `ranksByBoard` gives it, without groups. It has neither
 * body, top play nor breadth, so that many of them take little memory.
 */
export function onlySymbols(snapshot: Snapshot, symbols: ReadonlyArray<string>): Snapshot {
  const wanted = new Set(symbols);
  const ranks = ranksByBoard(snapshot);
  const boards = snapshot.boards.flatMap((board) => {
    const rows = board.rows.flatMap((row) => {
      if (row.symbol === null || !wanted.has(row.symbol)) return [];
      const rank = ranks.get(board.key)?.get(row.symbol) ?? row.rank;
      return [rank === row.rank && row.group === undefined ? row : { ...row, rank, group: undefined }];
    });
    return rows.length === 0 ? [] : [{ key: board.key, rows }];
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
