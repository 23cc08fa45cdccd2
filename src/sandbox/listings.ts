import { MONEY_FLOW_TIERS } from '../vocabulary.ts';
import { hash, unit } from './noise.ts';

export type Tier = (typeof MONEY_FLOW_TIERS)[number];

/** The constant properties of a symbol of the simulated market. */
export interface Listing {
  readonly symbol: string;
  readonly name: string | null;
  /** Seed of all random values of the symbol. */
  readonly key: number;
  /** USD; the price fluctuates around it. */
  readonly usualPrice: number;
  readonly sharesOutstanding: number;
  readonly floatShares: number;
  /** Shares on an average day. */
  readonly usualVolume: number;
  /** Daily volatility of the logarithm of the price. */
  readonly volatility: number;
  /** Sensitivity to moves of the broad market. */
  readonly beta: number;
  /** Forum mentions and searches in an average hour. */
  readonly popularity: number;
  /** Too thinly traded to have a volume or a metric. */
  readonly thin: boolean;
  /** Days of price history; infinite unless newly listed. */
  readonly daysListed: number;
}

const LISTING_COUNT = 400;

interface TierShape {
  readonly price: Range;
  /** Market capitalisation, USD. */
  readonly value: Range;
  /** Share of the float that changes hands on an average day. */
  readonly turnover: number;
  readonly volatility: number;
  readonly closelyHeld: Range;
}
type Range = readonly [low: number, high: number];

const SHAPES: Readonly<Record<Tier, TierShape>> = {
  blue: {
    price: [45, 620],
    value: [1.5e10, 9e11],
    turnover: 0.006,
    volatility: 0.013,
    closelyHeld: [0.01, 0.2],
  },
  mid: {
    price: [18, 190],
    value: [2.6e9, 8.5e9],
    turnover: 0.01,
    volatility: 0.021,
    closelyHeld: [0.05, 0.4],
  },
  small: { price: [5, 60], value: [4e8, 1.7e9], turnover: 0.018, volatility: 0.034, closelyHeld: [0.1, 0.6] },
  penny: {
    price: [0.25, 4.6],
    value: [1.2e7, 2.2e8],
    turnover: 0.04,
    volatility: 0.058,
    closelyHeld: [0.2, 0.7],
  },
};

/** Deterministic listings with unique symbols and names. */
export function createListings(seed: number): ReadonlyArray<Listing> {
  const symbols = new Set<string>();
  const names = new Set<string>();
  return Array.from({ length: LISTING_COUNT }, (_, index) => {
    const key = hash(hash(seed, 0), index);
    const name = firstUnused(names, (attempt) => companyName(key, attempt));
    const symbol = firstUnused(symbols, (attempt) => tickerOf(name, key, attempt));
    return createListing(symbol, name, key, MONEY_FLOW_TIERS[index % MONEY_FLOW_TIERS.length] ?? 'small');
  });
}

function createListing(symbol: string, name: string, key: number, tier: Tier): Listing {
  const chance = (salt: number) => unit(key, salt);
  const shape = SHAPES[tier];
  const usualPrice = between(shape.price, chance(11));
  const sharesOutstanding = Math.round(between(shape.value, chance(12)) / usualPrice);
  const closelyHeld = shape.closelyHeld[0] + (shape.closelyHeld[1] - shape.closelyHeld[0]) * chance(13);
  const floatShares = Math.round(sharesOutstanding * (1 - closelyHeld));
  return {
    symbol,
    name: chance(14) < 0.03 ? null : name,
    key,
    usualPrice,
    sharesOutstanding,
    floatShares,
    usualVolume: floatShares * shape.turnover * Math.exp(chance(15) * 1.6 - 0.8),
    volatility: shape.volatility * (0.7 + 0.7 * chance(16)),
    beta: 0.5 + chance(17),
    popularity: 4 * Math.exp(chance(18) * 3.2),
    thin: tier !== 'blue' && chance(19) < 0.05,
    daysListed: chance(20) < 0.03 ? 2 + Math.floor(chance(21) * 40) : Number.POSITIVE_INFINITY,
  };
}

/** Interpolates on a logarithmic scale. */
function between([low, high]: Range, share: number): number {
  return low * (high / low) ** share;
}

function companyName(key: number, attempt: number): string {
  return `${pick(FIRST_WORDS, unit(key, 100 + attempt))} ${pick(SECOND_WORDS, unit(key, 200 + attempt))}`;
}

/** One to five letters derived from the name, starting with its first letter. */
function tickerOf(name: string, key: number, attempt: number): string {
  const letters = name.replaceAll(' ', '').toUpperCase();
  const lengths = [1, 2, 3, 3, 3, 4, 4, 4, 4, 5];
  const length = pick(lengths, unit(key, 300 + attempt));
  let ticker = letters.charAt(0);
  let place = 0;
  while (ticker.length < length) {
    place += 1 + Math.floor(3 * unit(key, 400 + attempt * 8 + ticker.length));
    ticker += letters.charAt(place % letters.length);
  }
  return ticker;
}

function pick<T>(values: ReadonlyArray<T>, share: number): T {
  return values[Math.floor(share * values.length)] as T;
}

function firstUnused(taken: Set<string>, propose: (attempt: number) => string): string {
  let attempt = 0;
  let proposal = propose(attempt);
  while (taken.has(proposal)) {
    attempt += 1;
    proposal = propose(attempt);
  }
  taken.add(proposal);
  return proposal;
}

/** A fictional company name combines one word of each list. There are far more combinations than symbols. */
const FIRST_WORDS: ReadonlyArray<string> = (
  'Alderwick Amberlyn Ashgrove Bexley Birchfell Bluemarsh Bramwell Brindle Calderon Candlewood Cinderpath ' +
  'Cobaltine Corvane Cragmoor Dappled Delverton Dovecrest Driftmoor Duskfield Eastmere Elmhollow Emberline ' +
  'Fablecroft Farrowby Fennimore Fernbank Flintlock Foxglove Galewind Gildenhall Glasswing Granvale Greyharbor ' +
  'Halcyra Harrowgate Hazelton Hearthside Hollowell Inkwell Ironvale Ivybridge Jasperine Juniperra Kestrelon ' +
  'Kindlewood Kitehill Lanternfield Larkspire Loomcraft Lumenary Maplestead Marlowen Mistral Moorland Nettlebrook ' +
  'Nimbusar Northquay Oakhurst Ochreline Orchardson Osprelle Palegate Pebbleton Pinewatch Quarrymen Quillon ' +
  'Ravenmoor Redthorn Ridgewell Rookfield Rushmere Saltmarsh Sablewood Sedgeway Silverline Slatefoot Sorrelby ' +
  'Stonepath Sundermere Swiftwater Tallowick Tamarind Thistledon Timberlyn Tollgate Umberfield Underhill ' +
  'Valecrest Vellumar Verdanta Wayfarrow Westerly Wickford Willowmere Windrush Wrenfield Yarrowell Yewtree ' +
  'Zephyrine Zincara'
).split(' ');

const SECOND_WORDS: ReadonlyArray<string> = (
  'Aerospace Analytics Bancorp Batteries Biologics Brands Broadcasting Capital Chemicals Cloud Components ' +
  'Diagnostics Dynamics Energy Foods Freight Genomics Health Hydrogen Industries Insurance Instruments Labs ' +
  'Logistics Materials Media Metals Mining Mobility Networks Optics Payments Petroleum Pharma Photonics Power ' +
  'Properties Resources Robotics Semiconductors Shipping Software Solar Steel Systems Therapeutics Uranium Water'
).split(' ');
