import { decodeSnapshot } from '../../api/snapshot.ts';
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../context.ts';
import { NotRecordedError } from '../../errors.ts';
import { describeTime } from '../../parse-time.ts';
import { utcDayStart } from '../../time-units.ts';
import type { TimeZone } from '../../time-zone.ts';
import type { PastClient } from './past-outcomes.ts';

export interface PastOptions {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly settings: Settings;
  readonly note: (text: string) => void;
  /** No spinner. */
  readonly quiet: boolean;
}

/**
 * A client that responds with what was recorded of the service of the settings, needs no key and sends nothing. Throws
 * ConfigError without a base URL or a place for recordings, NotRecordedError if it cannot be read.
 */
export async function recordedClient(
  { at, settings, note }: PastOptions,
  context: Context,
): Promise<PastClient> {
  const [
    { createRecordedClient },
    { countSkipped },
    { findRecordedPlace },
    { recordedOutcomes },
    { noteSkipped },
  ] = await Promise.all([
    import('../../recording/client.ts'),
    import('../../recording/lines.ts'),
    import('./recorded-place.ts'),
    import('./past-outcomes.ts'),
    import('./notes.ts'),
  ]);
  const place = await findRecordedPlace(settings, context);
  let pending = 0;
  let counting = countSkipped();
  const onSkipped = (count: number) => counting.onSkipped(count);
  const { timeZone } = settings;
  const client = createRecordedClient({ ...place, at, timeZone, onSkipped });
  return {
    async fetchSnapshot(query, signal = context.signal) {
      pending++;
      try {
        return await client.fetchSnapshot(query, signal);
      } finally {
        pending--;
        if (pending === 0) {
          noteSkipped(counting.count(), { note });
          counting = countSkipped();
        }
      }
    },
    outcomesOf: recordedOutcomes(place, context),
  };
}

/** A client that computes what the embedded sandbox had at a time of the UTC day so far. Throws NotRecordedError before it. */
export async function sandboxPastClient(
  seed: number,
  { at, settings, quiet }: Pick<PastOptions, 'at' | 'settings' | 'quiet'>,
  context: Context,
): Promise<PastClient> {
  const [{ recordedResponse }, { createPast }, { simulatedOutcomes }] = await Promise.all([
    import('../../recording/client.ts'),
    import('../../sandbox/protocol/past.ts'),
    import('./past-outcomes.ts'),
  ]);
  const past = createPast(seed);
  const start = utcDayStart(context.clock.now());
  return {
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
