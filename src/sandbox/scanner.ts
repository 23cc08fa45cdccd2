import {
  BOARD_CATALOGUE,
  CONFLUENCE_RANKS,
  MAX_LIMIT,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  type Timeframe,
} from '../market/catalogue.ts';
import {
  aboveHigh,
  type Facts,
  factsOf,
  isDaily,
  LOW_FLOAT_SHARES,
  type Rule,
  ruleOf,
  shortPercent,
} from './board-rules.ts';
import type { Listing } from './listings.ts';
import { sessionAt, sessionVolumeAt } from './market.ts';

/** A whole snapshot, with the maximum limit. */
export type SandboxSnapshot = Readonly<ReturnType<typeof buildSnapshot>>;

const TIERED_BOARD = 'moneyFlow';
/** Percent of the float. */
const HIGH_SHORT_PERCENT = 22;
/** Distance in the logarithm of the price, above or below the high. */
const NEAR_HIGH_DISTANCE = 0.02;

/** The snapshot of a timeframe at a time in milliseconds. A pure function of both and of the listings. */
export function buildSnapshot(listings: ReadonlyArray<Listing>, timeframe: Timeframe, time: number) {
  const all = listings.map((listing) => factsOf(listing, timeframe, time));
  const boards = BOARD_CATALOGUE.flatMap(({ key, timeframes }) => {
    const rule = ruleOf(key, timeframe);
    if (rule === undefined || !timeframes.includes(timeframe)) return [];
    const ranking = rank(all, rule, key === TIERED_BOARD);
    return [{ key, rule, ranking, top: ranking.slice(0, CONFLUENCE_RANKS).map(({ facts }) => facts) }];
  });
  /** The boards that count towards the confluence of a symbol, best rank first; of `moneyFlow`, only the first tier can. */
  const agreeing = (facts: Facts) =>
    boards
      .filter(({ top }) => top.includes(facts))
      .map(({ rule, top }) => ({ rule, place: top.indexOf(facts) }))
      .sort((one, other) => one.place - other.place);
  const quote = (facts: Facts) => quoteOf(facts, agreeing(facts).length);
  // On the most boards, at least two; of several, the one with the better ranks, then the first listed.
  const [topPlay] = all
    .map((facts) => ({ facts, on: agreeing(facts) }))
    .filter(({ on }) => on.length > 1)
    .sort((one, other) => other.on.length - one.on.length || placeSum(one.on) - placeSum(other.on));
  const moves = all.map(({ sessionMove }) => sessionMove);
  return {
    asOf: new Date(time).toISOString(),
    timeframe,
    session: sessionAt(time),
    breadth: {
      advancers: moves.filter((move) => move > 0).length,
      decliners: moves.filter((move) => move < 0).length,
      symbols: moves.length,
    },
    topPlay:
      topPlay === undefined
        ? null
        : { ...quote(topPlay.facts), reasons: topPlay.on.map(({ rule }) => rule.reason) },
    boards: Object.fromEntries(
      boards.map(({ key, rule, ranking }) => [
        key,
        ranking.map(({ facts, score }, place) => {
          const metric = facts.listing.isThin ? null : rule.metric(score, facts);
          const tag = key === TIERED_BOARD ? facts.listing.tier : tagOf(facts);
          return { rank: place + 1, ...quote(facts), metric, tag };
        }),
      ]),
    ),
    boardNames: boards.map(({ key }) => key),
  };
}

/** Limits the rows per board. `moneyFlow` and all scores are unchanged. */
export function cutToLimit(whole: SandboxSnapshot, limit: number): SandboxSnapshot {
  const cut = Object.entries(whole.boards).map(([key, rows]) => [
    key,
    key === TIERED_BOARD ? rows : rows.slice(0, limit),
  ]);
  return { ...whole, boards: Object.fromEntries(cut) };
}

/** Symbols with a score in descending order; of a board with tiers, the top six of each. */
function rank(all: ReadonlyArray<Facts>, rule: Rule, hasTiers: boolean) {
  const ranking = all
    .map((facts) => ({ facts, score: rule.score(facts) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, other) => other.score - one.score);
  if (!hasTiers) return ranking.slice(0, MAX_LIMIT);
  return MONEY_FLOW_TIERS.flatMap((tier) =>
    ranking.filter(({ facts }) => facts.listing.tier === tier).slice(0, MONEY_FLOW_TIER_ROWS),
  );
}

function placeSum(places: ReadonlyArray<{ readonly place: number }>): number {
  return places.reduce((sum, { place }) => sum + place, 0);
}

/** Null fields: price and move of a halted symbol, volume of a thin one, move of one listed after the window began. */
function quoteOf(facts: Facts, boards: number) {
  const { listing, price, level, move, time } = facts;
  const above = level - facts.averageLevel;
  return {
    symbol: listing.symbol,
    name: listing.name,
    price: rounded(price, price < 1 ? 4 : 2),
    dayPct: rounded(move, 2),
    volume: listing.isThin ? null : rounded(sessionVolumeAt(listing, time), 0),
    boards,
    // Also if the move and the average disagree, or one of them is unknown.
    bias: move > 0 && above > 0 ? 'bullish' : move < 0 && above < 0 ? 'bearish' : 'neutral',
  };
}

function tagOf(facts: Facts): string | null {
  const { listing, price, timeframe } = facts;
  if (Number.isNaN(price)) return 'halted';
  if (listing.isThin) return 'thin';
  if (listing.isNew) return 'new listing';
  if (listing.floatShares < LOW_FLOAT_SHARES) return 'low float';
  if (isDaily(timeframe) && Math.abs(aboveHigh(facts)) < NEAR_HIGH_DISTANCE) return 'near high';
  return shortPercent(facts) > HIGH_SHORT_PERCENT ? 'high short' : null;
}

function rounded(value: number, digits: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) + 0 : null;
}
