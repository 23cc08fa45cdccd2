import type { Context } from '../context.ts';
import { NotRecordedError } from '../errors.ts';
import { MAX_GAP_MS } from '../market/market-day.ts';
import { listedSymbols } from '../market/ranks.ts';
import {
  type LastListed,
  type SymbolOutcomes,
  symbolOutcomes,
  symbolsThatLeft,
} from '../market/symbol-outcomes.ts';
import { describeTime } from '../parse-time.ts';
import type { Finder, LastListedQuery } from '../recording/find.ts';
import type { Past } from '../sandbox/protocol/past.ts';
import type { Client, SnapshotResponse } from '../service/client.ts';
import { decodeSnapshot, type Snapshot, type TimeframeSnapshot } from '../service/snapshot.ts';
import type { Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { formatSpan } from '../text/age.ts';
import { HOUR_MS, MINUTE_MS, utcDayStart } from '../time-units.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Timeframe } from '../vocabulary.ts';

/**
 * So long before the newest simulated snapshot, all are computed, one a minute: at 3 to 8 ms each, at most 2 s a timeframe. Only
 * of these is it known when a symbol left.
 */
export const SANDBOX_PAST_MS = 4 * HOUR_MS;
/** Of the time before them, at most so many more snapshots. */
const MAX_SAMPLES = 30;

interface PastOptions {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly settings: Settings;
  readonly note: (text: string) => void;
  /** No spinner. */
  readonly quiet: boolean;
}

/** A client of the past, which also knows what became of what it returned. */
export interface PastClient extends Client {
  /** In milliseconds since 1970. */
  readonly at: number;
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
 * A client that responds with what was recorded of the service of the settings, needs no key and sends nothing. Throws
 * ConfigError without a base URL or a place for recordings, NotRecordedError if it cannot be read.
 */
export async function recordedClient(
  { at, settings, note }: PastOptions,
  context: Context,
): Promise<PastClient> {
  const [{ countSkipped }, { createFinder }, { recordedHint }, { recordingsOf, noteSkipped }] =
    await Promise.all([
      import('../recording/day.ts'),
      import('../recording/find.ts'),
      import('../recording/not-recorded.ts'),
      import('./recordings.ts'),
    ]);
  const recordings = await recordingsOf({ settings, note }, context);
  const { onSkipped, count } = countSkipped();
  const finder = createFinder(recordings, { onSkipped, signal: context.signal });
  // One for all timeframes that are asked for: it reads files.
  let hint: Promise<string> | undefined;
  let pending = 0;
  let noted = 0;
  const describe = (time: number) => describeTime(time, settings.timeZone);
  const noteOlder = (asOf: number | null, timeframe: Timeframe) => {
    if (asOf === null || at - asOf <= MAX_GAP_MS) return;
    note(
      `${timeframe} as of ${describe(asOf)}: nothing newer is recorded for ${formatSpan(at - asOf)} before --at`,
    );
  };
  return {
    at,
    async fetchSnapshot({ timeframe }) {
      pending++;
      try {
        const snapshot = await finder.atOrBefore(timeframe, at);
        if (snapshot !== null) {
          noteOlder(snapshot.asOfMilliseconds, timeframe);
          return recordedResponse(snapshot, recordings.isSimulated);
        }
        const nearest = await finder.nearest(timeframe, at);
        hint ??= recordedHint(recordings, settings.timeZone, context.signal);
        const message = `no snapshot of ${timeframe} is recorded at or before ${describe(at)} on its market day`;
        const where = nearest === null ? '' : `The nearest is of ${describe(nearest)}. `;
        throw new NotRecordedError(message, { hint: where + (await hint) });
      } finally {
        if (--pending === 0) {
          noteSkipped(count() - noted, { note });
          noted = count();
        }
      }
    },
    outcomesOf: recordedOutcomes(finder),
  };
}

/** A response that was not sent: what it has beside its snapshot is null or 0. */
function recordedResponse(snapshot: Snapshot, isSimulated: boolean): SnapshotResponse {
  return {
    snapshot,
    requestsLeft: null,
    cache: null,
    serverTime: null,
    isSimulated,
    isRecorded: true,
    milliseconds: 0,
    bytes: 0,
  };
}

/** A client that computes what the embedded sandbox had at a time of the UTC day so far. Throws NotRecordedError before it. */
export async function sandboxPastClient(
  seed: number,
  { at, settings, quiet }: Pick<PastOptions, 'at' | 'settings' | 'quiet'>,
  context: Context,
): Promise<PastClient> {
  const { createPast } = await import('../sandbox/protocol/past.ts');
  const past = createPast(seed);
  const start = utcDayStart(context.clock.now());
  return {
    at,
    async fetchSnapshot({ timeframe }) {
      const snapshot = at < start ? null : decodeSnapshot(past.at(timeframe, at));
      if (snapshot === null) throw notSimulated(at, start, settings.timeZone);
      return recordedResponse(snapshot, true);
    },
    outcomesOf: simulatedOutcomes(past, context, quiet),
  };
}

function notSimulated(at: number, start: number, zone: TimeZone): NotRecordedError {
  return new NotRecordedError(`the sandbox has no data of ${describeTime(at, zone)}`, {
    hint: `It has the UTC day so far, since ${describeTime(start, zone)}.`,
  });
}

/** From the newest recorded snapshot. */
function recordedOutcomes(finder: Finder): FindOutcomes {
  return async (shown, symbols) => {
    const { timeframe, snapshot } = shown;
    const newest = await finder.newest(timeframe);
    const span = newest === null ? null : spanOf(snapshot, newest);
    if (newest === null || span === null) return null;
    const left = only(symbols, symbolsThatLeft(snapshot, newest));
    const listed = await finder.lastListed({ timeframe, symbols: left, ...span });
    return symbolOutcomes(shown, newest, listed);
  };
}

/** From what the embedded sandbox has now, one snapshot a minute. */
function simulatedOutcomes(past: Past, context: Context, quiet: boolean): FindOutcomes {
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
  const exactFrom = Math.max(from, until - SANDBOX_PAST_MS);
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
