import type { Timeframe } from '../../src/market/catalogue.ts';
import { createListings as create, type Listing } from '../../src/sandbox/listings.ts';
import { buildSnapshot as build, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

// Stands in for scanner.ts and listings.ts where the service of the sandbox imports them (see vitest.config.ts): both are pure
// functions, and many tests ask for the same results. Computing them again took half the time of those tests.

export { cutToLimit, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

/** About 40 KB each. */
const MAX_SNAPSHOTS = 1000;

const snapshots = new Map<string, SandboxSnapshot>();
const listings = new Map<number, ReadonlyArray<Listing>>();

/** The listings of a seed, computed once. */
export function createListings(seed: number): ReadonlyArray<Listing> {
  const known = listings.get(seed) ?? create(seed);
  listings.set(seed, known);
  return known;
}

/** The snapshot of a market, computed once. The first listing tells markets of different seeds apart. */
export function buildSnapshot(
  listed: ReadonlyArray<Listing>,
  timeframe: Timeframe,
  time: number,
): SandboxSnapshot {
  const name = `${listed[0]?.key} ${timeframe} ${time}`;
  const known = snapshots.get(name);
  if (known !== undefined) return known;
  const snapshot = build(listed, timeframe, time);
  if (snapshots.size >= MAX_SNAPSHOTS) snapshots.clear();
  snapshots.set(name, snapshot);
  return snapshot;
}
