import { MONEY_FLOW_TIERS } from '../market/catalogue.ts';
import { hash, unit } from './noise.ts';

type Tier = (typeof MONEY_FLOW_TIERS)[number];

export interface Listing {
  readonly symbol: string;
  readonly name: string | null;
  /** Seeds all random values of the symbol. */
  readonly key: number;
  readonly tier: Tier;
  /** Dollars, around which the price fluctuates. */
  readonly usualPrice: number;
  readonly floatShares: number;
  /** Shares on an average day. */
  readonly usualVolume: number;
  /** Daily volatility of the logarithm of the price. */
  readonly volatility: number;
  /** Forum mentions and searches in an average hour. */
  readonly popularity: number;
  /** Traded too little to have a volume or a metric. */
  readonly isThin: boolean;
  readonly isNew: boolean;
}

const LISTING_COUNT = 400;

type Range = readonly [low: number, high: number];

/** `turnover` is the share of the float that is traded in a day. */
const SHAPES: Readonly<Record<Tier, { price: Range; float: Range; turnover: number; volatility: number }>> = {
  blue: { price: [45, 620], float: [2e8, 2e9], turnover: 0.006, volatility: 0.013 },
  mid: { price: [18, 190], float: [3e7, 2e8], turnover: 0.01, volatility: 0.021 },
  small: { price: [5, 60], float: [1e7, 8e7], turnover: 0.018, volatility: 0.034 },
  penny: { price: [0.25, 4.6], float: [3e6, 9e7], turnover: 0.04, volatility: 0.058 },
};

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
  const { price, float, turnover, volatility } = SHAPES[tier];
  const floatShares = Math.round(between(float, chance(12)));
  return {
    symbol,
    name: chance(14) < 0.03 ? null : name,
    key,
    tier,
    usualPrice: between(price, chance(11)),
    floatShares,
    usualVolume: floatShares * turnover * Math.exp(chance(15) * 1.6 - 0.8),
    volatility: volatility * (0.7 + 0.7 * chance(16)),
    popularity: 4 * Math.exp(chance(18) * 3.2),
    isThin: tier !== 'blue' && chance(19) < 0.05,
    isNew: chance(20) < 0.03,
  };
}

function between([low, high]: Range, share: number): number {
  return low * (high / low) ** share;
}

function companyName(key: number, attempt: number): string {
  return `${pick(FIRST_WORDS, unit(key, 100 + attempt))} ${pick(SECOND_WORDS, unit(key, 200 + attempt))}`;
}

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

/** The lists allow far more company names than there are symbols. */
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
