import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import type { MarketSession } from '../market/catalogue.ts';
import { marketDayOf, marketDayStart } from '../market/market-day.ts';
import type { Listing } from './listings.ts';
import { sumOfWaves, unit, type Waves, wave } from './noise.ts';

// All functions are pure. Times are milliseconds since 1970, prices and levels natural logarithms.

/** Heights are in units of the daily volatility. Long waves are low, so that prices stay plausible. */
const FAST_PRICE: Waves = [
  [6 * MINUTE_MS, 0.07],
  [35 * MINUTE_MS, 0.17],
  [4 * HOUR_MS, 0.45],
];
const SLOW_PRICE: Waves = [
  [36 * HOUR_MS, 1.3],
  [9 * DAY_MS, 3],
  [50 * DAY_MS, 6.5],
  [300 * DAY_MS, 15],
];
const BENCHMARK: Waves = [
  [4 * HOUR_MS, 0.004],
  [36 * HOUR_MS, 0.01],
  [9 * DAY_MS, 0.03],
  [50 * DAY_MS, 0.06],
];
const NEWS: Waves = [
  [40 * MINUTE_MS, 0.4],
  [30 * HOUR_MS, 0.45],
  [20 * DAY_MS, 0.35],
];
const BENCHMARK_KEY = 77;
const Salt = { news: 101, mood: 102, volume: 103, day: 104 };

export function benchmarkAt(time: number): number {
  return sumOfWaves(BENCHMARK_KEY, BENCHMARK, time);
}

/** Omits the fluctuations within a day. */
export function closeAt({ key, usualPrice, volatility }: Listing, time: number): number {
  return Math.log(usualPrice) + volatility * sumOfWaves(key, SLOW_PRICE, time) + benchmarkAt(time);
}

export function levelAt(listing: Listing, time: number): number {
  const { key, volatility } = listing;
  const reaction = 5 * newsAt(listing, time) * wave(key ^ Salt.mood, 12 * HOUR_MS, time);
  return closeAt(listing, time) + volatility * (sumOfWaves(key, FAST_PRICE, time) + reaction);
}

/** Returns about 0 mostly, rarely 1. News moves price and volume together, so that boards agree. */
export function newsAt({ key }: Listing, time: number): number {
  return Math.max(0, sumOfWaves(key ^ Salt.news, NEWS, time)) ** 3;
}

/** Returns a multiple of the average volume. */
export function relativeVolumeAt(listing: Listing, span: number, time: number): number {
  const key = listing.key ^ Salt.volume;
  const usual = 0.5 * wave(key, 6 * span, time) + 0.5 * wave(key, 2 * span, time);
  return Math.exp(usual + 0.1 * wave(key, 12 * MINUTE_MS, time) + 2.8 * newsAt(listing, time) - 0.15);
}

/** Returns the shares traded since the start of the day. */
export function sessionVolumeAt({ key, usualVolume }: Listing, time: number): number {
  const tradedShare = (time - marketDayStart(time)) / CLOSE;
  return usualVolume * tradedShare * Math.exp(2 * unit(key ^ Salt.day, marketDayOf(time)) - 1);
}

/** Every day is a trading day in New York, so that the market is nearly always open. */
const OPEN = 1 * HOUR_MS;
const AFTERHOURS = 22 * HOUR_MS;
const CLOSE = 24 * HOUR_MS - 5 * MINUTE_MS;

export function sessionAt(time: number): MarketSession {
  const clock = time - marketDayStart(time);
  if (clock < OPEN) return 'premarket';
  if (clock < AFTERHOURS) return 'open';
  return clock < CLOSE ? 'afterhours' : 'closed';
}

/** Returns the last close while the market is closed. */
export function tradingTime(time: number): number {
  return Math.min(time, marketDayStart(time) + CLOSE);
}

export function previousClose(time: number): number {
  return marketDayStart(time) - DAY_MS + CLOSE;
}
