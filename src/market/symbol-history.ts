import type { BoardRow, Snapshot } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Column, Timeframe } from './catalogue.ts';
import { type ComparedSnapshot, compare } from './diff.ts';
import { MAX_GAP_MS } from './market-day.ts';
import { ranksByBoard } from './ranks.ts';
import { symbolsOn } from './selection.ts';
import { figuresIn, ranksOf, type SymbolFigures } from './standings.ts';
import { separatedOtherwise, tickerKey } from './ticker.ts';
import { createTimeline } from './timeline/timeline.ts';

export type SymbolHistory = Awaited<ReturnType<typeof symbolHistories>>[number];

/** One day at a snapshot every five seconds. */
const MAX_REMEMBERED = 17_280;

/** Fills the timeline if `keepsMemory` is true, and the points otherwise. */
export async function symbolHistories(
  tickers: ReadonlyArray<string>,
  timeframe: Timeframe,
  snapshots: AsyncIterable<Snapshot>,
  keepsMemory: boolean,
) {
  const timeline = createTimeline({ maxSnapshots: MAX_REMEMBERED, isKept: false });
  const keys = new Set(tickers.map(tickerKey));
  const seen = new Set<string>();
  const found = tickers.map((ticker) => ({
    ticker,
    /** Includes snapshots without the symbol; empty if `keepsMemory` is true. */
    points: [] as Array<ReturnType<typeof pointOf>>,
    last: null as SymbolFigures | null,
  }));
  let compared: ComparedSnapshot | null = null;
  for await (const received of snapshots) {
    const snapshot = onlyTickers(received, keys);
    if (found.some(({ last }) => last === null))
      for (const symbol of symbolsOn(received.boards)) seen.add(symbol);
    compared = compare(compared, snapshot, MAX_GAP_MS);
    if (keepsMemory) timeline.add(snapshot, compared);
    for (const each of found) {
      const figures = figuresIn(compared.completed, timeframe, each.ticker);
      if (figures.placements.length > 0) each.last = figures;
      if (keepsMemory) continue;
      each.points.push(pointOf(figures));
    }
  }
  const memory = timeline.at('newest');
  return found.map((each) => ({
    ...each,
    symbol: each.last?.symbol ?? cleanText(each.ticker),
    /** Suggestions for a ticker that no snapshot lists. */
    similar: each.last === null ? separatedOtherwise(each.ticker, seen) : [],
    timeframe,
    memory,
  }));
}

function pointOf(figures: SymbolFigures) {
  const { asOf, boards, price, dayPct } = figures;
  return { asOf: asOf ?? '', boards, price, dayPct, ranks: ranksOf(figures) };
}

/** Sets ranks before it drops rows, because a row without a rank gets its position. */
function onlyTickers(snapshot: Snapshot, keys: ReadonlySet<string>): Snapshot {
  const isWanted = ({ symbol }: BoardRow) => symbol !== null && keys.has(tickerKey(symbol));
  const ranks = ranksByBoard({ boards: snapshot.boards.filter(({ rows }) => rows.some(isWanted)) });
  const boards = snapshot.boards.map(({ key, rows }) => ({
    key,
    rows: rows.filter(isWanted).map((row) => {
      return { ...row, rank: ranks.get(key)?.get(row.symbol ?? '') ?? row.rank };
    }),
  }));
  return { ...snapshot, boards, raw: {} };
}

const OF_BOARD = ['board', 'rank'];
export const HISTORY_COLUMNS = ['symbol', 'timeframe', 'asOf', 'boards', 'price', 'dayPct', ...OF_BOARD];

/** Returns one row for each snapshot if the columns include neither board nor rank. */
export function historyRows(
  { symbol, timeframe, points }: SymbolHistory,
  columns: ReadonlyArray<Column>,
): ReadonlyArray<ReadonlyArray<string | number | null>> {
  const hasBoards = OF_BOARD.some((column) => columns.includes(column));
  return points.flatMap(({ ranks, ...point }) => {
    const places = hasBoards ? Object.entries(ranks) : [];
    return (places.length === 0 ? [[null, null] as const] : places).map(([board, rank]) => {
      const row: Readonly<Record<Column, string | number | null>> = {
        ...point,
        symbol,
        timeframe,
        board,
        rank,
      };
      return columns.map((column) => row[column] ?? null);
    });
  });
}
