import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NotRecordedError } from '../errors.ts';
import { describeTime } from '../parse-time.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { type DayFile, listDates, listDays } from './days.ts';
import { readLines } from './lines.ts';
import { isServiceName } from './location.ts';

interface Place {
  readonly directory: string;
  /** What is recorded in the directory is simulated. */
  readonly isSimulated: boolean;
}

/**
 * The error for what is not recorded; its hint names what is, or how to record. Of the timeframes that were asked for (default:
 * all), it names the first and the last time, of others the days.
 */
export async function notRecorded(
  message: string,
  place: Place,
  asked: ReadonlyArray<Timeframe> = TIMEFRAMES,
): Promise<NotRecordedError> {
  const files = await listDays(place.directory);
  const recorded: Array<string> = [];
  for (const timeframe of TIMEFRAMES) {
    const ofTimeframe = files.filter((file) => file.timeframe === timeframe).toReversed();
    const span = asked.includes(timeframe) ? await timesIn(ofTimeframe) : daysOf(ofTimeframe);
    if (span !== null) recorded.push(`${timeframe} ${span}`);
  }
  const hint =
    recorded.length > 0 ? `Recorded: ${recorded.join('; ')}.` : await howToRecord(place, files.length > 0);
  return new NotRecordedError(message, { hint });
}

async function howToRecord({ directory, isSimulated }: Place, hasFiles: boolean): Promise<string> {
  const command = isSimulated ? 'boards watch --sandbox --record' : 'boards watch --record';
  const others = await otherServices(directory);
  const state = hasFiles
    ? 'What is recorded has no snapshot.'
    : others.length > 0
      ? `Nothing is recorded of this base URL yet; of others there is: ${others.join(', ')}.`
      : 'Nothing is recorded yet.';
  return `${state} Record with \`${command}\`.`;
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

/** `2026-11-20`, `2026-11-02 to 2026-11-20 (12 days)`; null if there is none. Files are those of a timeframe, oldest first. */
function daysOf(files: ReadonlyArray<DayFile>): string | null {
  const dates = [...new Set(files.map(({ date }) => date))];
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  return first === last ? first : `${first} to ${last} (${dates.length} days)`;
}

/** `2026-11-20 09:31:02 to 16:02:04 EST`; with both dates if they differ; null if there is no snapshot. */
async function timesIn(files: ReadonlyArray<DayFile>): Promise<string | null> {
  const first = (await firstSpan(files))?.first;
  const last = (await firstSpan(files.toReversed()))?.last;
  if (first === undefined || last === undefined) return null;
  const [start, end] = [describeTime(first), describeTime(last)];
  if (first === last) return end;
  const [date = '', time = '', zone = ''] = start.split(' ');
  if (!end.startsWith(date)) return `${start} to ${end}`;
  const later = end.slice(date.length + 1);
  return later.endsWith(` ${zone}`) ? `${date} ${time} to ${later}` : `${start} to ${later}`;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Of the first day that has a line, which may have two files. */
async function firstSpan(files: ReadonlyArray<DayFile>): Promise<Span | null> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let date = '';
  for (const file of files) {
    if (first <= last && file.date !== date) break;
    date = file.date;
    for await (const { asOf } of readLines(file, {}))
      [first, last] = [Math.min(first, asOf), Math.max(last, asOf)];
  }
  return first <= last ? { first, last } : null;
}
