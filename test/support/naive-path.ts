import { gapBetween, marketDayOf } from '../../src/model/market-day.ts';
import type { Observation } from '../../src/model/observation.ts';
import { NO_PATH, type SymbolPath, type TrailRank } from '../../src/model/symbol-path.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { naivePastStints, naiveRecord, naiveStint } from './naive-ledger.ts';

/** The path by its definition. `followed` begins earlier than `kept` if the oldest were dropped. */
export function naivePath(
  kept: ReadonlyArray<Observation>,
  followed: ReadonlyArray<Observation>,
  boards: ReadonlyArray<string>,
  symbol: string,
): SymbolPath {
  const newest = kept.at(-1);
  if (newest === undefined) return NO_PATH;
  const { asOf: end, ranks } = newest;
  const index = kept.findLastIndex(({ symbols }) => symbols.has(symbol));
  const [seen, state] = [kept[index], kept[index]?.symbols.get(symbol)];
  const start = kept.findLastIndex((each, place) => {
    const before = kept[place - 1];
    return before === undefined || gapBetween(before.asOf, each.asOf) !== 'none';
  });
  const places = [...ranks.keys()].flatMap((board) => {
    const stint = naiveStint(followed, board, symbol);
    if (stint === null) return [];
    const trail = [5, 4, 3, 2, 1, 0].map((step): TrailRank => {
      const inStep = kept
        .slice(start)
        .filter(({ asOf }) => Math.floor((end - asOf) / (5 * MINUTE_MS)) === step);
      const known = inStep.flatMap((each) => each.ranks.get(board)?.get(symbol) ?? []);
      return known.at(-1) ?? (inStep.length === 0 ? 'unknown' : 'off');
    });
    return [{ ...stint, there: { milliseconds: end - stint.since, isAtLeast: stint.isAtLeast }, trail }];
  });
  return {
    lastSeen: seen === undefined || state === undefined ? null : { index, asOf: seen.asOf, state },
    isListed: newest.symbols.has(symbol),
    places,
    left: naivePastStints(followed, boards, symbol),
    record: naiveRecord(followed, symbol),
    points: kept.flatMap(({ asOf, symbols }) => {
      if (marketDayOf(asOf) !== marketDayOf(end)) return [];
      const point = symbols.get(symbol);
      return [{ asOf, boards: point?.boards ?? 0, dayPct: point?.dayPct ?? null }];
    }),
  };
}
