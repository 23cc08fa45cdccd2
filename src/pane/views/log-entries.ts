import { groupBy } from '../../group-by.ts';
import {
  type Churn,
  isOfBoards,
  type LogItem,
  type LogLine,
  logLines,
  subjectOf,
  type TimeframeLogItem,
} from '../../market/log.ts';
import { MINUTE_MS } from '../../time-units.ts';
import { CONFLUENCE_RANKS, isWithinLimit } from '../../vocabulary.ts';
import { matchesFilter } from '../shown-boards.ts';
import type { Shown } from '../view.ts';

/** What the log is about: ranks 1 to 5, all ranks, or all ranks of pinned symbols. */
export const LOG_SCOPES = ['top ranks', 'all ranks', 'pins'] as const;
export type LogScope = (typeof LOG_SCOPES)[number];

type ShownLine = LogLine<TimeframeLogItem>;

/** The lines of the log that a scope and the filters let through, the newest first. */
export function shownLines(
  log: ReadonlyArray<TimeframeLogItem>,
  scope: LogScope,
  shown: Shown,
): ReadonlyArray<ShownLine> {
  return foldChurn(log.filter((item) => isShown(item, scope, shown)));
}

/** What came to a board and left it, in all ranks that are shown. */
export function linesOn(board: string, log: ReadonlyArray<LogItem>, shown: Shown): ReadonlyArray<ShownLine> {
  const { timeframe } = shown.pane;
  const found = log.filter((item) => 'board' in item && item.board === board);
  return shownLines(
    found.map((item) => ({ ...item, timeframe })),
    'all ranks',
    shown,
  );
}

/** Bias is told of pins alone, and of no data whatever is selected. */
function isShown(item: TimeframeLogItem, scope: LogScope, { pane, style }: Shown): boolean {
  const { kind, symbol, timeframe } = item;
  if (kind === 'gap') return true;
  if (pane.filter !== '' && !matchesFilter(symbol, pane.filter)) return false;
  const isForPins = scope === 'pins' || kind === 'bias';
  if (isForPins && (symbol === null || !pane.pins.includes(symbol))) return false;
  if (!isOfBoards(item)) return true;
  const { symbols = null, boards = null } = style.selection;
  if (symbols !== null && symbols.length > 0 && !symbols.includes(item.symbol.toUpperCase())) return false;
  const isPlaceShown = (board: string, rank: number) =>
    (boards === null ||
      boards.length === 0 ||
      boards.some((key) => key.toLowerCase() === board.toLowerCase())) &&
    pane.hiddenBoards[timeframe]?.includes(board) !== true &&
    isWithinLimit(board, rank, style.limit);
  if (item.kind === 'confluence')
    return item.places.some(({ board, rank, was }) =>
      isPlaceShown(board, Math.min(rank ?? Number.POSITIVE_INFINITY, was ?? Number.POSITIVE_INFINITY)),
    );
  const rank = item.kind === 'entered' ? item.rank : item.was;
  return (scope !== 'top ranks' || rank <= CONFLUENCE_RANKS) && isPlaceShown(item.board, rank);
}

/** A symbol that comes to a board and leaves it, or the reverse, in this time or less is one line. */
const CHURN_MS = 10 * MINUTE_MS;

/** A symbol came to a board or left it. */
type Move = Extract<TimeframeLogItem, { readonly kind: 'entered' | 'left' }>;

function isMove(item: TimeframeLogItem): item is Move {
  return item.kind === 'entered' || item.kind === 'left';
}

/** The lines of these items, with comings and goings by turns in the line of the newest of them. */
function foldChurn(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<ShownLine> {
  const counted = new Set(items.filter(({ kind }) => kind === 'confluence').map(subjectOf));
  const churns = new Map<TimeframeLogItem, Churn>();
  const folded = new Set<TimeframeLogItem>();
  for (const chain of chainsOf(items)) {
    const [newest, ...others] = chain;
    if (newest === undefined || others.length === 0) continue;
    const milliseconds = newest.asOf - (others.at(-1)?.asOf ?? newest.asOf);
    churns.set(newest, { times: Math.ceil(chain.length / 2), milliseconds });
    // The newest line about the number of boards is shown, too.
    const kept = chain.find((move) => counted.has(subjectOf(move)));
    for (const move of others) if (move !== kept) folded.add(move);
  }
  return logLines(items).flatMap(({ first, items: all }): ReadonlyArray<ShownLine> => {
    const left = all.filter((item) => !folded.has(item));
    const moves = left.filter(isMove);
    if (moves.length === 0 && all.some(isMove)) return [];
    const churn = moves.map((move) => churns.get(move)).find((each) => each !== undefined) ?? null;
    if (churn === null || first.kind === 'confluence') return [{ first, items: left, churn }];
    return [
      ...logLines(left.filter((item) => !churns.has(item))),
      ...moves.flatMap((move) => {
        const own = churns.get(move);
        return own === undefined ? [] : [{ first: move, items: [move], churn: own }];
      }),
    ];
  });
}

/** The comings and goings of a symbol on a board by turns, with less than ten minutes between two of them, the newest first. */
function chainsOf(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<ReadonlyArray<Move>> {
  const gaps = new Map<string, number>();
  const places = groupBy(items, (item) => {
    // What came and went in a gap is unknown.
    if (item.kind === 'gap') gaps.set(item.timeframe, item.asOf);
    return isMove(item) ? `${item.timeframe} ${gaps.get(item.timeframe)} ${item.board} ${item.symbol}` : null;
  });
  return [...places.values()].flatMap((found) => {
    const chains: Array<Array<Move>> = [];
    for (const move of found.filter(isMove)) {
      const last = chains.at(-1)?.at(-1);
      const isNext = last !== undefined && last.kind !== move.kind && last.asOf - move.asOf <= CHURN_MS;
      if (isNext) chains.at(-1)?.push(move);
      else chains.push([move]);
    }
    return chains;
  });
}
