import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmdirSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../context.ts';
import { errnoOf } from '../errors.ts';
import { dateOf } from '../market/market-day.ts';
import { countRows } from '../market/selection.ts';
import { FILE_MODE, makeDirectory } from '../paths.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { decodeLine } from './day.ts';
import { DEFAULT_MARK, describeDates, fileName, recordingsDirectory } from './days.ts';
import type { KeptDays } from './maintenance.ts';

export interface RecorderOptions extends KeptDays {
  /** The data directory, which is created at the first snapshot. */
  readonly parent: string;
  /** That of the service; null for the embedded sandbox. */
  readonly baseUrl: string | null;
  /** Whether simulated snapshots are recorded too: apart from real ones. */
  readonly hasSimulated: boolean;
  /** Nobody has asked for it: its days are marked, and its failures are no news. */
  readonly isDefault: boolean;
  readonly clock: Pick<Clock, 'now'>;
  /** A snapshot as one line of JSON that ends with a line feed: the line of `watch --json`. */
  readonly render: (snapshot: Snapshot) => string;
}

/** What a recorder tells the user. */
export interface RecorderEvents {
  /** Called with a sentence: once for each cause of a failure until one succeeds, and when days are removed. */
  readonly note: (text: string) => void;
  /** Recording by default has begun below a directory that did not exist. */
  readonly begin?: (directory: string, days: number) => void;
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Appends snapshots to day files. Nothing it does throws: a watch goes on without it. */
export function createRecorder(options: RecorderOptions, { note, begin }: RecorderEvents) {
  const { parent, baseUrl, hasSimulated, days, defaultDays, isDefault, clock, render } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let isFirst = isDefault && !existsSync(parent);
  /** Each cause once: a disk that is full stays so for many snapshots. */
  const reported = new Set<string>();
  const report = (text: string) => {
    if (isDefault || reported.has(text)) return;
    reported.add(text);
    note(text);
  };
  const onRemoved = (dates: ReadonlyArray<string>, after: number) =>
    note(
      `removed the recordings of ${describeDates(dates)}: record keeps ${after} ${after === 1 ? 'day' : 'days'}`,
    );
  const tidied = new Map<string, string>();
  const tidy = async (directory: string, today: string) => {
    if (today <= (tidied.get(directory) ?? '')) return;
    tidied.set(directory, today);
    try {
      // Loaded after the first frame.
      const { maintain } = await import('./maintenance.ts');
      await maintain({ directory, days, defaultDays, today, signal, onRemoved });
    } catch (error) {
      report(`old recordings are not tidied up: ${causeOf(error)} in ${directory}`);
    }
  };
  return {
    /**
     * Returns when the line is written; false if it could not be, null if nobody waits for it: it was not asked for, or is left out,
     * as a snapshot without a time is, which readers could not place.
     */
    append({ timeframe, snapshot, ...origin }: TimeframeSnapshot): boolean | null {
      const { time } = snapshot;
      const isSimulated = origin.isSimulated !== false;
      if (time === null || (isSimulated && !hasSimulated)) return null;
      const directory = recordingsDirectory(parent, baseUrl, isSimulated);
      const day = join(directory, dateOf(time, isSimulated));
      try {
        markDay(day, isDefault);
        // The requested timeframe: that of the response can be any text.
        appendLine(day, fileName(timeframe), render(snapshot), (last) => isIn(last, snapshot));
      } catch (error) {
        const cause = faultOf(day, fileName(timeframe)) ?? causeOf(error);
        report(`not recording: ${cause} in ${directory}; each new snapshot tries again`);
        return isDefault ? null : false;
      }
      reported.clear();
      if (isFirst) begin?.(parent, defaultDays ?? 0);
      isFirst = false;
      // The earlier time, so that neither a clock nor a service that is years ahead removes anything.
      void tidy(directory, dateOf(Math.min(time, clock.now()), isSimulated));
      return isDefault ? null : true;
    },
    /** Ends what runs in the background: finished days are compressed after the first snapshot, and when a day begins. */
    close: () => closing.abort(),
  };
}

/** Makes the directory of a day, with a mark if it begins by default; recording that was asked for removes the mark. */
function markDay(day: string, isDefault: boolean): void {
  const isNew = makeDirectory(day);
  checkDay(day);
  const mark = join(day, DEFAULT_MARK);
  if (!isDefault && lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true)
    rmSync(mark, { force: true });
  if (!isDefault || !isNew) return;
  try {
    writeFileSync(mark, '', { mode: FILE_MODE });
  } catch (error) {
    rmdirSync(day);
    throw error;
  }
}

/** Whether a line, such as that of another watch, has a snapshot with as many rows. */
function isIn(line: Buffer, { asOf, time, boards }: Snapshot): boolean {
  if (!line.includes(asOf ?? '')) return false;
  const known = decodeLine(line);
  return known?.time === time && countRows(known.boards) >= countRows(boards);
}

/** Links are not followed, and a named pipe does not block. Reading is for the last line. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LINE_FEED = 0x0a;
/** What is read to find the last line. A longer one is not known, and a snapshot that it has is appended again. */
const TAIL_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 500_000_000;
/** A file is moved away once, when its day is over; so the second attempt finds a new one. */
const ATTEMPTS = 3;

/**
 * Appends a line, which ends with a line feed, in one write, unless the last line has it already. Behind a torn line, which a
 * killed process has left, it begins a new one. Throws the error of the system, or one without a code that says why the file is
 * not written to.
 */
export function appendLine(
  directory: string,
  name: string,
  line: string,
  isKnown: (last: Buffer) => boolean = () => false,
): void {
  const path = join(directory, name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Opened each time, because the file may have been moved, removed or compressed since.
    const file = openSync(path, FLAGS, FILE_MODE);
    try {
      const stats = fstatSync(file);
      checkFile(name, stats, Buffer.byteLength(line));
      if ((stats.mode & 0o077) !== 0) fchmodSync(file, stats.mode & FILE_MODE);
      const last = stats.size === 0 ? null : lastLine(file, stats.size);
      if (last !== null && isKnown(last)) return;
      write(file, Buffer.from(last === null && stats.size > 0 ? `\n${line}` : line));
      // Who compresses a file moves it away first, and reads it then: what is not at its place any more may have come too late.
      if (statSync(path, { throwIfNoEntry: false })?.ino === stats.ino) return;
    } finally {
      closeSync(file);
    }
  }
}

/** Why nothing can be appended to a file, as far as can be told without writing; null if it can. */
export function faultOf(directory: string, name: string): string | null {
  try {
    const file = join(directory, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) checkFile(name, stats, 1);
    let existing = directory;
    while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing);
    if (existing === directory) checkDay(directory);
    // With the dot, it has to be a directory.
    accessSync(stats === undefined ? `${existing}/.` : file, constants.W_OK);
    const { blocks, bavail } = statfsSync(existing);
    return blocks > 0 && bavail === 0 ? 'ENOSPC' : null;
  } catch (error) {
    return causeOf(error);
  }
}

/** The code of a system error; the words of one of our own, which has none. */
function causeOf(error: unknown): string {
  return error instanceof Error && !('code' in error) ? error.message : errnoOf(error);
}

/** Throws an error that says why so many bytes are not appended to a file. */
function checkFile(name: string, stats: Stats, bytes: number): void {
  if (!stats.isFile()) throw new Error(`${name} is not a regular file`);
  if (stats.nlink > 1) throw new Error(`${name} has other hard links`);
  if (stats.size + bytes > MAX_FILE_BYTES) throw new Error(`${name} has reached 500 MB`);
}

/** Written in part, the disk is full. A second write could interleave with another program's line, so the part is cut off. */
function write(file: number, bytes: Buffer): void {
  const written = writeSync(file, bytes);
  if (written === bytes.length) return;
  const start = fstatSync(file).size - written;
  // Unless another program has written behind it.
  if (start >= 0 && readAt(file, start, written).equals(bytes.subarray(0, written)))
    ftruncateSync(file, start);
  throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
}

/** Without its line feed; null if it has none. */
function lastLine(file: number, size: number): Buffer | null {
  const length = Math.min(size, TAIL_BYTES);
  const tail = readAt(file, size - length, length);
  return tail.at(-1) === LINE_FEED ? tail.subarray(tail.lastIndexOf(LINE_FEED, -2) + 1, -1) : null;
}

function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

/** A symbolic link can lead anywhere. */
function checkDay(directory: string): void {
  if (lstatSync(directory).isSymbolicLink()) throw new Error(`${basename(directory)} is a symbolic link`);
}
