import { DAY_MS, HOUR_MS, utcDayStart } from '../../time-units.ts';
import { previousClose, tradedShare, tradingTime } from './calendar.ts';
import { at, type Lazy, lazy, meanOf, type PerListing } from './columns.ts';
import { attentionBetween, type MarketContext } from './market-context.ts';

/** Price and volume statistics of every symbol; NaN if unknown. */
export interface TradingStatistics extends Moves, Volumes {
  /** Natural logarithm of the price; NaN while halted. */
  readonly level: Lazy;
  /** USD at the current price; also known while halted. */
  readonly marketValue: Lazy;
}

interface Moves {
  /** Percent over the window of the timeframe; NaN while halted or if listed within the window. */
  readonly move: Lazy;
  readonly benchmarkMove: Lazy<number>;
  /** Percent since the previous close. */
  readonly sessionMove: Lazy;
  /** Percent over the recent part of the window. */
  readonly thrust: Lazy;
}

interface Volumes {
  /** Shares traded since the start of the day. */
  readonly sessionVolume: Lazy;
  /** Volume over the window as a multiple of the average. */
  readonly relativeVolume: Lazy;
  /** Volume over the recent part of the window, relative to the whole window. */
  readonly acceleration: Lazy;
  /** USD traded over the window. */
  readonly dollars: Lazy;
}

const VOLUME_BUCKET_MS = 3 * HOUR_MS;
/** Trading is halted while a burst is stronger than this. */
const HALT_THRESHOLD = 0.72;

export function createTradingStatistics(context: MarketContext): TradingStatistics {
  const { market, time } = context;
  const currentLevels = lazy(() => market.levelsAt(time));
  const level = lazy(() => {
    const bursts = market.burstsAt(time);
    return context.columnOf((i) => (at(bursts, i) > HALT_THRESHOLD ? Number.NaN : at(currentLevels(), i)));
  });
  return {
    level,
    marketValue: lazy(() =>
      context.columnOf((i, { sharesOutstanding }) => sharesOutstanding * Math.exp(at(currentLevels(), i))),
    ),
    ...createMoves(context, level),
    ...createVolumes(context, level),
  };
}

function createMoves(context: MarketContext, level: Lazy): Moves {
  const { market, time } = context;
  const { window, recent } = context.horizon;
  const start = window === 'session' ? previousClose(time) : time - window;
  const moveSince = (from: number) => {
    const before = market.levelsAt(from);
    return context.columnSince(from, (i) => percentOf(at(level(), i) - at(before, i)));
  };
  const move = lazy(() => moveSince(start));
  return {
    move,
    benchmarkMove: lazy(() => percentOf(market.benchmarkAt(time) - market.benchmarkAt(start))),
    sessionMove: window === 'session' ? move : lazy(() => moveSince(previousClose(time))),
    thrust: lazy(() => moveSince(time - recent)),
  };
}

function createVolumes(context: MarketContext, level: Lazy): Volumes {
  const { time } = context;
  const { window, recent } = context.horizon;
  const session = lazy(() => sessionAttention(context));
  const relativeVolume =
    window === 'session' ? session : lazy(() => meanOf(attentionBetween(context, time - window, time)));
  const usualDays = window === 'session' ? tradedShare(time) : window / DAY_MS;
  return {
    sessionVolume: lazy(() =>
      context.columnOf((i, { usualVolume }) => usualVolume * tradedShare(time) * at(session(), i)),
    ),
    relativeVolume,
    acceleration: lazy(() => {
      const recentAttention = meanOf(attentionBetween(context, time - recent, time));
      return context.columnOf((i) => at(recentAttention, i) / at(relativeVolume(), i));
    }),
    dollars: lazy(() =>
      context.columnOf((i, { usualVolume }) => {
        const shares = usualVolume * usualDays * at(relativeVolume(), i);
        return shares * Math.exp(at(level(), i));
      }),
    ),
  };
}

/**
 * Mean attention since the start of the day, weighted by the usual volume of each bucket. Attention is constant within a
 * bucket, so that the volume of a session never decreases.
 */
function sessionAttention({ market, time }: MarketContext): PerListing {
  const start = utcDayStart(time);
  const columns: Array<PerListing> = [];
  const weights: Array<number> = [];
  for (let from = start; from === start || from < tradingTime(time); from += VOLUME_BUCKET_MS) {
    columns.push(market.attentionAt(from + VOLUME_BUCKET_MS / 2));
    const traded = tradedShare(Math.min(from + VOLUME_BUCKET_MS, time)) - tradedShare(from);
    // At midnight nothing has been traded; a positive weight keeps the mean defined.
    weights.push(Math.max(traded, Number.MIN_VALUE));
  }
  return meanOf(columns, weights);
}

/** Converts a difference of natural logarithms to percent. */
export function percentOf(logarithm: number): number {
  return Math.expm1(logarithm) * 100;
}
