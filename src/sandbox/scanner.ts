import {
  BOARD_CATALOGUE,
  CONFLUENCE_RANKS,
  MAX_LIMIT,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  type Timeframe,
} from '../vocabulary.ts';
import { ALERT_DAYS_WINDOW, type Facts, factsOf, isDaily, percentOf } from './facts.ts';
import type { Tier } from './listings.ts';
import { type Market, sessionAt } from './market.ts';

/** A whole snapshot, with the maximum limit. */
export type SandboxSnapshot = Readonly<ReturnType<typeof buildSnapshot>>;

const TIERED_BOARD = 'moneyFlow';
/** Minimum market value of a tier in USD. */
const MIN_TIER_VALUES: Readonly<Record<Tier, number>> = { blue: 10e9, mid: 2e9, small: 300e6, penny: 0 };
/** Percent of the float. */
const HIGH_SHORT_PERCENT = 22;
/** Distance in the logarithm of the price, above or below the high. */
const NEAR_HIGH_DISTANCE = 0.02;

/** The snapshot of a timeframe at a time in milliseconds. A pure function of both and of the seed of the market. */
export function buildSnapshot(market: Market, timeframe: Timeframe, time: number) {
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
        ranking.map((facts, place) => {
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
function quoteOf(facts: Facts, boards: number) {
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

/** How a board of the catalogue is ranked. */
interface Rule {
  /** The text for this board in the reasons of a top play. */
  readonly reason: string;
  /** Sorted in descending order; NaN excludes a symbol from the board. */
  score(facts: Facts): number;
  metric(facts: Facts): string;
}

/** Upper limit of a low float. */
const LOW_FLOAT_SHARES = 20e6;
/** A low-float symbol must trade at more than this multiple of its usual volume. */
const MIN_LOW_FLOAT_VOLUME = 1.75;

const nearHigh: Rule = {
  reason: 'Near its 52-week high',
  score: ({ fromHigh }) => -Math.abs(fromHigh),
  metric: ({ fromHigh }) => distance(fromHigh, 'high'),
};

const rules: Readonly<Record<string, Rule>> = {
  alerted: {
    reason: 'Repeated alerts',
    score: ({ alerts }) => alerts,
    metric: ({ alerts }) => counted(alerts, 'alert'),
  },
  movers: {
    reason: 'Top mover',
    score: ({ move }) => Math.abs(move),
    metric: ({ move }) => `${signed(move)}%`,
  },
  rvol: {
    reason: 'High relative volume',
    score: ({ relativeVolume }) => relativeVolume,
    metric: ({ relativeVolume }) => multiple(relativeVolume),
  },
  momentum: {
    reason: 'Volume picking up on a thrust',
    score: (facts) => (facts.thrust > 0 ? facts.acceleration * facts.thrust : Number.NaN),
    metric: ({ acceleration, thrust }) => `${signed(thrust)}% on ${multiple(acceleration)}`,
  },
  emaTrend: {
    reason: 'Holding above its averages',
    score: ({ holding }) => holding,
    metric: ({ holding }) => `${signed(percentOf(holding))}% clear`,
  },
  forum: {
    reason: 'Talked about on the forum',
    score: ({ mentions }) => mentions,
    metric: ({ mentions }) => counted(mentions, 'post'),
  },
  search: {
    reason: 'Trending in search',
    score: ({ searches }) => searches,
    metric: ({ searches }) => counted(searches, 'query', 'queries'),
  },
  moneyFlow: {
    reason: 'Heavy dollar volume',
    score: ({ dollars }) => dollars,
    metric: ({ dollars }) => `$${compact(dollars)}`,
  },
  lowFloat: {
    reason: 'Low float in play',
    score: ({ listing: { floatShares }, relativeVolume }) =>
      floatShares < LOW_FLOAT_SHARES && relativeVolume > MIN_LOW_FLOAT_VOLUME ? -floatShares : Number.NaN,
    metric: ({ listing }) => `${compact(listing.floatShares)} float`,
  },
  shorted: {
    reason: 'Heavily shorted',
    score: ({ shortPercent }) => shortPercent,
    metric: ({ shortPercent }) => `${shortPercent.toFixed(1)}% of float`,
  },
  smartMoney: {
    reason: 'Funds adding',
    score: ({ fundsAdding }) => fundsAdding,
    metric: ({ fundsAdding }) => counted(fundsAdding, 'fund adding', 'funds adding'),
  },
  insiderBuys: {
    reason: 'Insiders buying',
    score: ({ insiderBuys }) => insiderBuys,
    metric: ({ insiderBuys, insiderDollars }) =>
      `${counted(insiderBuys, 'buy')}, $${compact(Math.floor(insiderBuys) * insiderDollars)}`,
  },
  buzz: {
    reason: 'Alerted day after day',
    score: ({ alertDays }) => alertDays,
    metric: ({ alertDays }) => `${Math.floor(alertDays)} of ${ALERT_DAYS_WINDOW} days`,
  },
  steady: {
    reason: 'Steady climber',
    score: ({ steadiness }) => steadiness,
    metric: ({ steadiness }) => `${(steadiness * 100).toFixed(0)}% straight up`,
  },
  relStrength: {
    reason: 'Stronger than the market',
    score: ({ move, benchmarkMove }) => move - benchmarkMove,
    metric: ({ move, benchmarkMove }) => `${signed(move - benchmarkMove)} pts`,
  },
  breakouts: {
    reason: 'Breaking out of a base',
    score: ({ aboveBase }) => aboveBase,
    metric: ({ aboveBase }) => distance(aboveBase, 'base'),
  },
  pullback: {
    reason: 'At a rising 50-day average',
    score: ({ fromRising50 }) => -Math.abs(fromRising50),
    metric: ({ fromRising50 }) => distance(fromRising50, '50-day'),
  },
  highClub: {
    reason: 'Fresh 52-week high on volume',
    score: ({ listing, fromHigh, relativeVolume }) =>
      fromHigh > -listing.volatility ? relativeVolume : Number.NaN,
    metric: ({ relativeVolume }) => `new high on ${multiple(relativeVolume)}`,
  },
};

/** `alerted` ranks on alert counts for scalp and day, and on the 52-week high for the daily timeframes. */
function ruleOf(key: string, timeframe: Timeframe): Rule | undefined {
  return key === 'alerted' && isDaily(timeframe) ? nearHigh : rules[key];
}

/** `4.2x` */
function multiple(value: number): string {
  return `${value.toFixed(1)}x`;
}

/** `+12.4` */
function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
}

/** `0.4% below high` */
function distance(logarithm: number, from: string): string {
  const percent = percentOf(logarithm);
  return `${Math.abs(percent).toFixed(1)}% ${percent < 0 ? 'below' : 'above'} ${from}`;
}

/** `1 alert`, `12.3K posts`; rounded down to a whole number. */
function counted(value: number, singular: string, plural = `${singular}s`): string {
  const whole = Math.floor(value);
  return `${compact(whole)} ${whole === 1 ? singular : plural}`;
}

/** `950`, `1.2K`, `82.1M` */
function compact(value: number): string {
  const units = ['', 'K', 'M', 'B', 'T'];
  let scaled = value;
  let unit = 0;
  // 999.95 would be displayed as 1000.0.
  while (scaled >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return unit === 0 ? String(Math.floor(scaled)) : `${scaled.toFixed(1)}${units[unit]}`;
}
