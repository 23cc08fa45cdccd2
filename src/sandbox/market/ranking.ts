import { CONFLUENCE_RANKS, MONEY_FLOW_TIER_ROWS, MONEY_FLOW_TIERS } from '../../vocabulary.ts';
import { at, type PerListing } from './columns.ts';
import type { Tier } from './listings.ts';

/** Indexes of listings in order of rank. */
export type Ranking = ReadonlyArray<number>;

/** Minimum market value of a tier in USD. */
const MIN_TIER_VALUES: Readonly<Record<Tier, number>> = { blue: 10e9, mid: 2e9, small: 300e6, penny: 0 };

/** Listings with a score in descending order; ties keep the order of the listings. */
export function rank(score: PerListing): Ranking {
  const eligible: Array<number> = [];
  for (let i = 0; i < score.length; i++) {
    if (!Number.isNaN(at(score, i))) eligible.push(i);
  }
  return eligible.sort((a, b) => at(score, b) - at(score, a));
}

/** The top six of each tier, ranked from 1 to 24 across tiers. */
export function rankByTier(score: PerListing, marketValue: PerListing): Ranking {
  const ranking = rank(score);
  return MONEY_FLOW_TIERS.flatMap((tier) =>
    ranking.filter((index) => tierOf(at(marketValue, index)) === tier).slice(0, MONEY_FLOW_TIER_ROWS),
  );
}

export function tierOf(marketValue: number): Tier {
  return MONEY_FLOW_TIERS.find((tier) => marketValue >= MIN_TIER_VALUES[tier]) ?? 'penny';
}

/**
 * The number of boards on which a listing has rank 1 to 5. A symbol that is lower on all boards scores
 * 0, and only the top five of the first tier count for `moneyFlow`.
 */
export function countConfluence(rankings: Iterable<Ranking>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const ranking of rankings) {
    for (const index of ranking.slice(0, CONFLUENCE_RANKS)) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

/** The listing on the most boards, at least two. Ties are broken by better ranks, then by the order of the listings. */
export function pickTopPlay(rankings: ReadonlyArray<Ranking>): number | undefined {
  const counts = countConfluence(rankings);
  const rankSum = (index: number) =>
    rankings.reduce((sum, ranking) => {
      const place = ranking.slice(0, CONFLUENCE_RANKS).indexOf(index);
      return place < 0 ? sum : sum + place;
    }, 0);
  const candidates = [...counts].filter(([, count]) => count >= 2);
  candidates.sort(([a, countA], [b, countB]) => countB - countA || rankSum(a) - rankSum(b) || a - b);
  return candidates[0]?.[0];
}

/** The boards that count towards the confluence of a listing, best rank first. */
export function boardsOf<T extends { readonly ranking: Ranking }>(
  index: number,
  boards: ReadonlyArray<T>,
): ReadonlyArray<T> {
  const placeOn = ({ ranking }: T) => ranking.slice(0, CONFLUENCE_RANKS).indexOf(index);
  return boards.filter((board) => placeOn(board) >= 0).sort((a, b) => placeOn(a) - placeOn(b));
}
