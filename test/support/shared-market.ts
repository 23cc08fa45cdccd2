import type { Timeframe } from '../../src/market/catalogue.ts';
import type { Listing } from '../../src/sandbox/listings.ts';
import { buildSnapshot as build, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

// Stands in for scanner.ts where the service of the sandbox imports it (see vitest.config.ts): a snapshot is a pure function, and
// many tests ask for the same ones. Computing them again took half the time of those tests.

export { cutToLimit, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

/** About 40 KB each. */
const MAX_SNAPSHOTS = 1000;

const snapshots = new Map<string, SandboxSnapshot>();

/** The snapshot of a market, computed once. The first listing tells markets of different seeds apart. */
export function buildSnapshot(
  listings: ReadonlyArray<Listing>,
  timeframe: Timeframe,
  time: number,
): SandboxSnapshot {
  const name = `${listings[0]?.key} ${timeframe} ${time}`;
  const known = snapshots.get(name);
  if (known !== undefined) return known;
  const snapshot = build(listings, timeframe, time);
  if (snapshots.size >= MAX_SNAPSHOTS) snapshots.clear();
  snapshots.set(name, snapshot);
  return snapshot;
}
