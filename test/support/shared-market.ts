import type { Timeframe } from '../../src/market/catalogue.ts';
import { createListings as create, type Listing } from '../../src/sandbox/listings.ts';
import { buildSnapshot as build, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

// The sandbox service imports this module instead of scanner.ts and listings.ts (see vitest.config.ts). It
// caches their results, because many tests need the same ones.

export { cutToLimit, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

const MAX_SNAPSHOTS = 1000;

const snapshots = new Map<string, SandboxSnapshot>();
const listings = new Map<number, ReadonlyArray<Listing>>();

export function createListings(seed: number): ReadonlyArray<Listing> {
  const known = listings.get(seed) ?? create(seed);
  listings.set(seed, known);
  return known;
}

/** The first listing tells markets of different seeds apart. */
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
