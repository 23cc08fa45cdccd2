import { groupBy } from '../group-by.ts';
import { dateOf } from '../model/market-day.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type DayFile, listDays, type RecordedPlace } from './days.ts';
import { decodeLine, type RecordedSnapshot, richer } from './decode.ts';
import { type LineBytes, type ReadOptions, readDayLines } from './lines.ts';
import { mergeLines } from './order.ts';

/**
 * The newest recorded snapshot at or before a time; null if there is none. Only the newest day that has one is read. Lines
 * may be in any order: all of them are looked at, but only that of the snapshot is parsed, which takes some 20 ms for 21 MB.
 */
export async function snapshotAtOrBefore(
  place: RecordedPlace,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): Promise<RecordedSnapshot | null> {
  const last = Number.isFinite(time) ? dateOf(time, place.isSimulated) : null;
  const files = await filesOf(place, timeframe);
  for (const day of byDate(files.filter(({ date }) => last === null || date <= last))) {
    const found = await newestOfDay(day, time, { ...options, isSimulated: place.isSimulated });
    if (found !== null) return found;
  }
  return null;
}

/** The newest recorded snapshot; null if there is none. */
export function newestSnapshot(place: RecordedPlace, timeframe: Timeframe): Promise<RecordedSnapshot | null> {
  return snapshotAtOrBefore(place, timeframe, Number.POSITIVE_INFINITY);
}

/** The files of each day that can have a snapshot at or after a time, the oldest day first. */
export async function recordedDays(
  place: RecordedPlace,
  timeframe: Timeframe,
  time: number,
): Promise<ReadonlyArray<ReadonlyArray<DayFile>>> {
  const first = dateOf(time, place.isSimulated);
  const files = (await filesOf(place, timeframe)).filter(({ date }) => date >= first);
  return byDate(files).toReversed();
}

/** The lines of days, almost in order. */
export async function* linesOfDays(
  days: ReadonlyArray<ReadonlyArray<DayFile>>,
  isSimulated: boolean,
  options: ReadOptions,
): AsyncGenerator<LineBytes, void> {
  for (const files of days) {
    const [first, second] = files.map((file) => readDayLines(file, isSimulated, options));
    if (first !== undefined) yield* second === undefined ? first : mergeLines(first, second);
  }
}

async function filesOf({ directory }: RecordedPlace, timeframe: Timeframe): Promise<ReadonlyArray<DayFile>> {
  return (await listDays(directory)).filter((file) => file.timeframe === timeframe);
}

/** The files of each day, in the order of the files. */
function byDate(files: ReadonlyArray<DayFile>): ReadonlyArray<ReadonlyArray<DayFile>> {
  return [...groupBy(files, ({ date }) => date).values()];
}

interface DayOptions extends ReadOptions, Pick<RecordedPlace, 'isSimulated'> {}

async function newestOfDay(
  files: ReadonlyArray<DayFile>,
  time: number,
  options: DayOptions,
): Promise<RecordedSnapshot | null> {
  let newest: RecordedSnapshot | null = null;
  for (const file of files) newest = later(newest, await newestOfFile(file, time, options));
  return newest;
}

function later(first: RecordedSnapshot | null, second: RecordedSnapshot | null): RecordedSnapshot | null {
  const difference = timeOf(first) - timeOf(second);
  if (difference === 0) return richer(first, second);
  return difference > 0 ? first : second;
}

function timeOf(recorded: RecordedSnapshot | null): number {
  return recorded?.snapshot.asOfMilliseconds ?? -1;
}

async function newestOfFile(
  file: DayFile,
  time: number,
  options: DayOptions,
): Promise<RecordedSnapshot | null> {
  const kept = createKeptLine();
  for await (const line of readDayLines(file, options.isSimulated, options)) {
    if (line.asOf > time || line.asOf < kept.asOf()) continue;
    if (line.asOf === kept.asOf()) kept.addSameTime(line);
    else kept.replace(line);
  }
  if (kept.asOf() === Number.NEGATIVE_INFINITY) return null;
  return kept.decode() ?? newestDecodable(file, time, options);
}

/** As `newestOfFile`, for a file whose newest line is bad: parses each line that may be the newest good one. */
async function newestDecodable(
  file: DayFile,
  time: number,
  options: DayOptions,
): Promise<RecordedSnapshot | null> {
  let newest: RecordedSnapshot | null = null;
  let bad = 0;
  for await (const line of readDayLines(file, options.isSimulated, {})) {
    if (line.asOf > time || line.asOf < timeOf(newest)) continue;
    const recorded = decodeLine(line);
    if (recorded === null) bad++;
    newest = later(newest, recorded);
  }
  if (bad > 0) options.onSkipped?.(bad);
  return newest;
}

/** The newest line so far, decoded only when asked for, in memory that is used again for the next one. */
function createKeptLine() {
  let memory = Buffer.alloc(0);
  let length = 0;
  let asOf = Number.NEGATIVE_INFINITY;
  /** Undefined: not decoded yet. */
  let decoded: RecordedSnapshot | null | undefined;
  const decode = () => {
    if (decoded === undefined) decoded = decodeLine({ asOf, bytes: memory.subarray(0, length) });
    return decoded;
  };
  return {
    asOf: () => asOf,
    decode,
    replace(line: LineBytes): void {
      length = line.bytes.length;
      if (length > memory.length) memory = Buffer.alloc(2 * length);
      line.bytes.copy(memory);
      asOf = line.asOf;
      decoded = undefined;
    },
    addSameTime(line: LineBytes): void {
      decoded = richer(decode(), decodeLine(line));
    },
  };
}
