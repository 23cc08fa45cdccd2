import type { Bound, Condition } from '../../src/market/conditions.ts';
import type { ChangeEvent } from '../../src/market/diff.ts';
import { compareBy, type Selection } from '../../src/market/selection.ts';
import type { BoardRow, Snapshot } from '../../src/service/snapshot.ts';

interface ListedRow {
  readonly board: string;
  readonly symbol: string;
  readonly row: BoardRow;
}

function isShown(
  { boards, limit, symbols, bias, minBoards }: Selection,
  board: string,
  row: BoardRow,
  index: number,
): boolean {
  const names = (list: ReadonlyArray<string> | null | undefined, name: string) =>
    list == null || list.length === 0 || list.some((each) => each.toLowerCase() === name.toLowerCase());
  return (
    names(boards, board) &&
    names(symbols, row.symbol ?? '') &&
    (board === 'moneyFlow' ? index % 6 : index) < (limit ?? Number.POSITIVE_INFINITY) &&
    (bias == null || row.bias === bias) &&
    (minBoards == null || (row.boards ?? 0) >= minBoards)
  );
}

function indexInSortedGroup(
  row: BoardRow,
  rows: ReadonlyArray<BoardRow>,
  sort: NonNullable<Selection['sort']>,
): number {
  const group = rows.filter((each) => each.group === row.group);
  return group.toSorted((a, b) => compareBy(sort.valueOf(a), sort.valueOf(b), sort)).indexOf(row);
}

/** Filters may hide the first row of a symbol; later rows of the symbol never count. */
function listedRows(snapshot: Snapshot, selection: Selection): ReadonlyArray<ListedRow> {
  return snapshot.boards.flatMap(({ key, rows }) =>
    rows.flatMap((row, index) =>
      row.symbol !== null &&
      rows.findIndex(({ symbol }) => symbol === row.symbol) === index &&
      isShown(selection, key, row, selection.sort ? indexInSortedGroup(row, rows, selection.sort) : index)
        ? [{ board: key, symbol: row.symbol, row }]
        : [],
    ),
  );
}

/** Returns the first confluence that the service sent for a symbol, or else the number of boards with it. */
function scoreOf({ boards }: Snapshot, wanted: string): number {
  const scores = boards
    .flatMap(({ rows }) => rows)
    .flatMap(({ symbol, boards: score }) => (symbol === wanted && score !== null ? score : []));
  const listing = boards.filter(({ rows }) => rows.some(({ symbol }) => symbol === wanted));
  return scores[0] ?? new Set(listing.map(({ key }) => key)).size;
}

function shareOf({ breadth }: Snapshot): number | null {
  if (breadth === null || breadth.advancers === null || breadth.decliners === null) return null;
  const sum = breadth.advancers + breadth.decliners;
  return sum === 0 ? null : breadth.advancers / sum;
}

/** `symbol` is null for a condition about the whole market. */
function holdFor(
  bounds: ReadonlyArray<Bound>,
  snapshot: Snapshot,
  symbol: string | null,
  rows: ReadonlyArray<BoardRow>,
): boolean {
  return bounds.every(({ number, isAtLeast, value }) => {
    const values = {
      boards: symbol === null ? null : scoreOf(snapshot, symbol),
      breadth: shareOf(snapshot),
      rank: rows[0]?.rank ?? null,
      dayPct: rows.find(({ dayPct }) => dayPct !== null)?.dayPct ?? null,
    };
    const found = values[number];
    if (found === null) return false;
    return isAtLeast ? found >= value : found <= value;
  });
}

const isMeant = ({ board, symbol }: Condition, each: { readonly board: string; readonly symbol: string }) =>
  (board === null || board.toLowerCase() === each.board.toLowerCase()) &&
  (symbol === null || symbol === each.symbol.toUpperCase());

/** Returns where a condition is true: `movers A` for a row, `- A` for a symbol, `- -` for the market. */
export function naiveTruth(
  condition: Condition,
  snapshot: Snapshot,
  selection: Selection,
): ReadonlyArray<string> {
  const { bounds } = condition;
  const numbers = bounds.map(({ number }) => number);
  if (condition.board === null && condition.symbol === null && numbers.every((each) => each === 'breadth'))
    return holdFor(bounds, snapshot, null, []) ? ['- -'] : [];
  const listed = listedRows(snapshot, selection).filter((each) => isMeant(condition, each));
  if (condition.board !== null || numbers.includes('rank')) {
    return listed
      .filter(({ symbol, row }) => holdFor(bounds, snapshot, symbol, [row]))
      .map(({ board, symbol }) => `${board} ${symbol}`);
  }
  return [...new Set(listed.map(({ symbol }) => symbol))]
    .filter((symbol) => {
      const rows = listed.filter((each) => each.symbol === symbol).map(({ row }) => row);
      return holdFor(bounds, snapshot, symbol, rows);
    })
    .map((symbol) => `- ${symbol}`);
}

/** For conditions without numbers or with an event type; `naiveTruth` is for the others. */
export function naiveFires(
  condition: Condition,
  { type, board, symbol }: ChangeEvent,
  before: Snapshot,
  after: Snapshot,
  selection: Selection,
): boolean {
  if (condition.type !== null && condition.type !== type) return false;
  if (condition.symbol !== null && condition.symbol !== symbol?.toUpperCase()) return false;
  if (condition.type === null)
    return condition.board === null || condition.board.toLowerCase() === board?.toLowerCase();
  const snapshot = type === 'left' ? before : after;
  const rows = listedRows(snapshot, selection).filter(
    (each) => each.symbol === symbol && (board === null || board === each.board) && isMeant(condition, each),
  );
  if (board === null && condition.board === null && holdFor(condition.bounds, snapshot, symbol, []))
    return true;
  return rows.some(({ row }) => holdFor(condition.bounds, snapshot, symbol, [row]));
}
