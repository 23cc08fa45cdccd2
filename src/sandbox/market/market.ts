import { DAY, HOUR, MINUTE, previousClose, tradingTime } from './calendar.ts';
import { type Curve, createCurve, type PerListing, type Scale, sumOf } from './curves.ts';
import { createEvents, type EventKind } from './events.ts';
import { createListings, type Listing } from './listings.ts';
import { hash, remember } from './noise.ts';

/** A simulated market: everything is a pure function of the seed and of a time in milliseconds since 1970. */
export interface Market {
  readonly listings: ReadonlyArray<Listing>;
  /** Natural logarithms of the prices in force at a time. */
  readonly levelsAt: (time: number) => PerListing;
  /** The same for the broad market that relative strength is measured against. */
  readonly benchmarkAt: (time: number) => number;
  /** How briskly a symbol is traded and talked about at a time; 1 is usual. */
  readonly attentionAt: (time: number) => PerListing;
  /** The same without what comes and goes within a day. */
  readonly slowAttentionAt: (time: number) => PerListing;
  /** How strongly something of the last half hour upsets trading, from 0 to about 1. */
  readonly burstsAt: (time: number) => PerListing;
  /** The levels at a number of closes before the day of a time, so many days apart, the latest first. */
  readonly closesBefore: (time: number, count: number, daysApart: number) => ReadonlyArray<PerListing>;
  /** How far a matter is from its usual state at a time, about -1 to 1. */
  readonly moodAt: (matter: Matter, time: number) => PerListing;
}

/** What has ups and downs of its own besides attention; only the periods differ. */
const MOODS = {
  alerts: [scale(14 * MINUTE, 0.4, 4001), scale(4 * HOUR, 0.5, 4002)],
  forum: [scale(50 * MINUTE, 0.5, 4011), scale(20 * HOUR, 0.5, 4012)],
  search: [scale(80 * MINUTE, 0.4, 4021), scale(30 * HOUR, 0.5, 4022)],
  shortInterest: [scale(12 * DAY, 1, 4031)],
  funds: [scale(45 * DAY, 1, 4041)],
} as const satisfies Record<string, ReadonlyArray<Scale>>;
export type Matter = keyof typeof MOODS;

/** In units of a listing's daily volatility; the long ones are held back, so that a price stays in its class. */
const FAST_PRICE: ReadonlyArray<Scale> = [
  scale(6 * MINUTE, 0.07, 1001),
  scale(35 * MINUTE, 0.17, 1002),
  scale(4 * HOUR, 0.45, 1003),
];
const SLOW_PRICE: ReadonlyArray<Scale> = [
  scale(1.5 * DAY, 1.3, 1011),
  scale(9 * DAY, 3, 1012),
  scale(50 * DAY, 6.5, 1013),
  scale(300 * DAY, 15, 1014),
];
/** Of the logarithm of attention. */
const FAST_ATTENTION: ReadonlyArray<Scale> = [scale(9 * MINUTE, 0.4, 2001), scale(3 * HOUR, 0.45, 2002)];
const SLOW_ATTENTION: ReadonlyArray<Scale> = [scale(2 * DAY, 0.5, 2003), scale(25 * DAY, 0.5, 2004)];
/** Brings the mean attention over a long time to about 1. */
const ATTENTION_OFFSET = -0.26;

/** What happens to a company moves its price and draws attention at the same time: that is what makes confluence. */
const BURST: EventKind = { slotMilliseconds: 40 * MINUTE, chance: 0.07, salt: 3001 };
const NEWS: EventKind = { slotMilliseconds: 1.2 * DAY, chance: 0.09, salt: 3011 };
const STORY: EventKind = { slotMilliseconds: 35 * DAY, chance: 0.28, salt: 3021 };
const PRICE_OF = { burst: 0.9, news: 2.6, story: 4.5 } as const;
const ATTENTION_OF = { burst: 2, news: 2, story: 0.8 } as const;

const BENCHMARK_SALT = -77;
const BENCHMARK_VOLATILITY = 0.008;
const CLOSES_KEPT = 300;

/** The same market for the same whole number. */
export function createMarket(seed: number): Market {
  const listings = createListings(seed);
  const { fullAt, closeAt, benchmarkAt } = createPrices(seed, listings);
  const { attentionAt, slowAttentionAt, burstsAt } = createAttention(listings);
  return {
    listings,
    levelsAt: (time) => fullAt(tradingTime(time)),
    benchmarkAt: (time) => benchmarkAt(tradingTime(time)),
    attentionAt: (time) => attentionAt(tradingTime(time)),
    slowAttentionAt: (time) => slowAttentionAt(tradingTime(time)),
    burstsAt: (time) => burstsAt(tradingTime(time)),
    closesBefore: (time, count, daysApart) =>
      Array.from({ length: count }, (_, index) => closeAt(previousClose(time) - index * daysApart * DAY)),
    moodAt: createMoods(listings),
  };
}

function scale(periodMilliseconds: number, amplitude: number, salt: number): Scale {
  return { periodMilliseconds, amplitude, salt };
}

function createPrices(seed: number, listings: ReadonlyArray<Listing>) {
  const keys = listings.map((listing) => listing.key);
  const slow = [createCurve(keys, SLOW_PRICE), createEvents(keys, STORY, (size) => PRICE_OF.story * size)];
  const all = [
    ...slow,
    createCurve(keys, FAST_PRICE),
    createEvents(keys, BURST, (size) => PRICE_OF.burst * size),
    createEvents(keys, NEWS, (size) => PRICE_OF.news * size),
  ];
  const benchmarkCurve = createCurve([hash(hash(seed, 0), BENCHMARK_SALT)], [...FAST_PRICE, ...SLOW_PRICE]);
  const benchmarkAt = (time: number) => BENCHMARK_VOLATILITY * (sumOf([benchmarkCurve], 1, time)[0] ?? 0);
  const toLevels = createLevels(listings);
  const levelsOf = (curves: ReadonlyArray<Curve>, time: number): PerListing =>
    toLevels(sumOf(curves, listings.length, time), benchmarkAt(time));
  return {
    benchmarkAt,
    fullAt: (time: number) => levelsOf(all, time),
    /** Daily closes know the scales of days and longer only: what comes and goes within a day is left out. */
    closeAt: remember((time) => levelsOf(slow, time), CLOSES_KEPT),
  };
}

/** Turns how far prices have wandered, in volatilities, into their levels, in place. */
function createLevels(listings: ReadonlyArray<Listing>) {
  const usual = Float64Array.from(listings, (listing) => Math.log(listing.usualPrice));
  const volatilities = Float64Array.from(listings, (listing) => listing.volatility);
  const betas = Float64Array.from(listings, (listing) => listing.beta);
  return (column: Float64Array, benchmark: number): PerListing => {
    for (let i = 0; i < column.length; i++) {
      const own = (volatilities[i] as number) * (column[i] as number);
      column[i] = (usual[i] as number) + own + (betas[i] as number) * benchmark;
    }
    return column;
  };
}

function createAttention(listings: ReadonlyArray<Listing>) {
  const keys = listings.map((listing) => listing.key);
  const bursts = createEvents(keys, BURST, (size) => Math.abs(size));
  const slow = [
    createCurve(keys, SLOW_ATTENTION),
    createEvents(keys, NEWS, (size) => ATTENTION_OF.news * Math.abs(size)),
    createEvents(keys, STORY, (size) => ATTENTION_OF.story * Math.abs(size)),
  ];
  const all = [
    ...slow,
    createCurve(keys, FAST_ATTENTION),
    createEvents(keys, BURST, (size) => ATTENTION_OF.burst * Math.abs(size)),
  ];
  const attentionOf = (curves: ReadonlyArray<Curve>, time: number): PerListing => {
    const column = sumOf(curves, listings.length, time);
    for (let i = 0; i < column.length; i++) column[i] = Math.exp(ATTENTION_OFFSET + (column[i] as number));
    return column;
  };
  return {
    attentionAt: (time: number) => attentionOf(all, time),
    slowAttentionAt: (time: number) => attentionOf(slow, time),
    burstsAt: (time: number): PerListing => sumOf([bursts], listings.length, time),
  };
}

function createMoods(listings: ReadonlyArray<Listing>): Market['moodAt'] {
  const keys = listings.map((listing) => listing.key);
  const curveOf = (matter: Matter) => createCurve(keys, MOODS[matter]);
  const curves: Readonly<Record<Matter, Curve>> = {
    alerts: curveOf('alerts'),
    forum: curveOf('forum'),
    search: curveOf('search'),
    shortInterest: curveOf('shortInterest'),
    funds: curveOf('funds'),
  };
  return (matter, time) => sumOf([curves[matter]], listings.length, tradingTime(time));
}
