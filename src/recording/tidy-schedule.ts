import type { Clock } from '../context.ts';
import { causeOf } from '../lib/system-error.ts';
import { dateOf } from '../market/market-day.ts';
import { describeDates, recordingsDirectory } from './directories.ts';
import type { KeptDays } from './tidy.ts';

export interface TidyingOptions extends KeptDays {
  /** The data directory. */
  readonly parent: string;
  /** The base URL of the service; null for the embedded sandbox. */
  readonly baseUrl: string | null;
  readonly clock: Pick<Clock, 'now'>;
}

/** Removes old days and compresses finished ones, in the directory of a snapshot: at the first one, and when its day begins. */
export function createTidying(
  { parent, baseUrl, days, defaultDays, clock }: TidyingOptions,
  note: (text: string) => void,
  reportFailure: (text: string) => void,
) {
  const closing = new AbortController();
  const tidied = new Map<string, string>();
  let working = Promise.resolve();
  const onRemoved = (dates: ReadonlyArray<string>, after: number) => {
    const named = describeDates(dates);
    const age = `${after} ${after === 1 ? 'day' : 'days'}`;
    // Without a number of days that the user has set, only recordings by default end.
    if (days === null) note(`removed recordings begun by default, older than ${age}: ${named}`);
    else note(`removed the recordings of ${named}: record keeps ${age}`);
  };
  const tidy = async (directory: string, today: string) => {
    try {
      // Loaded after the first frame.
      const { maintain } = await import('./tidy.ts');
      await maintain({ directory, days, defaultDays, today, signal: closing.signal, onRemoved });
    } catch (error) {
      reportFailure(`old recordings are not tidied up: ${causeOf(error)} in ${directory}`);
    }
  };
  return {
    /** Begins beside the recording, which does not wait for it. */
    begin({ time, isSimulated }: { readonly time: number; readonly isSimulated: boolean }): void {
      const directory = recordingsDirectory(parent, baseUrl, isSimulated);
      // The earlier time, so that neither a clock nor a service that is years ahead removes anything.
      const today = dateOf(Math.min(time, clock.now()));
      if (today <= (tidied.get(directory) ?? '')) return;
      tidied.set(directory, today);
      working = working.then(() => tidy(directory, today));
    },
    /** Ends the compression of finished days, and waits for what has begun. */
    close(): Promise<void> {
      closing.abort();
      return working;
    },
  };
}
