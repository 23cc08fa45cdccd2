import type { Board } from '../api/snapshot.ts';
import { missingBoards } from '../model/select.ts';
import { nearest } from '../suggest.ts';
import type { LoadedSnapshot } from './load.ts';
import type { Session } from './session.ts';

/** Says which boards were asked for that a snapshot lacks, and which it has. */
export function noteMissingBoards(
  snapshots: ReadonlyArray<LoadedSnapshot>,
  boards: ReadonlyArray<string> | undefined,
  { note }: Session,
): void {
  for (const { timeframe, snapshot } of snapshots) {
    const missing = missingBoards(snapshot, { boards });
    if (missing.length === 0) continue;
    const where = snapshots.length > 1 ? `the ${timeframe} snapshot` : 'this snapshot';
    note(`not in ${where}: ${describe(missing, snapshot.boards)}`);
  }
}

function describe(missing: ReadonlyArray<string>, present: ReadonlyArray<Board>): string {
  const keys = [...new Set(present.map(({ key }) => key))];
  const names = missing.map((key) => {
    const meant = nearest(key, keys);
    return meant === undefined ? key : `${key} (did you mean ${meant}?)`;
  });
  return `${names.join(', ')}; it has ${keys.join(', ') || 'no boards'}`;
}
