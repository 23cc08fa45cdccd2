import type { Client } from '../../api/client.ts';
import { decodeSnapshot, type Snapshot, type TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import { listedSymbols } from '../../model/ranks.ts';
import {
  type LastListed,
  type SymbolOutcomes,
  symbolOutcomes,
  symbolsThatLeft,
} from '../../model/symbol-outcomes.ts';
import type { RecordedPlace } from '../../recording/days.ts';
import { newestSnapshot } from '../../recording/find.ts';
import { type LastListedQuery, lastListed } from '../../recording/last-listed.ts';
import type { Past } from '../../sandbox/protocol/past.ts';
import { startProgress } from '../../terminal/progress.ts';
import { MINUTE_MS } from '../../time-units.ts';

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

/**
 * So many minutes before the newest snapshot are computed one by one, as many as `boards history` does by default: at 3 to 8 ms
 * each, at most 2 s a timeframe. Only of these is it known when a symbol left.
 */
const EXACT_MINUTES = 4 * 60;
/** Of the time before them, at most so many more snapshots. */
const MAX_SAMPLES = 30;

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

/** From what the embedded sandbox has now, one snapshot a minute. */
export function simulatedOutcomes(past: Past, context: Context, quiet: boolean): FindOutcomes {
  return async (shown, symbols) => {
    const { timeframe, snapshot } = shown;
    const newest = decodeSnapshot(past.at(timeframe, context.clock.now()));
    const span = newest === null ? null : spanOf(snapshot, newest);
    if (newest === null || span === null) return null;
    const left = only(symbols, symbolsThatLeft(snapshot, newest));
    const progress = startProgress('computing', context, { quiet });
    const listed = await lastComputed(past, { timeframe, symbols: left, ...span }, context).finally(
      progress.stop,
    );
    return symbolOutcomes(shown, newest, listed);
  };
}

/** When each symbol was last on any board. Snapshots are computed from the newest on, until all symbols are found. */
async function lastComputed(
  past: Past,
  { timeframe, symbols, from, until }: LastListedQuery,
  { signal }: Pick<Context, 'signal'>,
): Promise<LastListed> {
  const lastSeen = new Map<string, number>();
  const times = [until];
  let missing = symbols.map((symbol) => symbol.toUpperCase());
  for (const time of timesBack(from, until)) {
    if (missing.length === 0) break;
    // Signals are heard between two snapshots.
    await new Promise(setImmediate);
    signal.throwIfAborted();
    times.push(time);
    const listed = new Set(listedSymbols(decodeSnapshot(past.at(timeframe, time)) ?? { boards: [] }));
    for (const symbol of missing.filter((each) => listed.has(each))) lastSeen.set(symbol, time);
    missing = missing.filter((symbol) => !listed.has(symbol));
  }
  return { lastSeen, times, maxGapMilliseconds: MINUTE_MS };
}

/** The times at which snapshots are computed, from the newest on. */
function* timesBack(from: number, until: number): Generator<number, void> {
  const exactFrom = Math.max(from, until - EXACT_MINUTES * MINUTE_MS);
  for (let time = until - MINUTE_MS; time >= exactFrom; time -= MINUTE_MS) yield time;
  const step = Math.ceil((exactFrom - from) / MINUTE_MS / MAX_SAMPLES) * MINUTE_MS;
  for (let time = exactFrom; time > from; ) {
    time = Math.max(from, time - step);
    yield time;
  }
}

/** The times of the two snapshots; null if the newest is shown, or if a time is unknown. */
function spanOf(shown: Snapshot, newest: Snapshot): { readonly from: number; readonly until: number } | null {
  const [from, until] = [shown.asOfMilliseconds, newest.asOfMilliseconds];
  return from === null || until === null || until <= from ? null : { from, until };
}

function only(wanted: ReadonlyArray<string> | null, symbols: ReadonlyArray<string>): ReadonlyArray<string> {
  return wanted === null ? symbols : symbols.filter((symbol) => wanted.includes(symbol.toUpperCase()));
}
