import type { Observation } from '../../src/market/ranks.ts';
import type { Trend } from '../../src/market/timeline/trend.ts';
import { MINUTE_MS } from '../../src/time.ts';
import { naiveStint, sinceLastHole } from './naive-ledger.ts';

/** The trend by its definition. */
export function naiveTrend(followed: ReadonlyArray<Observation>, board: string, symbol: string): Trend {
  const end = followed.at(-1)?.asOf ?? 0;
  const seen = sinceLastHole(followed).flatMap(({ asOf, ranks }) => {
    const rank = ranks.get(board)?.get(symbol);
    return rank === undefined || end - asOf >= 30 * MINUTE_MS ? [] : [{ age: end - asOf, rank }];
  });
  const values = Array.from({ length: 8 }, (_, bucket) => {
    const [from, to] = [7 - bucket, 8 - bucket].map((each) => each * 3.75 * MINUTE_MS);
    return seen.findLast(({ age }) => age >= (from ?? 0) && age < (to ?? 0))?.rank ?? null;
  });
  const median = (values: ReadonlyArray<number>) => {
    const sorted = values.toSorted((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
  };
  const stint = naiveStint(followed, board, symbol);
  const age = stint === null ? 0 : end - stint.since;
  // Since it is there this time.
  const there = seen.filter((each) => each.age <= age);
  const recent = median(there.filter((each) => each.age < 10 * MINUTE_MS).map(({ rank }) => rank));
  const earlier = median(there.filter((each) => each.age >= 10 * MINUTE_MS).map(({ rank }) => rank));
  if (stint !== null && !stint.isAtLeast && age < 5 * MINUTE_MS)
    return { values, word: stint.isBack ? 'back' : 'new' };
  if (!there.some((each) => each.age >= 15 * MINUTE_MS)) return { values, word: null };
  return { values, word: earlier - recent >= 2 ? 'rise' : recent - earlier >= 2 ? 'fade' : 'hold' };
}
