import { join } from 'node:path';
import type { Clock } from '../context.ts';
import { errnoOf } from '../errors.ts';
import { dateOf } from '../market/market-day.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { appendLine } from './append-line.ts';
import { describeDates, fileName } from './days.ts';
import { maintain } from './maintenance.ts';

export interface RecorderOptions {
  /** Of a service or a sandbox. Created at the first snapshot. */
  readonly directory: string;
  /** Days are removed this many days after they have ended; null: never. */
  readonly keepDays: number | null;
  readonly clock: Pick<Clock, 'now'>;
  /** A snapshot as one line of JSON that ends with a line feed: the line of `watch --json`. */
  readonly render: (snapshot: Snapshot) => string;
  /** Called with a sentence for the user: once for each cause of a problem, and when days are removed. */
  readonly note: (text: string) => void;
}

/** Appends snapshots to day files. Nothing it does throws: a watch goes on without it. */
export interface Recorder {
  /**
   * Returns when the line is written; false if it could not be, null if it is left out, as a snapshot without a time is: readers
   * could not place it.
   */
  append(snapshot: TimeframeSnapshot): boolean | null;
  /** Ends what runs in the background: finished days are compressed after the first snapshot, and when a day begins. */
  close(): void;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { directory, render, clock } = options;
  const report = createReport(options);
  const tidy = createTidy(options, report);
  return {
    append({ timeframe, snapshot, ...origin }) {
      const { asOfMilliseconds } = snapshot;
      const isSimulated = origin.isSimulated !== false;
      if (asOfMilliseconds === null) return null;
      const date = dateOf(asOfMilliseconds, isSimulated);
      try {
        // The requested timeframe: that of the response can be any text.
        appendLine(join(directory, date), fileName(timeframe), render(snapshot));
      } catch (error) {
        report('not recording', error, '; each new snapshot tries again');
        return false;
      }
      // The earlier time, so that neither a clock nor a service that is years ahead removes anything.
      tidy.start(dateOf(Math.min(asOfMilliseconds, clock.now()), isSimulated));
      return true;
    },
    close: tidy.close,
  };
}

/** Reports each cause once: a disk that is full stays so for many snapshots. */
function createReport({ directory, note }: RecorderOptions) {
  const reported = new Set<string>();
  return (fault: string, error: unknown, consequence = '') => {
    const text = `${fault}: ${causeOf(error)} in ${directory}${consequence}`;
    if (reported.has(text)) return;
    reported.add(text);
    note(text);
  };
}

/** The code of a system error; the words of one of our own, which has none. */
function causeOf(error: unknown): string {
  return error instanceof Error && !('code' in error) ? error.message : errnoOf(error);
}

/** Maintains the day files in the background, once for each day. */
function createTidy(
  { directory, keepDays, note }: RecorderOptions,
  report: (fault: string, error: unknown) => void,
) {
  const closing = new AbortController();
  const { signal } = closing;
  const onRemoved = (dates: ReadonlyArray<string>) =>
    note(
      `removed the recordings of ${describeDates(dates)}: record keeps ${keepDays} ${keepDays === 1 ? 'day' : 'days'}`,
    );
  let tidied = '';
  let running = Promise.resolve();
  return {
    start(today: string) {
      if (today <= tidied) return;
      tidied = today;
      running = running
        .then(() => maintain({ directory, keepDays, today, signal, onRemoved }))
        .catch((error: unknown) => report('old recordings are not tidied up', error));
    },
    close: () => closing.abort(),
  };
}
