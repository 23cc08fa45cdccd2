import { DAY_MS, HOUR_MS, MINUTE_MS, utcDayStart } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Listing } from './listings.ts';
import {
  attentionAt,
  burstAt,
  fluctuationAt,
  type Market,
  previousClose,
  slowAttentionAt,
  tradedShare,
  tradingTime,
} from './market.ts';
import { unit } from './noise.ts';

/** The time spans of each timeframe, in milliseconds unless named otherwise. The service documents only some of them. */
const HORIZONS = {
  /** Window of moves and volume; null: it starts at the previous close. */
  window: {
    scalp: 5 * MINUTE_MS,
    day: null,
    swing: 10 * DAY_MS,
    position: 60 * DAY_MS,
    investing: 240 * DAY_MS,
  },
  /** The recent part of the window, for acceleration and thrust. */
  recent: {
    scalp: MINUTE_MS,
    day: 30 * MINUTE_MS,
    swing: 2 * DAY_MS,
    position: 12 * DAY_MS,
    investing: 50 * DAY_MS,
  },
  /** Bar length of the 9-bar average. */
  bar: { scalp: MINUTE_MS, day: 5 * MINUTE_MS, swing: DAY_MS, position: 3 * DAY_MS, investing: 7 * DAY_MS },
  trending: {
    scalp: 4 * HOUR_MS,
    day: DAY_MS,
    swing: 3 * DAY_MS,
    position: 14 * DAY_MS,
    investing: 45 * DAY_MS,
  },
  /** The multiple of its usual searches from which on a symbol is trending. */
  trendingMultiple: { scalp: 3.2, day: 2.5, swing: 2.15, position: 2.1, investing: 1.9 },
  /** Minimum distance of a price above its averages, in daily volatilities. */
  clearance: { scalp: 0.035, day: 0.11, swing: 0.22, position: 0.28, investing: 0.24 },
  /** Between the closes used for bases and steadiness. */
  daysBetweenCloses: { scalp: 1, day: 1, swing: 1, position: 3, investing: 10 },
  insiderDays: { scalp: 5, day: 5, swing: 20, position: 90, investing: 90 },
  filingDays: { scalp: 90, day: 90, swing: 90, position: 90, investing: 360 },
} as const;

export const ALERT_DAYS_WINDOW = 14;
const ALERTS_PER_HOUR = 12;
const ALERTS_PER_SESSION = 30;
const Salt = { search: 51, short: 52, funds: 53, insider: 54, insiderDay: 55, insiderSize: 56, alertDay: 57 };

/** Trading is halted while a burst is stronger than this. */
const HALT_THRESHOLD = 0.72;
const VOLUME_BUCKET_MS = 3 * HOUR_MS;
const ATTENTION_SAMPLES = 4;
/** With more time than this between samples, fluctuations within a day average out. */
const MAX_FAST_STEP = 3 * HOUR_MS;

/** Averages are sampled at a few points, which is fast and smooth enough. */
const AVERAGE_9 = { bars: [0.5, 2, 4.5, 7.5], weights: [1, 1, 0.7, 0.35] };
const AVERAGE_200_MINUTES = [25, 75, 125, 175];
const AVERAGE_200_DAYS = { closes: 8, daysApart: 25 };
const HIGH_52_WEEKS = { closes: 26, daysApart: 10 };
/** The average is rising if it is above its value of `earlier` closes ago. */
const AVERAGE_50_DAYS = { closes: 10, daysApart: 5, earlier: 4 };
/** `closes` form the base, `since` closes follow it; `flatness` is its maximum range in volatilities over its length. */
const BASE = { closes: 12, since: 3, flatness: 1.1 };

/** Whether a timeframe is one of the "daily frames" of the service: swing, position and investing. */
export function isDaily(timeframe: Timeframe): boolean {
  return timeframe !== 'scalp' && timeframe !== 'day';
}

export type Facts = ReturnType<typeof factsOf>;

/**
 * All that boards say of a symbol, in one timeframe at one time. What few boards ask for is computed on use. A number is NaN if it
 * is unknown, as that of a symbol that was listed too recently, or does not qualify. Distances are differences of logarithms.
 */
export function factsOf(market: Market, listing: Listing, index: number, timeframe: Timeframe, at: number) {
  const { key, volatility, daysListed } = listing;
  const time = tradingTime(at);
  const midnight = utcDayStart(time);
  const window = HORIZONS.window[timeframe];
  const recent = HORIZONS.recent[timeframe];
  const start = window === null ? previousClose(time) : time - window;
  const levelAt = (moment: number) => market.levelAt(listing, moment);
  const closesBefore = (count: number, daysApart: number) =>
    series(
      count,
      (ago) => market.closesAt(previousClose(time) - ago * daysApart * DAY_MS)[index] ?? Number.NaN,
    );
  const ifListedFor = (span: number, value: number) =>
    daysListed * DAY_MS > midnight - time + span ? value : Number.NaN;
  const attentionSince = (from: number) => meanAttention(listing, from, time);
  const interestIn = (source: Parameters<typeof fluctuationAt>[1], attention: number) =>
    attention * Math.exp(fluctuationAt(listing, source, time));
  const countDays = (salt: number, days: number, chance: number) => daysOf(key ^ salt, time, days, chance);

  const currentLevel = levelAt(time);
  const level = burstAt(listing, time) > HALT_THRESHOLD ? Number.NaN : currentLevel;
  const moveSince = (from: number) => ifListedFor(time - from, percentOf(level - levelAt(from)));
  const average200Minutes = mean(AVERAGE_200_MINUTES.map((minutes) => levelAt(time - minutes * MINUTE_MS)));
  // Statistics over weeks use the level of the last hours, so that their ranks do not change every minute.
  const settledLevel = Number.isNaN(level) ? Number.NaN : average200Minutes;
  const relativeVolume = window === null ? sessionAttention(listing, time) : attentionSince(start);
  const hours = (window ?? Math.max(time - midnight, MINUTE_MS)) / HOUR_MS;
  const days200 = AVERAGE_200_DAYS.closes * AVERAGE_200_DAYS.daysApart;
  const average200Days = () => mean(closesBefore(AVERAGE_200_DAYS.closes, AVERAGE_200_DAYS.daysApart));
  const baseDays = (BASE.since + BASE.closes) * HORIZONS.daysBetweenCloses[timeframe];
  const baseCloses = () => closesBefore(BASE.since + BASE.closes, HORIZONS.daysBetweenCloses[timeframe]);
  return {
    listing,
    /** NaN while halted. */
    price: Math.exp(level),
    /** USD at the current price; also known while halted. */
    marketValue: listing.sharesOutstanding * Math.exp(currentLevel),
    /** Percent over the window of the timeframe. */
    move: moveSince(start),
    get benchmarkMove() {
      return percentOf(market.benchmarkAt(time) - market.benchmarkAt(start));
    },
    /** Percent since the previous close. */
    get sessionMove() {
      return window === null ? this.move : moveSince(previousClose(time));
    },
    /** Percent over the recent part of the window. */
    get thrust() {
      return moveSince(time - recent);
    },
    /** Shares traded since the start of the day. */
    get sessionVolume() {
      return listing.usualVolume * tradedShare(time) * sessionAttention(listing, time);
    },
    /** Volume over the window as a multiple of the average. */
    relativeVolume,
    /** Volume over the recent part of the window, relative to the whole window. */
    get acceleration() {
      return attentionSince(time - recent) / relativeVolume;
    },
    /** USD traded over the window. */
    get dollars() {
      const usualDays = window === null ? tradedShare(time) : window / DAY_MS;
      return listing.usualVolume * usualDays * relativeVolume * Math.exp(level);
    },
    // Counts have a fraction, which breaks ties and is cut off for display.
    get alerts() {
      const usual = window === null ? ALERTS_PER_SESSION * tradedShare(time) : ALERTS_PER_HOUR * hours;
      return usual * interestIn('alerts', relativeVolume);
    },
    /** On the forum. */
    get mentions() {
      return listing.popularity * hours * interestIn('forum', relativeVolume);
    },
    get searches() {
      const span = HORIZONS.trending[timeframe];
      const interest = interestIn('search', attentionSince(time - span));
      const usual = 40 * Math.exp(3 * unit(key, Salt.search)) * (span / HOUR_MS);
      return interest < HORIZONS.trendingMultiple[timeframe] ? Number.NaN : usual * interest;
    },
    get alertDays() {
      const attention = attentionSince(time - ALERT_DAYS_WINDOW * DAY_MS);
      const days = countDays(Salt.alertDay, ALERT_DAYS_WINDOW, 0.25 * attention);
      return days === 0 ? Number.NaN : days + Math.min(attention, 9) / 10;
    },
    get shortPercent() {
      const fluctuation = fluctuationAt(listing, 'shortInterest', time);
      return 0.5 + 32 * unit(key, Salt.short) ** 2.5 * (1 + 0.25 * fluctuation);
    },
    get fundsAdding() {
      const size = Math.max(0, Math.log10(this.marketValue) - 6);
      const fluctuation = fluctuationAt(listing, 'funds', time);
      const perQuarter = 10 * size * unit(key, Salt.funds) ** 2 * (1 + 0.5 * fluctuation);
      return (perQuarter * HORIZONS.filingDays[timeframe]) / 90;
    },
    get insiderBuys() {
      const chance = 0.25 * unit(key, Salt.insider) ** 3;
      const buys = countDays(Salt.insiderDay, HORIZONS.insiderDays[timeframe], chance);
      return buys === 0 ? Number.NaN : buys + this.insiderDollars / 1e7;
    },
    /** USD per buy. */
    insiderDollars: 2e4 * Math.exp(4 * unit(key, Salt.insiderSize)),
    /** Distance above the long average: 200 minutes for scalp and day, 200 days for the other timeframes. */
    get aboveAverage() {
      if (!isDaily(timeframe)) return level - average200Minutes;
      return ifListedFor(days200 * DAY_MS, level - average200Days());
    },
    /** Smallest distance above the 9-bar, 200-minute and 200-day averages, if the price is above all three. */
    get holding() {
      const bars = AVERAGE_9.bars.map((count) => levelAt(time - count * HORIZONS.bar[timeframe]));
      const highest = Math.max(mean(bars, AVERAGE_9.weights), average200Minutes, average200Days());
      const distance = level - highest;
      return ifListedFor(days200 * DAY_MS, above(distance, HORIZONS.clearance[timeframe] * volatility));
    },
    /** Distance above (positive) or below the highest close of 52 weeks. */
    get fromHigh() {
      const { closes, daysApart } = HIGH_52_WEEKS;
      const high = Math.max(...closesBefore(closes, daysApart));
      return ifListedFor(closes * daysApart * DAY_MS, settledLevel - high);
    },
    /** Distance above (positive) or below a rising 50-day average. */
    get fromRising50() {
      const { closes, daysApart, earlier } = AVERAGE_50_DAYS;
      const all = closesBefore(closes + earlier, daysApart);
      const [now, before] = [mean(all.slice(0, closes)), mean(all.slice(earlier))];
      const distance = now > before ? settledLevel - now : Number.NaN;
      return ifListedFor((closes + earlier) * daysApart * DAY_MS, distance);
    },
    /** Net gain divided by the sum of all moves, 0 to 1; only for rising prices. */
    get steadiness() {
      const levels = [settledLevel, ...baseCloses()];
      const [last = Number.NaN, first = Number.NaN] = [levels[0], levels.at(-1)];
      const moves = levels.slice(1).map((each, index) => Math.abs((levels[index] ?? 0) - each));
      const travelled = moves.reduce((sum, each) => sum + each, 0);
      return ifListedFor(baseDays * DAY_MS, above((last - first) / travelled, 0));
    },
    /** Distance above the top of a flat base. */
    get aboveBase() {
      const base = baseCloses().slice(BASE.since);
      const [high, low] = [Math.max(...base), Math.min(...base)];
      const flat =
        BASE.flatness * Math.sqrt(BASE.closes * HORIZONS.daysBetweenCloses[timeframe]) * volatility;
      return ifListedFor(baseDays * DAY_MS, high - low < flat ? above(settledLevel - high, 0) : Number.NaN);
    },
  };
}

/**
 * Mean attention since the start of the day, weighted by the usual volume of each bucket. Attention is constant within a
 * bucket, so that the volume of a session never decreases.
 */
function sessionAttention(listing: Listing, time: number): number {
  const values: Array<number> = [];
  const weights: Array<number> = [];
  const start = utcDayStart(time);
  for (let from = start; from === start || from < time; from += VOLUME_BUCKET_MS) {
    values.push(attentionAt(listing, from + VOLUME_BUCKET_MS / 2));
    const traded = tradedShare(Math.min(from + VOLUME_BUCKET_MS, time)) - tradedShare(from);
    // At midnight nothing has been traded; a positive weight keeps the mean defined.
    weights.push(Math.max(traded, Number.MIN_VALUE));
  }
  return mean(values, weights);
}

/** Of samples that are spread evenly between two times. */
function meanAttention(listing: Listing, from: number, to: number): number {
  const step = (to - from) / ATTENTION_SAMPLES;
  const sample = step > MAX_FAST_STEP ? slowAttentionAt : attentionAt;
  return mean(series(ATTENTION_SAMPLES, (index) => sample(listing, to - (index + 0.5) * step)));
}

/** The number of the last `days` days, including today, on which an event of this daily chance happened. */
function daysOf(key: number, time: number, days: number, chance: number): number {
  const today = Math.floor(time / DAY_MS);
  return series(days, (daysAgo) => unit(key, today - daysAgo)).filter((each) => each < chance).length;
}

/** Unlike `Array.from`, fast before it is compiled. */
function series(count: number, valueAt: (index: number) => number): ReadonlyArray<number> {
  const values: Array<number> = [];
  for (let index = 0; index < count; index++) values.push(valueAt(index));
  return values;
}

function mean(values: ReadonlyArray<number>, weights?: ReadonlyArray<number>): number {
  let sum = 0;
  let total = 0;
  for (let index = 0; index < values.length; index++) {
    const weight = weights?.[index] ?? 1;
    sum += weight * (values[index] ?? 0);
    total += weight;
  }
  return sum / total;
}

function above(value: number, limit: number): number {
  return value > limit ? value : Number.NaN;
}

/** Converts a difference of natural logarithms to percent. */
export function percentOf(logarithm: number): number {
  return Math.expm1(logarithm) * 100;
}
