import { errnoOf, isSystemError } from '../lib/system-error.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { countRows } from '../market/selection.ts';
import { excessOf } from '../service/json-limits.ts';
import {
  decodeSnapshot,
  otherTimeframe,
  parseAsOf,
  type Simulated,
  type Snapshot,
} from '../service/snapshot.ts';
import { type RecordedFile, recordedDates } from './directories.ts';
import { type LineFile, openLines } from './line-file.ts';

export interface ReadOptions {
  /** Called once for each bad line that is found, with its number, from 1; null for a whole file that cannot be used. */
  readonly onSkipped?: ((path: string, line: number | null) => void) | undefined;
  /** Called for a file that the system does not let us read, which can be more than once. */
  readonly onUnreadable?: ((path: string, errno: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Snapshots that were recorded, or are computed for times in the past. */
export interface Recording {
  readonly isSimulated: Simulated;
  /** Of each timeframe that it has, in the usual order, the times of its snapshots, ascending. A bad line can have one too. */
  readonly times: ReadonlyMap<Timeframe, ReadonlyArray<number>>;
  /**
   * The snapshot of one of these times; of several, the one with most rows. Null if there is none. Throws the reason of an aborted
   * signal.
   */
  read(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  /** Closes the files that it reads from. */
  close(): void;
}

interface IndexedLine {
  readonly path: string;
  readonly file: LineFile;
  /** From 1. */
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  isBad: boolean;
}

/** Of more lines of a file, those that come last are skipped, so that memory is bounded. One a second is 86,400 a day. */
const MAX_LINES = 100_000;
/** A usual day has fewer files. Of more, the others are opened for each read, because a system allows only so many open files. */
const MAX_OPEN_FILES = 12;

/** The lines of a recording, by timeframe and time. */
type LineIndex = ReadonlyMap<Timeframe, Map<number, Array<IndexedLine>>>;

/**
 * Indexes the lines of files, of one day, or loose ones, which are parsed when they are asked for. A line that is not a snapshot, or
 * of another timeframe than its day file, is counted as skipped; a file that is not a gzip file, is too large, or was removed meanwhile
 * counts as one bad line. Lines of another day than their file are left out. Files stay open until `close` is called. Rejects with the
 * reason of an aborted signal.
 */
export async function indexFiles(
  files: ReadonlyArray<RecordedFile>,
  options: ReadOptions & Pick<Recording, 'isSimulated'>,
): Promise<Recording> {
  const { isSimulated, signal } = options;
  const index: LineIndex = new Map(TIMEFRAMES.map((timeframe) => [timeframe, new Map()]));
  const opened: Array<LineFile> = [];
  const close = () => {
    for (const file of opened) file.close();
  };
  for (const each of files) {
    const file = openLines(each, opened.length < MAX_OPEN_FILES, signal);
    opened.push(file);
    try {
      await addLines(index, file, each, options);
    } catch (error) {
      if (signal?.aborted === true) close();
      reportFailure(each.path, null, error, options);
    }
  }
  const withLines = [...index].filter(([, lines]) => lines.size > 0);
  return {
    isSimulated,
    times: new Map(
      withLines.map(([timeframe, lines]) => [timeframe, [...lines.keys()].sort((a, b) => a - b)]),
    ),
    read: (timeframe, time) => readBest(index.get(timeframe)?.get(time) ?? [], timeframe, time, options),
    close,
  };
}

async function addLines(
  index: LineIndex,
  file: LineFile,
  recorded: RecordedFile,
  { isSimulated, onSkipped }: Parameters<typeof indexFiles>[1],
): Promise<void> {
  const { date, path } = recorded;
  let count = 0;
  let number = 0;
  for await (const { offset, bytes, isComplete } of file.lines()) {
    number++;
    const line = bytes === null || count === MAX_LINES ? null : recordedLine(bytes, isComplete, recorded);
    if (line === null) {
      if (bytes === null || bytes.toString('latin1').trim() !== '') onSkipped?.(path, number);
    } else if (date === null || recordedDates(line.time, isSimulated === true).includes(date)) {
      count++;
      const lines = index.get(line.timeframe);
      const indexed = { path, file, number, offset, length: bytes?.length ?? 0, isBad: false };
      const others = lines?.get(line.time);
      if (others === undefined) lines?.set(line.time, [indexed]);
      else others.push(indexed);
    }
  }
}

/** The snapshot with most rows among lines of the same time. Marks bad lines, and reports each once. */
async function readBest(
  lines: ReadonlyArray<IndexedLine>,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions,
): Promise<Snapshot | null> {
  let best: Snapshot | null = null;
  for (const line of lines) {
    if (line.isBad) continue;
    const { path, file, number, offset, length } = line;
    const bytes = await file
      .read(offset, length)
      .catch((error) => reportFailure(path, number, error, options));
    const snapshot = bytes == null ? null : decodeLine(bytes);
    if (snapshot?.time !== time || otherTimeframe(snapshot, timeframe) !== null) {
      // A failure is reported already.
      if (!line.isBad && bytes !== undefined) options.onSkipped?.(path, number);
      line.isBad = true;
    } else if (best === null || countRows(snapshot.boards) > countRows(best.boards))
      best = { ...snapshot, timeframe };
  }
  return best;
}

/** Throws the reason of an aborted signal. */
function reportFailure(path: string, line: number | null, error: unknown, options: ReadOptions): void {
  const { signal, onSkipped = () => undefined, onUnreadable = () => onSkipped(path, null) } = options;
  signal?.throwIfAborted();
  if (isSystemError(error) && errnoOf(error) !== 'ENOENT') onUnreadable(path, errnoOf(error));
  else onSkipped(path, line);
}

/** Decodes a line as a response of the service is decoded, within the same limits. Null if it is not a snapshot. */
export function decodeLine(line: Buffer): Snapshot | null {
  // A file may begin with a byte order mark.
  const text = line.toString().replace(/^\uFEFF/, '');
  if (excessOf(text) !== null) return null;
  try {
    return decodeSnapshot(JSON.parse(text));
  } catch {
    return null;
  }
}

/** How a program such as this one writes the boards of a snapshot; rows have a field of that name which is a number. */
const BOARDS_FIELD = '"boards":{';
/** How it ends, unlike one that is torn behind a row. */
const USUAL_END = /[\]}]\}\r?$/;
const HEAD_BYTES = 512;
/** Matches a field of the snapshot itself: only texts, numbers and words stand before it, no object that could have such a field. */
const fieldPattern = (name: string) =>
  new RegExp(
    String.raw`^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,\s*)*?"${name}"\s*:\s*"([^"\\]*)"`,
  );
const AS_OF = fieldPattern('asOf');
const TIMEFRAME = fieldPattern('timeframe');

/**
 * The time and timeframe of a line; null if it is not a snapshot, or of another timeframe than its day file. A line of a day that
 * begins and ends like one is not decoded before it is read.
 */
function recordedLine(line: Buffer, isComplete: boolean, { date, timeframe }: RecordedFile) {
  const isUsual = USUAL_END.test(line.toString('latin1', line.length - 3)) && line.includes(BOARDS_FIELD);
  if (date !== null && isComplete && isUsual) {
    const head = line.toString('latin1', 0, HEAD_BYTES);
    const time = parseAsOf(AS_OF.exec(head)?.[1] ?? '');
    const named = TIMEFRAME.exec(head)?.[1] ?? null;
    if (time !== null)
      return otherTimeframe({ timeframe: named }, timeframe) === null ? { time, timeframe } : null;
  }
  const snapshot = decodeLine(line);
  if (snapshot === null || snapshot.time === null) return null;
  const other = otherTimeframe(snapshot, timeframe);
  if (date !== null && other !== null) return null;
  return { time: snapshot.time, timeframe: other ?? timeframe };
}
