import { missingBoards } from '../market/selection.ts';
import { describeMissingBoards, describeOtherTimeframe, describeTimeAhead } from '../output/notes.ts';
import type { SnapshotEvent } from './feed-event.ts';
import type { Watch } from './source.ts';

/**
 * Notes a snapshot that is dated ahead; for the first one of a timeframe also the requested boards it lacks, and a timeframe
 * other than requested.
 */
export function noteMissingData(
  event: SnapshotEvent,
  { request }: Watch,
  note: (text: string) => void,
): void {
  const { timeframe, snapshot, diff } = event;
  const ahead = describeTimeAhead(timeframe, snapshot);
  if (ahead !== null) note(ahead);
  if (diff !== null) return;
  const missing = missingBoards(snapshot, request.selection);
  const where = 'this snapshot';
  if (missing.length > 0) note(describeMissingBoards({ where, missing, present: snapshot.boards }));
  const other = describeOtherTimeframe(timeframe, snapshot.timeframe);
  if (other !== null) note(other);
}
