import { groupBy } from '../lib/group-by.ts';
import {
  BOARD_CATALOGUE,
  CONFLUENCE_RANKS,
  MAX_LIMIT,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  type Timeframe,
} from '../market/catalogue.ts';
import { type Figures, figuresOf, LOW_FLOAT_SHARES, type Rule, ruleOf, shortPercent } from './board-rules.ts';
import type { Listing } from './listings.ts';
import { sessionAt } from './market.ts';

export type SandboxSnapshot = Readonly<ReturnType<typeof buildSnapshot>>;

const TIERED_BOARD = 'moneyFlow';
const HIGH_SHORT_PERCENT = 20;

export function buildSnapshot(listings: ReadonlyArray<Listing>, timeframe: Timeframe, time: number) {
  const all = listings.map((listing) => figuresOf(listing, timeframe, time));
  const boards = BOARD_CATALOGUE.flatMap(({ key, timeframes }) => {
    const rule = ruleOf(key, timeframe);
    if (rule === undefined || !timeframes.includes(timeframe)) return [];
    return [{ key, rule, ranking: rank(all, rule, key === TIERED_BOARD) }];
  });
  // The ranks of `moneyFlow` that count towards confluence are all in its first tier.
  const places = boards.flatMap(({ rule: { reason }, ranking }) =>
    ranking.slice(0, CONFLUENCE_RANKS).map(({ figures }, place) => ({ figures, place, reason })),
  );
  const placesOf = groupBy(places, ({ figures }) => figures);
  const quote = (figures: Figures) => quoteOf(figures, placesOf.get(figures)?.length ?? 0);
  // The top play is on the most boards, and on at least two; better ranks break a tie.
  const [topPlay] = [...placesOf]
    .filter(([, on]) => on.length > 1)
    .sort(([, one], [, other]) => other.length - one.length || placeSum(one) - placeSum(other));
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
    topPlay: topPlay ? { ...quote(topPlay[0]), reasons: topPlay[1].map(({ reason }) => reason) } : null,
    boards: Object.fromEntries(
      boards.map(({ key, rule, ranking }) => [
        key,
        ranking.map(({ figures, score }, place) => {
          const metric = figures.listing.isThin ? null : rule.metric(score, figures);
          const tag = key === TIERED_BOARD ? figures.listing.tier : tagOf(figures);
          return { rank: place + 1, ...quote(figures), metric, tag };
        }),
      ]),
    ),
    boardNames: boards.map(({ key }) => key),
  };
}

export function cutToLimit(whole: SandboxSnapshot, limit: number): SandboxSnapshot {
  const cut = Object.entries(whole.boards).map(([key, rows]) => [
    key,
    key === TIERED_BOARD ? rows : rows.slice(0, limit),
  ]);
  return { ...whole, boards: Object.fromEntries(cut) };
}

function rank(all: ReadonlyArray<Figures>, rule: Rule, hasTiers: boolean) {
  const ranking = all
    .map((figures) => ({ figures, score: rule.score(figures) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, other) => other.score - one.score);
  if (!hasTiers) return ranking.slice(0, MAX_LIMIT);
  return MONEY_FLOW_TIERS.flatMap((tier) =>
    ranking.filter(({ figures }) => figures.listing.tier === tier).slice(0, MONEY_FLOW_TIER_ROWS),
  );
}

function placeSum(places: ReadonlyArray<{ readonly place: number }>): number {
  return places.reduce((sum, { place }) => sum + place, 0);
}

/** A halted symbol has no price and move, a thin one no volume, and a new one may have no move. */
function quoteOf({ listing, price, move, thrust, volume }: Figures, boards: number) {
  return {
    symbol: listing.symbol,
    name: listing.name,
    price: rounded(price, price < 1 ? 4 : 2),
    dayPct: rounded(move, 2),
    volume: listing.isThin ? null : rounded(volume, 0),
    boards,
    bias: move > 0 && thrust > 0 ? 'bullish' : move < 0 && thrust < 0 ? 'bearish' : 'neutral',
  };
}

function tagOf(figures: Figures): string | null {
  const { listing, price } = figures;
  if (Number.isNaN(price)) return 'halted';
  if (listing.isThin) return 'thin';
  if (listing.isNew) return 'new listing';
  if (listing.floatShares < LOW_FLOAT_SHARES) return 'low float';
  return shortPercent(figures) > HIGH_SHORT_PERCENT ? 'high short' : null;
}

function rounded(value: number, digits: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) + 0 : null;
}
