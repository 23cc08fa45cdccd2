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
  // That another symbol is the top play is news of the one that was.
  const symbols = [symbol, kind === 'topPlay' ? item.was : null].filter((each) => each !== null);
  if (pane.filter !== '' && !symbols.some((each) => matchesFilter(each, pane.filter))) return false;
  const isForPins = scope === 'pins' || kind === 'bias';
  if (isForPins && !symbols.some((each) => pane.pins.includes(each))) return false;
  if (!isOfBoards(item)) return true;
  const { symbols: chosen = null, boards = null } = style.selection;
  if (chosen !== null && chosen.length > 0 && !chosen.includes(item.symbol.toUpperCase())) return false;
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

/** From its first to its last change, what is one line takes this time or less. */
const CHURN_MS = 10 * MINUTE_MS;

/** A symbol came to a board or left it. */
type Move = Extract<TimeframeLogItem, { readonly kind: 'entered' | 'left' }>;

function isMove(item: TimeframeLogItem): item is Move {
  return item.kind === 'entered' || item.kind === 'left';
}

/**
 * The lines of these items, with comings and goings by turns in the line of the newest of them. Those that a line about the number
 * of boards tells of stay there.
 */
function foldChurn(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<ShownLine> {
  const counted = new Set(items.filter(({ kind }) => kind === 'confluence').map(subjectOf));
  const isFree = (move: Move) => !counted.has(subjectOf(move));
  const churns = new Map<TimeframeLogItem, Churn>();
  const folded = new Set<TimeframeLogItem>();
  for (const chain of chainsOf(items)) {
    const [newest, ...others] = chain.slice(Math.max(0, chain.findIndex(isFree)));
    const oldest = others.at(-1);
    if (newest === undefined || oldest === undefined || !isFree(newest)) continue;
    churns.set(newest, {
      times: Math.ceil((1 + others.length) / 2),
      milliseconds: newest.asOf - oldest.asOf,
    });
    for (const move of others) if (isFree(move)) folded.add(move);
  }
  const left = items.filter((item) => !folded.has(item));
  return logLines(left).flatMap((line) => {
    const own = line.items.filter((item) => churns.has(item));
    return [
      ...(own.length === 0 ? [line] : logLines(line.items.filter((item) => !churns.has(item)))),
      ...own.map((item) => ({ first: item, items: [item], churn: churns.get(item) ?? null })),
    ];
  });
}

/**
 * The comings and goings of a symbol on a board by turns, the newest first. Each chain begins with the oldest move that is in no
 * other, so that what comes later changes none that is complete.
 */
function chainsOf(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<ReadonlyArray<Move>> {
  const gaps = new Map<string, number>();
  const places = groupBy(items, (item) => {
    // What came and went in a gap is unknown.
    if (item.kind === 'gap') gaps.set(item.timeframe, item.asOf);
    return isMove(item) ? `${item.timeframe} ${gaps.get(item.timeframe)} ${item.board} ${item.symbol}` : null;
  });
  return [...places.values()].flatMap((found) => {
    const chains: Array<Array<Move>> = [];
    for (const move of found.filter(isMove).toReversed()) {
      const chain = chains.at(-1);
      const [last, first] = [chain?.at(0), chain?.at(-1)];
      const isNext = first !== undefined && last?.kind !== move.kind && move.asOf - first.asOf <= CHURN_MS;
      if (isNext) chain?.unshift(move);
      else chains.push([move]);
    }
    return chains;
  });
}
