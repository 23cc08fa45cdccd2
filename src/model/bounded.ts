import { decodeSnapshot, type Snapshot } from '../api/snapshot.ts';
import { isObject } from '../json-object.ts';
import { type Selection, selectByKey } from './selection.ts';

/**
 * More boards, and more rows of a board, than a person reads in a pane, and five times as many as the service has. A frame of so
 * many takes some milliseconds; one of the 100,000 rows that a response may have takes seconds, in which no key is heard.
 */
export const MAX_BOARDS = 100;
const MAX_ROWS = 100;

/** How much a snapshot had before it was bounded. */
export interface WholeSize {
  /** Of the boards that are selected. */
  readonly boards: number;
  /** The number of rows of the boards that were cut, by key. */
  readonly rows: ReadonlyMap<string, number>;
}

export interface BoundedSnapshot {
  readonly snapshot: Snapshot;
  /** Null if nothing was left out. */
  readonly whole: WholeSize | null;
}

/** The snapshot with at most 100 boards, those of the selection first, and the first 100 rows of each board. */
export function boundSnapshot(snapshot: Snapshot, { boards }: Pick<Selection, 'boards'>): BoundedSnapshot {
  const rows = rowCounts(snapshot);
  const cut = new Map([...rows].filter(([, count]) => count > MAX_ROWS));
  if (rows.size <= MAX_BOARDS && cut.size === 0) return { snapshot, whole: null };
  const selected = selectByKey([...rows.keys()], (key) => key, boards);
  const boardNames = [...new Set([...selected, ...rows.keys()])].slice(0, MAX_BOARDS);
  const { raw } = snapshot;
  const all = isObject(raw.boards) ? raw.boards : {};
  const kept = boardNames.map((key) => {
    const values = Object.hasOwn(all, key) ? all[key] : [];
    return [key, Array.isArray(values) ? values.slice(0, MAX_ROWS) : []] as const;
  });
  const bounded = decodeSnapshot({ ...raw, boards: Object.fromEntries(kept), boardNames });
  return { snapshot: bounded ?? snapshot, whole: { boards: selected.length, rows: cut } };
}

/** The number of rows by board, in the order of the snapshot; the tiers of a board together. */
function rowCounts({ boards }: Snapshot): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key, rows } of boards) counts.set(key, (counts.get(key) ?? 0) + rows.length);
  return counts;
}
