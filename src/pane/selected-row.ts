import { isOneOf, splitTickers } from '../market/ticker.ts';
import { clip } from '../text/safe-text.ts';
import type { BodyRow, Front, PaneState, Selected } from './view.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

type Rows = ReadonlyArray<BodyRow>;

/** Returns the nearest row if the symbol has left its board. A followed symbol may be on any board. */
export function rowOf(selected: Selected | null, rows: Rows): BodyRow | null {
  if (selected === null) return null;
  const { board, symbol, index, isFollowed } = selected;
  const own = rows.filter((row) => row.board === board);
  const nearestIn = (some: Rows) =>
    some
      .filter((row) => row.symbol !== null && row.symbol === symbol)
      .sort((one, other) => Math.abs(one.index - index) - Math.abs(other.index - index))[0];
  const found = nearestIn(own);
  if (isFollowed === true) return found ?? nearestIn(rows) ?? null;
  return found ?? own[Math.min(index, own.length - 1)] ?? null;
}

export function followSymbols(pane: PaneState): PaneState {
  const follow = (selected: Selected | null) =>
    selected === null || selected.symbol === null ? null : { ...selected, isFollowed: true };
  return { ...pane, stack: pane.stack.map((each) => ({ ...each, selected: follow(each.selected) })) };
}

/** Returns why the followed symbol has no row here; null if it has one, or before the first snapshot. */
export function lostText({ opened, selectedRow, input, pane }: Front): string | null {
  const { completed, boards, isPast } = input;
  const { selected, view } = opened;
  if (selected?.isFollowed !== true || selectedRow !== null || completed === null) return null;
  const { symbol } = selected;
  const name = clip(symbol ?? '', 16);
  const listing = completed.boards.filter(({ rows }) => rows.some((row) => row.symbol === symbol));
  const isBelow = view.name === 'tiles' && !boards.isNarrowed;
  if (isBelow && boards.filtered.some(({ key }) => listing.some((board) => board.key === key)))
    return `${name} is below the rows shown`;
  if (listing.length > 0) return `${name} is not in this view`;
  return `${name} ${isPast ? 'was' : 'is'} on no board of ${pane.timeframe}${isPast ? ' then' : ''}`;
}

/**
 * Up and down continue on the board above or below. Without a selected row, returns the first from
 * `firstLine` on.
 */
export function nextRow(
  from: BodyRow | null,
  direction: Direction,
  rows: Rows,
  firstLine: number,
): BodyRow | null {
  if (from === null) return rows.find(({ line }) => line >= firstLine) ?? rows[0] ?? null;
  const inColumn = rows.filter(({ column }) => column === from.column);
  if (direction === 'down') return inColumn.find(({ line }) => line > from.line) ?? null;
  if (direction === 'up') return inColumn.findLast(({ line }) => line < from.line) ?? null;
  const level = rows.filter(({ block }) => block === from.block);
  const beside =
    direction === 'right'
      ? level.find(({ column }) => column > from.column)
      : level.findLast(({ column }) => column < from.column);
  const other = level.filter(({ column }) => column === beside?.column);
  return other.findLast(({ line }) => line <= from.line) ?? null;
}

export function chosenSymbol({ opened: { view }, selectedRow }: Front): string | null {
  return view.symbol ?? selectedRow?.symbol ?? null;
}

/** Returns the symbol for `Enter` and `z`. */
export function symbolAtHand(front: Front): string | null {
  const { opened, selectedRow, body } = front;
  if (opened.view.symbol !== undefined || selectedRow !== null) return chosenSymbol(front);
  const first = body.rows.find(({ symbol }) => symbol !== null)?.symbol ?? null;
  if (front.pane.filter !== '') return namedSymbol(front) ?? first;
  return front.input.completed?.topPlay?.symbol ?? first;
}

/** Returns the symbol that the filter names, on a board or in memory. If no row matches, returns the filter. */
export function namedSymbol({ pane, input: { boards, timeframes } }: Front): string | null {
  const [ticker, ...others] = splitTickers(pane.filter);
  if (ticker === undefined || others.length > 0) return null;
  const listed = boards.filtered.flatMap(({ rows }) => rows.map(({ symbol }) => symbol));
  const isNamed = (symbol: string | null) => symbol !== null && isOneOf([ticker], symbol);
  const named = listed.find(isNamed) ?? timeframes.symbols().find(isNamed);
  return named ?? (listed.length === 0 ? ticker : null);
}
