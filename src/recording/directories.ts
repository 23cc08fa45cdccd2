import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep, win32 } from 'node:path';
import { withoutBrackets } from '../lib/host-name.ts';
import { errnoOf } from '../lib/system-error.ts';
import { DAY_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { Simulated } from '../service/snapshot.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
/** `day.ndjson`, `day.ndjson.gz`; with a UUID, a file that was moved away to be compressed. */
const FILE_NAME = new RegExp(
  String.raw`^(${TIMEFRAMES.join('|')})(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.ndjson(\.gz)?$`,
);
/** The name of an empty file in the directory of a day on which nothing was recorded but by default. */
export const DEFAULT_MARK = '.default';

/** The name of the file that keeps the last key press of a pane, in the directory of its service. */
export const LAST_PRESS_FILE = 'last-key-press.json';

/** The recordings of a service or sandbox. */
export interface Recordings {
  readonly isSimulated: boolean;
  /** As `listDays` gives them. */
  readonly files: ReadonlyArray<DayFile>;
}

export interface RecordedFile {
  /** `YYYY-MM-DD`, the name of its directory; null for a file that lies elsewhere, with lines of any day and timeframe. */
  readonly date: string | null;
  /** In a file that lies elsewhere, of lines that name none. */
  readonly timeframe: Timeframe;
  readonly path: string;
  readonly isCompressed: boolean;
}

/** The recorded snapshots of a timeframe and a day. */
export interface DayFile extends RecordedFile {
  readonly date: string;
}

/** `date` moved by a number of days, which may be negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-06-01`, `2026-06-01 and 2026-06-02`, or `12 days from 2026-05-01 to 2026-06-02`. */
export function describeDates(dates: ReadonlyArray<string>): string {
  const sorted = [...new Set(dates)].sort();
  if (sorted.length < 3) return sorted.join(' and ');
  return `${sorted.length} days from ${sorted[0]} to ${sorted.at(-1)}`;
}

/** The name of the file that snapshots are appended to, in the directory of their day. */
export function fileName(timeframe: Timeframe): string {
  return `${timeframe}.ndjson`;
}

/** Null for a name that no day file has. */
export function parseFileName(name: string): Pick<RecordedFile, 'timeframe' | 'isCompressed'> | null {
  const [, named, suffix] = FILE_NAME.exec(name) ?? [];
  const timeframe = TIMEFRAMES.find((each) => each === named);
  return timeframe === undefined ? null : { timeframe, isCompressed: suffix !== undefined };
}

/**
 * The day files of a service or sandbox, the newest day first. A day of a timeframe can have several.
 * Anything else is left out, such as symbolic links. Throws the error of the system for a directory that cannot be read; one that
 * is missing has no files.
 */
export async function listDays(directory: string): Promise<ReadonlyArray<DayFile>> {
  const files: Array<DayFile> = [];
  for (const date of await listDates(directory)) files.push(...(await listDay(directory, date)));
  return files;
}

/** The days that have a directory, the newest first. */
export async function listDates(directory: string): Promise<ReadonlyArray<string>> {
  const entries = await directoryEntries(directory);
  const dates = entries.filter((entry) => entry.isDirectory() && DATE.test(entry.name));
  return dates.map(({ name }) => name).sort((a, b) => (a < b ? 1 : -1));
}

/** The day files of a day, by timeframe. */
export async function listDay(directory: string, date: string): Promise<ReadonlyArray<DayFile>> {
  const found = (await directoryEntries(join(directory, date))).flatMap((entry) => {
    const parsed = entry.isFile() ? parseFileName(entry.name) : null;
    return parsed === null ? [] : [{ ...parsed, date, path: join(directory, date, entry.name) }];
  });
  const orderOf = ({ timeframe }: DayFile) => TIMEFRAMES.indexOf(timeframe);
  return found.sort((one, other) => orderOf(one) - orderOf(other) || (one.path < other.path ? 1 : -1));
}

/** The entries of a directory; none if it is missing. */
async function directoryEntries(directory: string): Promise<ReadonlyArray<Dirent>> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The stats of a file or link; null if it is missing. */
export async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns true if a system error says that there is no such file or directory. */
function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));
}

/** Returns true if a data directory is missing, or has nothing but the last key presses of panes that recorded nothing. */
export async function isUnused(dataDirectory: string): Promise<boolean> {
  if ((await statsOf(dataDirectory)) === null) return true;
  const names = await readdir(dataDirectory).catch(() => []);
  for (const name of names) {
    const files = await readdir(join(dataDirectory, name)).catch(() => ['']);
    if (files.some((file) => file !== LAST_PRESS_FILE)) return false;
  }
  // An empty one was made by the user.
  return names.length > 0;
}

/** The size on disk of all day files below a data directory, and the number of their days. */
export async function usageOf(dataDirectory: string) {
  const dates = new Set<string>();
  let bytes = 0;
  /** The first error of the system, at which counting ends; null if all could be read. */
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

/** Recordings of the embedded sandbox; with a hyphen, the prefix of those of other simulated data. No service has such a name. */
const SANDBOX = 'sandbox';
const SANDBOX_PREFIX = `${SANDBOX}-`;
/** `<host>_<port>`. */
const SERVICE_NAME = /^[\w.-]+_\d{1,5}$/;
/** Host names with which no directory of Windows 10 can begin. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i;

/**
 * The recordings of a service, or of simulated data from its address: `<host>_<port>` below the data directory, with the port of
 * https or http if the URL has none. Without an address, those of the embedded sandbox.
 */
export function recordingsDirectory(
  dataDirectory: string,
  baseUrl: string | null,
  isSimulated: boolean,
): string {
  if (baseUrl === null) return join(dataDirectory, SANDBOX);
  const name = serviceName(baseUrl);
  if (isSimulated) return join(dataDirectory, SANDBOX_PREFIX + name);
  // A service can have any host name, also that of the recordings of a sandbox.
  const isTaken = name.startsWith(SANDBOX_PREFIX) || (sep === win32.sep && RESERVED_NAME.test(name));
  return join(dataDirectory, isTaken ? `_${name}` : name);
}

/**
 * Decides from the place of a file whether its data is simulated, because its lines do not say so. It is unknown for files that do
 * not lie where they were recorded. `path` is absolute, without symbolic links.
 */
export function simulatedIn(path: string): Simulated {
  const [service = '', date = '', file = ''] = path.split(sep).slice(-3);
  if (!DATE.test(date) || parseFileName(file) === null) return 'unknown';
  if (service === SANDBOX || service.startsWith(SANDBOX_PREFIX)) return true;
  return SERVICE_NAME.test(service) ? false : 'unknown';
}

/** The characters of host names, and `-` in place of others, such as the colons of an IPv6 address. */
function serviceName(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = withoutBrackets(hostname).replace(/[^a-z0-9._-]/gi, '-');
  return `${host}_${port || (protocol === 'http:' ? '80' : '443')}`;
}
