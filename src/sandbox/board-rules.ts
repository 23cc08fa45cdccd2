import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { formatCompact } from '../text/format.ts';
import type { Listing } from './listings.ts';
import {
  benchmarkAt,
  closeAt,
  levelAt,
  newsAt,
  previousClose,
  relativeVolumeAt,
  sessionVolumeAt,
  tradingTime,
} from './market.ts';
import { unit, wave } from './noise.ts';

/** Moves and volume cover this window; for `day`, moves begin at the previous close. */
const WINDOWS_MS: Readonly<Record<Timeframe, number>> = {
  scalp: 5 * MINUTE_MS,
  day: DAY_MS,
  swing: 10 * DAY_MS,
  position: 60 * DAY_MS,
  investing: 240 * DAY_MS,
};

const HALTING_NEWS = 0.7;
/** A new listing has no older price. */
const MAX_NEW_MS = 5 * DAY_MS;

export type Figures = ReturnType<typeof figuresOf>;

/** A number is NaN for a halted symbol, or if the symbol was listed too recently. Moves are in percent. */
export function figuresOf(listing: Listing, timeframe: Timeframe, at: number) {
  const time = tradingTime(at);
  const span = WINDOWS_MS[timeframe];
  const start = timeframe === 'day' ? previousClose(time) : time - span;
  const isHalted = newsAt(listing, time) > HALTING_NEWS;
  const level = isHalted ? NaN : levelAt(listing, time);
  const moveSince = (from: number) =>
    listing.isNew && time - from > MAX_NEW_MS ? NaN : percentOf(level - levelAt(listing, from));
  return {
    listing,
    time,
    span,
    days: span / DAY_MS,
    hours: span / HOUR_MS,
    price: Math.exp(level),
    /** The logarithm of the price without intraday changes, so that ranks do not change every minute. */
    close: isHalted || listing.isNew ? NaN : closeAt(listing, time),
    moveSince,
    move: moveSince(start),
    thrust: moveSince(time - span / 5),
    sessionMove: moveSince(previousClose(time)),
    benchmarkMove: percentOf(benchmarkAt(time) - benchmarkAt(start)),
    volume: sessionVolumeAt(listing, time),
    relativeVolume: relativeVolumeAt(listing, span, time),
  };
}

export interface Rule {
  readonly reason: string;
  /** Higher scores rank first; NaN excludes a symbol from the board. */
  score(figures: Figures): number;
  metric(score: number, figures: Figures): string;
}

/** Ranks `alerted` by the 52-week high for daily timeframes, otherwise by the number of alerts. */
export function ruleOf(key: string, timeframe: Timeframe): Rule | undefined {
  const isDaily = timeframe !== 'scalp' && timeframe !== 'day';
  return RULES[key === 'alerted' && isDaily ? 'nearHigh' : key];
}

export const LOW_FLOAT_SHARES = 20e6;
/** A multiple of the usual volume. */
const MIN_LOW_FLOAT_VOLUME = 1.7;
const TRENDING = 3.3;
/** Percent above the averages, for a daily volatility of 1. */
const MIN_CLEAR = 4;
/** Percent that a base may move, for a daily volatility of 1 and a window of one day. */
const MAX_BASE_MOVE = 40;

/** The price in the middle of a period stands for its average. */
const RULES: Readonly<Record<string, Rule>> = {
  alerted: {
    reason: 'Repeated alerts',
    score: (figures) => 10 * Math.sqrt(figures.hours) * interestIn('alerts', figures),
    metric: counted('alert'),
  },
  nearHigh: {
    reason: 'Near its 52-week high',
    score: (figures) => -Math.abs(aboveHigh(figures)),
    metric: (_, figures) => distance(aboveHigh(figures), 'high'),
  },
  movers: {
    reason: 'Top mover',
    score: ({ move }) => Math.abs(move),
    metric: (_, { move }) => `${signed(move)}%`,
  },
  rvol: { reason: 'High relative volume', score: ({ relativeVolume }) => relativeVolume, metric: multiple },
  momentum: {
    reason: 'Volume picking up on a thrust',
    score: (figures) => (figures.thrust > 0 ? acceleration(figures) * figures.thrust : NaN),
    metric: (_, figures) => `${signed(figures.thrust)}% on ${multiple(acceleration(figures))}`,
  },
  emaTrend: {
    reason: 'Holding above its averages',
    score({ listing: { volatility }, moveSince, span, time }) {
      const middles = [span / 2, 100 * MINUTE_MS, 100 * DAY_MS];
      const clear = Math.min(...middles.map((middle) => moveSince(time - middle)));
      return clear > MIN_CLEAR * volatility ? clear : NaN;
    },
    metric: (clear) => `${signed(clear)}% clear`,
  },
  forum: {
    reason: 'Talked about on the forum',
    score: (figures) => figures.listing.popularity * figures.hours * interestIn('forum', figures),
    metric: counted('post'),
  },
  search: {
    reason: 'Trending in search',
    score(figures) {
      const interest = interestIn('search', figures);
      return interest > TRENDING ? 20 * figures.listing.popularity * figures.hours * interest : NaN;
    },
    metric: counted('hit'),
  },
  moneyFlow: {
    reason: 'Heavy dollar volume',
    score: ({ price, volume, days }) => price * volume * days,
    metric: (dollars) => `$${formatCompact(dollars)}`,
  },
  lowFloat: {
    reason: 'Low float in play',
    score: ({ listing: { floatShares }, relativeVolume }) =>
      floatShares < LOW_FLOAT_SHARES && relativeVolume > MIN_LOW_FLOAT_VOLUME ? -floatShares : NaN,
    metric: (_, { listing: { floatShares } }) => `${formatCompact(floatShares)} float`,
  },
  shorted: {
    reason: 'Heavily shorted',
    score: shortPercent,
    metric: (percent) => `${percent.toFixed(1)}% of float`,
  },
  smartMoney: {
    reason: 'Funds adding',
    score: (figures) => slowFigure('funds', 60, figures),
    metric: counted('fund'),
  },
  insiderBuys: {
    reason: 'Insiders buying',
    score: (figures) => slowFigure('insiders', 20, figures),
    metric: counted('buy'),
  },
  buzz: {
    reason: 'Alerted day after day',
    score: (figures) => slowFigure('buzz', 11, figures),
    metric: (days) => `${Math.floor(days)} of 14 days`,
  },
  steady: {
    reason: 'Steady climber',
    score: (figures) => (figures.move > 0 ? slowFigure('steady', 75, figures) : NaN),
    metric: (percent) => `${percent.toFixed(0)}% straight up`,
  },
  relStrength: {
    reason: 'Stronger than the market',
    score: ({ move, benchmarkMove }) => move - benchmarkMove,
    metric: (points) => `${signed(points)} pts`,
  },
  breakouts: {
    reason: 'Breaking out of a base',
    score: ({ listing: { volatility }, move, thrust, days }) =>
      thrust > 0 && Math.abs(move - thrust) < MAX_BASE_MOVE * volatility * Math.sqrt(days) ? thrust : NaN,
    metric: (above) => distance(above, 'base'),
  },
  pullback: {
    reason: 'At a rising 50-day average',
    score: (figures) =>
      above50Days(figures, 20) > above50Days(figures) ? -Math.abs(above50Days(figures)) : NaN,
    metric: (_, figures) => distance(above50Days(figures), '50-day'),
  },
  highClub: {
    reason: 'Fresh 52-week high on volume',
    score: (figures) => (aboveHigh(figures) > -1 ? figures.relativeVolume : NaN),
    metric: (volume) => `new high on ${multiple(volume)}`,
  },
};

/** Returns percent, negative below the highest of the last four quarterly closes. */
function aboveHigh(figures: Figures): number {
  return Math.min(...[90, 180, 270, 360].map((days) => aboveClose(days, figures)));
}

function above50Days(figures: Figures, daysAgo = 0): number {
  return aboveClose(25 + daysAgo, figures);
}

function aboveClose(daysAgo: number, { listing, close, time }: Figures): number {
  return percentOf(close - closeAt(listing, time - daysAgo * DAY_MS));
}

function acceleration({ listing, relativeVolume, span, time }: Figures): number {
  return relativeVolume / relativeVolumeAt(listing, span, time - span / 5);
}

const Salt = {
  alerts: 201,
  forum: 202,
  search: 203,
  short: 204,
  funds: 205,
  insiders: 206,
  buzz: 207,
  steady: 208,
};

/** Returns a multiple of the average interest. */
function interestIn(source: keyof typeof Salt, { listing, relativeVolume, span, time }: Figures): number {
  const own = listing.key ^ Salt[source];
  return relativeVolume * Math.exp(wave(own, 4 * span, time) + 0.1 * wave(own, HOUR_MS, time));
}

/** Returns a figure that is low for most symbols and changes over weeks. */
function slowFigure(name: keyof typeof Salt, usualTop: number, { listing, time }: Figures): number {
  const own = listing.key ^ Salt[name];
  return usualTop * unit(own, 0) ** 2 * (1 + 0.25 * wave(own, 12 * DAY_MS, time));
}

export function shortPercent(figures: Figures): number {
  return slowFigure('short', 32, figures);
}

function percentOf(logarithm: number): number {
  return Math.expm1(logarithm) * 100;
}

function multiple(value: number): string {
  return `${value.toFixed(1)}x`;
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
}

function distance(percent: number, from: string): string {
  return `${Math.abs(percent).toFixed(1)}% ${percent < 0 ? 'below' : 'above'} ${from}`;
}

function counted(noun: string): (value: number) => string {
  return (value) => `${formatCompact(Math.floor(value))} ${noun}${Math.floor(value) === 1 ? '' : 's'}`;
}
