import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../context.ts';
import { FILE_MODE } from '../lib/private-files.ts';
import { causeOf, errnoOf } from '../lib/system-error.ts';
import { dateOf } from '../market/market-day.ts';
import {
  addDays,
  type DayFile,
  DEFAULT_MARK,
  describeDates,
  fileName,
  listDates,
  listDay,
  parseFileName,
  recordingsDirectory,
  statsOf,
} from './directories.ts';

/** Days after which a recording is removed; null keeps all recordings. */
export interface KeptDays {
  readonly days: number | null;
  /** Applies to days that only default recording has begun. Weekends do not count. */
  readonly defaultDays: number | null;
}

export interface TidyingOptions extends KeptDays {
  /** The data directory. */
  readonly parent: string;
  /** Null for the embedded sandbox. */
  readonly baseUrl: string | null;
  readonly clock: Pick<Clock, 'now'>;
}

/** Removes old days and compresses finished ones, at the first snapshot of each day. */
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
    // If `days` is null, only days of default recording are removed.
    if (days === null) note(`removed default recordings older than ${age}: ${named}`);
    else note(`removed recordings older than ${age} (set by record): ${named}`);
  };
  const tidy = async (directory: string, today: string) => {
    try {
      await maintain({ directory, days, defaultDays, today, signal: closing.signal, onRemoved });
    } catch (error) {
      reportFailure(`cannot remove or compress old recordings: ${causeOf(error)} in ${directory}`);
    }
  };
  return {
    /** Returns at once, so that recording does not wait. */
    begin({ time, isSimulated }: { readonly time: number; readonly isSimulated: boolean }): void {
      const directory = recordingsDirectory(parent, baseUrl, isSimulated);
      // Take the earlier time, so that a clock or a service that is years ahead removes nothing.
      const today = dateOf(Math.min(time, clock.now()));
      if (today <= (tidied.get(directory) ?? '')) return;
      tidied.set(directory, today);
      working = working.then(() => tidy(directory, today));
    },
    close(): Promise<void> {
      closing.abort();
      return working;
    },
  };
}

export interface MaintenanceOptions extends KeptDays {
  readonly directory: string;
  readonly today: string;
  /** Aborts only compression, which the next maintenance starts again. Old days are still removed. */
  readonly signal: AbortSignal;
  /** Called for each limit in days, with the dates whose files were removed. */
  readonly onRemoved: (dates: ReadonlyArray<string>, days: number) => void;
}

/** Tries all files before it throws the first system error. */
export async function maintain({
  directory,
  today,
  signal,
  onRemoved,
  ...kept
}: MaintenanceOptions): Promise<void> {
  const errors: Array<unknown> = [];
  const attempt = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted && errnoOf(error) !== 'ENOENT') errors.push(error);
    });
  const removed = new Map<number, Set<string>>();
  const finished: Array<string> = [];
  for (const date of await listDates(directory)) {
    const mark = await statsOf(join(directory, date, DEFAULT_MARK));
    const isDefault = mark?.isFile() === true;
    const days = isDefault ? kept.defaultDays : kept.days;
    // The market is closed at weekends, so default recordings are counted in weekdays.
    const first = days === null ? '' : isDefault ? subtractWeekdays(today, days) : addDays(today, -days);
    if (days !== null && date < first) {
      const dates = removed.get(days) ?? new Set();
      await attempt(removeDay(join(directory, date), () => removed.set(days, dates.add(date))));
    } else if (date < today) finished.push(date);
  }
  for (const [days, dates] of removed) onRemoved([...dates], days);
  for (const date of finished) {
    await attempt(removeFiles(join(directory, date), isTemporary));
    for (const file of await listDay(directory, date))
      if (!file.isCompressed && !signal.aborted) await attempt(compress(file, signal));
  }
  if (errors.length > 0) throw errors[0];
}

function subtractWeekdays(date: string, days: number): string {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, -1);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) left--;
  }
  return day;
}

/** Aborted compression leaves a file with such a name: a day file, a UUID and a suffix. */
const TEMPORARY = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

function isTemporary(name: string): boolean {
  return TEMPORARY.test(name) && parseFileName(name.replace(TEMPORARY, '')) !== null;
}

async function removeDay(directory: string, onRemoved: () => void): Promise<void> {
  await removeFiles(directory, (name) => parseFileName(name) !== null || isTemporary(name), onRemoved);
  // Remove the mark last, so that a day that is only partly removed still has it.
  await rm(join(directory, DEFAULT_MARK), { force: true });
  await rmdir(directory).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error))) throw error;
  });
}

async function removeFiles(
  directory: string,
  isOurs: (name: string) => boolean,
  onRemoved: () => void = () => undefined,
): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isFile() || !isOurs(entry.name)) continue;
    await rm(join(directory, entry.name), { force: true });
    onRemoved();
  }
}

/**
 * The file first gets a name that no other watch uses, and new lines begin a new file. The next maintenance
 * takes over a file whose compression was interrupted, or still runs in another watch.
 */
async function compress({ path, timeframe }: DayFile, signal: AbortSignal): Promise<void> {
  const plain = join(dirname(path), fileName(timeframe));
  const id = randomUUID();
  const own = join(dirname(path), `${timeframe}.${id}.ndjson`);
  const temporary = `${plain}.${id}.tmp`;
  await rename(path, own);
  try {
    const target = createWriteStream(temporary, { mode: FILE_MODE, flags: 'wx', flush: true });
    await pipeline(createReadStream(own), createGzip(), target, { signal });
    const isPlainName = await tryReserve(`${plain}.gz`);
    const compressed = isPlainName ? `${plain}.gz` : `${own}.gz`;
    try {
      await rename(temporary, compressed);
    } catch (error) {
      // The maintenance of another watch has removed the temporary file.
      if (isPlainName) await rm(compressed, { force: true });
      throw error;
    }
    // If the file is gone, another watch has taken it over and compresses it.
    await unlink(own).catch(() => rm(compressed, { force: true }));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Creates an empty file, so that no other watch uses its name. */
async function tryReserve(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { mode: FILE_MODE, flag: 'wx' });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}
