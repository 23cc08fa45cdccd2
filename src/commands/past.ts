import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { NotRecordedError } from '../errors.ts';
import { MAX_GAP_MS } from '../market/market-day.ts';
import {
  type LaterSnapshots,
  type ListedAt,
  type SymbolOutcomes,
  symbolOutcomes,
} from '../market/symbol-outcomes.ts';
import { parseTime } from '../parse.ts';
import { countSkipped } from '../recording/day.ts';
import { createFinder, recordedHint } from '../recording/find.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { formatSpan } from '../text/format.ts';
import { describeTime, MINUTE_MS, type TimeZone, utcDayStart } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { noteBadLines, recordingsOf, SANDBOX_PAST_MS, sandboxSnapshots } from './recordings.ts';
import type { Notes } from './write.ts';

/** Snapshots of the past, and what became of their symbols. It sends nothing, and needs no key. */
export interface PastSource {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Throws NotRecordedError without one of that time. */
  fetchSnapshot(
    query: Pick<TimeframeSnapshot, 'timeframe'>,
  ): Promise<Pick<TimeframeSnapshot, 'snapshot' | 'isSimulated'>>;
  /** As `symbolOutcomes`. */
  outcomesOf(shown: TimeframeSnapshot, symbols: ReadonlyArray<string> | null): Promise<SymbolOutcomes | null>;
}

/** Snapshots that were recorded, or are computed. */
interface PastSnapshots extends LaterSnapshots {
  readonly isSimulated: boolean;
  /** Null if there is none of that day. */
  atOrBefore(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  /** The error for that. */
  missing(timeframe: Timeframe): Promise<NotRecordedError>;
}

/**
 * A source of what was recorded of the service of the settings, or of what the embedded sandbox had, which is computed. Throws
 * ConfigError without a base URL or a place for recordings, NotRecordedError if it cannot be read.
 */
export async function createPastSource(
  time: string,
  { sandbox: isSandbox = false, quiet }: Pick<DataOptions, 'sandbox' | 'quiet'>,
  settings: Settings,
  { note }: Pick<Notes, 'note'>,
  context: Context,
): Promise<PastSource> {
  const at = parseTime(time, { now: context.clock.now(), option: '--at', timeZone: settings.timeZone });
  const { onSkipped, count } = countSkipped();
  const past = isSandbox
    ? await computedPast(at, settings.timeZone, context)
    : await recordedPast(at, settings, note, onSkipped, context);
  let pending = 0;
  let noted = 0;
  return {
    at,
    async fetchSnapshot({ timeframe }) {
      pending++;
      try {
        const snapshot = await past.atOrBefore(timeframe, at);
        if (snapshot === null) throw await past.missing(timeframe);
        const asOf = snapshot.asOfMilliseconds ?? at;
        if (at - asOf > MAX_GAP_MS)
          note(
            `${timeframe} as of ${describeTime(asOf, settings.timeZone)}: nothing newer is recorded for ${formatSpan(at - asOf)} before --at`,
          );
        return { snapshot, isSimulated: past.isSimulated };
      } finally {
        if (--pending === 0) {
          noteBadLines(count() - noted, note);
          noted = count();
        }
      }
    },
    outcomesOf(shown, symbols) {
      const progress = startProgress(isSandbox ? 'computing' : 'reading recordings', context, { quiet });
      return symbolOutcomes(shown, past, symbols).finally(progress.stop);
    },
  };
}

async function recordedPast(
  at: number,
  settings: Settings,
  note: Notes['note'],
  onSkipped: () => void,
  context: Context,
): Promise<PastSnapshots> {
  const recordings = await recordingsOf({ settings, note }, context);
  const finder = createFinder(recordings, { onSkipped, signal: context.signal });
  // One for all timeframes that are asked for: it reads files.
  let hint: Promise<string> | undefined;
  const describe = (time: number) => describeTime(time, settings.timeZone);
  return {
    ...finder,
    isSimulated: recordings.isSimulated,
    maxGap: MAX_GAP_MS,
    async missing(timeframe) {
      const nearest = await finder.nearest(timeframe, at);
      hint ??= recordedHint(recordings, settings.timeZone, context.signal);
      const where = nearest === null ? '' : `The nearest is of ${describe(nearest)}. `;
      return new NotRecordedError(`no snapshot is recorded at or before ${describe(at)} on its market day`, {
        hint: where + (await hint),
      });
    },
  };
}

/** The UTC day so far. When a symbol left is looked for in the last four hours. */
async function computedPast(
  at: number,
  timeZone: TimeZone,
  { clock, signal }: Context,
): Promise<PastSnapshots> {
  const snapshotAt = await sandboxSnapshots();
  const dayStart = utcDayStart(clock.now());
  async function* backwards(
    timeframe: Timeframe,
    from: number,
    until: number,
  ): AsyncGenerator<ListedAt, void> {
    const start = Math.max(from, until - SANDBOX_PAST_MS);
    for (let asOf = until - MINUTE_MS; asOf >= start; asOf -= MINUTE_MS) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      yield { asOf, boards: snapshotAt(timeframe, asOf)?.boards ?? [] };
    }
  }
  return {
    isSimulated: true,
    maxGap: MINUTE_MS,
    atOrBefore: async (timeframe, time) => (time < dayStart ? null : snapshotAt(timeframe, time)),
    newest: async (timeframe) => snapshotAt(timeframe, clock.now()),
    backwards,
    missing: async () =>
      new NotRecordedError(`the sandbox has no data of ${describeTime(at, timeZone)}`, {
        hint: `It has the UTC day so far, since ${describeTime(dayStart, timeZone)}.`,
      }),
  };
}
