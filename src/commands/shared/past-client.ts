import { decodeSnapshot } from '../../api/snapshot.ts';
import { requireBaseUrl, type Settings } from '../../config/settings.ts';
import type { Context } from '../../context.ts';
import { ConfigError, NotRecordedError } from '../../errors.ts';
import { DAY_SECONDS } from '../../parse.ts';
import { describeTime } from '../../parse-time.ts';
import { dataDirectory, serviceDirectory, simulatedDirectory } from '../../recording/location.ts';
import type { PastClient } from './past-since.ts';

export interface PastOptions {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly settings: Settings;
  readonly note: (text: string) => void;
}

/**
 * A client that responds with what was recorded of the service of the settings, needs no key and sends nothing. Throws
 * ConfigError without a base URL or a place for recordings.
 */
export async function recordedClient(
  { at, settings, note }: PastOptions,
  context: Context,
): Promise<PastClient> {
  const baseUrl = requireBaseUrl(settings);
  const parent = dataDirectory(context);
  if (parent === null) {
    throw new ConfigError('no home directory, so no place for recordings', {
      hint: 'Set BOARDS_DATA_DIR to a directory.',
    });
  }
  const [{ createRecordedClient }, { listDays }, { recordedSince }] = await Promise.all([
    import('../../recording/client.ts'),
    import('../../recording/days.ts'),
    import('./past-since.ts'),
  ]);
  const isRecorded = async (directory: string) => (await listDays(directory)).length > 0;
  const real = serviceDirectory(parent, baseUrl);
  const simulated = simulatedDirectory(parent, baseUrl);
  // Simulated data never stands in for real data: only a service that never sent any, such as `boards sandbox`, has it here.
  const isSimulated = !(await isRecorded(real)) && (await isRecorded(simulated));
  const directory = isSimulated ? simulated : real;
  let skipped = 0;
  let pending = 0;
  const client = createRecordedClient({
    directory,
    at,
    isSimulated,
    onSkipped: (count) => {
      skipped += count;
    },
  });
  return {
    async fetchSnapshot(query, signal = context.signal) {
      pending++;
      try {
        return await client.fetchSnapshot(query, signal);
      } finally {
        pending--;
        if (pending === 0 && skipped > 0) {
          note(`skipped ${skipped} invalid ${skipped === 1 ? 'line' : 'lines'} of the recordings`);
          skipped = 0;
        }
      }
    },
    sinceThen: recordedSince(directory, context),
  };
}

/** A client that computes what the embedded sandbox had at a time of the UTC day so far. Throws NotRecordedError before it. */
export async function sandboxPastClient(seed: number, at: number, context: Context): Promise<PastClient> {
  const [{ createPast }, { cutToLimit }, { simulatedSince }] = await Promise.all([
    import('../../sandbox/protocol/past.ts'),
    import('../../sandbox/market/scanner.ts'),
    import('./past-since.ts'),
  ]);
  const past = createPast(seed, 1);
  const day = DAY_SECONDS * 1000;
  const start = Math.floor(context.clock.now() / day) * day;
  return {
    async fetchSnapshot({ timeframe, limit }) {
      // The snapshot of a whole minute is the one at it, and `past` gives those before a time.
      const [body] = at < start ? [] : past(timeframe, at + 1);
      const snapshot = body === undefined ? null : decodeSnapshot(cutToLimit(body, limit));
      if (snapshot === null) throw notSimulated(at, start);
      return {
        snapshot,
        requestsLeft: null,
        cache: null,
        serverTime: null,
        isSimulated: true,
        isRecorded: true,
        milliseconds: 0,
        bytes: 0,
      };
    },
    sinceThen: simulatedSince(past, context),
  };
}

function notSimulated(at: number, start: number): NotRecordedError {
  return new NotRecordedError(`the sandbox has no data of ${describeTime(at)}`, {
    hint: `It has the UTC day so far, since ${describeTime(start)}.`,
  });
}
