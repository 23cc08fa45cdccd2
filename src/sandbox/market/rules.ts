import type { Timeframe } from '../../vocabulary.ts';
import { ALERT_DAYS_WINDOW, type Facts, isDaily, percentOf } from './facts.ts';

/** How a board of the catalogue is ranked. */
export interface Rule {
  /** The text for this board in the reasons of a top play. */
  readonly reason: string;
  /** Sorted in descending order; NaN excludes a symbol from the board. */
  score(facts: Facts): number;
  metric(facts: Facts): string;
}

/** Upper limit of a low float. */
export const LOW_FLOAT_SHARES = 20e6;
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
export function ruleOf(key: string, timeframe: Timeframe): Rule | undefined {
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
