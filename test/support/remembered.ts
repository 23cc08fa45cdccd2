import type { Snapshot } from '../../src/api/snapshot.ts';
import { type Observation, observe } from '../../src/model/observation.ts';

/** What memory keeps of a snapshot, with prices and changes of 32 bits; empty if it has no time. */
export function remembered(snapshot: Snapshot): ReadonlyArray<Observation> {
  const observation = observe(snapshot);
  if (observation === null) return [];
  const symbols = [...observation.symbols].map(
    ([symbol, state]) =>
      [
        symbol,
        { ...state, price: roundedTo32Bits(state.price), dayPct: roundedTo32Bits(state.dayPct) },
      ] as const,
  );
  return [{ ...observation, symbols: new Map(symbols) }];
}

function roundedTo32Bits(value: number | null): number | null {
  const rounded = value === null ? null : Math.fround(value);
  return Number.isFinite(rounded) ? rounded : null;
}
