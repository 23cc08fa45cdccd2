import { DAY_MS, HOUR_MS, MINUTE_MS, utcDayStart } from '../time.ts';
import type { MarketSession } from '../vocabulary.ts';
import { createListings, type Listing } from './listings.ts';
import { curveAt, eventsAt, hash, scale } from './noise.ts';

/** A simulated market. Everything is a pure function of the seed and of a time in milliseconds since 1970. */
export interface Market {
  readonly listings: ReadonlyArray<Listing>;
  /** The natural logarithm of the level of the broad market, the benchmark of relative strength. */
  benchmarkAt(time: number): number;
  /** The natural logarithm of a price. */
  levelAt(listing: Listing, time: number): number;
  /** The facts of all listings at a daily close, which omit the fluctuations within a day. */
  closesAt(time: number): ReadonlyArray<number>;
}

/** Data sources that fluctuate independently of attention. */
const SOURCES = {
  alerts: [scale(14 * MINUTE_MS, 0.4, 4001), scale(4 * HOUR_MS, 0.5, 4002)],
  forum: [scale(50 * MINUTE_MS, 0.5, 4011), scale(20 * HOUR_MS, 0.5, 4012)],
  search: [scale(80 * MINUTE_MS, 0.4, 4021), scale(30 * HOUR_MS, 0.5, 4022)],
  shortInterest: [scale(12 * DAY_MS, 1, 4031)],
  funds: [scale(45 * DAY_MS, 1, 4041)],
};

/** In units of a listing's daily volatility. Long scales have reduced amplitudes, so that a price stays plausible. */
const FAST_PRICE = [
  scale(6 * MINUTE_MS, 0.07, 1001),
  scale(35 * MINUTE_MS, 0.17, 1002),
  scale(4 * HOUR_MS, 0.45, 1003),
];
const SLOW_PRICE = [
  scale(1.5 * DAY_MS, 1.3, 1011),
  scale(9 * DAY_MS, 3, 1012),
  scale(50 * DAY_MS, 6.5, 1013),
  scale(300 * DAY_MS, 15, 1014),
];
/** Scales of the logarithm of attention. */
const FAST_ATTENTION = [scale(9 * MINUTE_MS, 0.4, 2001), scale(3 * HOUR_MS, 0.45, 2002)];
const SLOW_ATTENTION = [scale(2 * DAY_MS, 0.5, 2003), scale(25 * DAY_MS, 0.5, 2004)];
/** Keeps the long-term mean of attention at about 1. */
const ATTENTION_OFFSET = -0.26;

/** Events affect the price and the attention of a symbol at the same time, which produces confluence. */
const BURST = { slot: 40 * MINUTE_MS, chance: 0.07, salt: 3001, price: 0.9, attention: 2 };
const NEWS = { slot: 1.2 * DAY_MS, chance: 0.09, salt: 3011, price: 2.6, attention: 2 };
const STORY = { slot: 35 * DAY_MS, chance: 0.28, salt: 3021, price: 4.5, attention: 0.8 };

const BENCHMARK_SALT = -77;
const BENCHMARK_VOLATILITY = 0.008;
const MAX_CACHED_TIMES = 300;

/** A deterministic market for an integer seed. */
export function createMarket(seed: number): Market {
  const listings = createListings(seed);
  const benchmarkKey = hash(hash(seed, 0), BENCHMARK_SALT);
  // The same for all listings, each of which asks for the same times.
  const benchmarkAt = memoize(
    (time) => BENCHMARK_VOLATILITY * curveAt(benchmarkKey, [...FAST_PRICE, ...SLOW_PRICE], time),
  );
  const slowLevelAt = ({ key, usualPrice, volatility, beta }: Listing, time: number) => {
    const own = curveAt(key, SLOW_PRICE, time) + STORY.price * eventsAt(key, STORY, time, true);
    return Math.log(usualPrice) + volatility * own + beta * benchmarkAt(time);
  };
  return {
    listings,
    benchmarkAt: (time) => benchmarkAt(tradingTime(time)),
    closesAt: memoize((time) => listings.map((listing) => slowLevelAt(listing, time))),
    levelAt(listing, at) {
      const { key, volatility } = listing;
      const time = tradingTime(at);
      const bursts = BURST.price * eventsAt(key, BURST, time, true);
      const news = NEWS.price * eventsAt(key, NEWS, time, true);
      return slowLevelAt(listing, time) + volatility * (curveAt(key, FAST_PRICE, time) + bursts + news);
    },
  };
}

/** Caches a function of a time. */
function memoize<T>(compute: (time: number) => T): (time: number) => T {
  const cache = new Map<number, T>();
  return (time) => {
    const known = cache.get(time);
    if (known !== undefined) return known;
    if (cache.size >= MAX_CACHED_TIMES) cache.clear();
    const value = compute(time);
    cache.set(time, value);
    return value;
  };
}

/** Trading and discussion activity of a symbol at a time; 1 is average. */
export function attentionAt({ key }: Listing, at: number): number {
  const time = tradingTime(at);
  const bursts = BURST.attention * eventsAt(key, BURST, time);
  return Math.exp(slowAttention(key, time) + curveAt(key, FAST_ATTENTION, time) + bursts);
}

/** The same without fluctuations within a day. */
export function slowAttentionAt({ key }: Listing, time: number): number {
  return Math.exp(slowAttention(key, tradingTime(time)));
}

function slowAttention(key: number, time: number): number {
  const events = NEWS.attention * eventsAt(key, NEWS, time) + STORY.attention * eventsAt(key, STORY, time);
  return ATTENTION_OFFSET + curveAt(key, SLOW_ATTENTION, time) + events;
}

/** Strength of short-lived events at a time, from 0 to about 1. */
export function burstAt({ key }: Listing, time: number): number {
  return eventsAt(key, BURST, tradingTime(time));
}

/** Deviation of a source from its average at a time, about -1 to 1. */
export function fluctuationAt({ key }: Listing, source: keyof typeof SOURCES, time: number): number {
  return curveAt(key, SOURCES[source], tradingTime(time));
}

/**
 * Every UTC day is a trading day, so that the market is nearly always open: premarket 00:00–01:00, open 01:00–22:00, afterhours 22:00–23:55, closed 23:55–24:00.
 */
const OPEN = 1 * HOUR_MS;
const AFTERHOURS = 22 * HOUR_MS;
const CLOSE = 24 * HOUR_MS - 5 * MINUTE_MS;

/** Shares of the usual daily volume that are traded in premarket and after hours. */
const PREMARKET_SHARE = 0.02;
const AFTERHOURS_SHARE = 0.03;

export function sessionAt(time: number): MarketSession {
  const clock = time - utcDayStart(time);
  if (clock < OPEN) return 'premarket';
  if (clock < AFTERHOURS) return 'open';
  return clock < CLOSE ? 'afterhours' : 'closed';
}

/** The time itself, or the last close while the market is closed. */
export function tradingTime(time: number): number {
  return Math.min(time, utcDayStart(time) + CLOSE);
}

/** The close of the previous day. */
export function previousClose(time: number): number {
  return utcDayStart(time) - DAY_MS + CLOSE;
}

/** Share of the usual daily volume traded by this time, with more volume after the open and before the close. */
export function tradedShare(time: number): number {
  const clock = Math.min(time - utcDayStart(time), CLOSE);
  if (clock < OPEN) return PREMARKET_SHARE * (clock / OPEN);
  const regular = 1 - PREMARKET_SHARE - AFTERHOURS_SHARE;
  if (clock < AFTERHOURS) {
    const part = (clock - OPEN) / (AFTERHOURS - OPEN);
    return PREMARKET_SHARE + regular * (part + Math.sin(2 * Math.PI * part) * 0.08);
  }
  return 1 - AFTERHOURS_SHARE * (1 - (clock - AFTERHOURS) / (CLOSE - AFTERHOURS));
}
