import { MINUTE_MS } from '../../time-units.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { createMarket } from '../market/market.ts';
import { buildSnapshot, type SandboxSnapshot } from '../market/scanner.ts';

/**
 * Returns a function for the snapshots of the last `minutes` before a time, in milliseconds since 1970: one a minute, the
 * newest first. Each is computed when the iterator is asked for it, which takes some 10 ms.
 */
export function createPast(seed: number, minutes: number) {
  const market = createMarket(seed);
  return function* (timeframe: Timeframe, before: number): Generator<SandboxSnapshot, void> {
    const newest = Math.ceil(before / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    for (let minute = 0; minute < minutes; minute++)
      yield buildSnapshot(market, timeframe, newest - minute * MINUTE_MS);
  };
}
