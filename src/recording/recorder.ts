import { lstatSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../context.ts';
import { dateOf } from '../market/market-day.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { appendLine, causeOf, FILE_MODE, makeDay } from './append-line.ts';
import { countRows } from './day.ts';
import { DEFAULT_MARK, describeDates, fileName } from './days.ts';
import { decodeLine } from './decode.ts';
import type { KeptDays } from './maintenance.ts';

export interface RecorderOptions extends KeptDays {
  /** Of a service or a sandbox. Created at the first snapshot. */
  readonly directory: string;
  /** Nobody has asked for it: its days are marked, and its failures are no news. */
  readonly isDefault: boolean;
  readonly clock: Pick<Clock, 'now'>;
  /** A snapshot as one line of JSON that ends with a line feed: the line of `watch --json`. */
  readonly render: (snapshot: Snapshot) => string;
  /** Called with a sentence for the user: once for each cause of a failure until one succeeds, and when days are removed. */
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
  const { directory, isDefault, render, clock } = options;
  const failures = createReport(options);
  const tidy = createTidy(options, createReport(options).add);
  return {
    append({ timeframe, snapshot, ...origin }) {
      const { asOfMilliseconds } = snapshot;
      const isSimulated = origin.isSimulated !== false;
      if (asOfMilliseconds === null) return null;
      const date = dateOf(asOfMilliseconds, isSimulated);
      const day = join(directory, date);
      try {
        markDay(day, isDefault);
        // The requested timeframe: that of the response can be any text.
        appendLine(day, fileName(timeframe), render(snapshot), (last) => isIn(last, snapshot));
      } catch (error) {
        failures.add('not recording', error, '; each new snapshot tries again');
        return false;
      }
      failures.clear();
      // The earlier time, so that neither a clock nor a service that is years ahead removes anything.
      tidy.start(dateOf(Math.min(asOfMilliseconds, clock.now()), isSimulated));
      return true;
    },
    close: tidy.close,
  };
}

/** Makes the directory of a day, with a mark if it begins by default; recording that was asked for removes the mark. */
function markDay(day: string, isDefault: boolean): void {
  const isNew = makeDay(day);
  const mark = join(day, DEFAULT_MARK);
  if (!isDefault && lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true)
    rmSync(mark, { force: true });
  if (!isDefault || !isNew) return;
  try {
    writeFileSync(mark, '', { mode: FILE_MODE });
  } catch (error) {
    rmdirSync(day);
    throw error;
  }
}

/** Whether a line, such as that of another watch, has a snapshot with as many rows. */
function isIn(line: Buffer, { asOf, asOfMilliseconds, boards }: Snapshot): boolean {
  if (!line.includes(asOf ?? '')) return false;
  const known = decodeLine(line);
  return known?.asOfMilliseconds === asOfMilliseconds && countRows(known) >= countRows({ boards });
}

/** Reports each cause once: a disk that is full stays so for many snapshots. */
function createReport({ directory, isDefault, note }: RecorderOptions) {
  const reported = new Set<string>();
  return {
    add(fault: string, error: unknown, consequence = '') {
      const text = `${fault}: ${causeOf(error)} in ${directory}${consequence}`;
      if (isDefault || reported.has(text)) return;
      reported.add(text);
      note(text);
    },
    clear: () => reported.clear(),
  };
}

/** Maintains the day files in the background, once for each day. */
function createTidy(
  { directory, days, defaultDays, note }: RecorderOptions,
  report: (fault: string, error: unknown) => void,
) {
  const closing = new AbortController();
  const { signal } = closing;
  const onRemoved = (dates: ReadonlyArray<string>, after: number) =>
    note(
      `removed the recordings of ${describeDates(dates)}: record keeps ${after} ${after === 1 ? 'day' : 'days'}`,
    );
  let tidied = '';
  let running = Promise.resolve();
  return {
    start(today: string) {
      if (today <= tidied) return;
      tidied = today;
      running = running
        // Loaded after the first frame.
        .then(() => import('./maintenance.ts'))
        .then(({ maintain }) => maintain({ directory, days, defaultDays, today, signal, onRemoved }))
        .catch((error: unknown) => report('old recordings are not tidied up', error));
    },
    close: () => closing.abort(),
  };
}
