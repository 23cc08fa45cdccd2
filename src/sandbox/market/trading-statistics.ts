import { DAY, HOUR, previousClose, startOfDay, tradedShare, tradingTime } from './calendar.ts';
import { at, type Lazy, lazy, meanOf } from './columns.ts';
import type { PerListing } from './curves.ts';
import { attentionBetween, type Scene } from './scene.ts';

/** What trading itself tells about every symbol; NaN where it is not known. */
export interface TradingStatistics extends Moves, Volumes {
  /** Natural logarithm of the price; none while halted. */
  readonly level: Lazy;
  /** USD at the price in force; known while halted too. */
  readonly marketValue: Lazy;
}

interface Moves {
  /** Percent over the timeframe's window; none while halted, or when listed since. */
  readonly move: Lazy;
  readonly benchmarkMove: Lazy<number>;
  /** Percent since the close of the day before. */
  readonly sessionMove: Lazy;
  /** Percent of late. */
  readonly thrust: Lazy;
}

interface Volumes {
  /** Shares since the day began. */
  readonly sessionVolume: Lazy;
  /** Volume over the window as a multiple of the usual. */
  readonly relativeVolume: Lazy;
  /** Volume of late as a multiple of that over the window. */
  readonly acceleration: Lazy;
  /** USD traded over the window. */
  readonly dollars: Lazy;
}

const VOLUME_BUCKET = 3 * HOUR;
/** A volatility halt: an event this strong stops trading until it fades. */
const HALTING_BURST = 0.72;

export function createTradingStatistics(scene: Scene): TradingStatistics {
  const { market, time } = scene;
  const inForce = lazy(() => market.levelsAt(time));
  const level = lazy(() => {
    const bursts = market.burstsAt(time);
    return scene.columnOf((i) => (at(bursts, i) > HALTING_BURST ? Number.NaN : at(inForce(), i)));
  });
  return {
    level,
    marketValue: lazy(() =>
      scene.columnOf((i, { sharesOutstanding }) => sharesOutstanding * Math.exp(at(inForce(), i))),
    ),
    ...createMoves(scene, level),
    ...createVolumes(scene, level),
  };
}

function createMoves(scene: Scene, level: Lazy): Moves {
  const { market, time } = scene;
  const { window, recent } = scene.horizon;
  const start = window === 'session' ? previousClose(time) : time - window;
  const moveSince = (from: number) => {
    const before = market.levelsAt(from);
    return scene.columnSince(from, (i) => percent(at(level(), i) - at(before, i)));
  };
  const move = lazy(() => moveSince(start));
  return {
    move,
    benchmarkMove: lazy(() => percent(market.benchmarkAt(time) - market.benchmarkAt(start))),
    sessionMove: window === 'session' ? move : lazy(() => moveSince(previousClose(time))),
    thrust: lazy(() => moveSince(time - recent)),
  };
}

function createVolumes(scene: Scene, level: Lazy): Volumes {
  const { time } = scene;
  const { window, recent } = scene.horizon;
  const session = lazy(() => sessionAttention(scene));
  const relativeVolume =
    window === 'session' ? session : lazy(() => meanOf(attentionBetween(scene, time - window, time)));
  const usualDays = window === 'session' ? tradedShare(time) : window / DAY;
  return {
    sessionVolume: lazy(() =>
      scene.columnOf((i, { usualVolume }) => usualVolume * tradedShare(time) * at(session(), i)),
    ),
    relativeVolume,
    acceleration: lazy(() => {
      const lately = meanOf(attentionBetween(scene, time - recent, time));
      return scene.columnOf((i) => at(lately, i) / at(relativeVolume(), i));
    }),
    dollars: lazy(() =>
      scene.columnOf((i, { usualVolume }) => {
        const shares = usualVolume * usualDays * at(relativeVolume(), i);
        return shares * Math.exp(at(level(), i));
      }),
    ),
  };
}

/**
 * Mean attention since the day began, weighted by the volume usual at each hour. Every part of the day has one
 * attention, so that the volume of a session never falls.
 */
function sessionAttention({ market, time }: Scene): PerListing {
  const start = startOfDay(time);
  const columns: Array<PerListing> = [];
  const weights: Array<number> = [];
  for (let from = start; from === start || from < tradingTime(time); from += VOLUME_BUCKET) {
    columns.push(market.attentionAt(from + VOLUME_BUCKET / 2));
    const traded = tradedShare(Math.min(from + VOLUME_BUCKET, time)) - tradedShare(from);
    // At midnight sharp nothing has been traded; the first part still tells how brisk the day begins.
    weights.push(Math.max(traded, Number.MIN_VALUE));
  }
  return meanOf(columns, weights);
}

function percent(logarithm: number): number {
  return Math.expm1(logarithm) * 100;
}
