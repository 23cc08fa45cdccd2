import type { MarketSession } from '../../vocabulary.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The simulated trading day is the UTC day, and every day is one, so that a newcomer nearly always finds the
 * market open: premarket 00:00–01:00, open 01:00–22:00, afterhours 22:00–23:55, closed 23:55–24:00.
 */
const OPEN = 1 * HOUR;
const AFTERHOURS = 22 * HOUR;
const CLOSE = 24 * HOUR - 5 * MINUTE;

/** Shares of a usual day's volume that are traded before the open and after the bell. */
const PREMARKET_SHARE = 0.02;
const AFTERHOURS_SHARE = 0.03;

export function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

export function sessionAt(time: number): MarketSession {
  const clock = time - startOfDay(time);
  if (clock < OPEN) return 'premarket';
  if (clock < AFTERHOURS) return 'open';
  return clock < CLOSE ? 'afterhours' : 'closed';
}

/** The moment whose prices are in force: the time itself, or the last close while the market is closed. */
export function tradingTime(time: number): number {
  return Math.min(time, startOfDay(time) + CLOSE);
}

/** When the day before ended. */
export function previousClose(time: number): number {
  return startOfDay(time) - DAY + CLOSE;
}

/** The share of a usual day's volume that has been traded by this time: busy after the open and before the bell. */
export function tradedShare(time: number): number {
  const clock = Math.min(time - startOfDay(time), CLOSE);
  if (clock < OPEN) return PREMARKET_SHARE * (clock / OPEN);
  const regular = 1 - PREMARKET_SHARE - AFTERHOURS_SHARE;
  if (clock < AFTERHOURS) {
    const part = (clock - OPEN) / (AFTERHOURS - OPEN);
    return PREMARKET_SHARE + regular * (part + Math.sin(2 * Math.PI * part) * 0.08);
  }
  return 1 - AFTERHOURS_SHARE * (1 - (clock - AFTERHOURS) / (CLOSE - AFTERHOURS));
}
