import type { Timeframe } from '../../vocabulary.ts';
import { at, columnOf, type PerListing } from './columns.ts';
import { isDaily } from './horizons.ts';
import { ALERT_DAYS_WINDOW } from './interest-statistics.ts';
import * as label from './labels.ts';
import type { Statistics } from './statistics.ts';
import { percentOf } from './trading-statistics.ts';

/** How a board of the catalogue is ranked. */
export interface Rule {
  /** The text for this board in the reasons of a top play. */
  readonly reason: string;
  /** Sorted in descending order; NaN excludes a symbol from the board. */
  readonly score: (statistics: Statistics) => PerListing;
  readonly metric: (statistics: Statistics, index: number) => string;
}

/** Upper limit of a low float. */
export const LOW_FLOAT_SHARES = 20e6;
/** A low-float symbol must trade at more than this multiple of its usual volume. */
const MIN_LOW_FLOAT_VOLUME = 1.75;

const alertCount: Rule = {
  reason: 'Repeated alerts',
  score: ({ alerts }) => alerts(),
  metric: ({ alerts }, i) => label.counted(at(alerts(), i), 'alert'),
};

const nearHigh: Rule = {
  reason: 'Near its 52-week high',
  score: ({ fromHigh }) => map(fromHigh(), (value) => -Math.abs(value)),
  metric: ({ fromHigh }, i) => distance(at(fromHigh(), i), 'high'),
};

const rules: Readonly<Record<string, Rule>> = {
  movers: {
    reason: 'Top mover',
    score: ({ move }) => map(move(), Math.abs),
    metric: ({ move }, i) => label.signedPercent(at(move(), i)),
  },
  rvol: {
    reason: 'High relative volume',
    score: ({ relativeVolume }) => relativeVolume(),
    metric: ({ relativeVolume }, i) => label.multiple(at(relativeVolume(), i)),
  },
  momentum: {
    reason: 'Volume picking up on a thrust',
    score: ({ acceleration, thrust }) =>
      map(acceleration(), (value, i) => (at(thrust(), i) > 0 ? value * at(thrust(), i) : Number.NaN)),
    metric: ({ acceleration, thrust }, i) =>
      `${label.signedPercent(at(thrust(), i))} on ${label.multiple(at(acceleration(), i))}`,
  },
  emaTrend: {
    reason: 'Holding above its averages',
    score: ({ holding }) => holding(),
    metric: ({ holding }, i) => `${label.signedPercent(percentOf(at(holding(), i)))} clear`,
  },
  forum: {
    reason: 'Talked about on the forum',
    score: ({ mentions }) => mentions(),
    metric: ({ mentions }, i) => label.counted(at(mentions(), i), 'post'),
  },
  search: {
    reason: 'Trending in search',
    score: ({ searches }) => searches(),
    metric: ({ searches }, i) => label.counted(at(searches(), i), 'query', 'queries'),
  },
  moneyFlow: {
    reason: 'Heavy dollar volume',
    score: ({ dollars }) => dollars(),
    metric: ({ dollars }, i) => label.dollars(at(dollars(), i)),
  },
  lowFloat: {
    reason: 'Low float in play',
    score: ({ listings, relativeVolume }) =>
      map(relativeVolume(), (multiple, i) => {
        const shares = listings[i]?.floatShares ?? Number.NaN;
        return shares < LOW_FLOAT_SHARES && multiple > MIN_LOW_FLOAT_VOLUME ? -shares : Number.NaN;
      }),
    metric: ({ listings }, i) => `${label.compact(listings[i]?.floatShares ?? 0)} float`,
  },
  shorted: {
    reason: 'Heavily shorted',
    score: ({ shortPercent }) => shortPercent(),
    metric: ({ shortPercent }, i) => `${at(shortPercent(), i).toFixed(1)}% of float`,
  },
  smartMoney: {
    reason: 'Funds adding',
    score: ({ fundsAdding }) => fundsAdding(),
    metric: ({ fundsAdding }, i) => label.counted(at(fundsAdding(), i), 'fund adding', 'funds adding'),
  },
  insiderBuys: {
    reason: 'Insiders buying',
    score: ({ insiderBuys }) => insiderBuys(),
    metric: ({ insiderBuys, insiderDollars }, i) => {
      const buys = Math.floor(at(insiderBuys(), i));
      return `${label.counted(buys, 'buy')}, ${label.dollars(buys * at(insiderDollars(), i))}`;
    },
  },
  buzz: {
    reason: 'Alerted day after day',
    score: ({ alertDays }) => alertDays(),
    metric: ({ alertDays }, i) => `${Math.floor(at(alertDays(), i))} of ${ALERT_DAYS_WINDOW} days`,
  },
  steady: {
    reason: 'Steady climber',
    score: ({ steadiness }) => steadiness(),
    metric: ({ steadiness }, i) => `${(at(steadiness(), i) * 100).toFixed(0)}% straight up`,
  },
  relStrength: {
    reason: 'Stronger than the market',
    score: ({ move, benchmarkMove }) => map(move(), (value) => value - benchmarkMove()),
    metric: ({ move, benchmarkMove }, i) => label.signedPoints(at(move(), i) - benchmarkMove()),
  },
  breakouts: {
    reason: 'Breaking out of a base',
    score: ({ aboveBase }) => aboveBase(),
    metric: ({ aboveBase }, i) => distance(at(aboveBase(), i), 'base'),
  },
  pullback: {
    reason: 'At a rising 50-day average',
    score: ({ fromRising50 }) => map(fromRising50(), (value) => -Math.abs(value)),
    metric: ({ fromRising50 }, i) => distance(at(fromRising50(), i), '50-day'),
  },
  highClub: {
    reason: 'Fresh 52-week high on volume',
    score: ({ listings, fromHigh, relativeVolume }) =>
      map(fromHigh(), (value, i) =>
        value > -(listings[i]?.volatility ?? 0) ? at(relativeVolume(), i) : Number.NaN,
      ),
    metric: ({ relativeVolume }, i) => `new high on ${label.multiple(at(relativeVolume(), i))}`,
  },
};

/** `alerted` ranks on alert counts for scalp and day, and on the 52-week high for the daily timeframes. */
export function ruleOf(key: string, timeframe: Timeframe): Rule | undefined {
  if (key !== 'alerted') return rules[key];
  return isDaily(timeframe) ? nearHigh : alertCount;
}

function map(column: PerListing, change: (value: number, index: number) => number): PerListing {
  return columnOf(column.length, (i) => change(at(column, i), i));
}

/** `0.4% below high` */
function distance(logarithm: number, from: string): string {
  const percent = percentOf(logarithm);
  return `${Math.abs(percent).toFixed(1)}% ${percent < 0 ? 'below' : 'above'} ${from}`;
}
