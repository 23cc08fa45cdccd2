import { isObject } from '../json-object.ts';
import { decodeSnapshot, type Snapshot } from '../service/snapshot.ts';
import { matches, narrowsRows, type Selection, selectByKey } from './selection.ts';

/**
 * Far more than the service has, and than a person reads in a pane. A response may have 100,000 rows: to compare, remember and
 * draw them takes seconds, in which no key is heard.
 */
const MAX_BOARDS = 100;
const MAX_ROWS = 100;
/** Of all boards together, but each keeps what the service sends of its largest board. */
const MAX_ALL_ROWS = 3_000;
const MIN_ROWS = 24;

/** What is kept of a snapshot, and how much there was. */
export interface LeftOut {
  /** Numbers of boards; those of the selection, if it names some. */
  readonly boards: Portion;
  /** Numbers of rows of the kept boards. */
  readonly rows: Portion;
  /** The numbers of rows of the boards that were cut, by key. */
  readonly rowsOf: ReadonlyMap<string, Portion>;
}

interface Portion {
  readonly kept: number;
  readonly all: number;
}

export interface BoundedSnapshot {
  readonly snapshot: Snapshot;
  /** Null if nothing was left out. */
  readonly leftOut: LeftOut | null;
}

/** A snapshot with at most 100 boards and 100 rows of each. The boards and rows of the selection are the first to be kept. */
export function boundSnapshot(snapshot: Snapshot, selection: Selection): BoundedSnapshot {
  const counts = rowCounts(snapshot);
  const isLong = [...counts.values()].some((count) => count > MAX_ROWS);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (counts.size <= MAX_BOARDS && !isLong && total <= MAX_ALL_ROWS) return { snapshot, leftOut: null };
  const selected = selectByKey([...counts.keys()], (key) => key, selection.boards);
  const wanted = new Set(narrowsRows(selection) ? boardsWithMatches(snapshot, selection) : []);
  const ordered = [...selected.filter((key) => wanted.has(key)), ...selected, ...counts.keys()];
  const keys = [...new Set(ordered)].slice(0, MAX_BOARDS);
  const isMuch = keys.reduce((sum, key) => sum + Math.min(MAX_ROWS, counts.get(key) ?? 0), 0) > MAX_ALL_ROWS;
  const most = isMuch ? Math.max(MIN_ROWS, Math.floor(MAX_ALL_ROWS / keys.length)) : MAX_ROWS;
  const boardNames = [...counts.keys()].filter((key) => keys.includes(key));
  const rows = boardNames.map((key) => [key, keptRows(snapshot, key, most, selection)] as const);
  const cut = rows.flatMap(([key, kept]) => {
    const all = counts.get(key) ?? 0;
    return all > kept.length ? [[key, { kept: kept.length, all }] as const] : [];
  });
  const kept = rows.reduce((sum, [, list]) => sum + list.length, 0);
  const all = boardNames.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const bounded = decodeSnapshot({ ...snapshot.raw, boards: Object.fromEntries(rows), boardNames });
  if (bounded === null) throw new Error('a part of a snapshot is not a snapshot');
  return {
    snapshot: { ...snapshot, boards: bounded.boards, raw: bounded.raw },
    leftOut: {
      boards: { kept: Math.min(selected.length, MAX_BOARDS), all: selected.length },
      rows: { kept, all },
      rowsOf: new Map(cut),
    },
  };
}

/** Bounds each snapshot once: the one before is bounded already when the next one comes. */
export function createBound(selection: Selection): (snapshot: Snapshot) => BoundedSnapshot {
  const known = new WeakMap<Snapshot, BoundedSnapshot>();
  return (snapshot) => {
    const bounded = known.get(snapshot) ?? boundSnapshot(snapshot, selection);
    known.set(snapshot, bounded);
    return bounded;
  };
}

/** The number of rows by board, in the order of the snapshot. */
function rowCounts({ boards }: Snapshot): ReadonlyMap<string, number> {
  return new Map(boards.map(({ key, rows }) => [key, rows.length]));
}

function boardsWithMatches({ boards }: Snapshot, selection: Selection): ReadonlyArray<string> {
  return boards.filter(({ rows }) => rows.some((row) => matches(row, selection))).map(({ key }) => key);
}

/** As the service sent them, in its order. */
function keptRows(
  { raw, boards }: Snapshot,
  key: string,
  most: number,
  selection: Selection,
): ReadonlyArray<unknown> {
  const value = isObject(raw.boards) && Object.hasOwn(raw.boards, key) ? raw.boards[key] : [];
  const values = Array.isArray(value) ? value : [];
  if (values.length <= most || !narrowsRows(selection)) return values.slice(0, most);
  const rows = boards.flatMap((board) => (board.key === key ? board.rows : []));
  const places = rows.map((row, index) => ({ index, isWanted: matches(row, selection) }));
  const kept = [...places.filter(({ isWanted }) => isWanted), ...places.filter(({ isWanted }) => !isWanted)];
  return kept
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ index }) => values[index]);
}
