import type { Board } from '../api/snapshot.ts';
import { missingBoards } from '../model/select.ts';
import { looksLikeKey, quote } from '../quote.ts';
import { nearest } from '../suggest.ts';
import { BOARD_CATALOGUE } from '../vocabulary.ts';
import type { LoadedSnapshot } from './load.ts';
import type { Session } from './session.ts';

/** Says which boards were asked for that a snapshot lacks, and which it has. */
export function noteMissingBoards(
  snapshots: ReadonlyArray<LoadedSnapshot>,
  boards: ReadonlyArray<string> | undefined,
  { note }: Session,
): void {
  for (const { timeframe, snapshot } of snapshots) {
    if (boards === undefined) return;
    const missing = missingBoards(snapshot, { boards });
    if (missing.length === 0) continue;
    const where = snapshots.length > 1 ? `the ${timeframe} snapshot` : 'this snapshot';
    note(`not in ${where}: ${describe(missing, snapshot.boards)}`);
  }
}

function describe(missing: ReadonlyArray<string>, present: ReadonlyArray<Board>): string {
  const keys = [...new Set(present.map(({ key }) => key))];
  const unknown = missing.filter((key) => !isKnown(key));
  // A key with commas in it: the parts together would show it.
  const isKeyLike = looksLikeKey(unknown.join(','));
  const names = (isKeyLike ? missing.filter(isKnown) : missing).map((key) => {
    const meant = nearest(key, keys);
    const name = isKnown(key) ? key : quote(key);
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
  if (isKeyLike) names.push(`${unknown.length} unknown boards`);
  return `${names.join(', ')}; it has ${keys.join(', ') || 'no boards'}`;
}

function isKnown(name: string): boolean {
  return BOARD_CATALOGUE.some(({ key }) => key.toLowerCase() === name.toLowerCase());
}
