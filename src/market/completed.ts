import type { Board, Snapshot } from '../service/snapshot.ts';
import { gapBetween } from './market-day.ts';
import { confluenceBySymbol } from './ranks.ts';

type Boards = Pick<Snapshot, 'boards'>;

/** The boards of the other snapshot that a snapshot lacks. */
export function lackingBoards({ boards }: Boards, other: Boards): ReadonlyArray<Board> {
  const present = new Set(boards.map(({ key }) => key));
  return other.boards.filter(({ key }) => !present.has(key));
}

/**
 * A snapshot in which another one of its timeframe fills in what is unknown: the boards that it lacks, which come last, and the
 * session. The symbols of these boards have the number of boards of the other snapshot, because the service counts without a board
 * that it does not send. The same object if nothing is unknown.
 */
export function filledFrom(snapshot: Snapshot, other: Boards & Partial<Pick<Snapshot, 'session'>>): Snapshot {
  const session = snapshot.session ?? other.session ?? null;
  const lacking = lackingBoards(snapshot, other);
  if (lacking.length === 0) return session === snapshot.session ? snapshot : { ...snapshot, session };
  const symbols = new Set(lacking.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)));
  const counts = confluenceBySymbol(other);
  const countedAsThere = (board: Board): Board => {
    const rows = board.rows.map((row) => {
      const boards = symbols.has(row.symbol) ? (counts.get(row.symbol ?? '') ?? row.boards) : row.boards;
      return boards === row.boards ? row : { ...row, boards };
    });
    return rows.some((row, index) => row !== board.rows[index]) ? { ...board, rows } : board;
  };
  return { ...snapshot, session, boards: [...snapshot.boards, ...lacking].map(countedAsThere) };
}

/** If a snapshot and what is remembered of absent boards have more boards than this, the absent ones are forgotten. */
const MAX_BOARDS = 100;

/**
 * All that is known of a timeframe with a new snapshot: what the snapshot lacks is as it was known before, unless a gap or a new
 * market day lies between.
 */
export function knownWith(before: Snapshot | null, received: Snapshot, maxGap: number): Snapshot {
  if (before === null) return received;
  const { time, boards } = received;
  const isApart = time !== null && before.time !== null && gapBetween(before.time, time, maxGap) !== 'none';
  if (isApart) return received;
  const known = filledFrom(received, before);
  const kept = known.boards.length > Math.max(MAX_BOARDS, boards.length) ? received : known;
  // A snapshot without a time does not hide how long ago the one before it was.
  return time === null ? { ...kept, time: before.time } : kept;
}
