import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../context.ts';
import { errnoOf } from '../errors.ts';
import { dateOf } from '../market/market-day.ts';
import { countRows } from '../market/selection.ts';
import { FILE_MODE, makeDirectory } from '../paths.ts';
import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { decodeLine } from './day.ts';
import { DEFAULT_MARK, describeDates, fileName, recordingsDirectory, statsOf } from './days.ts';
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
  /** Whether snapshots are recorded. If not, old days are still removed. */
  readonly isOn: boolean;
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
  /**
   * Called after each attempt of a recording that was asked for, and when it falls behind: null while it works, else the
   * milliseconds from the first snapshot that is not recorded to the newest one.
   */
  readonly change?: (lostMilliseconds: number | null) => void;
}

export interface Recorder {
  /**
   * Queues a snapshot, without waiting for the disk. Leaves out one without a time, which readers could not place, and a simulated
   * one that nobody has asked for. Resolves when nothing waits any more.
   */
  append(snapshot: TimeframeSnapshot): Promise<void>;
  /** The number of snapshots that are not written yet. */
  waiting(): number;
  /** Ends the compression of finished days. Resolves when nothing waits any more, which is never while the disk hangs. */
  close(): Promise<void>;
}

/** A snapshot that waits to be written. */
interface Entry {
  readonly timeframe: Timeframe;
  readonly asOf: string | null;
  readonly time: number;
  readonly rows: number;
  readonly isSimulated: boolean;
  readonly line: string;
}

/** What waits for a disk that is slow; with more, the oldest snapshots are dropped. The usual ones of two hours fit. */
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;

/** Appends snapshots to day files, one after the other. Nothing it does throws or blocks: a watch goes on without it. */
export function createRecorder(options: RecorderOptions, events: RecorderEvents): Recorder {
  const { parent, baseUrl, hasSimulated, isDefault, isOn, render } = options;
  const closing = new AbortController();
  /** Each cause once: a disk that is full stays so for many snapshots. */
  const reported = new Set<string>();
  const report = (text: string, cause = text) => {
    if (isDefault || reported.has(cause)) return;
    reported.add(cause);
    events.note(text);
  };
  const tidy = createTidying(options, events.note, report, closing.signal);
  /** The first one is being written. */
  const queue: Array<Entry> = [];
  let working: Promise<void> | null = null;
  let lostSince = Infinity;
  let newest = -Infinity;
  let isFirst: boolean | null = isDefault ? null : false;

  /** The first snapshot that was not written before the next one of its timeframe came. */
  const lateEntry = () =>
    queue.find(({ timeframe }, index) => queue.slice(index + 1).some((each) => each.timeframe === timeframe));
  const showState = () => {
    const since = Math.min(lostSince, lateEntry()?.time ?? Infinity);
    if (!isDefault) events.change?.(since === Infinity ? null : newest - since);
  };
  const dropOldest = () => {
    let characters = queue.reduce((sum, { line }) => sum + line.length, 0);
    while (characters > MAX_WAITING_CHARACTERS && queue.length > 2) {
      const [dropped] = queue.splice(1, 1);
      characters -= dropped?.line.length ?? 0;
      lostSince = Math.min(lostSince, dropped?.time ?? Infinity);
      report(`recording is ${queue.length} snapshots behind; the oldest ones are not recorded`, 'full');
    }
  };
  const write = async (entry: Entry) => {
    const { timeframe, time, isSimulated, line } = entry;
    const directory = recordingsDirectory(parent, baseUrl, isSimulated);
    const day = join(directory, dateOf(time));
    // The requested timeframe: that of the response can be any text.
    const name = fileName(timeframe);
    try {
      isFirst ??= (await statsOf(parent)) === null;
      await markDay(day, isDefault);
      await appendLine(day, name, line, (last) => isIn(last, entry));
    } catch (error) {
      const cause = (await faultOf(day, name)) ?? causeOf(error);
      report(`not recording: ${cause} in ${directory}; each new snapshot tries again`);
      return false;
    }
    if (isFirst) events.begin?.(parent, options.defaultDays ?? 0);
    isFirst = false;
    return true;
  };
  const work = async () => {
    for (let entry = queue[0]; entry !== undefined; entry = queue[0]) {
      const isWritten = isOn && (await write(entry));
      queue.shift();
      lostSince = isWritten ? Infinity : Math.min(lostSince, entry.time);
      if (isWritten && lateEntry() === undefined) reported.clear();
      showState();
      if (isWritten || !isOn) await tidy(entry);
    }
    working = null;
  };
  const settled = () => working ?? Promise.resolve();
  return {
    append({ timeframe, snapshot, ...origin }) {
      const { time, asOf, boards } = snapshot;
      const isSimulated = origin.isSimulated !== false;
      if (time === null || (isSimulated && !hasSimulated)) return settled();
      const line = isOn ? render(snapshot) : '';
      queue.push({ timeframe, asOf, time, rows: countRows(boards), isSimulated, line });
      newest = Math.max(newest, time);
      dropOldest();
      if (lateEntry() !== undefined) {
        report(`recording is ${queue.length} snapshots behind`, 'behind');
        showState();
      }
      working ??= work();
      return settled();
    },
    waiting: () => (isOn ? queue.length : 0),
    close() {
      closing.abort();
      return settled();
    },
  };
}

/** A function that tidies up the directory of a snapshot when its day begins, and at first. */
function createTidying(
  { parent, baseUrl, days, defaultDays, clock }: RecorderOptions,
  note: RecorderEvents['note'],
  report: (text: string) => void,
  signal: AbortSignal,
) {
  const tidied = new Map<string, string>();
  const onRemoved = (dates: ReadonlyArray<string>, after: number) =>
    note(
      `removed the recordings of ${describeDates(dates)}: record keeps ${after} ${after === 1 ? 'day' : 'days'}`,
    );
  return async ({ time, isSimulated }: Entry) => {
    const directory = recordingsDirectory(parent, baseUrl, isSimulated);
    // The earlier time, so that neither a clock nor a service that is years ahead removes anything.
    const today = dateOf(Math.min(time, clock.now()));
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
}

/** Makes the directory of a day, with a mark if it begins by default; recording that was asked for removes the mark. */
async function markDay(day: string, isDefault: boolean): Promise<void> {
  const isNew = await makeDirectory(day);
  await checkDay(day);
  const mark = join(day, DEFAULT_MARK);
  if (!isDefault && (await statsOf(mark))?.isFile() === true) await rm(mark, { force: true });
  if (!isDefault || !isNew) return;
  try {
    await writeFile(mark, '', { mode: FILE_MODE });
  } catch (error) {
    await rmdir(day);
    throw error;
  }
}

/** Whether a line, such as that of another watch, has a snapshot with as many rows. */
function isIn(line: Buffer, { asOf, time, rows }: Entry): boolean {
  if (!line.includes(asOf ?? '')) return false;
  const known = decodeLine(line);
  return known?.time === time && countRows(known.boards) >= rows;
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
export async function appendLine(
  directory: string,
  name: string,
  line: string,
  isKnown: (last: Buffer) => boolean = () => false,
): Promise<void> {
  const path = join(directory, name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Windows follows a link at the end of a path.
    if ((await statsOf(path))?.isSymbolicLink() === true) throw new Error(`${name} is not a regular file`);
    // Opened each time, because the file may have been moved, removed or compressed since.
    const file = await open(path, FLAGS, FILE_MODE);
    try {
      const stats = await file.stat();
      checkFile(name, stats, Buffer.byteLength(line));
      if ((stats.mode & 0o077) !== 0) await file.chmod(stats.mode & FILE_MODE);
      const last = stats.size === 0 ? null : await lastLine(file, stats.size);
      if (last !== null && isKnown(last)) return;
      await writeAll(file, Buffer.from(last === null && stats.size > 0 ? `\n${line}` : line));
      // Who compresses a file moves it away first, and reads it then: what is not at its place any more may have come too late.
      if (await isAt(path, file)) return;
    } finally {
      await file.close();
    }
  }
}

/** Whether a file is still at its path. The numbers of Windows are larger than a number of JavaScript can tell apart. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found?.ino === (await file.stat({ bigint: true })).ino;
}

/** Why nothing can be appended to a file, as far as can be told without writing; null if it can. */
export async function faultOf(directory: string, name: string): Promise<string | null> {
  try {
    const file = join(directory, name);
    const stats = await statsOf(file);
    if (stats !== null) checkFile(name, stats, 1);
    let existing = directory;
    while ((await statsOf(existing)) === null) existing = dirname(existing);
    if (existing === directory) await checkDay(directory);
    // With the dot, it has to be a directory.
    await access(stats === null ? `${existing}/.` : file, constants.W_OK);
    const { blocks, bavail } = await statfs(existing);
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
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  const { bytesWritten: written } = await file.write(bytes);
  if (written === bytes.length) return;
  const start = (await file.stat()).size - written;
  // Unless another program has written behind it.
  if (start >= 0 && (await readAt(file, start, written)).equals(bytes.subarray(0, written)))
    await file.truncate(start);
  throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
}

/** Without its line feed; null if it has none. */
async function lastLine(file: FileHandle, size: number): Promise<Buffer | null> {
  const length = Math.min(size, TAIL_BYTES);
  const tail = await readAt(file, size - length, length);
  return tail.at(-1) === LINE_FEED ? tail.subarray(tail.lastIndexOf(LINE_FEED, -2) + 1, -1) : null;
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** A symbolic link can lead anywhere. */
async function checkDay(directory: string): Promise<void> {
  if ((await statsOf(directory))?.isSymbolicLink() === true)
    throw new Error(`${basename(directory)} is a symbolic link`);
}
