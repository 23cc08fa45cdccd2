import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { marketDayOf } from '../market/market-day.ts';
import { formatCompact } from '../text/format.ts';
import type { Listing } from './listings.ts';
import {
  benchmarkAt,
  closeAt,
  levelAt,
  newsAt,
  previousClose,
  relativeVolumeAt,
  tradedShare,
  tradingTime,
} from './market.ts';
import { unit, wave } from './noise.ts';

/** The window of moves and volume; that of `day` begins at the previous close. The service documents only some of them. */
const WINDOWS_MS: Readonly<Record<Timeframe, number>> = {
  scalp: 5 * MINUTE_MS,
  day: DAY_MS,
  swing: 10 * DAY_MS,
  position: 60 * DAY_MS,
  investing: 240 * DAY_MS,
};

/** Whether a timeframe is one of the "daily frames" of the service: swing, position and investing. */
export function isDaily(timeframe: Timeframe): boolean {
  return timeframe !== 'scalp' && timeframe !== 'day';
}

/** With more news, trading is halted. */
const HALTING_NEWS = 0.7;
const Salt = { alerts: 201, forum: 202, search: 203, short: 204, funds: 205, insiders: 206, alertDays: 207 };

export type Figures = ReturnType<typeof figuresOf>;

/**
 * What boards say of a symbol, in one timeframe at one time. A number is NaN if it is unknown: that of a halted symbol, or of one that
 * was listed too recently. Levels are logarithms of prices.
 */
export function figuresOf(listing: Listing, timeframe: Timeframe, at: number) {
  const time = tradingTime(at);
  const span = WINDOWS_MS[timeframe];
  const start = timeframe === 'day' ? previousClose(time) : time - span;
  const level = newsAt(listing, time) > HALTING_NEWS ? NaN : levelAt(listing, time);
  const isTooNew = listing.isNew && isDaily(timeframe);
  const moveSince = (from: number) => percentOf(level - levelAt(listing, from));
  const minutesAgo = [25, 75, 125, 175].map((minutes) => levelAt(listing, time - minutes * MINUTE_MS));
  return {
    listing,
    timeframe,
    time,
    /** Of the window. */
    span,
    start,
    price: Math.exp(level),
    level,
    /** Over 200 minutes. Statistics over weeks use it in place of the last price, so that their ranks do not change every minute. */
    averageLevel: Number.isNaN(level) ? level : mean(minutesAgo),
    /** Percent over the window. */
    move: isTooNew ? NaN : moveSince(start),
    /** Percent since the previous close. */
    sessionMove: moveSince(previousClose(time)),
    /** Volume over the window as a multiple of the average. */
    relativeVolume: relativeVolumeAt(listing, span, time),
  };
}

/** How a board of the catalogue is ranked. */
export interface Rule {
  /** The text for this board in the reasons of a top play. */
  readonly reason: string;
  /** Sorted in descending order; NaN excludes a symbol from the board. */
  score(figures: Figures): number;
  metric(score: number, figures: Figures): string;
}

/** `alerted` ranks on alert counts for scalp and day, and on the 52-week high for the daily timeframes. */
export function ruleOf(key: string, timeframe: Timeframe): Rule | undefined {
  return key === 'alerted' && isDaily(timeframe) ? NEAR_HIGH : RULES[key];
}

/** Upper limit of a low float. */
export const LOW_FLOAT_SHARES = 20e6;
/** A low-float symbol must trade at more than this multiple of its usual volume. */
const MIN_LOW_FLOAT_VOLUME = 1.7;
/** The multiple of its usual searches from which on a symbol is trending. */
const TRENDING = 3.3;
/** How far above its averages a price must be, in daily volatilities. */
const MIN_CLEAR = 0.04;
/** In the first hour of a window. */
const ALERTS = 10;
const ALERT_DAYS_WINDOW = 14;

const NEAR_HIGH: Rule = {
  reason: 'Near its 52-week high',
  score: (figures) => -Math.abs(aboveHigh(figures)),
  metric: (_, figures) => distance(aboveHigh(figures), 'high'),
};

const RULES: Readonly<Record<string, Rule>> = {
  alerted: {
    reason: 'Repeated alerts',
    // Fewer an hour in a longer window.
    score: (figures) => ALERTS * Math.sqrt(hoursOf(figures)) * interestIn(Salt.alerts, figures),
    metric: (alerts) => counted(alerts, 'alert'),
  },
  movers: {
    reason: 'Top mover',
    score: ({ move }) => Math.abs(move),
    metric: (_, { move }) => `${signed(move)}%`,
  },
  rvol: {
    reason: 'High relative volume',
    score: ({ relativeVolume }) => relativeVolume,
    metric: (volume) => multiple(volume),
  },
  momentum: {
    reason: 'Volume picking up on a thrust',
    score: (figures) => (thrust(figures) > 0 ? acceleration(figures) * thrust(figures) : NaN),
    metric: (_, figures) => `${signed(thrust(figures))}% on ${multiple(acceleration(figures))}`,
  },
  emaTrend: {
    reason: 'Holding above its averages',
    score(figures) {
      const nineBars = levelAt(figures.listing, figures.time - figures.span / 2);
      const clear = figures.level - Math.max(nineBars, figures.averageLevel, mean(closes(8, 25, figures)));
      return clear > MIN_CLEAR * figures.listing.volatility ? clear : NaN;
    },
    metric: (clear) => `${signed(percentOf(clear))}% clear`,
  },
  forum: {
    reason: 'Talked about on the forum',
    score: (figures) => figures.listing.popularity * hoursOf(figures) * interestIn(Salt.forum, figures),
    metric: (posts) => counted(posts, 'post'),
  },
  search: {
    reason: 'Trending in search',
    score(figures) {
      const interest = interestIn(Salt.search, figures);
      const usual = 20 * figures.listing.popularity * hoursOf(figures);
      return interest > TRENDING ? usual * interest : NaN;
    },
    metric: (searches) => counted(searches, 'hit'),
  },
  moneyFlow: {
    reason: 'Heavy dollar volume',
    score: ({ listing, price, relativeVolume, timeframe, time, span }) =>
      listing.usualVolume *
      price *
      relativeVolume *
      (timeframe === 'day' ? tradedShare(time) : span / DAY_MS),
    metric: (dollars) => `$${formatCompact(dollars)}`,
  },
  lowFloat: {
    reason: 'Low float in play',
    score: ({ listing: { floatShares }, relativeVolume }) =>
      floatShares < LOW_FLOAT_SHARES && relativeVolume > MIN_LOW_FLOAT_VOLUME ? -floatShares : NaN,
    metric: (_, { listing }) => `${formatCompact(listing.floatShares)} float`,
  },
  shorted: {
    reason: 'Heavily shorted',
    score: shortPercent,
    metric: (percent) => `${percent.toFixed(1)}% of float`,
  },
  smartMoney: {
    reason: 'Funds adding',
    score: ({ listing: { key }, time }) =>
      60 * unit(key, Salt.funds) ** 2 * (1 + 0.5 * wave(key ^ Salt.funds, 45 * DAY_MS, time)),
    metric: (funds) => counted(funds, 'fund'),
  },
  insiderBuys: {
    reason: 'Insiders buying',
    score: (figures) => daysOf(Salt.insiders, figures.span > 10 * DAY_MS ? 90 : 20, 0.2, figures),
    metric: (days, { listing }) =>
      `${counted(days, 'buy')}, $${formatCompact(Math.floor(days) * listing.usualPrice * 1e4)}`,
  },
  buzz: {
    reason: 'Alerted day after day',
    score: (figures) => daysOf(Salt.alertDays, ALERT_DAYS_WINDOW, 0.7, figures),
    metric: (days) => `${Math.floor(days)} of ${ALERT_DAYS_WINDOW} days`,
  },
  steady: {
    reason: 'Steady climber',
    score(figures) {
      const levels = [figures.averageLevel, ...ownCloses(figures)];
      const moves = levels.slice(1).map((level, index) => (levels[index] ?? 0) - level);
      const gain = moves.reduce((sum, move) => sum + move, 0);
      return gain > 0 ? gain / moves.reduce((sum, move) => sum + Math.abs(move), 0) : NaN;
    },
    metric: (share) => `${(share * 100).toFixed(0)}% straight up`,
  },
  relStrength: {
    reason: 'Stronger than the market',
    score: ({ move, time, start }) => move - percentOf(benchmarkAt(time) - benchmarkAt(start)),
    metric: (points) => `${signed(points)} pts`,
  },
  breakouts: {
    reason: 'Breaking out of a base',
    score(figures) {
      // The last closes are of the move that breaks out.
      const base = ownCloses(figures).slice(3);
      const top = Math.max(...base);
      const isFlat = top - Math.min(...base) < figures.listing.volatility * Math.sqrt(figures.span / DAY_MS);
      const above = figures.averageLevel - top;
      return isFlat && above > 0 ? above : NaN;
    },
    metric: (above) => distance(above, 'base'),
  },
  pullback: {
    reason: 'At a rising 50-day average',
    score: (figures) => -Math.abs(aboveRising50(figures)),
    metric: (_, figures) => distance(aboveRising50(figures), '50-day'),
  },
  highClub: {
    reason: 'Fresh 52-week high on volume',
    score: (figures) => (aboveHigh(figures) > -figures.listing.volatility ? figures.relativeVolume : NaN),
    metric: (volume) => `new high on ${multiple(volume)}`,
  },
};

/** The last lists of closes of each symbol. Closes change once a day, and several boards of each minute need them. */
const lastCloses = new WeakMap<Listing, Map<string, { newest: number; values: ReadonlyArray<number> }>>();

/** The levels at closes, the newest first: NaN for a symbol that is too new. */
function closes(count: number, daysApart: number, { listing, time }: Figures): ReadonlyArray<number> {
  const newest = previousClose(time);
  const lists = lastCloses.get(listing) ?? new Map();
  lastCloses.set(listing, lists);
  const name = `${count} ${daysApart}`;
  const last = lists.get(name);
  if (last?.newest === newest) return last.values;
  const values = Array.from({ length: count }, (_, ago) =>
    listing.isNew ? NaN : closeAt(listing, newest - ago * daysApart * DAY_MS),
  );
  lists.set(name, { newest, values });
  return values;
}

/** The last 15, of those over twenty of which the window is spread; one a day at most. */
function ownCloses(figures: Figures): ReadonlyArray<number> {
  return closes(15, Math.max(1, figures.span / 20 / DAY_MS), figures);
}

/** Distance above (positive) or below the highest close of 52 weeks. */
export function aboveHigh(figures: Figures): number {
  return figures.averageLevel - Math.max(...closes(13, 20, figures));
}

/** Distance above (positive) or below a rising 50-day average. */
function aboveRising50(figures: Figures): number {
  const all = closes(14, 5, figures);
  const average = mean(all.slice(0, 10));
  return average > mean(all.slice(4)) ? figures.averageLevel - average : NaN;
}

/** Percent over the last fifth of the window. */
function thrust({ listing, level, time, span }: Figures): number {
  return percentOf(level - levelAt(listing, time - span / 5));
}

/** Volume now, relative to the beginning of the last fifth of the window. */
function acceleration({ listing, relativeVolume, time, span }: Figures): number {
  return relativeVolume / relativeVolumeAt(listing, span, time - span / 5);
}

/** Of the window until now. */
function hoursOf({ time, start }: Figures): number {
  return (time - start) / HOUR_MS;
}

/** The attention of a source over the window, as a multiple of the average. */
function interestIn(salt: number, figures: Figures): number {
  const { listing, relativeVolume, time, span } = figures;
  const fluctuation =
    wave(listing.key ^ salt, 4 * span, time) + 0.1 * wave(listing.key ^ salt, HOUR_MS, time);
  return relativeVolume * Math.exp(fluctuation);
}

export function shortPercent({ listing: { key }, time }: Figures): number {
  return 0.5 + 32 * unit(key, Salt.short) ** 2.5 * (1 + 0.25 * wave(key ^ Salt.short, 12 * DAY_MS, time));
}

/**
 * On how many of the last days something happened that happens to some symbols on at most this share of days, with a fraction that breaks
 * ties; NaN for none.
 */
function daysOf(salt: number, days: number, most: number, { listing: { key }, time }: Figures): number {
  const today = marketDayOf(time);
  const chance = most * unit(key, salt) ** 3;
  let count = 0;
  for (let ago = 0; ago < days; ago++) if (unit(key ^ salt, today - ago) < chance) count++;
  return count === 0 ? NaN : count + (1 + wave(key ^ salt, HOUR_MS, time)) / 2.01;
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Converts a difference of natural logarithms to percent. */
function percentOf(logarithm: number): number {
  return Math.expm1(logarithm) * 100;
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
function counted(value: number, noun: string): string {
  const whole = Math.floor(value);
  return `${formatCompact(whole)} ${noun}${whole === 1 ? '' : 's'}`;
}
