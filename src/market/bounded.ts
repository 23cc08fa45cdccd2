import { isObject } from '../json.ts';
import type { BoardRow, Snapshot } from '../service/snapshot.ts';
import { matches, type Selection, selectByKey } from './selection.ts';

/**
 * Far more than the service has, and than a person reads in a pane. A response may have 100,000 rows: to compare, remember and
 * draw them takes seconds, in which no key is heard.
 */
const MAX_BOARDS = 100;
const MAX_ROWS = 100;
const MAX_ALL_ROWS = 3_000;

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
  const { boards, raw } = snapshot;
  const isWanted = (row: BoardRow) => matches(row, selection);
  const selected = selectByKey(boards, ({ key }) => key, selection.boards);
  const wanted = selected.filter(({ rows }) => rows.some(isWanted));
  const kept = firstOf([...wanted, ...selected, ...boards], MAX_BOARDS);
  const total = sumOf(kept, (board) => Math.min(MAX_ROWS, board.rows.length));
  const most = total > MAX_ALL_ROWS ? Math.floor(MAX_ALL_ROWS / kept.size) : MAX_ROWS;
  if (kept.size === boards.length && boards.every(({ rows }) => rows.length <= most))
    return { snapshot, leftOut: null };
  const inOrder = boards.filter((board) => kept.has(board));
  const cut = inOrder.map(({ key, rows }) => {
    const keptRows = firstOf<BoardRow | undefined>([...rows.filter(isWanted), ...rows], most);
    const values = isObject(raw.boards) ? raw.boards[key] : null;
    return {
      key,
      rows: rows.filter((row) => keptRows.has(row)),
      // As the service sent them.
      values: Array.isArray(values) ? values.filter((_, index) => keptRows.has(rows[index])) : [],
      portion: { kept: keptRows.size, all: rows.length },
    };
  });
  const rawBoards = Object.fromEntries(cut.map(({ key, values }) => [key, values]));
  return {
    snapshot: {
      ...snapshot,
      boards: cut.map(({ key, rows }) => ({ key, rows })),
      raw: { ...raw, boards: rawBoards, boardNames: cut.map(({ key }) => key) },
    },
    leftOut: {
      boards: { kept: Math.min(selected.length, MAX_BOARDS), all: selected.length },
      rows: {
        kept: sumOf(cut, ({ portion }) => portion.kept),
        all: sumOf(cut, ({ portion }) => portion.all),
      },
      rowsOf: new Map(
        cut.flatMap(({ key, portion }) => (portion.kept < portion.all ? [[key, portion] as const] : [])),
      ),
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

function firstOf<Item>(items: ReadonlyArray<Item>, most: number): ReadonlySet<Item> {
  return new Set([...new Set(items)].slice(0, most));
}

function sumOf<Item>(items: Iterable<Item>, numberOf: (item: Item) => number): number {
  return [...items].reduce((sum, item) => sum + numberOf(item), 0);
}
