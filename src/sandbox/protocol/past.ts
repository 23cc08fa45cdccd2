import { MINUTE_MS } from '../../time-units.ts';
import type { Timeframe } from '../../vocabulary.ts';
import { createMarket } from '../market/market.ts';
import { buildSnapshot, type SandboxSnapshot } from '../market/scanner.ts';

/** What the sandbox had, one snapshot a minute. Times are in milliseconds since 1970. Computing one takes some 10 ms. */
export interface Past {
  /** The newest snapshot at a time: that of its minute. */
  at(timeframe: Timeframe, time: number): SandboxSnapshot;
  /** The snapshots of the last `minutes` before a time, the newest first. Each is computed when the iterator is asked for it. */
  before(timeframe: Timeframe, time: number, minutes: number): Generator<SandboxSnapshot, void>;
}

export function createPast(seed: number): Past {
  const market = createMarket(seed);
  const at = (timeframe: Timeframe, time: number) =>
    buildSnapshot(market, timeframe, Math.floor(time / MINUTE_MS) * MINUTE_MS);
  return {
    at,
    *before(timeframe, time, minutes) {
      const end = Math.ceil(time / MINUTE_MS) * MINUTE_MS;
      for (let minute = 1; minute <= minutes; minute++) yield at(timeframe, end - minute * MINUTE_MS);
    },
  };
}
