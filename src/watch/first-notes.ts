import { missingBoards } from '../model/selection.ts';
import { describeMissingBoards, describeOtherTimeframe } from '../view/notes.ts';
import type { SnapshotEvent } from './feed.ts';
import type { Watch } from './source.ts';

/** Notes, of the first snapshot of a timeframe, what was asked for and is not in it. */
export function noteFirst(event: SnapshotEvent, { request }: Watch, note: (text: string) => void): void {
  const { timeframe, snapshot, previous } = event;
  if (previous !== null) return;
  const asked = request.selection.boards ?? [];
  const missing = missingBoards(snapshot, request.selection);
  const where = 'this snapshot';
  if (missing.length > 0)
    note(describeMissingBoards({ where, missing, requested: asked, present: snapshot.boards }));
  const other = describeOtherTimeframe(timeframe, snapshot.timeframe);
  if (other !== null) note(other);
}
