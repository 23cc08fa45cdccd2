import { marketDayOf } from '../../src/market/market-day.ts';
import type { Observation } from '../../src/market/ranks.ts';
import type { SymbolPath } from '../../src/market/timeline/as-of.ts';
import { naivePastStints, naiveRecord, naiveStint } from './naive-ledger.ts';

/** The path by its definition. Memory keeps prices with 32 bits. */
export function naivePath(
  kept: ReadonlyArray<Observation>,
  boards: ReadonlyArray<string>,
  symbol: string,
): SymbolPath | null {
  const newest = kept.at(-1);
  if (newest === undefined) return null;
  const { asOf: end, ranks } = newest;
  const day = kept.filter(({ asOf }) => marketDayOf(asOf) === marketDayOf(end));
  const places = [...ranks.keys()].flatMap((board) => {
    const stint = naiveStint(kept, board, symbol);
    if (stint === null) return [];
    const trail = day.map((each) => ({ asOf: each.asOf, value: each.ranks.get(board)?.get(symbol) ?? null }));
    return [{ ...stint, there: { milliseconds: end - stint.since, isAtLeast: stint.isAtLeast }, trail }];
  });
  return {
    lastSeenAt: kept.findLast(({ symbols }) => symbols.has(symbol))?.asOf ?? null,
    places,
    left: naivePastStints(kept, boards, symbol),
    record: naiveRecord(kept, symbol),
    points: day.map(({ asOf, symbols }) => {
      const { boards = 0, price = null } = symbols.get(symbol) ?? {};
      const kept = price === null ? Number.NaN : Math.fround(price);
      return { asOf, boards, price: Number.isFinite(kept) ? kept : null };
    }),
  };
}
