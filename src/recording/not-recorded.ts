import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NotRecordedError } from '../errors.ts';
import { describeTime, type TimeZone } from '../time.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { isServiceName, listDates, type RecordedPlace, type Recordings } from './days.ts';
import { createFinder } from './find.ts';

/** The error for what is not recorded, whose hint is that of `recordedHint`. */
export async function notRecorded(
  message: string,
  ...looked: Parameters<typeof recordedHint>
): Promise<NotRecordedError> {
  return new NotRecordedError(message, { hint: await recordedHint(...looked) });
}

/** Names what is recorded of each timeframe, with its first and last time, or how to record. Reads two days of each. */
export async function recordedHint(
  recordings: Recordings,
  zone: TimeZone,
  signal?: AbortSignal,
): Promise<string> {
  const finder = createFinder(recordings, { signal });
  const recorded: Array<string> = [];
  for (const timeframe of TIMEFRAMES) {
    const span = await finder.span(timeframe);
    if (span !== null) recorded.push(`${timeframe} ${describeSpan(span, zone)}`);
  }
  return recorded.length > 0
    ? `Recorded: ${recorded.join('; ')}.`
    : howToRecord(recordings, recordings.files.length > 0);
}

async function howToRecord({ directory, isSimulated }: RecordedPlace, hasFiles: boolean): Promise<string> {
  const command = isSimulated ? 'boards watch --sandbox --record' : 'boards watch --record';
  const others = await otherServices(directory);
  const state = hasFiles
    ? 'The recorded files contain no snapshot.'
    : others.length > 0
      ? `Recorded for other base URLs: ${others.join(', ')}.`
      : '';
  return `${state} Record with \`${command}\`.`.trimStart();
}

/** The names of other directories with recordings of services. */
async function otherServices(directory: string): Promise<ReadonlyArray<string>> {
  const parent = dirname(directory);
  const names = await readdir(parent).catch((): ReadonlyArray<string> => []);
  const others: Array<string> = [];
  for (const name of names.filter((each) => isServiceName(each) && each !== basename(directory))) {
    const dates = await listDates(join(parent, name)).catch(() => []);
    if (dates.length > 0) others.push(name);
  }
  return others.toSorted();
}

/** `2026-11-20 09:31:02 to 16:02:04 EST`; with both dates if they differ. */
function describeSpan(
  { first, last }: { readonly first: number; readonly last: number },
  zone: TimeZone,
): string {
  const [start, end] = [describeTime(first, zone), describeTime(last, zone)];
  if (first === last) return end;
  const [date = '', time = '', name = ''] = start.split(' ');
  if (!end.startsWith(date)) return `${start} to ${end}`;
  const later = end.slice(date.length + 1);
  return later.endsWith(` ${name}`) ? `${date} ${time} to ${later}` : `${start} to ${later}`;
}
