import { createMarket as createNewMarket, type Market } from '../../src/sandbox/market.ts';
import { buildSnapshot as build, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';
import type { Timeframe } from '../../src/vocabulary.ts';

// Stands in for market.ts and scanner.ts where the service of the sandbox imports them (see vitest.config.ts). Both are pure
// functions, and many tests ask for the same snapshots: computing them again took half the time of those tests.

export { cutToLimit, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

/** About 40 KB each. */
const MAX_SNAPSHOTS = 1000;

const markets = new Map<number, Market>();
const snapshots = new WeakMap<Market, Map<string, SandboxSnapshot>>();

/** The market of a seed, computed once. */
export function createMarket(seed: number): Market {
  const known = markets.get(seed);
  if (known !== undefined) return known;
  const market = createNewMarket(seed);
  markets.set(seed, market);
  snapshots.set(market, new Map());
  return market;
}

/** The snapshot of a market, computed once. */
export function buildSnapshot(market: Market, timeframe: Timeframe, time: number): SandboxSnapshot {
  const kept = snapshots.get(market);
  const name = `${timeframe} ${time}`;
  const known = kept?.get(name);
  if (known !== undefined) return known;
  const snapshot = build(market, timeframe, time);
  if (kept !== undefined && kept.size >= MAX_SNAPSHOTS) kept.clear();
  kept?.set(name, snapshot);
  return snapshot;
}
