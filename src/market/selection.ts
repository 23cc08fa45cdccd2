import { groupBy } from '../lib/group-by.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import {
  type Board,
  type BoardRow,
  decodeRows,
  type Snapshot,
  type TimeframeSnapshot,
} from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import { type Bias, BOARD_CATALOGUE } from './catalogue.ts';
import { isOneOf } from './ticker.ts';

/** An absent field or an empty list does not filter. Matching ignores case. */
export interface Selection {
  readonly boards?: ReadonlyArray<string> | undefined;
  /** Applies to each board or group: before the filters or, with `sort`, after filtering and sorting. */
  readonly limit?: number | undefined;
  readonly symbols?: ReadonlyArray<string> | undefined;
  readonly bias?: Bias | undefined;
  readonly minBoards?: number | undefined;
  readonly sort?: Order | undefined;
}

export interface Order {
  valueOf(row: BoardRow): unknown;
  /** Applies to numbers; texts sort alphabetically. */
  readonly isAscending: boolean;
  /** Reverses the order, but null stays last. */
  readonly isReversed?: boolean;
}

export function selectBoards(snapshot: Snapshot, selection: Selection): ReadonlyArray<Board> {
  const boards = selectByKey(snapshot.boards, ({ key }) => key, selection.boards);
  if (!selectsRows(selection)) return boards;
  return boards.map((board) => ({
    ...board,
    rows: selectRows(board.rows, board.rows, selection),
  }));
}

export function boardsToShow(snapshot: Snapshot, selection: Selection): ReadonlyArray<Board> {
  const boards = selectBoards(snapshot, selection);
  return narrowsRows(selection) ? boards.filter(({ rows }) => rows.length > 0) : boards;
}

/** True if the selection can leave a board without rows, which a limit cannot do. */
export function narrowsRows({ symbols, bias, minBoards }: Selection): boolean {
  return (symbols ?? []).length > 0 || bias !== undefined || (minBoards ?? 0) > 0;
}

export function missingBoards(snapshot: Snapshot, selection: Selection): ReadonlyArray<string> {
  const present = new Set(snapshot.boards.map(({ key }) => key.toLowerCase()));
  return (selection.boards ?? []).filter((key) => !present.has(key.toLowerCase()));
}

/** True if the snapshot has the board, or may lack it only for now. */
export function mayHaveBoard(
  key: string,
  { timeframe, snapshot: { boardNames } }: Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>,
): boolean {
  const catalogued = BOARD_CATALOGUE.filter(({ timeframes }) => timeframes.includes(timeframe));
  return [...boardNames, ...catalogued.map((entry) => entry.key)].some(
    (name) => name.toLowerCase() === key.toLowerCase(),
  );
}

export function limitSnapshot(snapshot: Snapshot, part: Pick<Selection, 'boards' | 'limit'>): Snapshot {
  return { ...snapshot, boards: selectBoards(snapshot, part), raw: selectRaw(snapshot, part) };
}

/** Applies the selection to `boards` and `boardNames`, and keeps unknown fields. */
export function selectRaw(snapshot: Snapshot, selection: Selection): JsonObject {
  const { raw } = snapshot;
  if (!isObject(raw.boards) || isAll(selection)) return raw;
  const keyOf = (name: unknown) => (typeof name === 'string' ? cleanText(name) : '');
  const boards = selectByKey(Object.entries(raw.boards), ([name]) => keyOf(name), selection.boards).map(
    ([name, rows]) =>
      [name, Array.isArray(rows) ? selectRows(rows, decodeRows(name, rows), selection) : rows] as const,
  );
  const names: ReadonlyArray<unknown> = Array.isArray(raw.boardNames) ? raw.boardNames : [];
  const boardNames = selectByKey(names, keyOf, selection.boards);
  return { ...raw, boards: Object.fromEntries(boards), boardNames };
}

export function matches(row: Pick<BoardRow, 'symbol' | 'bias' | 'boards'>, selection: Selection): boolean {
  const symbols = selection.symbols ?? [];
  if (symbols.length > 0 && (row.symbol === null || !isOneOf(symbols, row.symbol))) return false;
  if (selection.bias !== undefined && row.bias !== selection.bias) return false;
  return selection.minBoards === undefined || (row.boards ?? 0) >= selection.minBoards;
}

export function selectByKey<T>(
  items: ReadonlyArray<T>,
  keyOf: (item: T) => string,
  keys: ReadonlyArray<string> = [],
): ReadonlyArray<T> {
  if (keys.length === 0) return items;
  const byKey = groupBy(items, (item) => keyOf(item).toLowerCase());
  return [...new Set(keys.map((key) => key.toLowerCase()))].flatMap((key) => byKey.get(key) ?? []);
}

export function isAll({ boards = [], ...selection }: Selection): boolean {
  return boards.length === 0 && !selectsRows(selection);
}

function selectsRows(selection: Selection): boolean {
  return narrowsRows(selection) || selection.sort !== undefined || selection.limit !== undefined;
}

/** `items` are the rows, or the raw rows that they were decoded from. */
function selectRows<T>(
  items: ReadonlyArray<T>,
  rows: ReadonlyArray<BoardRow>,
  selection: Selection,
): ReadonlyArray<T> {
  const groups = groupBy(rows.entries(), ([, { group }]) => group);
  return [...groups.values()].flatMap((group) => {
    const { sort, limit } = selection;
    const ranked = sort === undefined ? group.slice(0, limit) : group;
    const kept = ranked.filter(([, row]) => matches(row, selection));
    if (sort !== undefined) kept.sort(([, a], [, b]) => compareBy(sort.valueOf(a), sort.valueOf(b), sort));
    return kept.slice(0, limit).flatMap(([index]) => items.slice(index, index + 1));
  });
}

export function compareBy(
  a: unknown,
  b: unknown,
  { isAscending, isReversed = false }: Omit<Order, 'valueOf'>,
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const sign = isReversed ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (isAscending ? a - b : b - a);
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return left < right ? -sign : left > right ? sign : 0;
}

export function symbolsOn(boards: ReadonlyArray<Board>): ReadonlyArray<string> {
  return boards.flatMap(({ rows }) => rows.flatMap(({ symbol }) => symbol ?? []));
}
