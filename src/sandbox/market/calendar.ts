import { DAY_MS, HOUR_MS, MINUTE_MS, utcDayStart } from '../../time.ts';
import type { MarketSession } from '../../vocabulary.ts';

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
