import type { HistoryPoint, SymbolHistory } from './symbol-history.ts';

/** The output of `history --json` for one symbol and timeframe. Its points are created while they are written. */
export function historyJson({ symbol, timeframe, points }: SymbolHistory) {
  return { symbol, timeframe, points: mapped(points, pointJson) };
}

function pointJson({ asOf, boards, price, dayPct, ranks }: HistoryPoint) {
  return { asOf, boards, price, dayPct, ranks: Object.fromEntries(ranks) };
}

export const HISTORY_COLUMNS = [
  'symbol',
  'timeframe',
  'asOf',
  'boards',
  'price',
  'dayPct',
  'board',
  'rank',
] as const;

/** A row for each board of each snapshot, as `HISTORY_COLUMNS`; one with neither board nor rank where it was on no board. */
export function* historyRows({ symbol, timeframe, points }: SymbolHistory) {
  for (const { asOf, boards, price, dayPct, ranks } of points) {
    const places = ranks.size === 0 ? [[null, null] as const] : ranks;
    for (const [board, rank] of places) yield [symbol, timeframe, asOf, boards, price, dayPct, board, rank];
  }
}

function mapped<T, Result>(items: Iterable<T>, map: (item: T) => Result): Iterable<Result> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield map(item);
    },
  };
}
