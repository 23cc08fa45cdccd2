import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errnoOf } from '../errors.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { addDays, COMPRESSED_SUFFIX, type DayFile, fileName, listDates, listDays } from './days.ts';

const TEMPORARY_SUFFIX = '.tmp';
/** What follows the name of a day file in that of a temporary one: a UUID, and the suffix. */
const TEMPORARY = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

export interface MaintenanceOptions {
  /** Of a service or a sandbox. */
  readonly directory: string;
  /** A day is removed this many days after it has ended; null: none is removed. */
  readonly keepDays: number | null;
  /** `YYYY-MM-DD`. Earlier days are finished. */
  readonly today: string;
  /** Ends compression, which the next maintenance then begins anew. Old days are removed all the same. */
  readonly signal: AbortSignal;
  /** Called once with the days of which files were removed, if there were any. */
  readonly onRemoved: (dates: ReadonlyArray<string>) => void;
}

/** Removes old days, then compresses finished ones, file by file. Throws the first error of the system, after all is tried. */
export async function maintain(options: MaintenanceOptions): Promise<void> {
  const { directory, keepDays, today, signal, onRemoved } = options;
  const errors: Array<unknown> = [];
  const attempt = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted && errnoOf(error) !== 'ENOENT') errors.push(error);
    });
  const oldest = keepDays === null ? '' : addDays(today, -keepDays);
  const removed: Array<string> = [];
  for (const date of await listDates(directory)) {
    if (date < oldest) await attempt(removeDay(join(directory, date), () => removed.push(date)));
    else if (date < today) await attempt(removeRemains(join(directory, date)));
  }
  if (removed.length > 0) onRemoved([...new Set(removed)]);
  const files = await listDays(directory);
  for (const file of files) {
    if (signal.aborted) break;
    if (file.date < today && isToCompress(file, files)) await attempt(compress(file, signal));
  }
  if (errors.length > 0) throw errors[0];
}

/** Removes what a compression that was ended has left. */
async function removeRemains(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (isOurs(name) && name.endsWith(TEMPORARY_SUFFIX)) await rm(join(directory, name), { force: true });
  }
}

/** Whether it is the name of a day file, compressed or not, or of what an ended compression has left of one. */
function isOurs(name: string): boolean {
  return TIMEFRAMES.some((timeframe) => {
    const plain = fileName(timeframe);
    const rest = name.startsWith(plain) ? name.slice(plain.length) : null;
    return rest === '' || rest === COMPRESSED_SUFFIX || (rest !== null && TEMPORARY.test(rest));
  });
}

/** Removes the files that recording writes, and the directory if nothing else is in it. */
async function removeDay(directory: string, onRemoved: () => void): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!isOurs(entry.name) || !entry.isFile()) continue;
    await unlink(join(directory, entry.name));
    onRemoved();
  }
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

/** The compressed file appears complete or not at all; until then the other one stays. */
async function compress({ path, bytes }: DayFile, signal: AbortSignal): Promise<void> {
  // The name is unique: another watch may compress the same file.
  const temporary = `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    const target = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(createReadStream(path), createGzip(), target, { signal });
    // A line that came in the meantime may be missing from the copy; so the next maintenance tries again.
    if ((await lstat(path)).size !== bytes) return;
    await rename(temporary, `${path}${COMPRESSED_SUFFIX}`);
    await unlink(path);
  } finally {
    await rm(temporary, { force: true });
  }
}
