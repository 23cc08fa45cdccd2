import type { Snapshot } from '../service/snapshot.ts';
import { limitSnapshot, type Selection, selectByKey } from './selection.ts';

/**
 * More than the service has, and than a person reads in a pane. A response may have 100,000 rows: to compare, remember and
 * draw them takes seconds, in which no key is heard.
 */
const MAX_BOARDS = 100;
const MAX_ROWS = 100;
/** If that would be more than 3,000 rows in all. */
const MAX_ROWS_OF_MANY = 30;
const MANY_ROWS = MAX_BOARDS * MAX_ROWS_OF_MANY;

/**
 * A snapshot with at most 100 boards, those of the selection first, and at most 100 rows of each. `leftOut` says of how much it is a
 * part: `100 of 5000 boards, 100 of 20000 rows`; it is empty if that is all.
 */
export function boundSnapshot(snapshot: Snapshot, selection: Selection) {
  const { boards: all } = snapshot;
  const selected = selectByKey(all, ({ key }) => key, selection.boards);
  const kept = [...new Set([...selected, ...all])].slice(0, MAX_BOARDS);
  const limit = countRows(kept, MAX_ROWS) > MANY_ROWS ? MAX_ROWS_OF_MANY : MAX_ROWS;
  if (kept.length === all.length && all.every(({ rows }) => rows.length <= limit))
    return { snapshot, leftOut: '' };
  const bounded = limitSnapshot(snapshot, { boards: kept.map(({ key }) => key), limit });
  const parts = [
    partText(Math.min(selected.length, MAX_BOARDS), selected.length, 'boards'),
    partText(countRows(bounded.boards), countRows(kept), 'rows'),
  ];
  return { snapshot: bounded, leftOut: parts.filter((text) => text !== '').join(', ') };
}

function countRows(boards: Snapshot['boards'], mostOfBoard = Number.POSITIVE_INFINITY): number {
  return boards.reduce((sum, { rows }) => sum + Math.min(mostOfBoard, rows.length), 0);
}

function partText(kept: number, all: number, noun: string): string {
  return kept < all ? `${kept} of ${all} ${noun}` : '';
}
