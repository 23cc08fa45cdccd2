import { join } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError, errnoOf, NotRecordedError } from '../errors.ts';
import { dateOf } from '../market/market-day.ts';
import { dataDirectory } from '../paths.ts';
import {
  addDays,
  type DayFile,
  describeDates,
  fileName,
  listDays,
  type Recordings,
  serviceDirectory,
  simulatedDirectory,
  type Usage,
  usageOf,
} from '../recording/days.ts';
import { faultOf } from '../recording/recorder.ts';
import { requireBaseUrl, type Settings } from '../settings/resolve.ts';

/** Where recordings lie, and how much room they take. */
export interface RecordingsUsage extends Usage {
  /** Null without a home directory, and for a relative BOARDS_DATA_DIR. */
  readonly path: string | null;
  /** `12.3 MB, 3 days`, `none`, or why it is not known. */
  readonly usage: string;
}

export async function findRecordings(context: Context): Promise<RecordingsUsage> {
  const nothing = { path: null, bytes: 0, days: 0, errno: null };
  try {
    const path = dataDirectory(context);
    if (path === null) return { ...nothing, usage: 'no home directory' };
    const usage = await usageOf(path);
    return { path, ...usage, usage: describeUsage(usage) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...nothing, usage: error.message };
  }
}

/** Why a pane would not record, whether it was asked to or not; null if it would, or is not to. */
export function recordingFault(
  { record, baseUrl, timeframe, isFileIgnored }: Settings,
  parent: string | null,
  { clock }: Pick<Context, 'clock'>,
): string | null {
  if (record.value === 'off' || baseUrl.value === null || parent === null) return null;
  if (isFileIgnored && record.source === 'default') return 'the config file cannot be used';
  const day = join(serviceDirectory(parent, baseUrl.value), dateOf(clock.now(), false));
  const faults = timeframe.value.map((each) => faultOf(day, fileName(each)));
  return faults.find((fault) => fault !== null) ?? null;
}

function describeUsage({ bytes, days, errno }: Usage): string {
  if (errno !== null) return `cannot be read (${errno})`;
  return days === 0 ? 'none' : `${formatBytes(bytes)}, ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** In decimal units, as file managers show them. */
function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

const WHOSE_RECORDINGS = [
  'Recordings lie apart for each service: name it with --base-url, or `boards config set baseUrl https://…`',
  'With simulated data, which need no recording: --sandbox',
].join('\n');

export interface RecordingsRequest {
  readonly settings: Settings;
  readonly note: (text: string) => void;
  /** A day that the user has named. */
  readonly date?: string | undefined;
}

/**
 * The recordings of the base URL; those of simulated data, which lie apart, if there are no others. Days after tomorrow, which hide
 * the newest one, are left out with a note, but for one that the user has named. Throws ConfigError without a base URL or a place
 * for recordings, NotRecordedError if it cannot be read.
 */
export async function recordingsOf(
  { settings, note, date }: RecordingsRequest,
  context: Context,
): Promise<Recordings> {
  const baseUrl = requireBaseUrl(settings, WHOSE_RECORDINGS);
  const parent = dataDirectory(context);
  if (parent === null) {
    throw new ConfigError('there is no home directory, so no place for recordings', {
      hint: 'Set BOARDS_DATA_DIR to a directory.',
    });
  }
  const real = await recordingsIn(serviceDirectory(parent, baseUrl), false);
  const simulated =
    real.files.length > 0 ? null : await recordingsIn(simulatedDirectory(parent, baseUrl), true);
  const found = simulated !== null && simulated.files.length > 0 ? simulated : real;
  const tomorrow = addDays(dateOf(context.clock.now(), found.isSimulated), 1);
  const isFuture = (file: DayFile) => file.date > tomorrow && file.date !== date;
  const future = found.files.filter(isFuture).map((file) => file.date);
  if (future.length > 0) note(`ignored recordings dated in the future: ${describeDates(future)}`);
  return { ...found, files: found.files.filter((file) => !isFuture(file)) };
}

async function recordingsIn(directory: string, isSimulated: boolean): Promise<Recordings> {
  try {
    return { directory, isSimulated, files: await listDays(directory) };
  } catch (error) {
    throw new NotRecordedError(`the recordings cannot be read (${errnoOf(error)})`, {
      hint: '`boards status` shows where they lie.',
      cause: error,
    });
  }
}

/** The error for a day other than the one that the embedded sandbox computes. */
export function notInSandbox(day: string, now: number): NotRecordedError {
  return new NotRecordedError(`the sandbox has no data of ${day}`, {
    hint: `It has the UTC day so far, ${dateOf(now, true)}.`,
  });
}

/** Says how many bad lines were left out, if any. */
export function noteSkipped(count: number, { note }: { readonly note: (text: string) => void }): void {
  if (count > 0) note(`skipped ${count} bad ${count === 1 ? 'line' : 'lines'} of the recording`);
}
