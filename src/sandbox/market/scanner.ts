import {
  type Bias,
  BOARD_CATALOGUE,
  CONFLUENCE_RANKS,
  MAX_LIMIT,
  type MarketSession,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  type Timeframe,
} from '../../vocabulary.ts';
import { sessionAt } from './calendar.ts';
import { type Facts, factsOf, isDaily } from './facts.ts';
import type { Tier } from './listings.ts';
import type { Market } from './market.ts';
import { LOW_FLOAT_SHARES, type Rule, ruleOf } from './rules.ts';

/** A row has exactly these fields. */
export interface SandboxRow extends SandboxQuote {
  readonly rank: number;
  readonly metric: string | null;
  readonly tag: string | null;
}

/** The fields that a row and the top play share. */
interface SandboxQuote {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  readonly boards: number;
  readonly bias: Bias;
}

/** A whole snapshot, with the maximum limit. */
export interface SandboxSnapshot {
  readonly asOf: string;
  readonly timeframe: Timeframe;
  readonly session: MarketSession;
  readonly breadth: { readonly advancers: number; readonly decliners: number; readonly symbols: number };
  readonly topPlay: (SandboxQuote & { readonly reasons: ReadonlyArray<string> }) | null;
  readonly boards: Readonly<Record<string, ReadonlyArray<SandboxRow>>>;
  readonly boardNames: ReadonlyArray<string>;
}

const TIERED_BOARD = 'moneyFlow';
/** Minimum market value of a tier in USD. */
const MIN_TIER_VALUES: Readonly<Record<Tier, number>> = { blue: 10e9, mid: 2e9, small: 300e6, penny: 0 };
/** Percent of the float. */
const HIGH_SHORT_PERCENT = 22;
/** Distance in the logarithm of the price, above or below the high. */
const NEAR_HIGH_DISTANCE = 0.02;

/** The snapshot of a timeframe at a time in milliseconds. A pure function of both and of the seed of the market. */
export function buildSnapshot(market: Market, timeframe: Timeframe, time: number): SandboxSnapshot {
  const all = market.listings.map((listing, index) => factsOf(market, listing, index, timeframe, time));
  const boards = BOARD_CATALOGUE.flatMap(({ key, timeframes }) => {
    const rule = ruleOf(key, timeframe);
    if (rule === undefined || !timeframes.includes(timeframe)) return [];
    const ranking = rank(all, rule, key === TIERED_BOARD);
    return [{ key, rule, ranking, top: ranking.slice(0, CONFLUENCE_RANKS) }];
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
        ranking.map((facts, place): SandboxRow => {
          const metric = facts.listing.thin ? null : rule.metric(facts);
          const tag = key === TIERED_BOARD ? tierOf(facts) : tagOf(facts, timeframe);
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
function rank(all: ReadonlyArray<Facts>, rule: Rule, hasTiers: boolean): ReadonlyArray<Facts> {
  const ranking = all
    .map((facts) => ({ facts, score: rule.score(facts) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, other) => other.score - one.score)
    .map(({ facts }) => facts);
  if (!hasTiers) return ranking.slice(0, MAX_LIMIT);
  return MONEY_FLOW_TIERS.flatMap((tier) =>
    ranking.filter((facts) => tierOf(facts) === tier).slice(0, MONEY_FLOW_TIER_ROWS),
  );
}

function placeSum(places: ReadonlyArray<{ readonly place: number }>): number {
  return places.reduce((sum, { place }) => sum + place, 0);
}

function tierOf({ marketValue }: Facts): Tier {
  return MONEY_FLOW_TIERS.find((tier) => marketValue >= MIN_TIER_VALUES[tier]) ?? 'penny';
}

/** Null fields: price and move of a halted symbol, volume of a thin one, move of one listed after the window began. */
function quoteOf(facts: Facts, boards: number): SandboxQuote {
  const { listing, price, move, aboveAverage, sessionVolume } = facts;
  return {
    symbol: listing.symbol,
    name: listing.name,
    price: rounded(price, price < 1 ? 4 : 2),
    dayPct: rounded(move, 2),
    volume: listing.thin ? null : rounded(sessionVolume, 0),
    boards,
    // Also if the move and the average disagree, or one of them is unknown.
    bias: move > 0 && aboveAverage > 0 ? 'bullish' : move < 0 && aboveAverage < 0 ? 'bearish' : 'neutral',
  };
}

function tagOf(facts: Facts, timeframe: Timeframe): string | null {
  const { listing, price } = facts;
  if (Number.isNaN(price)) return 'halted';
  if (listing.thin) return 'thin';
  if (Number.isFinite(listing.daysListed)) return 'new listing';
  if (listing.floatShares < LOW_FLOAT_SHARES) return 'low float';
  if (isDaily(timeframe) && Math.abs(facts.fromHigh) < NEAR_HIGH_DISTANCE) return 'near high';
  return facts.shortPercent > HIGH_SHORT_PERCENT ? 'high short' : null;
}

function rounded(value: number, digits: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) + 0 : null;
}
