import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NotRecordedError } from '../errors.ts';
import { describeTime } from '../parse-time.ts';
import type { TimeZone } from '../time-zone.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { type DayFile, listDates, listDays, type RecordedPlace } from './days.ts';
import { readDayLines } from './lines.ts';
import { isServiceName } from './location.ts';

/** The error for what is not recorded, whose hint is that of `recordedHint`. */
export async function notRecorded(
  message: string,
  place: RecordedPlace,
  zone: TimeZone,
): Promise<NotRecordedError> {
  return new NotRecordedError(message, { hint: await recordedHint(place, zone) });
}

/** Names what is recorded of each timeframe, with its first and last time, or how to record. Reads two days of each. */
export async function recordedHint(place: RecordedPlace, zone: TimeZone): Promise<string> {
  const files = await listDays(place.directory);
  const recorded: Array<string> = [];
  for (const timeframe of TIMEFRAMES) {
    const ofTimeframe = files.filter((file) => file.timeframe === timeframe);
    const times = await timesIn(ofTimeframe, place.isSimulated, zone);
    if (times !== null) recorded.push(`${timeframe} ${times}`);
  }
  return recorded.length > 0 ? `Recorded: ${recorded.join('; ')}.` : howToRecord(place, files.length > 0);
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

/** `2026-11-20 09:31:02 to 16:02:04 EST`; with both dates if they differ; null if there is no snapshot. */
async function timesIn(
  newestFirst: ReadonlyArray<DayFile>,
  isSimulated: boolean,
  zone: TimeZone,
): Promise<string | null> {
  const first = (await firstSpan(newestFirst.toReversed(), isSimulated))?.first;
  const last = (await firstSpan(newestFirst, isSimulated))?.last;
  if (first === undefined || last === undefined) return null;
  const [start, end] = [describeTime(first, zone), describeTime(last, zone)];
  if (first === last) return end;
  const [date = '', time = '', name = ''] = start.split(' ');
  if (!end.startsWith(date)) return `${start} to ${end}`;
  const later = end.slice(date.length + 1);
  return later.endsWith(` ${name}`) ? `${date} ${time} to ${later}` : `${start} to ${later}`;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Of the first day that has a line, which may have two files. */
async function firstSpan(files: ReadonlyArray<DayFile>, isSimulated: boolean): Promise<Span | null> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let date = '';
  for (const file of files) {
    if (first <= last && file.date !== date) break;
    date = file.date;
    for await (const { asOf } of readDayLines(file, isSimulated, {}))
      [first, last] = [Math.min(first, asOf), Math.max(last, asOf)];
  }
  return first <= last ? { first, last } : null;
}
