import type { Board, Snapshot } from '../service/snapshot.ts';
import { confluenceBySymbol } from './ranks.ts';

/** The service can omit these fields, or some of the boards. */
export type Fillable = Pick<Snapshot, 'session' | 'breadth' | 'topPlay' | 'boards'>;

export function absentBoards({ boards }: Snapshot, from: Pick<Snapshot, 'boards'>): ReadonlyArray<Board> {
  const present = new Set(boards.map(({ key }) => key));
  return from.boards.filter(({ key }) => !present.has(key));
}

/**
 * Adds missing data from another snapshot. For symbols on the added boards, also takes their number of boards
 * from it, because the service does not count a board that it omits. Returns the same object if nothing is
 * missing.
 */
export function fillAbsent(snapshot: Snapshot, from: Fillable): Snapshot {
  const session = snapshot.session ?? from.session;
  const breadth = snapshot.breadth?.share == null ? (from.breadth ?? snapshot.breadth) : snapshot.breadth;
  const topPlay = snapshot.topPlay === undefined ? from.topPlay : snapshot.topPlay;
  const absent = absentBoards(snapshot, from);
  const isChanged =
    session !== snapshot.session || breadth !== snapshot.breadth || topPlay !== snapshot.topPlay;
  if (absent.length === 0) return isChanged ? { ...snapshot, session, breadth, topPlay } : snapshot;
  const symbols = new Set(absent.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)));
  const counts = confluenceBySymbol(from);
  const boards = [...snapshot.boards, ...absent].map(({ key, rows }) => ({
    key,
    rows: rows.map((row) => {
      const boards = symbols.has(row.symbol) ? (counts.get(row.symbol ?? '') ?? row.boards) : row.boards;
      return boards === row.boards ? row : { ...row, boards };
    }),
  }));
  const topCount = topPlay && symbols.has(topPlay.symbol) ? counts.get(topPlay.symbol ?? '') : undefined;
  const counted = topPlay && topCount !== undefined ? { ...topPlay, boards: topCount } : topPlay;
  return { ...snapshot, session, breadth, topPlay: counted, boards };
}
