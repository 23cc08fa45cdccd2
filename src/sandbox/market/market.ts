import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts';
import { previousClose, tradingTime } from './calendar.ts';
import { at, type PerListing } from './columns.ts';
import { type Curve, createCurve, type Scale, sumOf } from './curves.ts';
import { createEvents, type EventKind } from './events.ts';
import { createListings, type Listing } from './listings.ts';
import { hash, memoize } from './noise.ts';

/** A simulated market. Everything is a pure function of the seed and of a time in milliseconds since 1970. */
export interface Market {
  readonly listings: ReadonlyArray<Listing>;
  /** Natural logarithms of the prices at a time. */
  readonly levelsAt: (time: number) => PerListing;
  /** The same for the broad market, the benchmark of relative strength. */
  readonly benchmarkAt: (time: number) => number;
  /** Trading and discussion activity of each symbol at a time; 1 is average. */
  readonly attentionAt: (time: number) => PerListing;
  /** The same without fluctuations within a day. */
  readonly slowAttentionAt: (time: number) => PerListing;
  /** Strength of short-lived events at a time, from 0 to about 1. */
  readonly burstsAt: (time: number) => PerListing;
  /** The levels at `count` closes before the day of a time, `daysApart` days apart, latest first. */
  readonly closesBefore: (time: number, count: number, daysApart: number) => ReadonlyArray<PerListing>;
  /** Deviation of a source from its average at a time, about -1 to 1. */
  readonly fluctuationAt: (source: Source, time: number) => PerListing;
}

/** Data sources that fluctuate independently of attention. */
const SOURCE_SCALES = {
  alerts: [scale(14 * MINUTE_MS, 0.4, 4001), scale(4 * HOUR_MS, 0.5, 4002)],
  forum: [scale(50 * MINUTE_MS, 0.5, 4011), scale(20 * HOUR_MS, 0.5, 4012)],
  search: [scale(80 * MINUTE_MS, 0.4, 4021), scale(30 * HOUR_MS, 0.5, 4022)],
  shortInterest: [scale(12 * DAY_MS, 1, 4031)],
  funds: [scale(45 * DAY_MS, 1, 4041)],
} as const satisfies Record<string, ReadonlyArray<Scale>>;
export type Source = keyof typeof SOURCE_SCALES;

/** In units of a listing's daily volatility. Long scales have reduced amplitudes, so that a price stays plausible. */
const FAST_PRICE: ReadonlyArray<Scale> = [
  scale(6 * MINUTE_MS, 0.07, 1001),
  scale(35 * MINUTE_MS, 0.17, 1002),
  scale(4 * HOUR_MS, 0.45, 1003),
];
const SLOW_PRICE: ReadonlyArray<Scale> = [
  scale(1.5 * DAY_MS, 1.3, 1011),
  scale(9 * DAY_MS, 3, 1012),
  scale(50 * DAY_MS, 6.5, 1013),
  scale(300 * DAY_MS, 15, 1014),
];
/** Scales of the logarithm of attention. */
const FAST_ATTENTION: ReadonlyArray<Scale> = [
  scale(9 * MINUTE_MS, 0.4, 2001),
  scale(3 * HOUR_MS, 0.45, 2002),
];
const SLOW_ATTENTION: ReadonlyArray<Scale> = [scale(2 * DAY_MS, 0.5, 2003), scale(25 * DAY_MS, 0.5, 2004)];
/** Keeps the long-term mean of attention at about 1. */
const ATTENTION_OFFSET = -0.26;

/** Events affect the price and the attention of a symbol at the same time, which produces confluence. */
const BURST: EventKind = { slotMilliseconds: 40 * MINUTE_MS, chance: 0.07, salt: 3001 };
const NEWS: EventKind = { slotMilliseconds: 1.2 * DAY_MS, chance: 0.09, salt: 3011 };
const STORY: EventKind = { slotMilliseconds: 35 * DAY_MS, chance: 0.28, salt: 3021 };
const PRICE_EFFECT = { burst: 0.9, news: 2.6, story: 4.5 } as const;
const ATTENTION_EFFECT = { burst: 2, news: 2, story: 0.8 } as const;

const BENCHMARK_SALT = -77;
const BENCHMARK_VOLATILITY = 0.008;
const MAX_CACHED_CLOSES = 300;

/** A deterministic market for an integer seed. */
export function createMarket(seed: number): Market {
  const listings = createListings(seed);
  const { allLevelsAt, closeAt, benchmarkAt } = createPrices(seed, listings);
  const { attentionAt, slowAttentionAt, burstsAt } = createAttention(listings);
  return {
    listings,
    levelsAt: (time) => allLevelsAt(tradingTime(time)),
    benchmarkAt: (time) => benchmarkAt(tradingTime(time)),
    attentionAt: (time) => attentionAt(tradingTime(time)),
    slowAttentionAt: (time) => slowAttentionAt(tradingTime(time)),
    burstsAt: (time) => burstsAt(tradingTime(time)),
    closesBefore: (time, count, daysApart) =>
      Array.from({ length: count }, (_, index) => closeAt(previousClose(time) - index * daysApart * DAY_MS)),
    fluctuationAt: createFluctuations(listings),
  };
}

function scale(periodMilliseconds: number, amplitude: number, salt: number): Scale {
  return { periodMilliseconds, amplitude, salt };
}

function createPrices(seed: number, listings: ReadonlyArray<Listing>) {
  const keys = listings.map((listing) => listing.key);
  const slow = [
    createCurve(keys, SLOW_PRICE),
    createEvents(keys, STORY, (size) => PRICE_EFFECT.story * size),
  ];
  const all = [
    ...slow,
    createCurve(keys, FAST_PRICE),
    createEvents(keys, BURST, (size) => PRICE_EFFECT.burst * size),
    createEvents(keys, NEWS, (size) => PRICE_EFFECT.news * size),
  ];
  const benchmarkCurve = createCurve([hash(hash(seed, 0), BENCHMARK_SALT)], [...FAST_PRICE, ...SLOW_PRICE]);
  const benchmarkAt = (time: number) => BENCHMARK_VOLATILITY * (sumOf([benchmarkCurve], 1, time)[0] ?? 0);
  const toLevels = createLevels(listings);
  const levelsOf = (curves: ReadonlyArray<Curve>, time: number): PerListing =>
    toLevels(sumOf(curves, listings.length, time), benchmarkAt(time));
  return {
    benchmarkAt,
    allLevelsAt: (time: number) => levelsOf(all, time),
    /** Daily closes omit the fluctuations within a day. */
    closeAt: memoize((time) => levelsOf(slow, time), MAX_CACHED_CLOSES),
  };
}

/** Converts price deviations in volatilities to levels, in place. */
function createLevels(listings: ReadonlyArray<Listing>) {
  const usual = Float64Array.from(listings, (listing) => Math.log(listing.usualPrice));
  const volatilities = Float64Array.from(listings, (listing) => listing.volatility);
  const betas = Float64Array.from(listings, (listing) => listing.beta);
  return (column: Float64Array, benchmark: number): PerListing => {
    for (let i = 0; i < column.length; i++) {
      const own = at(volatilities, i) * at(column, i);
      column[i] = at(usual, i) + own + at(betas, i) * benchmark;
    }
    return column;
  };
}

function createAttention(listings: ReadonlyArray<Listing>) {
  const keys = listings.map((listing) => listing.key);
  const bursts = createEvents(keys, BURST, (size) => Math.abs(size));
  const slow = [
    createCurve(keys, SLOW_ATTENTION),
    createEvents(keys, NEWS, (size) => ATTENTION_EFFECT.news * Math.abs(size)),
    createEvents(keys, STORY, (size) => ATTENTION_EFFECT.story * Math.abs(size)),
  ];
  const all = [
    ...slow,
    createCurve(keys, FAST_ATTENTION),
    createEvents(keys, BURST, (size) => ATTENTION_EFFECT.burst * Math.abs(size)),
  ];
  const attentionOf = (curves: ReadonlyArray<Curve>, time: number): PerListing => {
    const column = sumOf(curves, listings.length, time);
    for (let i = 0; i < column.length; i++) column[i] = Math.exp(ATTENTION_OFFSET + at(column, i));
    return column;
  };
  return {
    attentionAt: (time: number) => attentionOf(all, time),
    slowAttentionAt: (time: number) => attentionOf(slow, time),
    burstsAt: (time: number): PerListing => sumOf([bursts], listings.length, time),
  };
}

function createFluctuations(listings: ReadonlyArray<Listing>): Market['fluctuationAt'] {
  const keys = listings.map((listing) => listing.key);
  const curveOf = (source: Source) => createCurve(keys, SOURCE_SCALES[source]);
  const curves: Readonly<Record<Source, Curve>> = {
    alerts: curveOf('alerts'),
    forum: curveOf('forum'),
    search: curveOf('search'),
    shortInterest: curveOf('shortInterest'),
    funds: curveOf('funds'),
  };
  return (source, time) => sumOf([curves[source]], listings.length, tradingTime(time));
}
