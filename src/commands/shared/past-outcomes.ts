import type { Client } from '../../api/client.ts';
import { decodeSnapshot, type Snapshot, type TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import { listedSymbols } from '../../model/ranks.ts';
import { type SymbolOutcomes, symbolOutcomes, symbolsThatLeft } from '../../model/symbol-outcomes.ts';
import type { RecordedPlace } from '../../recording/days.ts';
import { newestSnapshot } from '../../recording/find.ts';
import { lastListed } from '../../recording/last-listed.ts';
import type { Past } from '../../sandbox/protocol/past.ts';
import { MINUTE_MS } from '../../time-units.ts';
import type { Timeframe } from '../../vocabulary.ts';

/** A client of the past, which also knows what became of what it returned. */
export interface PastClient extends Client {
  readonly outcomesOf: FindOutcomes;
}

/**
 * What became of the symbols of a snapshot by the newest one; null if that is the one shown. When a symbol left is looked up for
 * `symbols` only, in upper case; null: for all.
 */
type FindOutcomes = (
  shown: TimeframeSnapshot,
  symbols: ReadonlyArray<string> | null,
) => Promise<SymbolOutcomes | null>;

/** Computing takes some 10 ms a snapshot. */
const MAX_COMPUTED = 30;

/** From the newest recorded snapshot of a place. */
export function recordedOutcomes(place: RecordedPlace, { signal }: Pick<Context, 'signal'>): FindOutcomes {
  return async (shown, symbols) => {
    const { timeframe, snapshot } = shown;
    const newest = (await newestSnapshot(place, timeframe))?.snapshot;
    const span = newest === undefined ? null : spanOf(snapshot, newest);
    if (newest === undefined || span === null) return null;
    const left = only(symbols, symbolsThatLeft(snapshot, newest));
    const listed = await lastListed(place, { timeframe, symbols: left, ...span }, { signal });
    return symbolOutcomes(shown, newest, listed);
  };
}

/** From what the embedded sandbox has now. */
export function simulatedOutcomes(
  past: Past,
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
): FindOutcomes {
  const snapshotAt = (timeframe: Timeframe, time: number) => decodeSnapshot(past.at(timeframe, time));
  return async (shown, symbols) => {
    const newest = snapshotAt(shown.timeframe, clock.now());
    const span = newest === null ? null : spanOf(shown.snapshot, newest);
    if (newest === null || span === null) return null;
    const lastSeen = new Map<string, number>();
    const times = [span.until];
    let missing = only(symbols, symbolsThatLeft(shown.snapshot, newest)).map((symbol) =>
      symbol.toUpperCase(),
    );
    // Of a long time, every few minutes.
    const step = Math.ceil((span.until - span.from) / MINUTE_MS / MAX_COMPUTED) * MINUTE_MS;
    for (let time = span.until; time > span.from && missing.length > 0; ) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      time = Math.max(span.from, time - step);
      times.push(time);
      const listed = new Set(listedSymbols(snapshotAt(shown.timeframe, time) ?? { boards: [] }));
      for (const symbol of missing.filter((each) => listed.has(each))) lastSeen.set(symbol, time);
      missing = missing.filter((symbol) => !listed.has(symbol));
    }
    return symbolOutcomes(shown, newest, { lastSeen, times });
  };
}

/** The times of the two snapshots; null if the newest is shown, or if a time is unknown. */
function spanOf(shown: Snapshot, newest: Snapshot): { readonly from: number; readonly until: number } | null {
  const [from, until] = [shown.asOfMilliseconds, newest.asOfMilliseconds];
  return from === null || until === null || until <= from ? null : { from, until };
}

function only(wanted: ReadonlyArray<string> | null, symbols: ReadonlyArray<string>): ReadonlyArray<string> {
  return wanted === null ? symbols : symbols.filter((symbol) => wanted.includes(symbol.toUpperCase()));
}
