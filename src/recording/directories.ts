import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep, win32 } from 'node:path';
import { withoutBrackets } from '../lib/host-name.ts';
import { errnoOf } from '../lib/system-error.ts';
import { DAY_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { Simulated } from '../service/snapshot.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
/** A UUID marks a file that was moved away to be compressed. */
const FILE_NAME = new RegExp(
  String.raw`^(${TIMEFRAMES.join('|')})(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.ndjson(\.gz)?$`,
);
/** An empty file of this name marks a day on which only default recording has run. */
export const DEFAULT_MARK = '.default';

export const LAST_PRESS_FILE = 'last-key-press.json';

export interface Recordings {
  readonly isSimulated: boolean;
  /** The newest day is first. */
  readonly files: ReadonlyArray<DayFile>;
}

export interface RecordedFile {
  /** Null for a file outside the data directory, which can have lines of any day and timeframe. */
  readonly date: string | null;
  /** Applies to lines that name no timeframe, in a file without a date. */
  readonly timeframe: Timeframe;
  readonly path: string;
  readonly isCompressed: boolean;
}

export interface DayFile extends RecordedFile {
  readonly date: string;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export function describeDates(dates: ReadonlyArray<string>): string {
  const sorted = [...new Set(dates)].sort();
  if (sorted.length < 3) return sorted.join(' and ');
  return `${sorted.length} days from ${sorted[0]} to ${sorted.at(-1)}`;
}

export function fileName(timeframe: Timeframe): string {
  return `${timeframe}.ndjson`;
}

export function parseFileName(name: string): Pick<RecordedFile, 'timeframe' | 'isCompressed'> | null {
  const [, named, suffix] = FILE_NAME.exec(name) ?? [];
  const timeframe = TIMEFRAMES.find((each) => each === named);
  return timeframe === undefined ? null : { timeframe, isCompressed: suffix !== undefined };
}

/** Lists the newest day first. A day can have several files of one timeframe; symbolic links are left out. */
export async function listDays(directory: string): Promise<ReadonlyArray<DayFile>> {
  const files: Array<DayFile> = [];
  for (const date of await listDates(directory)) files.push(...(await listDay(directory, date)));
  return files;
}

/** Lists the newest date first. */
export async function listDates(directory: string): Promise<ReadonlyArray<string>> {
  const entries = await directoryEntries(directory);
  const dates = entries.filter((entry) => entry.isDirectory() && DATE.test(entry.name));
  return dates.map(({ name }) => name).sort((a, b) => (a < b ? 1 : -1));
}

export async function listDay(directory: string, date: string): Promise<ReadonlyArray<DayFile>> {
  const found = (await directoryEntries(join(directory, date))).flatMap((entry) => {
    const parsed = entry.isFile() ? parseFileName(entry.name) : null;
    return parsed === null ? [] : [{ ...parsed, date, path: join(directory, date, entry.name) }];
  });
  const orderOf = ({ timeframe }: DayFile) => TIMEFRAMES.indexOf(timeframe);
  return found.sort((one, other) => orderOf(one) - orderOf(other) || (one.path < other.path ? 1 : -1));
}

async function directoryEntries(directory: string): Promise<ReadonlyArray<Dirent>> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));
}

/** The last key presses of panes and their drafts do not count as use. */
export async function isUnused(dataDirectory: string): Promise<boolean> {
  if ((await statsOf(dataDirectory)) === null) return true;
  const names = await readdir(dataDirectory).catch(() => []);
  for (const name of names) {
    const files = await readdir(join(dataDirectory, name)).catch(() => ['']);
    if (files.some((file) => !file.startsWith(LAST_PRESS_FILE))) return false;
  }
  // An empty directory was made by the user.
  return names.length > 0;
}

export async function usageOf(dataDirectory: string) {
  const dates = new Set<string>();
  let bytes = 0;
  let errno: string | null = null;
  try {
    for (const name of await readdir(dataDirectory))
      for (const file of await listDays(join(dataDirectory, name))) {
        dates.add(file.date);
        bytes += (await statsOf(file.path))?.size ?? 0;
      }
  } catch (error) {
    if (!isMissing(error)) errno = errnoOf(error);
  }
  return { bytes, days: dates.size, errno };
}

/** The directory of the embedded sandbox. Other simulated data is in `sandbox-<host>_<port>`. */
const SANDBOX = 'sandbox';
const SANDBOX_PREFIX = `${SANDBOX}-`;
const SERVICE_NAME = /^[\w.-]+_\d{1,5}$/;
/** Windows 10 refuses directory names that begin like this. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i;

export function recordingsDirectory(
  dataDirectory: string,
  baseUrl: string | null,
  isSimulated: boolean,
): string {
  if (baseUrl === null) return join(dataDirectory, SANDBOX);
  const name = serviceName(baseUrl);
  if (isSimulated) return join(dataDirectory, SANDBOX_PREFIX + name);
  // A host name can look like the directory of a sandbox.
  const isTaken = name.startsWith(SANDBOX_PREFIX) || (sep === win32.sep && RESERVED_NAME.test(name));
  return join(dataDirectory, isTaken ? `_${name}` : name);
}

/** Lines do not say whether they are simulated, so the path decides. It must be absolute, without links. */
export function simulatedIn(path: string): Simulated {
  const [service = '', date = '', file = ''] = path.split(sep).slice(-3);
  if (!DATE.test(date) || parseFileName(file) === null) return 'unknown';
  if (service === SANDBOX || service.startsWith(SANDBOX_PREFIX)) return true;
  return SERVICE_NAME.test(service) ? false : 'unknown';
}

/** Replaces characters such as the colons of an IPv6 address with `-`. */
function serviceName(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = withoutBrackets(hostname).replace(/[^a-z0-9._-]/gi, '-');
  return `${host}_${port || (protocol === 'http:' ? '80' : '443')}`;
}
