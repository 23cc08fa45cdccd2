import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FILE_MODE } from '../lib/private-files.ts';
import { errnoOf } from '../lib/system-error.ts';
import {
  addDays,
  type DayFile,
  DEFAULT_MARK,
  fileName,
  listDates,
  listDays,
  parseFileName,
  statsOf,
  weekdaysBefore,
} from './directories.ts';

/** What an ended compression has left: the name of a day file, a UUID, and a suffix. */
const TEMPORARY = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** A day is removed this many days after it has ended; null: it is kept until the user removes it. */
export interface KeptDays {
  readonly days: number | null;
  /** Of days on which nothing was recorded but by default; weekends do not count. */
  readonly defaultDays: number | null;
}

export interface MaintenanceOptions extends KeptDays {
  /** Of a service or a sandbox. */
  readonly directory: string;
  /** `YYYY-MM-DD`. Earlier days are finished. */
  readonly today: string;
  /** Ends compression, which the next maintenance then begins anew. Old days are removed all the same. */
  readonly signal: AbortSignal;
  /** Called with the days of which files were removed, once for each number of days after which they were. */
  readonly onRemoved: (dates: ReadonlyArray<string>, days: number) => void;
}

/** Removes old days, then compresses finished ones, file by file. Throws the first error of the system, after all is tried. */
export async function maintain(options: MaintenanceOptions): Promise<void> {
  const { directory, today, signal, onRemoved } = options;
  const errors: Array<unknown> = [];
  const attempt = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted && errnoOf(error) !== 'ENOENT') errors.push(error);
    });
  const removed = new Map<number, Set<string>>();
  for (const date of await listDates(directory)) {
    const path = join(directory, date);
    const mark = await statsOf(join(path, DEFAULT_MARK));
    const isDefault = mark?.isFile() === true;
    const days = isDefault ? options.defaultDays : options.days;
    // On a Monday, the two days before it are without a market.
    const first = days === null ? '' : isDefault ? weekdaysBefore(today, days) : addDays(today, -days);
    if (days !== null && date < first) {
      const dates = removed.get(days) ?? new Set();
      await attempt(removeDay(path, () => removed.set(days, dates.add(date))));
    } else if (date < today) await attempt(removeRemains(path));
  }
  for (const [days, dates] of removed) onRemoved([...dates], days);
  const gone = new Set([...removed.values()].flatMap((dates) => [...dates]));
  // On Windows, a file that another process reads is listed until that ends.
  const files = (await listDays(directory)).filter(({ date }) => !gone.has(date));
  for (const file of files) {
    if (signal.aborted) break;
    if (file.date < today && isToCompress(file, files)) await attempt(compress(file, signal));
  }
  if (errors.length > 0) throw errors[0];
}

/** Removes what a compression that was ended has left. */
async function removeRemains(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (isTemporary(name)) await rm(join(directory, name), { force: true });
  }
}

function isTemporary(name: string): boolean {
  return TEMPORARY.test(name) && parseFileName(name.replace(TEMPORARY, '')) !== null;
}

/** Removes what recording writes, and the directory if nothing else is in it. */
async function removeDay(directory: string, onRemoved: () => void): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const isOurs = parseFileName(entry.name) !== null || isTemporary(entry.name);
    if (!isOurs || !entry.isFile()) continue;
    await unlink(join(directory, entry.name));
    onRemoved();
  }
  // The last one, so that a day that is removed in part is still marked.
  await rm(join(directory, DEFAULT_MARK), { force: true });
  await rmdir(directory).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error))) throw error;
  });
}

/** A file that lines were appended to after its day was compressed stays as it is: readers take both. */
function isToCompress({ date, timeframe, isCompressed }: DayFile, files: ReadonlyArray<DayFile>): boolean {
  return (
    !isCompressed &&
    !files.some((other) => other.isCompressed && other.date === date && other.timeframe === timeframe)
  );
}

/**
 * The file is moved away first, so that lines that come meanwhile begin a new one. Readers take it where it is, until the
 * compressed file appears, complete.
 */
async function compress({ path, timeframe }: DayFile, signal: AbortSignal): Promise<void> {
  const plain = join(dirname(path), fileName(timeframe));
  const compressed = `${plain}.gz`;
  const isMoved = path !== plain;
  const moved = isMoved ? path : join(dirname(path), `${timeframe}.${randomUUID()}.ndjson`);
  if (!isMoved) await rename(path, moved);
  // The name is unique: another watch may compress the same file.
  const temporary = `${plain}.${randomUUID()}.tmp`;
  try {
    const target = createWriteStream(temporary, { mode: FILE_MODE, flags: 'wx', flush: true });
    await pipeline(createReadStream(moved), createGzip(), target, { signal });
    try {
      await link(temporary, compressed);
    } catch (error) {
      // Another watch has compressed a file of the day: this one stays as it is.
      if (errnoOf(error) === 'EEXIST') return;
      // Some disks have no links. No other file has this name.
      await rename(temporary, `${moved}.gz`);
    }
    await unlink(moved);
  } finally {
    await rm(temporary, { force: true });
  }
}
