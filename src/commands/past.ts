import type { Context } from '../context.ts';
import { NotRecordedError } from '../errors.ts';
import { MAX_GAP_MS } from '../market/market-day.ts';
import { type ListedAt, type SymbolOutcomes, symbolOutcomes } from '../market/symbol-outcomes.ts';
import { countSkipped } from '../recording/day.ts';
import { createFinder, recordedHint } from '../recording/find.ts';
import type { Client, SnapshotResponse } from '../service/client.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { formatSpan } from '../text/format.ts';
import { describeTime, HOUR_MS, MINUTE_MS, type TimeZone, utcDayStart } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { noteSkipped, recordingsOf } from './recordings.ts';

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
  /** As `symbolOutcomes`. */
  outcomesOf(shown: TimeframeSnapshot, symbols: ReadonlyArray<string> | null): Promise<SymbolOutcomes | null>;
}

/**
 * A client that responds with what was recorded of the service of the settings, needs no key and sends nothing. Throws
 * ConfigError without a base URL or a place for recordings, NotRecordedError if it cannot be read.
 */
export async function recordedClient(
  { at, settings, note }: PastOptions,
  context: Context,
): Promise<PastClient> {
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
        const message = `no snapshot is recorded at or before ${describe(at)} on its market day`;
        const where = nearest === null ? '' : `The nearest is of ${describe(nearest)}. `;
        throw new NotRecordedError(message, { hint: where + (await hint) });
      } finally {
        if (--pending === 0) {
          noteSkipped(count() - noted, { note });
          noted = count();
        }
      }
    },
    outcomesOf: (shown, symbols) => symbolOutcomes(shown, { ...finder, maxGap: MAX_GAP_MS }, symbols),
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
export function sandboxPastClient(
  snapshotAt: (timeframe: Timeframe, time: number) => Snapshot | null,
  { at, settings, quiet }: Pick<PastOptions, 'at' | 'settings' | 'quiet'>,
  context: Context,
): PastClient {
  const start = utcDayStart(context.clock.now());
  async function* computed(
    timeframe: Timeframe,
    from: number,
    until: number,
  ): AsyncGenerator<ListedAt, void> {
    for (const asOf of timesBack(from, until)) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      context.signal.throwIfAborted();
      yield { asOf, boards: snapshotAt(timeframe, asOf)?.boards ?? [] };
    }
  }
  return {
    at,
    async fetchSnapshot({ timeframe }) {
      const snapshot = at < start ? null : snapshotAt(timeframe, at);
      if (snapshot === null) throw notSimulated(at, start, settings.timeZone);
      return recordedResponse(snapshot, true);
    },
    outcomesOf(shown, symbols) {
      const progress = startProgress('computing', context, { quiet });
      const later = {
        newest: async (timeframe: Timeframe) => snapshotAt(timeframe, context.clock.now()),
        backwards: computed,
        maxGap: MINUTE_MS,
      };
      return symbolOutcomes(shown, later, symbols).finally(progress.stop);
    },
  };
}

function notSimulated(at: number, start: number, zone: TimeZone): NotRecordedError {
  return new NotRecordedError(`the sandbox has no data of ${describeTime(at, zone)}`, {
    hint: `It has the UTC day so far, since ${describeTime(start, zone)}.`,
  });
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
