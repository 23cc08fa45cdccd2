import { dateOf } from '../model/market-day.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type DayFile, listDays } from './days.ts';
import { decodeLine, type RecordedSnapshot, richer } from './decode.ts';
import { type LineBytes, type ReadOptions, readLines } from './lines.ts';
import { mergeLines } from './order.ts';
import { inParts } from './parts.ts';

/**
 * The newest recorded snapshot at or before a time; null if there is none. Only the newest day that has one is read. Lines
 * may be in any order: all of them are looked at, but only that of the snapshot is parsed, which takes some 20 ms for 21 MB.
 */
export async function snapshotAtOrBefore(
  directory: string,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): Promise<RecordedSnapshot | null> {
  // The date in UTC is never before that in New York, so this is right for simulated snapshots too.
  const last = Number.isFinite(time) ? dateOf(time, true) : null;
  const files = await filesOf(directory, timeframe);
  for (const day of byDate(files.filter(({ date }) => last === null || date <= last))) {
    const found = await newestOfDay(day, time, options);
    if (found !== null) return found;
  }
  return null;
}

/** The newest recorded snapshot; null if there is none. */
export function newestSnapshot(
  directory: string,
  timeframe: Timeframe,
  options: ReadOptions = {},
): Promise<RecordedSnapshot | null> {
  return snapshotAtOrBefore(directory, timeframe, Number.POSITIVE_INFINITY, options);
}

/**
 * The recorded snapshots at and after a time, ascending, each `asOf` once: of two lines with one `asOf`, the one with more
 * rows.
 */
export async function* snapshotsSince(
  directory: string,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): AsyncGenerator<RecordedSnapshot, void> {
  const days = await recordedDays(directory, timeframe, time);
  yield* inParts((counting) => linesSince(days, time, counting), options);
}

/** The files of each day that can have a snapshot at or after a time, the oldest day first. */
export async function recordedDays(
  directory: string,
  timeframe: Timeframe,
  time: number,
): Promise<ReadonlyArray<ReadonlyArray<DayFile>>> {
  // The date in New York is never after that in UTC.
  const first = Number.isFinite(time) ? dateOf(time, false) : '';
  const files = (await filesOf(directory, timeframe)).filter(({ date }) => date >= first);
  return byDate(files).toReversed();
}

/** The lines of days at and after a time, almost in order. */
export async function* linesSince(
  days: ReadonlyArray<ReadonlyArray<DayFile>>,
  time: number,
  options: ReadOptions,
): AsyncGenerator<LineBytes, void> {
  for (const files of days) {
    const [first, second] = files.map((file) => readLines(file, options));
    if (first === undefined) continue;
    for await (const line of second === undefined ? first : mergeLines(first, second))
      if (line.asOf >= time) yield line;
  }
}

async function filesOf(directory: string, timeframe: Timeframe): Promise<ReadonlyArray<DayFile>> {
  return (await listDays(directory)).filter((file) => file.timeframe === timeframe);
}

/** The files of each day, in the order of the files. */
function byDate(files: ReadonlyArray<DayFile>): ReadonlyArray<ReadonlyArray<DayFile>> {
  const days = new Map<string, Array<DayFile>>();
  for (const file of files) days.set(file.date, [...(days.get(file.date) ?? []), file]);
  return [...days.values()];
}

async function newestOfDay(
  files: ReadonlyArray<DayFile>,
  time: number,
  options: ReadOptions,
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
  options: ReadOptions,
): Promise<RecordedSnapshot | null> {
  const kept = createKeptLine();
  for await (const line of readLines(file, options)) {
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
  options: ReadOptions,
): Promise<RecordedSnapshot | null> {
  let newest: RecordedSnapshot | null = null;
  let bad = 0;
  for await (const line of readLines(file, {})) {
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
