import { decodeSnapshot, type Snapshot } from '../api/snapshot.ts';
import { excessOf } from '../json-object.ts';
import { type LineBytes, parseLine } from './lines.ts';

export interface RecordedSnapshot {
  /** Its `asOfMilliseconds` is never null. */
  readonly snapshot: Snapshot;
  /** The number of rows of all boards: of two recordings of one snapshot, the one with more rows says more. */
  readonly rows: number;
}

/** Null for a line that is not a snapshot of its time. */
export type LineDecoder = (line: LineBytes) => RecordedSnapshot | null;

/** Decodes a line as a response of the service is decoded, within the same limits. Null if it is not a snapshot of that time. */
export function decodeLine({ asOf, bytes }: LineBytes): RecordedSnapshot | null {
  const text = bytes.toString();
  const snapshot = excessOf(text) === null ? decodeSnapshot(parseLine(text)) : null;
  if (snapshot === null || snapshot.asOfMilliseconds !== asOf) return null;
  return { snapshot, rows: snapshot.boards.reduce((sum, board) => sum + board.rows.length, 0) };
}

/** Of two recordings of one snapshot, the one with more rows; the first if they have as many. */
export function richer(first: RecordedSnapshot | null, second: RecordedSnapshot | null) {
  return first === null || (second !== null && second.rows > first.rows) ? second : first;
}
